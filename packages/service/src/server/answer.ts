import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { type AnyRoute, type BytesAnswer, HEADERS, type Problem, statusOf } from '@bough/contracts';
import type { RequestContext } from '../context/context.ts';
import type { StreamAnswer } from './handler.ts';

const STEADY = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
/** Private: who may read it was asked about one person. */
const REVALIDATED = { 'cache-control': 'private, no-cache' } as const;
const FOR_EVER = { 'cache-control': 'private, max-age=31536000, immutable' } as const;

/** Writes what a handler answered, as the route says that it travels. */
export async function sendAnswer(
  response: ServerResponse,
  route: AnyRoute,
  answer: unknown,
  context: RequestContext,
): Promise<void> {
  const headers = { ...STEADY, ...keepingOf(route), ...contextHeaders(context, context.timing.hops()) };
  switch (route.answer.travels) {
    case 'nothing':
      response.writeHead(204, headers).end();
      return;
    case 'bytes':
      await sendBytes(response, answer as BytesAnswer | StreamAnswer, headers, context);
      return;
    case undefined: {
      // Where the handler has named the version that it answers.
      const etag = response.getHeader('etag');
      if (etag !== undefined && etag === response.req.headers['if-none-match']) {
        response.writeHead(304, headers).end();
        return;
      }
      // As text it leaves together with its head, in one piece.
      const body = JSON.stringify(answer);
      const length = Buffer.byteLength(body);
      response.writeHead(200, { ...headers, 'content-type': 'application/json', 'content-length': length });
      response.end(body);
    }
  }
}

function keepingOf(route: AnyRoute): Readonly<Record<string, string>> {
  if (route.isForEver) return FOR_EVER;
  return route.isRevalidated ? REVALIDATED : {};
}

/** Headers of every problem. */
export function problemHeaders(requestId: string): Record<string, string> {
  return { ...STEADY, [HEADERS.requestId]: requestId, 'content-type': 'application/problem+json' };
}

/** Writes a problem, unless an answer has begun: then the connection is cut, so that nobody takes half for whole. */
export function sendProblem(response: ServerResponse, problem: Problem, context: RequestContext): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const status = statusOf(problem);
  const body = Buffer.from(JSON.stringify(problem));
  response.writeHead(status, {
    ...problemHeaders(problem.requestId),
    ...contextHeaders(context, ''),
    ...(status === 413 ? { connection: 'close' } : {}),
    'content-length': body.length,
  });
  response.end(body);
}

async function sendBytes(
  response: ServerResponse,
  answer: BytesAnswer | StreamAnswer,
  headers: Record<string, string>,
  context: RequestContext,
): Promise<void> {
  const all: Record<string, string | number> = { ...headers };
  if (typeof answer.seq === 'number') all[HEADERS.seq] = answer.seq;
  if (typeof answer.lineage === 'string') all[HEADERS.lineage] = answer.lineage;
  if (answer.kind !== 'stream' && answer.etag !== null) all['etag'] = answer.etag;
  if (answer.kind === 'unchanged') {
    response.writeHead(304, all).end();
    return;
  }
  all['content-type'] = answer.type;
  if (answer.fileName !== null) all['content-disposition'] = disposition(answer.fileName);
  if (answer.kind === 'stream') {
    if (typeof answer.length === 'number') all['content-length'] = answer.length;
    if (typeof answer.describedBy === 'string') all['link'] = `<${answer.describedBy}>; rel="describedby"`;
    response.writeHead(200, all);
    // Whoever waits for the first piece knows at once that there will be one.
    response.flushHeaders();
    await pipeline(Readable.from(answer.chunks, { objectMode: false }), response, { signal: context.signal });
    return;
  }
  if (answer.encoding !== null) all['content-encoding'] = answer.encoding;
  all['content-length'] = answer.bytes.length;
  response.writeHead(200, all);
  response.end(answer.bytes);
}

/** RFC 6266: a plain name for old clients and the whole name in UTF-8; neither can end the header. */
function disposition(fileName: string): string {
  const plain = fileName.replace(/[^A-Za-z0-9 ._-]/g, '_').slice(0, 100);
  const whole = encodeURIComponent(fileName.toWellFormed().slice(0, 200)).replace(/['()*]/g, escapeMore);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

function escapeMore(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** `outside`: what somebody who is no service is told of the times. */
function contextHeaders(context: RequestContext, outside: string): Record<string, string> {
  const timing = context.service === null ? outside : context.timing.header();
  return { [HEADERS.requestId]: context.requestId, ...(timing === '' ? {} : { 'server-timing': timing }) };
}
