import type { PersonId } from '@bough/base';
import type { MapFacts } from '@bough/contracts';
import { platformClock } from '@bough/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccess } from '../../../access/build-access.ts';
import type { Metadata } from '../../../metadata/metadata.ts';
import { openSqlite } from '../../../metadata/sqlite/sqlite-metadata.ts';
import { ids, newMapId, newPersonId } from '../../../testing/metadata-contract/fixtures.ts';
import type { ListQuery } from './list-query.ts';
import { MapLists } from './map-lists.ts';

const MANY = 10_000;
let metadata: Metadata;
let lists: MapLists;
beforeAll(() => {
  metadata = openSqlite(':memory:');
  const may = buildAccess({ metadata, clock: platformClock });
  lists = new MapLists({ metadata, ...may, clock: platformClock, indexing: { lastChange: () => null } });
});
afterAll(() => metadata.close());

const query = (change: Partial<ListQuery> = {}): ListQuery => {
  return { show: null, folder: null, tag: null, sort: null, cursor: null, limit: null, ...change };
};

async function personWith(maps: number): Promise<PersonId> {
  const id = newPersonId();
  await metadata.addPerson({ id, name: 'Ada', email: null, hue: 1, createdAt: 1 });
  for (let n = 0; n < maps; n++) {
    await metadata.addMap({ id: newMapId(), title: `Map ${n}`, createdAt: 1_000 + (n % 3_000) }, id);
  }
  return id;
}

async function readAll(person: PersonId, change: Partial<ListQuery>): Promise<readonly MapFacts[]> {
  const read: MapFacts[] = [];
  let cursor: string | null = null;
  do {
    const page = await lists.page(person, query({ ...change, cursor }));
    read.push(...page.maps);
    cursor = page.next;
  } while (cursor !== null);
  return read;
}

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}

test(
  '[GW-82] of 10,000 maps a page costs what one of 300 does, wherever it is, and all pages have each map once',
  { timeout: 120_000 },
  async () => {
    const [many, few] = [await personWith(MANY), await personWith(300)];
    const read = await readAll(many, { limit: 1_000 });
    expect(new Set(read.map(({ id }) => id)).size).toBe(MANY);
    expect(read).toHaveLength(MANY);
    expect(read.every(({ openedAt }, n) => openedAt <= (read[n - 1]?.openedAt ?? Infinity))).toBe(true);
    const deep = (await lists.page(many, query({ limit: 1_000 }))).next;
    const costs: { many: number[]; deep: number[]; few: number[] } = { many: [], deep: [], few: [] };
    for (let round = 0; round < 9; round++) {
      costs.few.push(await processorMs(() => lists.page(few, query({ limit: 100 }))));
      costs.many.push(await processorMs(() => lists.page(many, query({ limit: 100 }))));
      costs.deep.push(await processorMs(() => lists.page(many, query({ limit: 100, cursor: deep }))));
    }
    const [a, b, c] = [costs.few, costs.many, costs.deep].map((all) => all.toSorted((x, y) => x - y)[4] ?? Number.NaN);
    expect([(b ?? 0) / (a ?? 0) < 3, (c ?? 0) / (a ?? 0) < 3], `${a} ${b} ${c} ms`).toEqual([true, true]);
  },
);

test('[GW-82] maps of a shared folder that were never opened stand in the list where they were made, on whichever page', async () => {
  const [ada, bob] = [await personWith(40), await personWith(0)];
  const folder = ids.long();
  await metadata.addFolder({ id: folder, owner: ada, parent: null, name: 'Shared', createdAt: 1 });
  await metadata.addFolderGrant({ folder, person: bob, role: 'view', at: 1 });
  const mine = await readAll(ada, {});
  for (const { id } of mine.slice(0, 25)) await metadata.setFolder(id, ada, folder);
  for (let n = 0; n < 20; n++)
    await metadata.addMap({ id: newMapId(), title: `Bob ${n}`, createdAt: 990 + n * 2 }, bob);
  await metadata.setOpened(mine[3]?.id ?? newMapId(), bob, 5_000);
  for (const limit of [1, 3, 7, 100]) {
    const read = await readAll(bob, { limit });
    expect(read).toHaveLength(45);
    expect(new Set(read.map(({ id }) => id)).size).toBe(45);
    expect(read[0]).toMatchObject({ id: mine[3]?.id, role: 'view' });
    expect(read.every(({ openedAt }, n) => openedAt <= (read[n - 1]?.openedAt ?? Infinity))).toBe(true);
    expect(await readAll(bob, { limit, show: 'mine' })).toHaveLength(20);
    expect(await readAll(bob, { limit, folder })).toHaveLength(25);
  }
});
