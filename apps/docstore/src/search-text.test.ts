import { expect, test } from 'vitest';
import { add, ANN, change, itemNamed, mapNamed } from './testing/test-maps.ts';
import { makeWorld } from './testing/world.ts';

const MAP = mapNamed('one');

test('[DOC-42] the words of a map: title, items in reading order, notes, with the number; unchanged for who has it', async () => {
  const w = makeWorld();
  const title = { kind: 'settings', fields: { title: 'Trees' } } as const;
  const ops = [
    add('root', 'Oak', null),
    add('b', 'acorn', 'root', 'a1'),
    add('a', 'leaf'),
    add('deep', 'vein', 'a'),
    title,
  ];
  await w.run(w.documents.create({ map: MAP, by: ANN, ops }));
  expect(await w.run(w.documents.words(MAP, null))).toEqual({ seq: 1, text: 'Trees\nOak\nleaf\nvein\nacorn' });
  expect(await w.run(w.documents.words(MAP, 1))).toEqual({ seq: 1, text: null });
  const note = { kind: 'set', id: itemNamed('a'), fields: { note: 'green,\nmostly' } } as const;
  await w.run(w.documents.append(MAP, { base: 1, changes: [change('ann', 1, note)] }));
  const words = { seq: 2, text: 'Trees\nOak\nleaf\ngreen,\nmostly\nvein\nacorn' };
  expect(await w.run(w.documents.words(MAP, 1))).toEqual(words);
  expect(await w.run(w.another().words(MAP, null))).toEqual(words);
});
