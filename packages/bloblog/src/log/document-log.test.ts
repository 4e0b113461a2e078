import { describe, expect, test } from 'vitest';
import type { PutOutcome } from '../store/blob-store.ts';
import { headKey } from '../objects/keys.ts';
import { createLog, openLog } from './open-log.ts';
import { relabelLog } from '../upkeep/relabel-log.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { settle } from '../testing/index.ts';
import { fill, note, reopened, SMALL, world } from '../testing/log-world.ts';

const lost = async (run: () => Promise<PutOutcome>): Promise<PutOutcome> => {
  await run();
  return { kind: 'unsure', cause: 'the answer was lost' };
};
const never = async (): Promise<PutOutcome> => ({ kind: 'unsure', cause: 'the question was lost' });

describe('committing', () => {
  test('[LOG-10] what was appended is there when the log is opened again, in order, densely numbered', async () => {
    const w = await world();
    await w.run(w.log.append([note(2), note(1, 'bob')], 'second'));
    const again = await reopened(w);
    expect(again.texts).toEqual(['ann says 1', 'ann says 2', 'bob says 1']);
    expect(again.log.seq).toBe(3);
    expect(again.log.head.label).toBe('second');
  });

  test('[LOG-11] one write is in flight; what arrives meanwhile rides in the next', async () => {
    const w = await world();
    const all = [w.log.append([note(2)], '')];
    await settle();
    for (let i = 3; i <= 20; i++) all.push(w.log.append([note(i)], ''));
    await w.run(Promise.all(all));
    expect(w.store.calls).toEqual(['replaceIf', 'replaceIf']);
    expect((await reopened(w)).texts).toHaveLength(20);
  });

  test('[LOG-12] a lost answer is not a conflict: the head bears our write id', async () => {
    const w = await world();
    w.store.script = [lost];
    await w.run(w.log.append([note(2)], ''));
    expect(w.store.calls).toEqual(['replaceIf', 'get']);
    expect((await reopened(w)).texts).toHaveLength(2);
  });

  test('[LOG-12] a write that was refused because its own first copy had landed is won', async () => {
    const w = await world();
    w.store.script = [async (run) => (await run(), await run())];
    await w.run(w.log.append([note(2)], ''));
    expect((await reopened(w)).texts).toHaveLength(2);
  });

  test('[LOG-13] a write that did not happen is sent again, and its late copy changes nothing', async () => {
    const w = await world();
    let late: (() => Promise<PutOutcome>) | null = null;
    w.store.script = [async (run) => ((late = run), await never())];
    await w.run(w.log.append([note(2)], ''));
    await w.run(w.log.append([note(3)], ''));
    expect(await (late as (() => Promise<PutOutcome>) | null)?.()).toEqual({ kind: 'refused' });
    expect((await reopened(w)).texts).toHaveLength(3);
  });

  test('[LOG-14] of two writers one loses, acknowledges nothing, and stays failed', async () => {
    const w = await world();
    const other = (await reopened(w)).log;
    await w.run(w.log.append([note(2)], ''));
    await expect(w.run(other.append([note(2), note(1, 'bob')], ''))).rejects.toMatchObject({ code: 'bloblog/lost' });
    await expect(other.append([note(3)], '')).rejects.toMatchObject({ code: 'bloblog/lost', kind: 'conflict' });
    await expect(other.durable()).rejects.toMatchObject({ code: 'bloblog/lost' });
    expect((await reopened(w)).texts).toEqual(['ann says 1', 'ann says 2']);
  });

  test('[LOG-15] a store that never answers ends in unavailable, and nothing is acknowledged', async () => {
    const w = await world();
    w.store.script = Array.from({ length: 1_000 }, () => never);
    const first = w.log.append([note(2)], '');
    await settle();
    const second = w.log.append([note(3)], '');
    await expect(w.run(first)).rejects.toMatchObject({ code: 'bloblog/unavailable', kind: 'unavailable' });
    await expect(second).rejects.toMatchObject({ code: 'bloblog/unavailable' });
    expect((await reopened(w)).texts).toEqual(['ann says 1']);
  });

  test('[LOG-16] spacing keeps two writes of one head apart, and what waits rides together', async () => {
    const w = await world({ ...DEFAULT_SETTINGS, spacingMs: 1_000 });
    const startedMs = w.parts.ports.clock.now();
    await w.run(w.log.append([note(2)], ''));
    const all = [w.log.append([note(3)], '')];
    await settle();
    all.push(w.log.append([note(4)], ''));
    await w.run(Promise.all(all));
    expect(w.parts.ports.clock.now() - startedMs).toBe(1_000);
    expect(w.store.calls).toEqual(['replaceIf', 'replaceIf']);
  });

  test('[LOG-18] what several clients write is gathered; one that writes alone is never held up', async () => {
    const w = await world({ ...DEFAULT_SETTINGS, gatherMs: 50 });
    const { clock } = w.parts.ports;
    const tookMs = async (work: Promise<unknown>): Promise<number> => {
      const startedMs = clock.now();
      await w.run(work);
      return clock.now() - startedMs;
    };
    expect(await tookMs(w.log.append([note(2)], ''))).toBe(0);
    expect(await tookMs(w.log.append([note(3)], ''))).toBe(0);
    expect(await tookMs(w.log.append([{ ...note(1), client: 'b' }], ''))).toBe(50);
    expect(await tookMs(w.log.append([note(4)], ''))).toBe(50);
    expect(await tookMs(w.log.append([note(5)], ''))).toBe(0);
    await w.run(new Promise<void>((resolve) => void clock.after(50, resolve)));
    expect(await tookMs(w.log.append([{ ...note(2), client: 'b' }], ''))).toBe(0);
    const all = [w.log.append([note(6)], '')];
    await settle();
    all.push(w.log.append([{ ...note(3), client: 'b' }], ''));
    const before = w.store.calls.length;
    expect(await tookMs(Promise.all(all))).toBe(50);
    expect(w.store.calls.slice(before)).toEqual(['replaceIf']);
  });

  test('[LOG-17] a log is made once; a closed one takes nothing more', async () => {
    const w = await world();
    const again = createLog(w.parts, DEFAULT_SETTINGS, 'doc', { entries: [], label: '' });
    await expect(again).rejects.toMatchObject({ code: 'bloblog/exists', kind: 'conflict' });
    const last = w.log.append([note(2)], '');
    await w.run(w.log.close());
    await last;
    await expect(w.log.append([note(3)], '')).rejects.toMatchObject({ code: 'bloblog/closed' });
    expect(await openLog(w.parts, DEFAULT_SETTINGS, 'none')).toBeNull();
  });
});

