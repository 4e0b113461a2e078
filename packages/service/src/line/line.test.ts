import { connect } from 'node:net';
import { err, ok, parsePersonId } from '@bough/base';
import { object, parser } from '@bough/contracts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { handle } from '../server/handler.ts';
import { ServiceFailure } from '../service-failure.ts';
import { Door } from '../testing/door.ts';
import { add as now, atEnd, callerTo, contextOf, endAll, gate, platforms, serve } from '../testing/world.ts';
import { frameText, packFrames } from './frames.ts';

afterEach(endAll);

/** What tests call, on a line. */
const add = { ...now, isFrequent: true };
const one = { params: { by: 1, note: null }, body: { n: 1 } };

describe('a line', () => {
  test('[SVC-28] many calls share one connection; all that a request carries crosses it', async () => {
    const docstore = platforms('docstore');
    const seen: unknown[] = [];
    const { server, url } = await serve(docstore, [
      handle(add, ({ params, body, context }) => {
        seen.push(context.requestId, context.person, context.service, context.languages, context.isShared);
        expect(context.deadline.remainingMs()).toBeLessThanOrEqual(5_000);
        return { n: body.n + params.by, note: params.note ?? 'none' };
      }),
    ]);
    const { caller, platform } = callerTo(url);
    const person = parsePersonId(platform.ids.long());
    const open = platform.context({ deadlineMs: 5_000, person, languages: 'de' });
    atEnd(() => open.close());
    const note = 'ä \n \u2028';
    const answer = await caller.call(add, { params: { by: 2, note }, body: { n: 3 } }, open.context);
    expect(answer).toEqual({ n: 5, note });
    expect(seen).toEqual([open.context.requestId, person, 'gateway', 'de', false]);
    expect(open.context.timing.header()).toMatch(/^docstore\.add;dur=[0-9.]+, gateway\.call-add;dur=[0-9.]+$/);
    const all = Array.from({ length: 300 }, (_, n) =>
      caller.call(add, { params: { by: n, note: null }, body: { n: 1 } }, contextOf(platform)),
    );
    expect((await Promise.all(all)).map(({ n }) => n)).toEqual(all.map((_, n) => n + 1));
    expect(server.connectionsSeen()).toBe(1);
  });

  test('[SVC-28] a refusal, a bug and a wrong body are what they are on a request', async () => {
    const { url } = await serve(platforms('docstore'), [
      handle(add, ({ body }) => {
        if (body.n === 0) throw new Error('the password is hunter2');
        throw new ServiceFailure('Not yours.', { kind: 'denied', code: 'docstore/denied', hint: 'Ask.' });
      }),
    ]);
    const { caller, platform } = callerTo(url);
    const call = (n: number, by = 1, note: string | null = null) =>
      caller.call(add, { params: { by, note }, body: { n } }, contextOf(platform));
    await expect(call(1)).rejects.toMatchObject({ kind: 'denied', code: 'docstore/denied', hint: 'Ask.' });
    await expect(call(0)).rejects.toMatchObject({ code: 'service/bug', message: 'Something went wrong inside Bough.' });
    await expect(call(1_001)).rejects.toMatchObject({ code: 'service/malformed' });
    await expect(call(1, 1, 'x'.repeat(51))).rejects.toMatchObject({ code: 'service/malformed' });
    const loose = { ...add, body: object({ n: parser<number>('any', (n) => (n === 1 ? ok(1) : err('no'))) }) };
    const long = { n: 1, more: 'x'.repeat(300) };
    await expect(caller.call(loose, { ...one, body: long }, contextOf(platform))).rejects.toMatchObject({
      code: 'service/too-large',
    });
    const other = { ...add, name: 'subtract' };
    await expect(caller.call(other, one, contextOf(platform))).rejects.toMatchObject({ code: 'service/no-route' });
  });

  test('[SVC-28] whoever leaves, or has no more time, ends the work and no other call', async () => {
    const ended: unknown[] = [];
    let begun = 0;
    const { url } = await serve(platforms('docstore'), [
      handle(add, async ({ body, context }) => {
        const aborted = gate();
        begun++;
        context.signal.addEventListener('abort', () => {
          ended.push(context.signal.reason);
          aborted.resolve();
        });
        if (body.n > 0) await aborted.promise;
        return { n: 0, note: '' };
      }),
    ]);
    const { caller, platform } = callerTo(url);
    const leaver = contextOf(platform);
    // Both are listened to from the beginning, and begin before their time is up, also on a slow machine.
    const left = expect(caller.call(add, one, leaver)).rejects.toMatchObject({ code: 'service/client-gone' });
    const late = expect(caller.call(add, one, contextOf(platform, 2_000))).rejects.toMatchObject({
      code: 'service/deadline',
    });
    await caller.call(add, { ...one, body: { n: 0 } }, contextOf(platform));
    await expect.poll(() => begun).toBe(3);
    leaver.abort(new ServiceFailure('gone', { kind: 'cancelled', code: 'service/client-gone' }));
    await Promise.all([left, late]);
    await expect(caller.call(add, one, leaver)).rejects.toMatchObject({ code: 'service/client-gone' });
    await expect.poll(() => ended.length).toBe(2);
    await caller.call(add, { ...one, body: { n: 0 } }, contextOf(platform));
  });
});

