import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '../metrics/metrics.ts';

/** Why a service cannot serve right now, empty when it can, and what an operator should know all the same. */
export interface Readiness {
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
}

/** A browser that is made to show such an answer takes it for nothing else, and lets it do nothing. */
const HARMLESS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
} as const;

/** Health, readiness and metrics: true when the request was one of these. */
export async function answerOperator(
  request: IncomingMessage,
  response: ServerResponse,
  readiness: () => Readiness,
  metrics: Metrics,
): Promise<boolean> {
  if (request.method !== 'GET') return false;
  const send = (status: number, type: string, body: string): true => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...HARMLESS }).end(body);
    return true;
  };
  switch (request.url) {
    case '/health':
      return send(200, 'application/json', '{"alive":true}');
    case '/ready': {
      const { reasons, notes } = readiness();
      return send(
        reasons.length === 0 ? 200 : 503,
        'application/json',
        JSON.stringify({ ready: reasons.length === 0, reasons, notes }),
      );
    }
    case '/metrics':
      return send(200, metrics.registry.contentType, await metrics.registry.metrics());
    default:
      return false;
  }
}
