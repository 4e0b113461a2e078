import { randomBytes } from 'node:crypto';
import { type BlobStore, MemoryStore, sealedStore } from '@bough/bloblog';
import { nodeCiphers } from '@bough/blobs';
import { platformClock, platformRandom } from '@bough/service';
import { expect, test } from 'vitest';
import { headProblems, keysOf, opensElsewhere } from './objects.ts';

const [ONE, OTHER] = ['logs/doc/segments/1-5-abc', 'logs/doc/segments/6-9-def'];

test('[S11] a segment that goes on past a keyframe is found, and none that ends there or begins behind it', () => {
  const start = { kind: 'empty' } as const;
  const [first, second] = [
    { from: 1, to: 5, id: 'abc', size: 1 },
    { from: 6, to: 9, id: 'def', size: 1 },
  ];
  const at = (seq: number) => [{ seq, id: `k${seq}`, size: 1 }];
  const segments = [first, second];
  for (const keyframes of [[], at(0), at(5), at(9)])
    expect(headProblems({ log: 'doc', segments, keyframes, start, tail: [] })).toEqual([]);
  expect(headProblems({ log: 'doc', segments, keyframes: at(7), start, tail: [] })).toEqual([
    'S11: the segment 6..9 of doc goes on past the keyframe at 7',
  ]);
  expect(headProblems({ log: 'doc', segments, keyframes: at(1), start, tail: [] })).toHaveLength(1);
});

test('[R1] a tail that was not sealed for long is found', () => {
  const head = { log: 'doc', segments: [], keyframes: [], start: { kind: 'empty' } } as const;
  expect(headProblems({ ...head, tail: ['a'.repeat(1_599)] }, 100)).toEqual([]);
  expect(headProblems({ ...head, tail: ['a'.repeat(1_599), 'b'] }, 100)).toEqual([
    'R1: 1602 bytes of doc are not sealed',
  ]);
});

test('[S10] what opens under a name that is not its own is found', async () => {
  const keys = keysOf(`first:${randomBytes(32).toString('base64url')}`);
  const raw = new MemoryStore(platformClock);
  const ports = { ciphers: nodeCiphers, random: platformRandom };
  await sealedStore(raw, keys, ports).put(ONE, new Uint8Array([1, 2, 3]));
  expect(await opensElsewhere({ raw, keys }, ONE, ONE)).toBe(true);
  expect(await opensElsewhere({ raw, keys }, ONE, OTHER)).toBe(false);
  expect(await opensElsewhere({ raw, keys }, OTHER, ONE)).toBe(false);
  // As if the name were no part of what is sealed: what stands under it is what was sealed under the other one.
  await sealedStore(raw, keys, ports).put(OTHER, new Uint8Array([4]));
  const mixed: Pick<BlobStore, 'get'> = { get: () => raw.get(OTHER) };
  expect(await opensElsewhere({ raw: mixed, keys }, ONE, OTHER)).toBe(true);
});
