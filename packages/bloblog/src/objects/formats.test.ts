import { utf8Encode } from '@bough/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHAIN_START, chainOver } from './chain.ts';
import { encodeCounters, tryDecodeCounters } from './counters.ts';
import { decodeHead, encodeHead, type Head, writeIdOf } from './head.ts';
import { packParts, tryUnpackParts } from './parts.ts';
import { decodeSegment, encodeSegment, joinSegments, linesOf, makeSegment, provenLines } from './segment.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts';
import { TailPacker } from './tail.ts';
import { toyCompression, toyDigest } from '../testing/index.ts';

const tools = { compression: toyCompression, digest: toyDigest };
const line = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text));
const lines = fc.array(line, { minLength: 1, maxLength: 30 });
const bytes = fc.uint8Array({ maxLength: 200 });
const id = fc.stringMatching(/^[A-Za-z0-9_-]{12}$/);
const count = fc.nat();

const emptyHead: Head = {
  log: 'a',
  writeId: 'w23456789abc',
  seq: 0,
  createdAt: 1,
  changedAt: 2,
  label: '',
  edition: 0,
  lineages: [{ id: 'w23456789abc', from: 0, hash: CHAIN_START }],
  location: null,
  segments: [],
  sealedTo: 0,
  sealedChain: new Uint8Array(32),
  start: { kind: 'empty' },
  keyframes: [],
  spent: [],
  tail: [],
};

