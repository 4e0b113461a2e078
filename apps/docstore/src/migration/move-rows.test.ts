import type { MapId } from '@bough/base';
import { headKey, readChanges, readHead } from '@bough/bloblog';
import { expect, test } from 'vitest';
import { changeCodec } from '../changes/change-codec.ts';
import { runCommand } from '../commands/commands.ts';
import { DocstoreFailure } from '../failure.ts';
import { type CommandWorld, commandWorld } from '../testing/command-world.ts';
import { MemoryOldPlace } from '../testing/memory-old-place.ts';
import { newMap, oldRows } from '../testing/old-rows.ts';
import { add, ANN, change } from '../testing/test-maps.ts';
import type { OldChange } from './old-place.ts';

interface OldWorld extends CommandWorld {
  readonly place: MemoryOldPlace;
  readonly old: (name: string, rows: readonly OldChange[]) => MapId;
  readonly kept: (map: MapId, where?: 'first' | 'second') => Promise<readonly OldChange[]>;
}

async function world(): Promise<OldWorld> {
  const w = await commandWorld([]);
  const place = new MemoryOldPlace();
  const parts = { ...w.parts, openOldPlace: async () => place };
  const say = (line: string): void => void w.said.push(line);
  return {
    ...w,
    place,
    run: (name, ...args) => runCommand(name, args, async () => ({ ...parts, close: () => undefined }), say),
    old: (name, rows) => {
      const map = newMap();
      place.add({ name, map, owner: ANN, title: name }, rows);
      return map;
    },
    kept: async (map, where = 'first') => {
      const source = { ports: parts.ports, store: parts[where].store, codec: changeCodec };
      const head = (await readHead(source, map))?.head;
      if (head === undefined) return [];
      const all = await readChanges(source, head, 1, head.seq);
      return all.map(({ author, at, ops }, i) => ({ seq: i + 1, author, at, ops }));
    },
  };
}

test('[DOC-270] documents move with author, time and ops of each change, to both locations, and open as maps of their time', async () => {
  const w = await world();
  const rows = oldRows(3_000);
  const [small, large] = [w.old('small', oldRows(3)), w.old('large', rows)];
  expect(await w.run('move-rows')).toBe(0);
  expect(await w.kept(large)).toEqual(rows);
  expect(await w.kept(large, 'second')).toEqual(rows);
  expect(await w.kept(small, 'second')).toEqual(w.place.rows.get('small'));
  const facts = await w.documents.facts(large);
  expect(facts).toMatchObject({ seq: 3_000, createdAt: rows[0]?.at, changedAt: rows.at(-1)?.at, title: 'Rows' });
  const appended = await w.documents.append(large, { base: 3_000, changes: [change('ann', 1, add('x', 'New'))] });
  expect(appended.outcomes).toMatchObject([{ kind: 'kept', seq: 3_001 }]);
  expect(w.said.join('\n')).toContain('2 documents with 3003 changes moved, each change read back from both locations');
});

test('[DOC-271] nothing of a document can be opened before all of it is there', async () => {
  const w = await world();
  const map = w.old('large', oldRows(3_000));
  const heads: boolean[] = [];
  let reads = 0;
  w.place.onRead = () => {
    reads++;
    heads.push(w.raw.first.objects.has(headKey(map)));
    if (reads === 3) throw new Error('killed');
  };
  expect(await w.run('move-rows')).toBe(1);
  expect(heads).toEqual([false, false, false]);
  w.place.onRead = () => undefined;
  expect(await w.run('move-rows')).toBe(0);
  expect(await w.kept(map)).toEqual(w.place.rows.get('large'));
});

