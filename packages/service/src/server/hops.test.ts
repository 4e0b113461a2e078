import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { parsePersonId } from '@bough/base';
import { type BytesAnswer, HEADERS } from '@bough/contracts';
import { afterEach, describe, expect, test } from 'vitest';
import { handle } from './handler.ts';
import { ServiceFailure } from '../service-failure.ts';
import {
  add,
  atEnd,
  callerTo,
  contextOf,
  echo,
  endAll,
  gate,
  look,
  page,
  platforms,
  serve,
  touch,
} from '../testing/world.ts';

afterEach(endAll);

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
      fileName: 'a "b"\r\n.txt',
    });
    expect(await caller.call(echo, { params: {}, body: new Uint8Array() }, context)).toEqual({
      kind: 'unchanged',
      lineage: null,
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

  test('[SVC-11] a stream is handed on as it comes, through a hop, and its source ends when the last reader leaves', async () => {
    const ended = gate();
    const goOn = gate();
    let isLong = false;
    const chunks = async function* () {
      try {
        yield Buffer.from('one,');
        await goOn.promise;
        do yield Buffer.from('two');
        while (isLong);
      } finally {
        ended.resolve();
      }
    };
    const inner = await serve(platforms('docstore'), [
      handle(echo, () => ({
        kind: 'stream' as const,
        chunks: chunks(),
        type: 'text/plain',
        fileName: 'a b.txt',
        lineage: 'l',
        seq: 4,
      })),
    ]);
    const { caller, platform } = callerTo(inner.url);
    const ask = () => caller.stream(echo, { params: {}, body: new Uint8Array() }, contextOf(platform));
    const { chunks: passed, ...facts } = await ask();
    expect(facts).toEqual({
      kind: 'stream',
      type: 'text/plain',
      fileName: 'a b.txt',
      lineage: 'l',
      seq: 4,
      length: null,
    });
    const pieces: string[] = [];
    for await (const chunk of passed) {
      pieces.push(Buffer.from(chunk).toString());
      // The first piece is here although the second is not made yet.
      goOn.resolve();
    }
    expect(pieces.join('')).toBe('one,two');
    await ended.promise;
    isLong = true;
    for await (const chunk of (await ask()).chunks) if (chunk.length > 0) break;
    await ended.promise;
    const refused = await serve(platforms('docstore'), []);
    const away = callerTo(refused.url);
    const call = away.caller.stream(echo, { params: {}, body: new Uint8Array() }, contextOf(away.platform));
    await expect(call).rejects.toMatchObject({ code: 'service/no-route' });
  });

  test('[SVC-12] request id, deadline and person cross every hop; times come back from each', async () => {
    const seen: Record<string, unknown> = {};
    const inner = await serve(platforms('docstore'), [
      handle(look, ({ context }) => {
        Object.assign(seen, {
          id: context.requestId,
          person: context.person,
          from: context.service,
          languages: context.languages,
          left: context.deadline.remainingMs(),
        });
        return { n: 1 };
      }),
    ]);
    const gateway = platforms('gateway');
    const { caller } = callerTo(inner.url, gateway);
    let timing = '';
    const outer = await serve(gateway, [
      handle(page, async ({ context }) => {
        const answer = await caller.call(look, { params: {} }, context);
        timing = context.timing.header();
        return answer;
      }),
    ]);
    const response = await fetch(`${outer.url}/page`, {
      headers: {
        [HEADERS.requestId]: 'forged',
        [HEADERS.deadlineMs]: '1',
        [HEADERS.person]: 'forged',
        'accept-language': 'de-AT,de;q=0.9',
      },
    });
    expect(await response.json()).toEqual({ n: 1 });
    const id = response.headers.get(HEADERS.requestId);
    expect(seen).toMatchObject({ id, from: 'gateway', person: null, languages: 'de-AT,de;q=0.9' });
    expect(id).not.toBe('forged');
    expect(seen['left']).toBeGreaterThan(1_000);
    expect(seen['left']).toBeLessThanOrEqual(5_000);
    expect(timing.replace(/dur=[0-9.]+/g, 'dur')).toBe('docstore.look;dur, gateway.call-look;dur');
    expect(response.headers.get('server-timing')).toBeNull();
  });

  test('[SVC-98] an answer says hops to somebody outside where that is allowed; a refusal never does', async () => {
    const inner = await serve(platforms('docstore'), [handle(look, () => ({ n: 1 }))]);
    const gateway = platforms('gateway');
    const { caller } = callerTo(inner.url, gateway);
    let isRefused = false;
    const outer = await serve(gateway, [
      handle(page, async ({ context }) => {
        context.timing.allow('page');
        const answer = await caller.call(look, { params: {} }, context);
        if (isRefused) throw new ServiceFailure('Not here.', { kind: 'absent', code: 'docstore/absent' });
        return answer;
      }),
    ]);
    const told = async (): Promise<string | undefined> => {
      const { headers } = await fetch(`${outer.url}/page`);
      return headers.get('server-timing')?.replace(/dur=[0-9]+\.[0-9](?=[;,]|$)/g, 'dur');
    };
    expect(await told()).toBe('gateway;dur;desc="page", docstore;dur');
    isRefused = true;
    expect(await told()).toBeUndefined();
  });

  test('[SVC-12] a stream brings the times of the hops below with its head', async () => {
    const inner = await serve(platforms('docstore'), [
      handle(echo, async ({ context }) => {
        context.timing.add('made', 1);
        const chunks = Readable.from([Buffer.from('one')]);
        return { kind: 'stream' as const, chunks, type: 'text/plain', fileName: null };
      }),
    ]);
    const { caller, platform } = callerTo(inner.url);
    const context = contextOf(platform);
    const { chunks } = await caller.stream(echo, { params: {}, body: new Uint8Array() }, context);
    for await (const chunk of chunks) expect(chunk.length).toBe(3);
    expect(context.timing.header()).toContain('docstore.made;dur=1.0');
  });

  test('[SVC-12] the person on whose behalf a service asks is known below', async () => {
    const { url } = await serve(platforms('docstore'), [
      handle(add, ({ context }) => ({ n: 0, note: context.person ?? 'nobody' })),
    ]);
    const { caller, platform } = callerTo(url);
    const person = parsePersonId(platform.ids.long());
    const open = platform.context({ deadlineMs: 5_000, person });
    atEnd(() => open.close());
    const answer = await caller.call(add, { params: { by: 0, note: null }, body: { n: 0 } }, open.context);
    expect(answer.note).toBe(person);
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
    const began = gate();
    const ended = gate<unknown>();
    const { url } = await serve(platforms('docstore'), [
      handle(look, async ({ context }) => {
        context.signal.addEventListener('abort', () => ended.resolve(context.signal.reason));
        began.resolve();
        await ended.promise;
        return { n: 1 };
      }),
    ]);
    const { caller, platform } = callerTo(url);
    // Long enough that the handler begins in time also on a slow machine: one that never began has nothing to end.
    const late = expect(caller.call(look, { params: {} }, contextOf(platform, 2_000))).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'service/deadline',
    });
    await began.promise;
    await late;
    expect(['service/deadline', 'service/client-gone']).toContain(((await ended.promise) as ServiceFailure).code);
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
        throw failures[body.n] ?? new Error('no such failure');
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
    atEnd(() => flaky.close());
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