describe('formats', () => {
  test('[LOG-45] parts come out as they went in, and nothing shorter or longer is read as parts', () => {
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 5 }), (parts) => {
        const packed = packParts(1, parts);
        expect(tryUnpackParts(1, parts.length, packed)?.map((part) => [...part])).toEqual(
          parts.map((part) => [...part]),
        );
        expect(tryUnpackParts(2, parts.length, packed)).toBeNull();
        expect(tryUnpackParts(1, parts.length, packed.subarray(0, packed.length - 1))).toBeNull();
        expect(tryUnpackParts(1, parts.length + 1, packed)).toBeNull();
      }),
    );
  });

  test('[LOG-45] a segment is read back; the chain over it does not depend on where it is cut', () => {
    fc.assert(
      fc.property(lines, lines, (left, right) => {
        const first = makeSegment(tools, 'a', 1, left, CHAIN_START);
        const second = makeSegment(tools, 'a', left.length + 1, right, first.after);
        expect(decodeSegment('k', encodeSegment(second))).toEqual(second);
        expect(second.after).toEqual(chainOver(toyDigest, CHAIN_START, [...left, ...right]));
        const both = decodeSegment('k', encodeSegment(joinSegments('k', first, second)));
        expect(provenLines(tools, 'k', both)).toEqual([...left, ...right]);
        expect(() => joinSegments('k', second, first)).toThrow('is not what 1..');
      }),
    );
  });

  test('[LOG-45] any run of a segment is read alone, from the frames that have it', () => {
    fc.assert(
      fc.property(fc.array(lines, { minLength: 1, maxLength: 5 }), count, count, (runs, a, b) => {
        const all = runs.flat();
        let segment = makeSegment(tools, 'a', 1, runs[0] ?? [], CHAIN_START);
        for (const run of runs.slice(1)) {
          segment = joinSegments('k', segment, makeSegment(tools, 'a', segment.to + 1, run, segment.after));
        }
        const [from, to] = [1 + (a % all.length), 1 + (b % all.length)];
        expect(linesOf(tools, 'k', segment, from, to)).toEqual(all.slice(from - 1, to));
        expect(segment).toMatchObject({ from: 1, to: all.length, after: chainOver(toyDigest, CHAIN_START, all) });
      }),
    );
  });

  test('[LOG-40] a frame that is not what was written, or lines of another hash, are found', () => {
    const whole = makeSegment(tools, 'a', 1, ['one', 'two'], CHAIN_START);
    const packed = encodeSegment(whole);
    // Behind the frames stand the four bytes that tell that there is no checkpoint.
    packed[packed.length - 5] = 0x7a;
    const turned = decodeSegment('k', packed);
    expect(() => linesOf(tools, 'k', turned, 1, 1)).toThrow('is not what was written');
    expect(() => provenLines(tools, 'k', { ...whole, before: whole.after })).toThrow('its own hash');
    expect(() => decodeSegment('k', packed.subarray(0, packed.length - 1))).toThrow('is not a segment');
    expect(() => decodeSegment('k', encodeSegment({ ...whole, frames: [] }))).toThrow('cannot be read');
  });

  test('[LOG-45] a table of counters is read back, and other values are none', () => {
    const table = fc.uniqueArray(fc.tuple(id, count, count), { selector: ([client]) => client });
    fc.assert(
      fc.property(table, (rows) => {
        const counters = new Map(rows.map(([client, counter, seq]) => [client, { counter, seq }]));
        expect(tryDecodeCounters(encodeCounters(counters))).toEqual(counters);
      }),
    );
    for (const value of [null, {}, ['a'], ['a', 1, -1], [1, 1, 1]]) expect(tryDecodeCounters(value)).toBeNull();
  });

  test('[LOG-45] a head is read back whole', () => {
    fc.assert(
      fc.property(lines, lines, bytes, id, fc.option(id), (sealed, tail, state, name, where) => {
        const segment = makeSegment(tools, name, 1, sealed, CHAIN_START);
        const snapshot = { log: name, seq: segment.to, chain: segment.after, counters: new Map(), packedState: state };
        const packed = encodeSnapshot(toyCompression, snapshot);
        expect(decodeSnapshot(toyCompression, 'k', packed)).toEqual(snapshot);
        const head: Head = {
          log: name,
          writeId: name,
          seq: segment.to + tail.length,
          createdAt: 1,
          changedAt: 2,
          label: 'label',
          edition: 3,
          lineages: [
            { id: name, from: 0, hash: CHAIN_START },
            { id: 'abcdefghijkl', from: segment.to, hash: segment.after },
          ],
          location: where,
          segments: [{ from: 1, to: segment.to, id: name, size: 3 }],
          sealedTo: segment.to,
          sealedChain: segment.after,
          start: { kind: 'inline', seq: segment.to, bytes: packed },
          keyframes: [{ seq: 0, id: name, size: 9 }],
          spent: [{ writer: name, counter: 7 }],
          tail,
        };
        const encoded = encodeHead(toyCompression, head);
        expect(decodeHead(toyCompression, 'k', encoded)).toEqual(head);
        expect(writeIdOf('k', encoded)).toBe(name);
      }),
    );
  });

  test('[LOG-45] heads of one log, one after the other, are each read back, wherever lines were packed and sealed', () => {
    const steps = fc.array(fc.record({ lines: fc.array(fc.nat(3_000), { maxLength: 6 }), sealed: fc.nat(9) }));
    fc.assert(
      fc.property(steps, (all) => {
        const packer = new TailPacker(toyCompression);
        let head: Head = { ...emptyHead, tail: [] };
        for (const { lines: lengths, sealed } of all) {
          const tail = [...head.tail, ...lengths.map((length, i) => `${i}${'é'.repeat(length)}`)];
          const off = sealed < 2 ? Math.min(sealed * 4, tail.length) : 0;
          const sealedTo = head.sealedTo + off;
          const segments = sealedTo === 0 ? [] : [{ from: 1, to: sealedTo, id: 'a', size: 1 }];
          head = { ...head, sealedTo, segments, tail: tail.slice(off), seq: sealedTo + tail.length - off };
          expect(decodeHead(toyCompression, 'k', encodeHead(toyCompression, head, packer))).toEqual(head);
        }
      }),
    );
  });

  test('[LOG-45] a head of the first version is still read', () => {
    const header = { log: 'a', seq: 2, createdAt: 1, changedAt: 2, label: '', edition: 0, segments: [], chain: '' };
    const text = [JSON.stringify({ ...header, start: 0, keyframes: [], spent: [] }), 'one', 'two'].join('\n');
    const packed = toyCompression.compress(utf8Encode(text), 'fast');
    const old = packParts(1, [utf8Encode('w23456789abc'), packed, new Uint8Array()]);
    const head = { ...emptyHead, sealedChain: new Uint8Array() };
    expect(decodeHead(toyCompression, 'k', old)).toEqual({ ...head, seq: 2, tail: ['one', 'two'] });
    expect(() => decodeHead(toyCompression, 'k', packParts(4, [new Uint8Array()]))).toThrow('a head of format 4');
  });
});
