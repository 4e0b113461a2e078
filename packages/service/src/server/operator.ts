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

/** Whether it is for health, readiness or metrics. */
export function isForOperators({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  return method === 'GET' && PATHS.has(url);
}

const PATHS: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

/** Answers such a request. */
export async function answerOperator(
  request: IncomingMessage,
  response: ServerResponse,
  readiness: () => Readiness,
  metrics: Metrics,
): Promise<void> {
  const send = (status: number, type: string, body: string): void => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...HARMLESS }).end(body);
  };
  switch (request.url) {
    case '/health':
      send(200, 'application/json', '{"alive":true}');
      return;
    case '/ready': {
      const { reasons, notes } = readiness();
      send(
        reasons.length === 0 ? 200 : 503,
        'application/json',
        JSON.stringify({ ready: reasons.length === 0, reasons, notes }),
      );
      return;
    }
    default:
      send(200, metrics.registry.contentType, await metrics.registry.metrics());
  }
}
