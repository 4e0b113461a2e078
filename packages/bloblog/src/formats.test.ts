import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHAIN_START, chainOver } from './chain.ts';
import { encodeCounters, tryDecodeCounters } from './counters.ts';
import { decodeHead, encodeHead, type Head, writeIdOf } from './head.ts';
import { packParts, tryUnpackParts } from './parts.ts';
import { decodeSegment, encodeSegment, makeSegment } from './segment.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts';
import { toyCompression, toyDigest } from './testing/index.ts';

const tools = { compression: toyCompression, digest: toyDigest };
const line = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text));
const lines = fc.array(line, { minLength: 1, maxLength: 30 });
const bytes = fc.uint8Array({ maxLength: 200 });
const id = fc.stringMatching(/^[A-Za-z0-9_-]{12}$/);
const count = fc.nat();

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
        expect(decodeSegment(tools, 'k', encodeSegment(tools, second))).toEqual(second);
        expect(second.after).toEqual(chainOver(toyDigest, CHAIN_START, [...left, ...right]));
      }),
    );
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
      fc.property(lines, lines, bytes, id, (sealed, tail, state, name) => {
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
          segments: [{ from: 1, to: segment.to, id: name, size: 3 }],
          sealedTo: segment.to,
          sealedChain: segment.after,
          start: { kind: 'inline', seq: segment.to, bytes: packed },
          keyframes: [{ seq: 0, id: name, size: 9 }],
          spent: [{ client: name, counter: 7 }],
          tail,
        };
        const encoded = encodeHead(toyCompression, head);
        expect(decodeHead(toyCompression, 'k', encoded)).toEqual(head);
        expect(writeIdOf('k', encoded)).toBe(name);
      }),
    );
  });
});
