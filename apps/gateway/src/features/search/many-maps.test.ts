import { createHmac } from 'node:crypto';
import type { MapId } from '@bough/base';
import type { SearchResult } from '@bough/contracts';
import { expect, test } from 'vitest';
import { WORD_KEY, wordShelf } from '../../testing/word-shelf.ts';
import { sealedWords } from '../search-index/sealed-words.ts';

// Somebody with many maps, whose words begin alike: the index of words knows beginnings of four letters.

const MAPS = 1_000;

function idsOf({ results }: { readonly results: readonly SearchResult[] }): readonly string[] {
  return results.map(({ map }) => map.id);
}

test('[GW-390] of a thousand maps whose words begin alike, the one that fits is found, whichever it is', async () => {
  const { add, find, reads } = wordShelf();
  const fitting = await add('First of all', 'internationalisation intervalx');
  for (let n = 1; n < MAPS; n++) await add(`Map ${n}`, `internet${n % 2} intervals`);
  // Seven letters of which six are kept, and all have those.
  expect(idsOf(await find('interna'))).toEqual([fitting]);
  expect(idsOf(await find('interne'))).toHaveLength(20);
  // Found by the index itself: not every map is read.
  const before = reads();
  expect(idsOf(await find('internat'))).toEqual([fitting]);
  expect(reads() - before).toBe(1);
  // Nine letters of which eight are kept.
  expect(idsOf(await find('intervalx'))).toEqual([fitting]);
});

test('[GW-390] an index of the first form, which has beginnings up to four letters, is asked for those until it is made again', async () => {
  const { add, kept } = wordShelf();
  const map = await add('Of an older Bough', 'internationalisation');
  const [texts] = await kept.textsOf([map]);
  const begun = createHmac('sha256', WORD_KEY).update('beginning inte').digest().subarray(0, 9).toString('base64url');
  const old = { map, lineage: 'formone.abcdefghijkl', seq: 2, words: [begun], texts: texts?.texts ?? new Uint8Array() };
  await kept.putWords(old);
  const found = (): Promise<readonly MapId[]> => sealedWords(kept, [WORD_KEY]).mapsWith([map], [], 'internat');
  expect(await found()).toEqual([]);
  // The first look for missing words.
  await sealedWords(kept, [WORD_KEY]).setOthersBehind('');
  expect(await found()).toEqual([map]);
});

test('[GW-393] a search whose asker has gone reads no further', async () => {
  const { add, find, reads } = wordShelf();
  for (let n = 0; n < 100; n++) await add(`Map ${n}`, `internet${n % 2}`);
  let asked = 0;
  const leaving = (): void => {
    if (++asked > 3) throw new Error('nobody waits any more');
  };
  await expect(find('interna', leaving)).rejects.toThrow('nobody waits');
  expect(reads()).toBeLessThan(100);
  expect(await find('interna')).toEqual({ results: [], isComplete: true });
  expect(reads()).toBeGreaterThanOrEqual(100);
});