test('[DOC-272] a document with a bad row is left where it is and named with what is wrong; the others move', async () => {
  const w = await world();
  const good = w.old('a good one', oldRows(5));
  const bad = (name: string, spoil: (rows: OldChange[]) => unknown): MapId => {
    const rows = oldRows(5);
    spoil(rows);
    return w.old(name, rows);
  };
  const all = [
    bad('author', (rows) => (rows[2] = { ...(rows[2] as OldChange), author: 'ann@example.org' })),
    bad('gap', (rows) => rows.splice(2, 1)),
    bad('time', (rows) => (rows[1] = { ...(rows[1] as OldChange), at: '2023' })),
    bad('ops', (rows) => (rows[1] = { ...(rows[1] as OldChange), ops: [{ kind: 'paint' }] })),
    bad('unfit', (rows) => (rows[4] = { ...(rows[4] as OldChange), ops: rows[0]?.ops })),
    bad('void', (rows) => rows.splice(0)),
  ];
  w.place.add({ name: 'nameless', map: null, owner: '', title: '' }, oldRows(2));
  expect(await w.run('move-rows')).toBe(1);
  expect(await w.kept(good)).toHaveLength(5);
  for (const map of all) expect(w.raw.first.objects.has(headKey(map))).toBe(false);
  const said = w.said.join('\n');
  expect(said).toContain('author: change 3: author is not a person id');
  expect(said).toContain('gap: change 3 is missing');
  expect(said).toContain('time: change 2: at is not a time');
  expect(said).toContain('ops: change 2: op 0: there is no such kind of op');
  expect(said).toContain('unfit: change 5 does not apply');
  expect(said).toContain('void: it has no changes');
  expect(said).toContain('nameless: it says no id that a map can have');
  expect(said).toContain('7 documents left in the old place');
});

test('[DOC-272] a number that stands there twice is found where two batches meet, too, and so is one before 1', async () => {
  const w = await world();
  const rows = oldRows(1_500);
  const other = { ...(rows[999] as OldChange), ops: [add('y', 'Other', 'root', 'a3')] };
  const twice = w.old('twice', rows.toSpliced(1_000, 0, other));
  const zero = w.old('zero', [{ ...other, seq: 0 }, ...oldRows(4)]);
  expect(await w.run('move-rows')).toBe(1);
  for (const map of [twice, zero]) expect(w.raw.first.objects.has(headKey(map))).toBe(false);
  expect(w.said.join('\n')).toContain('twice: change 1001 is missing or is there twice: 1000 comes next');
  expect(w.said.join('\n')).toContain('zero: a row has the number 0, and they count from 1');
});

test('[DOC-276] no row is deleted that was not compared: a second one of its number, one before 1', async () => {
  const w = await world();
  const rows = oldRows(1_500);
  const names = ['twice', 'zero'];
  for (const name of names) w.old(name, rows);
  expect(await w.run('move-rows')).toBe(0);
  const other = { ...(rows[999] as OldChange), ops: [add('y', 'Other', 'root', 'a3')] };
  w.place.rows.set('twice', rows.toSpliced(1_000, 0, other));
  w.place.rows.set('zero', [{ ...other, seq: 0 }, ...rows]);
  expect(await w.run('delete-moved-rows', '--yes')).toBe(1);
  for (const name of names) expect(w.place.rows.get(name)).toHaveLength(1_501);
  expect(w.said.join('\n')).toContain(
    'twice: its rows stay: change 1000 of the first location is not what its row says',
  );
  expect(w.said.join('\n')).toContain('zero: its rows stay: a row has the number 0');
});

test('[DOC-273] started again it goes on where it stopped, and keeps nothing twice', async () => {
  const w = await world();
  const maps = Array.from({ length: 250 }, (_, i) => w.old(`doc ${String(i).padStart(3, '0')}`, oldRows(4)));
  w.place.onRead = (name) => {
    if (name >= 'doc 230') throw new DocstoreFailure('away', { kind: 'unavailable', code: 'docstore/old-rows' });
  };
  expect(await w.run('move-rows')).toBe(1);
  expect(w.said.at(-1)).toContain('start it again, it goes on where it stopped');
  const read: string[] = [];
  w.place.onRead = (name, after) => void (after < 4 && read.push(name));
  expect(await w.run('move-rows')).toBe(0);
  expect(w.said.join('\n')).toContain('Going on behind doc 229: 230 documents moved before');
  expect(read).not.toContain('doc 050');
  expect(w.said.at(-4)).toContain('250 documents with 1000 changes moved');
  for (const map of maps) expect(await w.kept(map, 'second')).toHaveLength(4);
  // And once more: everything is compared, nothing moved.
  const objects = w.raw.first.objects.size;
  expect(await w.run('move-rows')).toBe(0);
  expect(w.said.at(-4)).toContain('250 documents with 1000 changes moved');
  expect(w.raw.first.objects.size).toBe(objects + 1);
});