describe('the deduplication table', () => {
  test('[LOG-21] a label is replaced without a change, and says nothing about when the last change was', async () => {
    const w = await world();
    const { changedAt } = w.log.head;
    await w.run(w.log.append([], 'second'));
    await w.run(w.log.append([], 'third'));
    expect((await reopened(w)).log.head).toMatchObject({ seq: 1, label: 'third', edition: 2, changedAt });
    await w.run(w.log.append([note(2)], 'fourth'));
    expect((await reopened(w)).log.head).toMatchObject({ seq: 2, label: 'fourth', edition: 2 });
  });

  test('[LOG-22] a label is replaced from outside: a writer loses the log once, and whoever decides sees the present', async () => {
    const w = await world();
    const decided: string[] = [];
    let isRaced = false;
    const relabelled = relabelLog(w.parts.ports, w.store, 'doc', (head) => {
      decided.push(head.label);
      return head.label === 'closed' ? null : 'closed';
    });
    w.store.script.push(async (run) => {
      isRaced = true;
      await w.log.append([note(2)], 'open');
      return run();
    });
    expect(await w.run(relabelled)).toBe(true);
    expect([isRaced, decided]).toEqual([true, ['first', 'open']]);
    await expect(w.run(w.log.append([note(3)], 'open'))).rejects.toMatchObject({ code: 'bloblog/lost' });
    expect((await reopened(w)).log.head).toMatchObject({ seq: 2, label: 'closed' });
    expect(await w.run(relabelLog(w.parts.ports, w.store, 'doc', () => null))).toBe(false);
    expect(await w.run(relabelLog(w.parts.ports, w.store, 'none', () => 'x'))).toBe(false);
  });

  test('[LOG-23] a writer knows by one conditional read whether somebody else has written, its own writes in flight included', async () => {
    const w = await world();
    expect(await w.run(w.log.isCurrent())).toBe(true);
    const other = (await w.run(reopened(w))).log;
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    w.store.script.push(async (run) => {
      const outcome = await run();
      await gate;
      return outcome;
    });
    const written = w.log.append([note(2)], '');
    await settle();
    // The store has it, the answer is still on its way.
    expect(await w.run(w.log.isCurrent())).toBe(true);
    expect(await w.run(other.isCurrent())).toBe(false);
    open();
    await w.run(written);
    for (let counter = 3; counter < 100; counter++) await w.run(w.log.append([note(counter)], ''));
    expect(await w.run(w.log.isCurrent())).toBe(true);
    await w.run((await w.run(reopened(w))).log.append([note(100)], ''));
    expect(await w.run(w.log.isCurrent())).toBe(false);
    w.store.objects.clear();
    expect(await w.run(w.log.isCurrent())).toBe(false);
  });

  test('[LOG-20] the last counter of each client is known again after opening, refused ones included', async () => {
    const w = await world();
    w.log.spend('bob', 1);
    await w.run(w.log.append([note(2), note(2, 'bob')], ''));
    w.log.spend('ann', 3);
    await w.run(w.log.append([note(1, 'eve')], ''));
    const { log } = await reopened(w);
    expect(log.lastSeen('ann')).toEqual({ counter: 3, seq: 2 });
    expect(log.lastSeen('bob')).toEqual({ counter: 2, seq: 3 });
    expect(log.lastSeen('zoe')).toEqual({ counter: 0, seq: 0 });
    expect(() => log.append([note(3)], '')).toThrow('comes after 3');
  });

  test('[LOG-130] however much is refused, a head notes one spent counter of each writer', async () => {
    const w = await world();
    for (let counter = 2; counter < 200; counter++) {
      w.log.spend('ann', counter);
      w.log.spend('bob', counter);
    }
    await w.run(w.log.append([note(1, 'eve')], ''));
    const { log } = await reopened(w);
    expect(log.head.spent).toEqual([
      { writer: 'ann', counter: 199 },
      { writer: 'bob', counter: 199 },
    ]);
    expect(log.lastSeen('ann').counter).toBe(199);
  });

  test('[LOG-20] the table goes with the snapshot', async () => {
    const w = await world(SMALL);
    w.log.spend('bob', 4);
    await fill(w, 2, 40);
    const { log } = await reopened(w);
    expect(log.head.start.kind).not.toBe('empty');
    expect(log.head.spent).toEqual([]);
    expect(log.lastSeen('bob')).toEqual({ counter: 4, seq: 0 });
    expect(log.lastSeen('ann')).toEqual({ counter: 40, seq: 40 });
  });
});

