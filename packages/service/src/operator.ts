import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from './metrics.ts';

/** Health, readiness and metrics: true when the request was one of these. */
export async function answerOperator(
  request: IncomingMessage,
  response: ServerResponse,
  unready: () => readonly string[],
  metrics: Metrics,
): Promise<boolean> {
  if (request.method !== 'GET') return false;
  const send = (status: number, type: string, body: string): true => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    return true;
  };
  switch (request.url) {
    case '/health':
      return send(200, 'application/json', '{"alive":true}');
    case '/ready': {
      const reasons = unready();
      return send(
        reasons.length === 0 ? 200 : 503,
        'application/json',
        JSON.stringify({ ready: reasons.length === 0, reasons }),
      );
    }
    case '/metrics':
      return send(200, metrics.registry.contentType, await metrics.registry.metrics());
    default:
      return false;
  }
}
