import type { SpanOutcome } from './tracer.ts';

/** What is told of an answered request: by what route and with which status, and the id by which logs know it. */
export function answered(route: string, status: number, requestId: string): SpanOutcome {
  const facts = { 'http.response.status_code': status, 'bough.request': requestId };
  return { name: route, isFailed: status >= 500, facts };
}