describe('who may use a line', () => {
  test('[SVC-29] nobody without a token that holds opens one, and each call needs one that still holds', async () => {
    const { server, url } = await serve(platforms('docstore'), [handle(add, () => ({ n: 0, note: '' }))]);
    const upgrade = async (headers: string, more: Uint8Array = new Uint8Array()): Promise<string> => {
      const socket = connect(server.port(), '127.0.0.1');
      socket.write(`GET /line HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\n${headers}\r\n\r\n`);
      socket.write(more);
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (Buffer.concat(chunks).includes('problem')) socket.destroy();
      });
      await new Promise((resolve) => socket.on('close', resolve));
      return Buffer.concat(chunks).toString('latin1');
    };
    const token = `authorization: ${await platforms('gateway').authorization('docstore')}`;
    const foreign = `authorization: ${await platforms('docstore').authorization('gateway')}`;
    expect(await upgrade('upgrade: bough-line')).toContain('401 Unauthorized');
    expect(await upgrade(`upgrade: bough-line\r\n${foreign}`)).toContain('401 Unauthorized');
    expect(await upgrade(`upgrade: websocket\r\n${token}`)).toContain('400 Bad Request');
    const call = frameText(['call', 1, 'add', { by: '1' }, 1_000, null, null, false, null], '{"n":1}');
    const stale = packFrames([frameText(['token', 'Bearer stale']), call]);
    expect(await upgrade(`upgrade: bough-line\r\n${token}`, stale)).toContain('service/unauthenticated');
    const other = packFrames([frameText(['token', await platforms('mailer').authorization('docstore')]), call]);
    expect(await upgrade(`upgrade: bough-line\r\n${token}`, other)).toContain('service/unauthenticated');
    expect(await upgrade(`upgrade: bough-line\r\n${token}`, Buffer.from('nonsense'))).not.toContain('problem');
    const nowhere = await fetch(`${url}/elsewhere`, { headers: { authorization: token } });
    expect(nowhere.status).toBe(404);
  });
});

describe('what a caller may call on a line', () => {
  test('[SVC-77] a call with which the caller has no business is refused as a request is, and does nothing', async () => {
    const handler = vi.fn(() => ({ n: 0, note: '' }));
    const { url } = await serve(platforms('docstore'), [handle(add, handler)]);
    const exporter = callerTo(url, platforms('exporter'));
    const plainly = { ...add, isFrequent: false };
    for (const route of [add, plainly]) {
      await expect(exporter.caller.call(route, one, contextOf(exporter.platform))).rejects.toMatchObject({
        kind: 'denied',
        code: 'service/not-a-caller',
      });
    }
    expect(handler).not.toHaveBeenCalled();
    const gateway = callerTo(url);
    await gateway.caller.call(add, one, contextOf(gateway.platform));
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('a line that ends', () => {
  test('[SVC-30] a lost line fails its calls, and the next call opens another', async () => {
    const began = gate();
    const { server } = await serve(platforms('docstore'), [
      handle(add, async ({ body }) => {
        began.resolve();
        if (body.n > 0) await new Promise(() => undefined);
        return { n: 0, note: '' };
      }),
    ]);
    const door = new Door(server.port());
    await door.open();
    atEnd(() => door.shut());
    const { caller, platform } = callerTo(door.url);
    const lost = caller.call(add, one, contextOf(platform));
    await began.promise;
    await Promise.all([
      expect(lost).rejects.toMatchObject({ kind: 'unavailable', code: 'service/unreachable' }),
      door.shut(),
    ]);
    await expect(caller.call(add, one, contextOf(platform))).rejects.toMatchObject({ code: 'service/unreachable' });
    await door.open();
    await caller.call(add, { ...one, body: { n: 0 } }, contextOf(platform));
  });

  test('[SVC-30] a line that has gone dead is given up by the call that finds it out', async () => {
    const { server } = await serve(platforms('docstore'), [handle(add, () => ({ n: 0, note: '' }))]);
    const door = new Door(server.port());
    await door.open();
    atEnd(() => door.shut());
    const { caller, platform } = callerTo(door.url);
    await caller.call(add, one, contextOf(platform));
    door.freeze();
    await expect(caller.call(add, one, contextOf(platform, 600))).rejects.toMatchObject({ code: 'service/deadline' });
    const seen = server.connectionsSeen();
    await door.open();
    await caller.call(add, one, contextOf(platform));
    expect(server.connectionsSeen()).toBe(seen + 1);
  });

  test('[SVC-31] a server that drains answers what was asked, and is called no more', async () => {
    const began = gate();
    const end = gate();
    const { server, url } = await serve(platforms('docstore'), [
      handle(add, async () => {
        began.resolve();
        await end.promise;
        return { n: 7, note: '' };
      }),
    ]);
    const { caller, platform } = callerTo(url);
    const asked = caller.call(add, one, contextOf(platform));
    await began.promise;
    const drained = server.drain?.(5_000);
    end.resolve();
    expect(await asked).toEqual({ n: 7, note: '' });
    await drained;
    await expect(caller.call(add, one, contextOf(platform))).rejects.toMatchObject({ code: 'service/unreachable' });
  });

  test('[SVC-31] what does not finish in time is told', async () => {
    const told = gate<unknown>();
    const began = gate();
    const { server, url } = await serve(platforms('docstore'), [
      handle(add, async ({ context }) => {
        context.signal.addEventListener('abort', () => told.resolve(context.signal.reason));
        began.resolve();
        await told.promise;
        throw new ServiceFailure('left', { kind: 'cancelled', code: 'service/client-gone' });
      }),
    ]);
    const { caller, platform } = callerTo(url);
    const asked = caller.call(add, one, contextOf(platform));
    const refused = expect(asked).rejects.toBeInstanceOf(ServiceFailure);
    await began.promise;
    await server.drain?.(20);
    expect(await told.promise).toMatchObject({ code: 'service/client-gone' });
    await refused;
  });
});
