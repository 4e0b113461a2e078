import { applyOps, emptyMap } from '@bough/map';
import { expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { searchTextOf } from './search-text.ts';
import { add, ANN, change, itemNamed, mapNamed } from '../testing/test-maps.ts';
import { makeWorld } from '../testing/world.ts';

const MAP = mapNamed('one');

function lines(...texts: readonly (readonly [item: string | null, text: string])[]): string {
  return texts.map(([item, text]) => JSON.stringify([item === null ? null : itemNamed(item), text])).join('\n');
}

test('[DOC-42] the words of a map: title, items in reading order, notes, with the number; unchanged for who has it', async () => {
  const w = makeWorld();
  const title = { kind: 'settings', fields: { title: 'Trees' } } as const;
  const ops = parsed(
    add('root', 'Oak', null),
    add('b', 'acorn', 'root', 'a1'),
    add('a', 'leaf'),
    add('deep', 'vein', 'a'),
    title,
  );
  await w.run(w.documents.create({ map: MAP, by: ANN, ops }));
  const { lineage } = await w.run(w.documents.facts(MAP));
  expect(await w.run(w.documents.words(MAP, null))).toEqual({
    lineage,
    seq: 1,
    text: lines([null, 'Trees'], ['root', 'Oak'], ['a', 'leaf'], ['deep', 'vein'], ['b', 'acorn']),
  });
  expect(await w.run(w.documents.words(MAP, { lineage, seq: 1 }))).toEqual({ lineage, seq: 1, text: null });
  const note = { kind: 'set', id: itemNamed('a'), fields: { note: 'green,\nmostly' } } as const;
  await w.run(w.documents.append(MAP, { base: 1, changes: [change('ann', 1, note)] }));
  const noted = lines(
    [null, 'Trees'],
    ['root', 'Oak'],
    ['a', 'leaf'],
    ['a', 'green,\nmostly'],
    ['deep', 'vein'],
    ['b', 'acorn'],
  );
  const words = { lineage, seq: 2, text: noted };
  expect(await w.run(w.documents.words(MAP, { lineage, seq: 1 }))).toEqual(words);
  expect(await w.run(w.another().words(MAP, null))).toEqual(words);
});

test('[DOC-254] words that are more than their asker reads are refused, and not made to their end', async () => {
  const w = makeWorld();
  const ops = parsed(add('root', 'Oak', null), ...Array.from({ length: 400 }, (_, n) => add(`item${n}`, 'leaf')));
  await w.run(w.documents.create({ map: MAP, by: ANN, ops }));
  const whole = (await w.run(w.documents.words(MAP, null))).text ?? '';
  expect((await w.run(w.documents.words(MAP, null, whole.length))).text).toBe(whole);
  const refused = { code: 'docstore/many-words', kind: 'invalid' };
  await expect(w.run(w.documents.words(MAP, null, whole.length - 1))).rejects.toMatchObject(refused);
  const map = emptyMap();
  applyOps(map, { author: ANN, at: 1, ops });
  let seen = 0;
  const text = {
    get: () => {
      seen++;
      return 'leaf';
    },
  };
  for (const item of map.items.values()) Object.defineProperty(item, 'text', text);
  expect(searchTextOf(map, 1_000)).toBe(null);
  expect(seen).toBeLessThan(60);
});
