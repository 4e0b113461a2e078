import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { BytesAnswer } from '@bough/contracts';
import { afterEach, describe, expect, test } from 'vitest';
import { unauthenticated } from './endpoint.ts';
import { expressFailures, expressRoute, type RoutedRequest } from './express.ts';
import { requestContext } from './front.ts';
import { handle } from './handler.ts';
import { silentLog } from '../log/logger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { platformClock, platformIds } from '../process/platform.ts';
import { readyAnswer } from './ready-answer.ts';
import { createServiceServer } from './server.ts';
import type { TurnAway } from './server-parts.ts';
import { add, callerTo, contextOf, echo, endAll, gate, look, page, platforms, serve, touch } from '../testing/world.ts';

afterEach(endAll);

describe('what a server refuses', () => {
  type Ask = { readonly method?: string; readonly body?: string; readonly headers?: Record<string, string> };
  async function ask(path: string, init: Ask = {}): Promise<[number, unknown]> {
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

describe('what a server reads', () => {
  /** A server whose route refuses by the head, before anything of the body is read, and in the middle of what is longer than `most`. */
  async function refusing(most = Infinity): Promise<{ readonly port: number; readonly read: () => number }> {
    let read = 0;
    const route = { ...echo, access: 'anybody' } as const;
    const edge = expressRoute(route, {
      admit: ({ bodyBytes, countBody }, request: RoutedRequest) => {
        if (request.headers['x-in'] === undefined) throw unauthenticated(`for ${bodyBytes} bytes`);
        let counted = 0;
        countBody(async (bytes) => {
          counted += bytes;
          if (counted > most) throw unauthenticated(`after ${counted} bytes`);
        });
      },
      handler: ({ body }): BytesAnswer => {
        read += body.length;
        const plain = { type: 'text/plain', encoding: null, seq: null, etag: null, fileName: null };
        return { kind: 'bytes', bytes: body, ...plain };
      },
    });
    const { server } = await serve(platforms('gateway'), [], {
      fallback: (request, response) =>
        edge(Object.assign(request, { params: {} }), response, (failure) =>
          expressFailures(failure, request, response, () => {}),
        ),
    });
    return { port: server.port(), read: () => read };
  }
  /** Everything that the server says to these lines, until it has said so much or hangs up. */
  async function say(port: number, text: string, isEnough: (said: string) => boolean): Promise<[string, boolean]> {
    return await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let said = '';
      socket.on('data', (chunk) => {
        said += chunk.toString();
        if (isEnough(said)) socket.destroy();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve([said, isEnough(said)]));
      socket.write(text);
    });
  }

  test('[SVC-70] a request is refused by its head while its body waits, and who sends on is cut off', async () => {
    const { port, read } = await refusing();
    const [said] = await say(port, 'PUT /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\nhalf', () => false);
    expect(said).toMatch(/^HTTP\/1\.1 401 /);
    expect(said).toContain('for 60000 bytes');
    const large = `PUT /echo HTTP/1.1\r\nHost: a\r\nX-In: 1\r\nContent-Length: ${10 ** 9}\r\n\r\nhalf`;
    expect((await say(port, large, () => false))[0]).toMatch(/^HTTP\/1\.1 413 /);
    expect(read()).toBe(0);
  });

  test('[SVC-70] of many who send on after the answer, a few are read on, and the others are left unread', async () => {
    const { port } = await refusing();
    const head = 'PUT /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    const piece = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const lastMs = await Promise.all(
      Array.from({ length: 6 }, async () => {
        let takenMs = 0;
        const socket = connect(port, '127.0.0.1', () => socket.write(head, sendOn));
        const sendOn = (failure?: Error | null): void => {
          if (failure) return;
          takenMs = performance.now();
          socket.write(piece, sendOn);
        };
        await new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined));
        return takenMs;
      }),
    );
    const cutMs = Math.max(...lastMs);
    expect(lastMs.filter((ms) => cutMs - ms < 500)).toHaveLength(3);
  });

  test('[SVC-92] a body is counted as it comes; one that is refused in the middle is told why, and cut off', async () => {
    const { port, read } = await refusing(10);
    const put = (length: number): string =>
      `PUT /echo HTTP/1.1\r\nHost: a\r\nX-In: 1\r\nContent-Length: ${length}\r\n\r\n`;
    const [whole] = await say(port, `${put(10)}0123456789`, (said) => said.endsWith('0123456789'));
    expect(whole).toMatch(/^HTTP\/1\.1 200 /);
    const [refused] = await say(port, `${put(60_000)}0123456789abc`, () => false);
    expect(refused).toMatch(/^HTTP\/1\.1 401 /);
    expect(refused).toContain('after 13 bytes');
    expect(read()).toBe(10);
  });

  test('[SVC-70] who asks whether to send the body is told so after the head was judged', async () => {
    const { port, read } = await refusing();
    const asking = 'PUT /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n';
    const [refused] = await say(port, `${asking}\r\n`, (said) => said.includes('401'));
    expect(refused).toMatch(/^HTTP\/1\.1 401 /);
    const [told] = await say(port, `${asking}X-In: 1\r\n\r\n`, (said) => said.includes('100'));
    expect(told).toMatch(/^HTTP\/1\.1 100 /);
    const [answered] = await say(port, `${asking}X-In: 1\r\n\r\nbody`, (said) => said.endsWith('body'));
    expect(answered).toContain('HTTP/1.1 200 ');
    expect(read()).toBe(4);
  });
});