test('[DOC-273] a run that goes on where another stopped brings also what came since to documents before that', async () => {
  const w = await world();
  const all = oldRows(12);
  const maps = Array.from({ length: 110 }, (_, i) => w.old(`doc ${String(i).padStart(3, '0')}`, all.slice(0, 8)));
  const bad = w.old('a bad one', all.slice(1));
  w.place.onRead = (name) => {
    if (name >= 'doc 105') throw new DocstoreFailure('away', { kind: 'unavailable', code: 'docstore/old-rows' });
  };
  expect(await w.run('move-rows')).toBe(1);
  // The old program is in use until it is closed, and what was wrong is corrected.
  const [later, written, apart] = ['doc 010', 'doc 020', 'doc 030'];
  for (const name of [later, apart, 'a bad one']) w.place.rows.set(name, all);
  const isNew = w.old('b new one', all);
  for (const map of [maps[20], maps[30]])
    await w.documents.append(map as MapId, { base: 8, changes: [change('ann', 1, add('x', 'Here'))] });
  w.place.onRead = (name, after) => {
    if (name === later && after >= 8)
      throw new DocstoreFailure('away', { kind: 'unavailable', code: 'docstore/old-rows' });
  };
  w.said.splice(0);
  expect(await w.run('move-rows')).toBe(1);
  expect(w.said.at(-1)).toContain('start it again, it goes on where it stopped');
  w.place.onRead = () => undefined;
  w.said.splice(0);
  expect(await w.run('move-rows')).toBe(1);
  for (const map of [maps[10] as MapId, bad, isNew]) expect(await w.kept(map, 'second')).toEqual(all);
  expect(w.place.rows.get(written)).toHaveLength(8);
  expect(w.said.filter((line) => line.includes('stays where it is'))).toEqual([
    `${apart}: stays where it is: change 9 of the first location is not what its row says`,
  ]);
  expect(w.said.join('\n')).toContain(`111 documents with ${108 * 8 + 3 * 12} changes moved`);
  expect(w.said.join('\n')).toContain('1 document left in the old place');
});

test('[DOC-274] rows that came since are brought on top, unless somebody has written here: then the document is named', async () => {
  const w = await world();
  const all = oldRows(20);
  const [later, apart, thrown] = ['later', 'apart', 'thrown'].map((name) => w.old(name, all.slice(0, 12))) as [
    MapId,
    MapId,
    MapId,
  ];
  expect(await w.run('move-rows')).toBe(0);
  await w.documents.append(apart, { base: 12, changes: [change('ann', 1, add('x', 'Here'))] });
  await w.documents.trash(thrown, ANN);
  for (const name of ['later', 'apart', 'thrown']) w.place.rows.set(name, all);
  expect(await w.run('move-rows')).toBe(1);
  expect(await w.kept(later)).toEqual(all);
  expect(await w.kept(later, 'second')).toEqual(all);
  expect(await w.kept(apart)).toHaveLength(13);
  expect(await w.kept(thrown)).toHaveLength(12);
  expect(w.said.join('\n')).toContain('thrown: it is in the trash here');
  expect(w.said.join('\n')).toContain('apart: change 13 of the first location is not what its row says');
});

test('[DOC-275] a row that differs from what is kept is found in either location', async () => {
  const w = await world();
  w.old('one', oldRows(6));
  expect(await w.run('move-rows')).toBe(0);
  const rows = w.place.rows.get('one') ?? [];
  const [third] = rows.splice(2, 1, { ...(rows[2] as OldChange), at: 5 });
  w.said.splice(0);
  expect(await w.run('move-rows')).toBe(1);
  expect(w.said.join('\n')).toContain('one: change 3 of the first location is not what its row says');
  rows.splice(2, 1, { ...(third as OldChange), ops: [{ ...add('y', 'Other', 'root', 'a3') }] });
  expect(await w.run('delete-moved-rows', '--yes')).toBe(1);
  expect(w.place.rows.get('one')).toHaveLength(6);
});