describe('damage', () => {
  test('[LOG-40] a segment that does not join its neighbours, or is another one, is found', async () => {
    const w = await world(SMALL);
    await fill(w, 2, 60);
    const [first, second] = [...w.store.objects.keys()].filter((key) => key.includes('/segments/'));
    if (first === undefined || second === undefined) throw new Error('there are segments');
    const kept = w.store.objects.get(second);
    if (kept !== undefined) w.store.objects.set(first, kept);
    await expect(reopened(w)).rejects.toMatchObject({ code: 'bloblog/damaged', kind: 'corrupt' });
    w.store.objects.delete(first);
    await expect(reopened(w)).rejects.toMatchObject({ code: 'bloblog/missing' });
  });

  test('[LOG-40] [LOG-131] any turned bit of a head is found or harmless, never a wrong read', async () => {
    const w = await world(SMALL);
    await fill(w, 2, 30);
    const kept = w.store.objects.get(headKey('doc'));
    if (kept === undefined) throw new Error('there is a head');
    const old = { ...kept, bytes: new Uint8Array([2, ...kept.bytes.slice(1)]) };
    w.store.objects.set(headKey('doc'), old);
    expect((await reopened(w)).log.seq).toBe(30);
    for (const version of [0, 4, 200]) {
      w.store.objects.set(headKey('doc'), { ...kept, bytes: new Uint8Array([version, ...kept.bytes.slice(1)]) });
      await expect(reopened(w)).rejects.toMatchObject({ code: 'bloblog/malformed' });
    }
    for (let cut = 1; cut < kept.bytes.length; cut += 13) {
      w.store.objects.set(headKey('doc'), { ...kept, bytes: kept.bytes.slice(0, cut) });
      await expect(reopened(w)).rejects.toMatchObject({ kind: 'corrupt' });
    }
  });
});
