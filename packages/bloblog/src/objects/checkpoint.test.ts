import { tryUtf8Decode, utf8Encode } from '@bough/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHAIN_START } from './chain.ts';
import { checkpointBase, foldedFrom, makeCheckpoint, unpackCheckpoints } from './checkpoint.ts';
import { openLog } from '../log/open-log.ts';
import { packParts } from './parts.ts';
import { readHead, readMoment, readSegment } from '../log/read-log.ts';
import { decodeSegment, encodeSegment, makeSegment, provenLines } from './segment.ts';
import { unpackState } from './snapshot.ts';
import { toyCompression, toyDigest } from '../testing/index.ts';
import { fill, SMALL, world } from '../testing/log-world.ts';

const tools = { compression: toyCompression, digest: toyDigest };
const bytes = fc.uint8Array({ maxLength: 200 });
const counters = new Map([['ann', { counter: 7, seq: 5 }]]);

describe('checkpoints', () => {
  test('[LOG-45] they are read back with their segment, each on the base of the one before', () => {
    fc.assert(
      fc.property(fc.array(bytes, { minLength: 1, maxLength: 5 }), (states) => {
        const bases = states.map((state) => checkpointBase(counters, state));
        const checkpoints = bases.slice(1).map((base, i) => makeCheckpoint(tools, i + 1, base, bases[i] ?? base));
        const segment = { ...makeSegment(tools, 'a', 1, ['one', 'two'], CHAIN_START), checkpoints };
        const read = decodeSegment('k', encodeSegment(segment));
        expect(read).toEqual(segment);
        const last = unpackCheckpoints(tools, 'k', read.checkpoints, bases[0] ?? new Uint8Array());
        expect(foldedFrom('k', 9, last)).toEqual({ seq: 9, counters, state: states.at(-1) });
      }),
    );
  });

  test('[LOG-45] a segment of the version before, which had none, is read', () => {
    const segment = makeSegment(tools, 'a', 1, ['one', 'two'], CHAIN_START);
    const packed = encodeSegment(segment);
    const length = new DataView(packed.buffer).getUint32(1);
    const old = packParts(2, [packed.subarray(5, 5 + length), segment.frames[0]?.bytes ?? new Uint8Array()]);
    expect(decodeSegment('k', old)).toEqual(segment);
    expect(provenLines(tools, 'k', decodeSegment('k', old))).toEqual(['one', 'two']);
  });

  test('[LOG-40] one that is turned, or on another base, is found', () => {
    const [one, two, other] = ['one', 'two', 'other'].map((text) => checkpointBase(counters, utf8Encode(text)));
    if (one === undefined || two === undefined || other === undefined) throw new Error('there are three');
    const checkpoint = makeCheckpoint(tools, 3, two, one);
    expect(unpackCheckpoints(tools, 'k', [checkpoint], one)).toEqual(two);
    expect(() => unpackCheckpoints(tools, 'k', [checkpoint], other)).toThrow('a checkpoint at 3');
    const turned = {
      ...checkpoint,
      bytes: checkpoint.bytes.map((byte, i, all) => (i === all.length - 1 ? byte ^ 1 : byte)),
    };
    expect(() => unpackCheckpoints(tools, 'k', [turned], one)).toThrow('a checkpoint at 3');
    expect(() => foldedFrom('k', 3, utf8Encode('no'))).toThrow('cannot be read');
  });
});

describe('a long segment', () => {
  const LONG = { ...SMALL, freshBytes: 100, spanBytes: 6_000, checkpointBytes: 500 };
  const stateOf = (seq: number): string => `${'.'.repeat(600)}${seq}`;

  test('[LOG-37] any moment inside is a few changes after its last checkpoint, which has the state and the table', async () => {
    const w = await world(LONG);
    await fill(w, 2, 700, stateOf);
    const { head } = (await readHead(w.parts, 'doc')) ?? {};
    const ref = head?.segments.at(1);
    if (head === undefined || ref === undefined) throw new Error('there is a second segment');
    const { checkpoints } = await readSegment(w.parts, 'doc', ref);
    expect(checkpoints.length).toBeGreaterThan(4);
    const first = checkpoints[0]?.seq ?? 0;
    for (let seq = ref.from; seq <= ref.to; seq += 3) {
      w.store.calls = [];
      const { snapshot, entries } = await readMoment(w.parts, head, seq);
      if (snapshot === null) throw new Error('it begins somewhere');
      const state = tryUtf8Decode(unpackState(w.parts.ports.compression, 'doc', snapshot)) ?? '';
      expect(Number(state.slice(600)) + entries.length).toBe(seq);
      expect(snapshot.counters.get('ann')).toEqual({ counter: snapshot.seq, seq: snapshot.seq });
      if (seq >= first) expect(entries.length).toBeLessThan((ref.to - ref.from) / 3);
      expect(w.store.calls.length).toBeLessThanOrEqual(2);
    }
    // Each costs what has changed, not what there is.
    for (const each of checkpoints) expect(each.bytes.length).toBeLessThan(600);
  });

  test('[LOG-37] opening begins at the last checkpoint, and knows every counter', async () => {
    const w = await world(LONG);
    await fill(w, 2, 400, stateOf);
    await fill(w, 401, 650, stateOf);
    const opened = await openLog(w.parts, LONG, 'doc');
    const head = opened?.log.head;
    const last = head?.segments.at(-1);
    if (opened === null || head === undefined || last === undefined) throw new Error('it opens');
    const { checkpoints } = await readSegment(w.parts, 'doc', last);
    expect(checkpoints.length).toBeGreaterThan(0);
    expect(opened.replay.snapshot?.seq).toBe(checkpoints.at(-1)?.seq);
    expect(opened.log.lastSeen('ann')).toEqual({ counter: 650, seq: 650 });
  });
});