describe('the life of a server', () => {
  test('[SVC-18] health, readiness with reasons, metrics', async () => {
    let reason: string | null = 'no disk';
    const platform = platforms('docstore', [{ name: 'store', unready: () => reason, note: () => 'a slow disk' }]);
    const { url } = await serve(platform, [handle(look, () => ({ n: 1 }))]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const unready = await fetch(`${url}/ready`);
    expect([unready.status, await unready.json()]).toEqual([
      503,
      { ready: false, reasons: ['store: no disk'], notes: ['store: a slow disk'] },
    ]);
    reason = null;
    const ready = await fetch(`${url}/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { ready: true, reasons: [], notes: ['store: a slow disk'] },
    ]);
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

describe('a port that is taken', () => {
  test('[SVC-22] is a failure that says what to do', async () => {
    const { server } = await serve(platforms('docstore'), []);
    const parts = { service: 'docstore', clock: platformClock, ids: platformIds, log: silentLog } as const;
    const metrics = createMetrics('docstore');
    const second = createServiceServer(
      { ...parts, metrics, verifier: null, routes: [] },
      { host: '127.0.0.1', port: server.port() },
    );
    await expect(second.start?.()).rejects.toMatchObject({ kind: 'unavailable', code: 'service/cannot-listen' });
    metrics.stop();
  });
});

describe('a fallback', () => {
  test('[SVC-20] answers what no route does, with the same context, parsing and errors', async () => {
    const gateway = platforms('gateway');
    const edge = expressRoute(page, {
      admit: () => null,
      handler: async (_parsed, request: RoutedRequest) => {
        if (request.url?.includes('bug') === true) throw new Error('a secret');
        return { n: requestContext(request).requestId.length };
      },
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

test('[SVC-100] whoever knocks waits as long as others who come, also where timers run in time', async () => {
  const { server } = await serve(platforms('docstore'), []);
  const timed = async (): Promise<number> => {
    const fromMs = performance.now();
    await server.knock();
    return performance.now() - fromMs;
  };
  await timed();
  const TURN_MS = 3;
  const lateMs: number[] = [];
  let isBusy = true;
  const work = (): void => {
    const dueMs = performance.now();
    setTimeout(() => lateMs.push(performance.now() - dueMs));
    for (const untilMs = performance.now() + TURN_MS; performance.now() < untilMs;);
    if (isBusy) setImmediate(work);
  };
  const visitors = Array.from({ length: 150 }, () => connect(server.port(), '127.0.0.1').on('error', () => undefined));
  work();
  const doorMs = await timed();
  isBusy = false;
  for (const visitor of visitors) visitor.destroy();
  expect(doorMs).toBeGreaterThan((visitors.length * TURN_MS) / 2);
  // Most timers: another program may hold up any one of them.
  expect(doorMs).toBeGreaterThan(2 * (lateMs.toSorted((a, b) => a - b)[Math.floor(lateMs.length / 2)] ?? Infinity));
  await expect.poll(timed).toBeLessThan(doorMs / 2);
  await server.drain?.(100);
  await server.knock();
});

test('[SVC-101] whoever is turned away is answered before anything else is done for them; operators never are', async () => {
  let served = 0;
  const fallback = (_request: IncomingMessage, response: ServerResponse): void => {
    served++;
    response.end('in');
  };
  const out = readyAnswer(503, {}, 'out');
  const turnAway: TurnAway = { isOn: () => false, answerTo: ({ url }) => (url === '/in' ? null : out) };
  const platform = platforms('docstore');
  const { url } = await serve(platform, [], { fallback, turnAway });
  const ask = async (path: string): Promise<string> => await (await fetch(`${url}${path}`)).text();
  expect([await ask('/out'), await ask('/in'), served]).toEqual(['out', 'in', 1]);
  expect(await ask('/health')).toContain('alive');
  expect(await ask('/ready')).toContain('ready');
  expect(await ask('/metrics')).toMatch(/_count\{.*route="turned-away",status="503"/);
});
