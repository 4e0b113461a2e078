import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { err, ok } from '@bough/base';
import {
  bytesAnswer,
  type BytesAnswer,
  HEADERS,
  integer,
  maybe,
  nothing,
  object,
  type Parser,
  parser,
  rawBody,
  route,
  text,
} from '@bough/contracts';
import { afterEach, describe, expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import type { RequestContext } from './context.ts';
import type { Platform } from './create-platform.ts';
import { expressFailures, expressRoute, type RoutedRequest } from './express.ts';
import { handle, type Mounted } from './handler.ts';
import type { ServiceServer } from './server.ts';
import { requestContext } from './server.ts';
import { ServiceFailure } from './service-failure.ts';
import { createTestPlatforms } from './testing/index.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

const count: Parser<{ readonly n: number }> = object({ n: integer(0, 1_000) });
const digits: Parser<number> = parser('digits', (input) =>
  typeof input === 'string' && /^[0-9]+$/.test(input) ? ok(Number(input)) : err('is not digits'),
);
const add = route('docstore', 'service', 'POST /sums/:by', {
  name: 'add',
  params: object({ by: digits, note: maybe(text({ max: 50 })) }),
  body: count,
  answer: object({ n: integer(0, 2_000), note: text({ max: 50 }) }),
  bodyLimit: 200,
});
const look = route('docstore', 'service', 'GET /look', {
  name: 'look',
  params: object({}),
  body: nothing,
  answer: count,
});
const touch = route('docstore', 'service', 'POST /touch', {
  name: 'touch',
  params: object({}),
  body: nothing,
  answer: nothing,
});
const echo = route('docstore', 'service', 'PUT /echo', {
  name: 'echo',
  params: object({}),
  body: rawBody,
  answer: bytesAnswer,
});
const page = route('gateway', 'anybody', 'GET /page', {
  name: 'page',
  params: object({}),
  body: nothing,
  answer: count,
});

const platforms = createTestPlatforms();

async function serve(
  platform: Platform,
  routes: readonly Mounted[],
  edge: Parameters<Platform['server']>[1] = {},
): Promise<{ server: ServiceServer; url: string }> {
  const server = platform.server(routes, edge);
  await server.start?.();
  cleanups.push(() => server.stop?.());
  return { server, url: `http://127.0.0.1:${server.port()}` };
}

function callerTo(url: string, from: Platform = platforms('gateway')): { caller: Caller; platform: Platform } {
  const caller = from.caller('docstore', url);
  cleanups.push(() => caller.stop?.());
  return { caller, platform: from };
}

function contextOf(
  platform: Platform,
  deadlineMs = 5_000,
): RequestContext & { abort: (reason: ServiceFailure) => void } {
  const open = platform.context({ deadlineMs });
  cleanups.push(() => open.close());
  return { ...open.context, abort: open.abort };
}

/** A promise with its handles, for handlers that wait to be told. */
function gate<T = void>() {
  return Promise.withResolvers<T>();
}

describe('calls', () => {
  test('[SVC-10] parameters, body and answer cross as the route says', async () => {
    const { url } = await serve(platforms('docstore'), [
      handle(add, ({ params, body }) => ({ n: body.n + params.by, note: params.note ?? 'none' })),
      handle(touch, () => undefined),
      handle(echo, ({ body }): BytesAnswer =>
        body.length === 0
          ? { kind: 'unchanged', seq: 4, etag: '"e"' }
          : {
              kind: 'bytes',
              bytes: body,
              type: 'text/plain',
              encoding: null,
              seq: 7,
              etag: '"f"',
              fileName: 'a "b"\r\n.txt',
            },
      ),
    ]);
    const { caller, platform } = callerTo(url);
    const context = contextOf(platform);
    const note = 'ä & / ? # \u2028 %';
    expect(await caller.call(add, { params: { by: 2, note }, body: { n: 3 } }, context)).toEqual({ n: 5, note });
    expect(await caller.call(add, { params: { by: 2, note: null }, body: { n: 3 } }, context)).toEqual({
      n: 5,
      note: 'none',
    });
    expect(await caller.call(touch, { params: {} }, context)).toBeUndefined();
    const bytes = new Uint8Array([0, 1, 255]);
    expect(await caller.call(echo, { params: {}, body: bytes }, context)).toMatchObject({
      kind: 'bytes',
      seq: 7,
      etag: '"f"',
      type: 'text/plain',
    });
    expect(await caller.call(echo, { params: {}, body: new Uint8Array() }, context)).toEqual({
      kind: 'unchanged',
      seq: 4,
      etag: '"e"',
    });
  });

  test('[SVC-11] a stream is sent as it is made, and stopped when nobody reads', async () => {
    const ended = gate();
    const chunks = async function* () {
      try {
        for (;;) yield new Uint8Array(1_000_000);
      } finally {
        ended.resolve();
      }
    };
    const { url } = await serve(platforms('docstore'), [
      handle(echo, () => ({ kind: 'stream' as const, chunks: chunks(), type: 'text/plain', fileName: null })),
    ]);
    const { caller, platform } = callerTo(url);
    await expect(caller.call(echo, { params: {}, body: new Uint8Array() }, contextOf(platform))).rejects.toMatchObject({
      code: 'service/strange-answer',
    });
    await ended.promise;
  });

  test('[SVC-12] request id, deadline and person cross every hop; times come back from each', async () => {
    const seen: Record<string, unknown> = {};
    const inner = await serve(platforms('docstore'), [
      handle(look, ({ context }) => {
        Object.assign(seen, {
          id: context.requestId,
          person: context.person,
          from: context.service,
          left: context.deadline.remainingMs(),
        });
        return { n: 1 };
      }),
    ]);
    const gateway = platforms('gateway');
    const { caller } = callerTo(inner.url, gateway);
    const outer = await serve(gateway, [handle(page, ({ context }) => caller.call(look, { params: {} }, context))]);
    const response = await fetch(`${outer.url}/page`, {
      headers: { [HEADERS.requestId]: 'forged', [HEADERS.deadlineMs]: '1', [HEADERS.person]: 'forged' },
    });
    expect(await response.json()).toEqual({ n: 1 });
    const id = response.headers.get(HEADERS.requestId);
    expect(seen).toMatchObject({ id, from: 'gateway', person: null });
    expect(id).not.toBe('forged');
    expect(seen['left']).toBeGreaterThan(1_000);
    expect(seen['left']).toBeLessThanOrEqual(5_000);
    const timing = response.headers.get('server-timing') ?? '';
    expect(timing.replace(/dur=[0-9.]+/g, 'dur')).toBe('docstore.look;dur, gateway.call-look;dur, gateway.page;dur');
  });

  test('[SVC-13] when the client goes, the work two hops below is told', async () => {
    const began = gate();
    const ended = gate<unknown>();
    const inner = await serve(platforms('docstore'), [
      handle(look, async ({ context }) => {
        context.signal.addEventListener('abort', () => ended.resolve(context.signal.reason));
        began.resolve();
        await ended.promise;
        return { n: 1 };
      }),
    ]);
    const gateway = platforms('gateway');
    const { caller } = callerTo(inner.url, gateway);
    const outer = await serve(gateway, [handle(page, ({ context }) => caller.call(look, { params: {} }, context))]);
    const leave = new AbortController();
    const asked = fetch(`${outer.url}/page`, { signal: leave.signal });
    await began.promise;
    leave.abort();
    await expect(asked).rejects.toThrow();
    expect(await ended.promise).toMatchObject({ kind: 'cancelled', code: 'service/client-gone' });
  });

  test('[SVC-13] when the deadline passes, caller and handler both end', async () => {
    const ended = gate<unknown>();
    const { url } = await serve(platforms('docstore'), [
      handle(look, async ({ context }) => {
        context.signal.addEventListener('abort', () => ended.resolve(context.signal.reason));
        await ended.promise;
        return { n: 1 };
      }),
    ]);
    const { caller, platform } = callerTo(url);
    await expect(caller.call(look, { params: {} }, contextOf(platform, 60))).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'service/deadline',
    });
    expect(await ended.promise).toMatchObject({ code: expect.stringMatching(/^service\/(?:deadline|client-gone)$/) });
    const gone = contextOf(platform);
    gone.abort(new ServiceFailure('gone', { kind: 'cancelled', code: 'service/client-gone' }));
    await expect(caller.call(look, { params: {} }, gone)).rejects.toMatchObject({ kind: 'cancelled' });
  });

  test('[SVC-14] a failure there is the same failure here; a bug there says nothing but its request id', async () => {
    const failures = [
      new ServiceFailure('Two at once.', { kind: 'conflict', code: 'docstore/conflict', hint: 'Try again.' }),
      new ServiceFailure('Not yours.', { kind: 'denied', code: 'docstore/denied' }),
      new ServiceFailure('Not here.', { kind: 'absent', code: 'docstore/absent' }),
      new ServiceFailure('Broken.', { kind: 'corrupt', code: 'docstore/corrupt' }),
      new Error('the password is hunter2'),
    ];
    const { url } = await serve(platforms('docstore'), [
      handle(add, ({ body }) => {
        throw failures[body.n];
      }),
    ]);
    const { caller, platform } = callerTo(url);
    const call = (n: number) => caller.call(add, { params: { by: 0, note: null }, body: { n } }, contextOf(platform));
    for (const [n, failure] of failures.slice(0, 4).entries()) {
      const { message, kind, code, hint } = failure as ServiceFailure;
      await expect(call(n)).rejects.toMatchObject({ message, kind, code, hint });
    }
    await expect(call(4)).rejects.toMatchObject({ code: 'service/bug', message: 'Something went wrong inside Bough.' });
  });

  test('[SVC-15] only a GET is sent again, and only when the connection was lost', async () => {
    const asked: string[] = [];
    const flaky = createServer((request) => {
      asked.push(request.method ?? '');
      request.socket.destroy();
    });
    await new Promise<void>((resolve) => void flaky.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => flaky.close());
    const { caller, platform } = callerTo(`http://127.0.0.1:${(flaky.address() as AddressInfo).port}`);
    await expect(caller.call(look, { params: {} }, contextOf(platform))).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'service/unreachable',
    });
    expect(asked).toEqual(['GET', 'GET']);
    await expect(caller.call(touch, { params: {} }, contextOf(platform))).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(asked).toEqual(['GET', 'GET', 'POST']);
    const nobody = callerTo('http://127.0.0.1:9');
    await expect(nobody.caller.call(look, { params: {} }, contextOf(platform))).rejects.toMatchObject({
      code: 'service/unreachable',
    });
  });

  test('[SVC-16] calls share kept connections', async () => {
    const { server, url } = await serve(platforms('docstore'), [handle(look, () => ({ n: 1 }))]);
    const { caller, platform } = callerTo(url);
    for (let i = 0; i < 20; i++) await caller.call(look, { params: {} }, contextOf(platform));
    expect(server.connectionsSeen()).toBeLessThanOrEqual(2);
  });
});

