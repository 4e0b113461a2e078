import { err, ok } from '@bough/base';
import {
  bytesAnswer,
  integer,
  maybe,
  object,
  type Parser,
  parser,
  rawBody,
  route,
  routeTable,
  text,
} from '@bough/contracts';
import type { Caller } from '../caller/caller.ts';
import type { RequestContext } from '../context/context.ts';
import type { Platform } from '../process/create-platform.ts';
import type { MountedRoute } from '../server/handler.ts';
import type { ServiceServer } from '../server/server.ts';
import type { ServiceFailure } from '../service-failure.ts';
import { createTestPlatforms } from './test-platforms.ts';

// Real servers and clients on loopback ports for this package's own tests, and the routes that they speak.

const cleanups: (() => unknown)[] = [];

/** Ends whatever a test has started, last first. */
export async function endAll(): Promise<void> {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
}
/** Runs at the test's end. */
export function atEnd(clean: () => unknown): void {
  cleanups.push(clean);
}

const count: Parser<{ readonly n: number }> = object({ n: integer(0, 1_000) });
const digits: Parser<number> = parser('digits', (input) =>
  typeof input === 'string' && /^[0-9]+$/.test(input) ? ok(Number(input)) : err('is not digits'),
);
/** What tests call. */
export const { add, look, touch, echo, page } = routeTable({
  add: route('docstore', 'service', 'POST /sums/:by', {
    params: object({ by: digits, note: maybe(text({ max: 50 })) }),
    body: count,
    answer: object({ n: integer(0, 2_000), note: text({ max: 50 }) }),
    bodyLimit: 200,
  }),
  look: route('docstore', 'service', 'GET /look', { answer: count }),
  touch: route('docstore', 'service', 'POST /touch', {}),
  echo: route('docstore', 'service', 'PUT /echo', { body: rawBody, answer: bytesAnswer }),
  page: route('gateway', 'anybody', 'GET /page', { answer: count }),
});

/** One key ring for all. */
export const platforms = createTestPlatforms();

/** Starts a server. */
export async function serve(
  platform: Platform,
  routes: readonly MountedRoute[],
  edge: Parameters<Platform['server']>[1] = {},
): Promise<{ server: ServiceServer; url: string }> {
  const server = platform.server(routes, edge);
  await server.start?.();
  cleanups.push(() => server.stop?.());
  return { server, url: `http://127.0.0.1:${server.port()}` };
}

/** A client of that address. */
export function callerTo(url: string, from: Platform = platforms('gateway')): { caller: Caller; platform: Platform } {
  const caller = from.caller('docstore', url);
  cleanups.push(() => caller.stop?.());
  return { caller, platform: from };
}

/** A context that ends with the test. */
export function contextOf(
  platform: Platform,
  deadlineMs = 5_000,
): RequestContext & { abort: (reason: ServiceFailure) => void } {
  const open = platform.context({ deadlineMs });
  cleanups.push(() => open.close());
  return { ...open.context, abort: (reason) => open.abort(reason) };
}

/** A promise with its handles, for handlers that wait to be told. */
export function gate<T = void>() {
  return Promise.withResolvers<T>();
}
