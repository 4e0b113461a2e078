import { tryUtf8Decode } from '@bough/base';
import { describe, expect, test } from 'vitest';
import { headKey } from '../objects/keys.ts';
import { objectsOf } from '../objects/objects-of.ts';
import { openLog } from './open-log.ts';
import { readChanges, readHead, readMoment } from './read-log.ts';
import { unpackState } from '../objects/snapshot.ts';
import { fill, reopened, SMALL, world } from '../testing/log-world.ts';

describe('sealing', () => {
  test('[LOG-30] the tail is sealed into segments that join without a gap, and every change is read back', async () => {
    const w = await world(SMALL);
    await fill(w, 2, 100);
    const { log, texts } = await reopened(w);
    expect(texts).toEqual(Array.from({ length: 100 }, (_, i) => `ann says ${i + 1}`));
    expect(log.head.segments.length).toBeGreaterThan(5);
    expect(log.head.tail.length).toBeLessThan(40);
  });

  test('[LOG-31] opening reads the head alone while the snapshot is small', async () => {
    const w = await world(SMALL);
    await fill(w, 2, 100);
    w.store.calls = [];
    const opened = await openLog(w.parts, SMALL, 'doc');
    expect(w.store.calls).toEqual(['get']);
    expect(opened?.log.head.start.kind).toBe('inline');
    const snapshot = opened?.replay.snapshot;
    if (snapshot === null || snapshot === undefined) throw new Error('there is a snapshot');
    const state = tryUtf8Decode(unpackState(w.parts.ports.compression, 'doc', snapshot));
    expect(state).toBe(String(snapshot.seq));
    expect(snapshot.seq + (opened?.replay.entries.length ?? 0)).toBe(100);
  });

  test('[LOG-32] a snapshot that is not small is an object; while it is cheap, opening reads it and the head', async () => {
    const w = await world(SMALL);
    for (let from = 2; from < 120; from += 7) {
      await fill(w, from, from + 6, (seq) => `${seq}`.padEnd(700, '.'));
      w.store.calls = [];
      const { log } = (await openLog(w.parts, SMALL, 'doc')) ?? {};
      const isObject = log?.head.start.kind === 'object';
      expect(w.store.calls).toEqual(isObject ? ['get', 'get'] : ['get']);
    }
    expect(w.log.head.start.kind).toBe('object');
  });

  test('[LOG-36] a dear snapshot is made anew only when what came since outweighs it; opening reads three objects', async () => {
    const w = await world({ ...SMALL, keyframeRatio: 2 });
    let asked = 0;
    for (let from = 2; from < 800; from += 7) {
      await fill(w, from, from + 6, (seq) => (asked++, `${seq}`.padEnd(2_000, '.')));
      w.store.calls = [];
      await openLog(w.parts, SMALL, 'doc');
      expect(w.store.calls.length).toBeLessThanOrEqual(3);
    }
    const { head } = w.log;
    expect(asked).toBeLessThan(10);
    expect(head.keyframes.length).toBeGreaterThan(2);
    expect(head.segments.length - head.keyframes.length).toBeLessThanOrEqual(1);
    const weigh = (refs: readonly { readonly size: number }[]): number => refs.reduce((sum, { size }) => sum + size, 0);
    expect(2 * weigh(head.keyframes)).toBeLessThanOrEqual(weigh(head.segments));
  });

  test('[LOG-33] any moment is read from the head, one keyframe and one segment', async () => {
    const w = await world(SMALL);
    await fill(w, 2, 150);
    const { head } = (await readHead(w.parts, 'doc')) ?? {};
    if (head === undefined) throw new Error('there is a head');
    for (let seq = 0; seq <= 150; seq++) {
      w.store.calls = [];
      const { snapshot, entries } = await readMoment(w.parts, head, seq);
      const state =
        snapshot === null ? 0 : Number(tryUtf8Decode(unpackState(w.parts.ports.compression, 'doc', snapshot)));
      expect(state + entries.length).toBe(seq);
      expect(entries.at(-1)?.counter ?? seq).toBe(seq);
      expect(w.store.calls.length).toBeLessThanOrEqual(2);
    }
    expect(head.keyframes.length).toBeGreaterThan(3);
    await expect(readMoment(w.parts, head, 151)).rejects.toMatchObject({ code: 'bloblog/out-of-range' });
    await expect(readChanges(w.parts, head, 0, 5)).rejects.toMatchObject({ code: 'bloblog/out-of-range' });
  });

  test('[LOG-35] what was replaced is removed, and whoever still reads by the older head finds it by the newer one', async () => {
    const w = await world({ ...SMALL, spanBytes: 2_000 });
    await fill(w, 2, 40);
    const old = w.log.head;
    await fill(w, 41, 80);
    const named = new Set([headKey('doc'), ...objectsOf(w.log.head)]);
    expect(new Set(w.store.objects.keys())).toEqual(named);
    expect(objectsOf(old).some((key) => !named.has(key))).toBe(true);
    const texts = (await readChanges(w.parts, old, 1, 40)).map((each) => each.text);
    expect(texts).toEqual(Array.from({ length: 40 }, (_, i) => `ann says ${i + 1}`));
    expect((await readMoment(w.parts, old, 39)).entries.at(-1)?.counter).toBe(39);
    const bulky = (seq: number): string => `${seq}`.padEnd(700, '.');
    await fill(w, 81, 120, bulky);
    // Between the head and its segment another sealing comes in: opening begins again.
    let isFirst = true;
    const get = w.store.get.bind(w.store);
    w.store.get = async (key) => {
      if (key !== headKey('doc') && isFirst) {
        isFirst = false;
        await fill(w, 121, 160, bulky);
      }
      return get(key);
    };
    const opened = await openLog(w.parts, SMALL, 'doc');
    expect([isFirst, opened?.log.seq]).toEqual([false, 160]);
  });

  test('[LOG-35] what is missing without having been replaced is told as missing', async () => {
    const w = await world(SMALL);
    await fill(w, 2, 60);
    const [segment] = objectsOf(w.log.head);
    w.store.objects.delete(segment ?? '');
    w.store.calls = [];
    await expect(readChanges(w.parts, w.log.head, 1, 1)).rejects.toMatchObject({ code: 'bloblog/missing' });
    expect(w.store.calls.length).toBeLessThanOrEqual(6);
  });

  test('[LOG-34] a sealing that fails leaves the log as it was, and is tried again later', async () => {
    const w = await world(SMALL);
    const put = w.store.put.bind(w.store);
    w.store.put = async () => Promise.reject(new Error('no'));
    await fill(w, 2, 15);
    expect(w.log.sealTrouble).toBeInstanceOf(Error);
    expect(w.log.head.segments).toEqual([]);
    w.store.put = put;
    await fill(w, 16, 60);
    expect(w.log.sealTrouble).toBeNull();
    expect(w.log.head.segments.length).toBeGreaterThan(0);
    expect((await reopened(w)).texts).toHaveLength(60);
  });
});