describe('what a server refuses', () => {
  async function ask(path: string, init: RequestInit = {}): Promise<[number, unknown]> {
    const platform = platforms('docstore');
    const { url } = await serve(platform, [
      handle(add, ({ body }) => ({ n: body.n, note: '' })),
      handle(look, () => ({ n: 1 })),
    ]);
    const token = await platforms('gateway').authorization('docstore');
    const headers = { authorization: token, 'content-type': 'application/json', ...init.headers };
    const response = await fetch(`${url}${path}`, { ...init, headers });
    const { code } = (await response.json()) as { code?: unknown };
    return [response.status, code];
  }
  const post = (body: string, headers = {}) => ask('/sums/1', { method: 'POST', body, headers });

  test('[SVC-17] bodies and addresses that are not what the route says, each with its code', async () => {
    expect(await post('{"n":1}')).toEqual([200, undefined]);
    expect(await post('{"n":1')).toEqual([400, 'service/malformed']);
    expect(await post('{"n":1,"m":2}')).toEqual([400, 'service/malformed']);
    expect(await post('{"n":1,"n":2}')).toEqual([400, 'service/malformed']);
    expect(await post('{"n":1,"__proto__":{"n":2}}')).toEqual([400, 'service/malformed']);
    expect(await post(`${'['.repeat(60)}${']'.repeat(60)}`)).toEqual([400, 'service/malformed']);
    expect(await post('{"n":1}', { 'content-type': 'text/plain' })).toEqual([400, 'service/not-json']);
    expect(await post(`{"n":1${' '.repeat(300)}}`)).toEqual([413, 'service/too-large']);
    expect(await ask('/sums/x', { method: 'POST', body: '{"n":1}' })).toEqual([400, 'service/malformed']);
    expect(await ask('/sums/%ff', { method: 'POST', body: '{"n":1}' })).toEqual([400, 'service/malformed']);
    expect(await ask('/sums/1?by=2', { method: 'POST', body: '{"n":1}' })).toEqual([400, 'service/malformed']);
    expect(await ask('/sums/1?unknown=2', { method: 'POST', body: '{"n":1}' })).toEqual([400, 'service/malformed']);
    expect(await ask('/nothing')).toEqual([404, 'service/no-route']);
    expect(await ask('/look', { method: 'DELETE' })).toEqual([404, 'service/no-route']);
    expect(await ask('/look', { headers: { authorization: 'Bearer x' } })).toEqual([401, 'service/unauthenticated']);
  });

  test('[SVC-17] a request that says two lengths is cut off', async () => {
    const { server } = await serve(platforms('docstore'), [handle(look, () => ({ n: 1 }))]);
    const raw = await new Promise<string>((resolve) => {
      const socket = connect(server.port(), '127.0.0.1');
      let said = '';
      socket.on('data', (chunk) => (said += chunk.toString()));
      socket.on('close', () => resolve(said));
      socket.write(
        'POST /look HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      );
    });
    expect(raw).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('the life of a server', () => {
  test('[SVC-18] health, readiness with reasons, metrics', async () => {
    let reason: string | null = 'no disk';
    const platform = platforms('docstore', [{ name: 'store', unready: () => reason }]);
    const { url } = await serve(platform, [handle(look, () => ({ n: 1 }))]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const unready = await fetch(`${url}/ready`);
    expect([unready.status, await unready.json()]).toEqual([503, { ready: false, reasons: ['store: no disk'] }]);
    reason = null;
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const { caller, platform: gateway } = callerTo(url);
    await caller.call(look, { params: {} }, contextOf(gateway));
    await expect
      .poll(async () => (await fetch(`${url}/metrics`)).text())
      .toMatch(/bough_request_seconds_count\{service="docstore",route="look",status="200"\} 1/);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    for (const name of ['bough_requests_in_flight', 'bough_event_loop_delay_seconds', 'bough_memory_bytes']) {
      expect(metrics).toContain(name);
    }
    expect(await gateway.metrics.registry.metrics()).toMatch(
      /bough_call_seconds_count\{service="gateway",to="docstore",route="look",outcome="ok"\} 1/,
    );
  });

  test('[SVC-19] draining finishes what was accepted and takes nothing new', async () => {
    const began = gate();
    const go = gate();
    const { server, url } = await serve(platforms('docstore'), [
      handle(look, async () => {
        began.resolve();
        await go.promise;
        return { n: 1 };
      }),
    ]);
    const { caller, platform } = callerTo(url);
    const accepted = caller.call(look, { params: {} }, contextOf(platform));
    await began.promise;
    const drained = server.drain?.(5_000);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
    go.resolve();
    expect(await accepted).toEqual({ n: 1 });
    await drained;
  });

  test('[SVC-19] what does not finish in time is cut off, and its handler is told', async () => {
    const began = gate();
    const ended = gate();
    const { server, url } = await serve(platforms('docstore'), [
      handle(look, async ({ context }) => {
        context.signal.addEventListener('abort', () => ended.resolve());
        began.resolve();
        await ended.promise;
        return { n: 1 };
      }),
    ]);
    const { caller, platform } = callerTo(url);
    const accepted = caller.call(touch, { params: {} }, contextOf(platform)).catch(() => null);
    const stuck = caller.call(look, { params: {} }, contextOf(platform));
    const failed = expect(stuck).rejects.toMatchObject({ kind: 'unavailable' });
    await began.promise;
    await server.drain?.(20);
    await ended.promise;
    await failed;
    await accepted;
  });
});

describe('a fallback', () => {
  test('[SVC-20] answers what no route does, with the same context, parsing and errors', async () => {
    const gateway = platforms('gateway');
    const edge = expressRoute(page, async (_parsed, request: RoutedRequest) => {
      if (request.url?.includes('bug') === true) throw new Error('a secret');
      return { n: requestContext(request).requestId.length };
    });
    const { url } = await serve(gateway, [], {
      fallback: (request, response) =>
        edge(Object.assign(request, { params: {} }), response, (failure) =>
          expressFailures(failure, request, response, () => {}),
        ),
    });
    expect(await (await fetch(`${url}/page`)).json()).toEqual({ n: 12 });
    expect(await (await fetch(`${url}/page?bug=1`)).json()).toMatchObject({ code: 'service/malformed' });
  });
});
