import { VirtualClock } from '@bough/base/testing';
import { EXPORT_PIECE_BYTES } from '@bough/contracts';
import { expect, test } from 'vitest';
import { LINEAGE } from '../testing/world.ts';
import { Keeping } from './keeping.ts';
import type { MadeFile } from './kept-file.ts';

const tally = { items: 0, roots: 0, links: 0, notes: 0, icons: 0, images: 0 };
const report = { tally, notes: [], size: null, tiles: null, fonts: [], tooLarge: null };

/** A file of so many pieces. */
function fileOf(pieces: number): MadeFile {
  const bytes = new Uint8Array((pieces - 1) * EXPORT_PIECE_BYTES + 10);
  return { lineage: LINEAGE, seq: 1, name: 'a.png', type: 'image/png', bytes, report };
}

function world(mostBytes = Infinity) {
  const clock = new VirtualClock();
  const kept: string[] = [];
  const troubles: unknown[] = [];
  const keeping = new Keeping({ clock, onTrouble: (error) => troubles.push(error) }, { mostBytes });
  const add = (name: string, pieces: number, tookMs = 0): void =>
    keeping.add(name, fileOf(pieces), (piece) => {
      kept.push(`${name}${piece}`);
      clock.advance(tookMs);
      return Promise.resolve();
    });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return { clock, kept, troubles, keeping, add, settle };
}

test('[EXP-28] one file is kept at a time, its first piece last, and between two pieces nothing is for most of the time', async () => {
  const { clock, kept, add, settle, keeping } = world();
  add('a', 2, 50);
  add('b', 1);
  await settle();
  expect(kept).toEqual(['a1']);
  // Four times as long as the piece took.
  clock.advance(199);
  await settle();
  expect(kept).toEqual(['a1']);
  clock.advance(1);
  await settle();
  expect(kept).toEqual(['a1', 'a0']);
  expect([keeping.get('a') !== null, keeping.get('b') !== null]).toEqual([true, true]);
  clock.advance(200);
  await settle();
  expect(kept).toEqual(['a1', 'a0', 'b0']);
  expect(keeping.get('a')).toBe(null);
});

test('[EXP-28] an exporter that is told to stop keeps what is left without a rest', async () => {
  const { kept, add, keeping } = world();
  add('a', 3);
  add('b', 2);
  await keeping.drain();
  expect(kept).toEqual(['a2', 'a1', 'a0', 'b1', 'b0']);
  expect(keeping.get('b')).toBe(null);
});

test('[EXP-28] a file for which too many wait is not kept, and one that cannot be is told and holds nobody up', async () => {
  const { kept, add, keeping, troubles } = world(fileOf(5).bytes.length);
  add('a', 3);
  add('b', 4);
  expect(keeping.get('b')).toBe(null);
  add('c', 2);
  await keeping.drain();
  expect(kept).toEqual(['a2', 'a1', 'a0', 'c1', 'c0']);
  keeping.add('d', fileOf(1), () => Promise.reject(new Error('full')));
  add('e', 1);
  await keeping.drain();
  expect([troubles.length, kept.at(-1)]).toEqual([1, 'e0']);
});