test('[DOC-276] rows are deleted only by a step of its own, with --yes, of documents that both locations have whole', async () => {
  const w = await world();
  const [whole, torn] = [w.old('a whole one', oldRows(5)), w.old('torn', oldRows(5))];
  w.old('never moved', oldRows(5));
  const rows = oldRows(8);
  w.old('written to', rows.slice(0, 5));
  const [unmoved] = w.place.kept.splice(1, 1);
  expect(await w.run('move-rows')).toBe(0);
  if (unmoved !== undefined) w.place.kept.splice(1, 0, unmoved);
  w.place.rows.set('written to', rows);
  w.raw.second.objects.delete(headKey(torn));
  expect(await w.run('delete-moved-rows')).toBe(1);
  expect(w.said.at(-1)).toBe(
    'Both locations have the rows of 1 document, up to 5 changes, each as its row says. --yes deletes these rows.',
  );
  expect(w.place.rows.get('a whole one')).toHaveLength(5);
  expect(await w.run('delete-moved-rows', '--yes')).toBe(1);
  expect([...w.place.rows.values()].map(({ length }) => length)).toEqual([0, 5, 5, 8]);
  expect(w.said.join('\n')).toContain('written to: its rows stay: it has changes there that have not moved');
  expect(w.said.join('\n')).toContain('torn: its rows stay: second location, absent');
  expect(await w.kept(whole)).toHaveLength(5);
  // What is gone there stays here.
  expect(await w.run('move-rows')).toBe(0);
  expect(await w.kept(torn, 'second')).toHaveLength(5);
});

test('[DOC-277] a document that was removed forever from Bough does not come back by moving', async () => {
  const w = await world();
  const map = w.old('gone', oldRows(5));
  expect(await w.run('move-rows')).toBe(0);
  await w.documents.purge(map);
  expect(await w.run('move-rows')).toBe(0);
  expect(w.raw.first.objects.has(headKey(map))).toBe(false);
  expect(w.said.join('\n')).toContain('1 document left alone that had been removed forever');
  // Nor does its owner get it once more.
  const there = w.old('there', oldRows(2));
  w.said.splice(0);
  expect(await w.run('list-rows')).toBe(0);
  expect(w.said.map((line) => JSON.parse(line) as unknown)).toEqual([{ map: there, title: 'there', owner: ANN }]);
});

test('[DOC-278] a limit holds how many rows are read in a second', async () => {
  const w = await world();
  w.old('one', oldRows(60));
  w.old('two', oldRows(60));
  const startedMs = performance.now();
  expect(await w.run('move-rows', '--per-second', '400')).toBe(0);
  // Each row is read twice, to be moved and to be compared; what is read last need not be waited for.
  expect(performance.now() - startedMs).toBeGreaterThan(400);
});

test('[DOC-283] at the end it says what both places cost; a database that does not say how large it is fails nothing', async () => {
  const w = await world();
  w.old('one', oldRows(6));
  const told = w.place.size.bind(w.place);
  w.place.size = () =>
    Promise.reject(new DocstoreFailure('Too large.', { kind: 'unavailable', code: 'docstore/old-rows' }));
  expect(await w.run('move-rows')).toBe(0);
  expect(w.said.at(-1)).toContain('What it cost before is not known. Too large');
  w.place.size = told;
  expect(await w.run('move-rows')).toBe(0);
  expect(w.said.join('\n')).toMatch(
    /before: 7 rows[^]*after: {2}2 objects of all documents in two locations[^]*moving: \d+ requests/,
  );
  w.place.rows.set('of no document', oldRows(3));
  expect(await w.run('move-rows')).toBe(0);
  expect(w.said.join('\n')).toContain('About 3 rows there belong to no document that is listed');
});
