import type { MapId, PersonId } from '@bough/base';
import { openContext, platformClock, platformIds, ServiceFailure, silentLog } from '@bough/service';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SearchIndexPorts } from '../search-index/feature.ts';
import { newMapId, newPersonId } from '../../testing/metadata-contract/fixtures.ts';
import { type Shelf, wordShelf } from '../../testing/word-shelf.ts';
import { doSearchTask, type DoSearchTask } from '../search-index/search-task.ts';
import { WordIndex } from '../search-index/word-index.ts';

// How much of the texts of maps, as docstore answers them, a gateway holds at a time.

const MIB = 1024 * 1024;

/** A docstore of maps that are nothing but large. It answers no more than was asked for, once everybody has asked. */
function largeDocstore() {
  const sizes = new Map<MapId, number>();
  const asked: { readonly known: unknown; readonly most: number }[] = [];
  const read: number[] = [];
  let [underWay, mostUnderWay] = [0, 0];
  const call: unknown = async (
    _route: unknown,
    {
      params: { map, known, most },
    }: { readonly params: { readonly map: MapId; readonly known: string | null; readonly most: number } },
  ): Promise<unknown> => {
    asked.push({ known, most });
    underWay += most;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    await setImmediate();
    underWay -= most;
    const name = { lineage: 'abcdefghijkl', seq: 2, etag: null } as const;
    if (known !== null) return { kind: 'unchanged', ...name };
    const size = sizes.get(map) ?? 0;
    read.push(Math.min(size, most));
    if (size > most) throw new ServiceFailure('It is longer.', { kind: 'invalid', code: 'docstore/many-words' });
    return { kind: 'bytes', bytes: new Uint8Array(size), type: 'text/plain', encoding: null, fileName: null, ...name };
  };
  const docstore = { call: call as SearchIndexPorts['docstore']['call'] };
  return { docstore, sizes, asked, read, mostUnderWay: () => mostUnderWay };
}

/** Finds something in each map, and notes how large it was. */
function lookers() {
  const looked: number[] = [];
  const searchElsewhere: DoSearchTask = async (task) => {
    if (task.kind !== 'look through') return await doSearchTask(task);
    looked.push(...task.maps.map(({ lines }) => lines.length));
    const here = { isTitle: true, best: 1, matches: 1, hits: [] };
    return { found: task.maps.map(({ map }) => [map, here] as const), bytes: 0, ranks: [], words: [] };
  };
  return { looked, searchElsewhere };
}

/** Adds a map that was just changed, of so many bytes. */
async function addChanged({ kept }: Shelf, sizes: Map<MapId, number>, person: PersonId, bytes: number): Promise<void> {
  const id = newMapId();
  await kept.addMap({ id, title: 'Just changed', createdAt: sizes.size + 1 }, person);
  await kept.putWords({ map: id, lineage: 'abcdefghijkl', seq: 1, words: [], texts: new Uint8Array([1]) });
  await kept.setBehind(id, true);
  sizes.set(id, bytes);
}

test('[GW-404] of what was just changed a search reads sixteen megabytes, one map after the other, and passes over one that is larger', async () => {
  const { docstore, sizes, read, mostUnderWay } = largeDocstore();
  const { looked, searchElsewhere } = lookers();
  const shelf = wordShelf({ docstore, searchElsewhere });
  // The last one is the newest, and read first.
  for (const size of [1, 3, 3, 3, 3, 3, 3, 3, 40]) await addChanged(shelf, sizes, shelf.person, size * MIB);
  const { results, isComplete } = await shelf.find('changed');
  expect(looked).toEqual([3, 3, 3, 3, 3, 1].map((size) => size * MIB));
  expect([results.length, isComplete]).toEqual([6, false]);
  expect(mostUnderWay()).toBeLessThanOrEqual(16 * MIB);
  expect(read[0]).toBe(16 * MIB);
});

test('[GW-404] what is kept for whoever types on is sixteen megabytes, whatever the number of maps', async () => {
  const { docstore, sizes, asked } = largeDocstore();
  const shelf = wordShelf({ docstore, searchElsewhere: lookers().searchElsewhere });
  const people = Array.from({ length: 5 }, () => newPersonId());
  for (const person of people) for (let n = 0; n < 8; n++) await addChanged(shelf, sizes, person, MIB);
  for (const person of people) expect((await shelf.find('changed', undefined, person)).isComplete).toBe(true);
  const before = asked.length;
  // The last ones first: what is read anew would push out what is looked for.
  for (const person of people.toReversed()) await shelf.find('changed', undefined, person);
  const known = asked.slice(before).filter(({ known: name }) => name !== null);
  expect([asked.length - before, known.length]).toEqual([40, 16]);
});

test('[GW-404] many who search at once hold no more than there is room for, and maps of the usual size are read all the same', async () => {
  const { docstore, sizes, mostUnderWay } = largeDocstore();
  const shelf = wordShelf({ docstore, searchElsewhere: lookers().searchElsewhere });
  const people = Array.from({ length: 20 }, () => newPersonId());
  for (const person of people) await addChanged(shelf, sizes, person, MIB);
  const found = await Promise.all(people.map((person) => shelf.find('changed', undefined, person)));
  expect(found.map(({ isComplete }) => isComplete)).toEqual(people.map(() => true));
  expect(mostUnderWay()).toBeLessThanOrEqual((4 * 16 + 16 * 4) * MIB);
});

test('[GW-404] maps of more than the usual size are indexed one after the other', async () => {
  const { docstore, sizes, asked, mostUnderWay } = largeDocstore();
  const { kept } = wordShelf();
  const index = new WordIndex({
    ...{ metadata: kept, docstore },
    openContext: (facts) =>
      openContext({ service: 'gateway', clock: platformClock, ids: platformIds, log: silentLog }, facts),
    doTask: async () => ({ found: [], bytes: 0, ranks: [], words: ['large'] }),
  });
  for (const size of [5, 6, 7, 1, 2]) sizes.set(newMapId(), size * MIB);
  const maps = [...sizes.keys()];
  await Promise.all(maps.map((map) => index.index(map)));
  expect(await kept.mapsWith(maps, ['large'], null)).toHaveLength(5);
  const large = asked.filter(({ most }) => most > 4 * MIB);
  expect(large).toHaveLength(3);
  expect(mostUnderWay()).toBeLessThan(2 * (large[0]?.most ?? 0));
});
