import { seededRandom } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { ids, newMapId } from '../../../testing/metadata-contract/fixtures.ts';
import { type ListedMap, type ListQuery, pageOf } from './list-query.ts';

const random = seededRandom(7);
const upTo = (most: number): number => (random.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0) % most) + 1;

function newMap(change: Partial<ListedMap> = {}): ListedMap {
  return {
    id: newMapId(),
    title: `Map ${upTo(500)}`,
    createdAt: upTo(1_000),
    changedAt: upTo(1_000),
    changedBy: null,
    trashedAt: null,
    page: 'none',
    mayEditorsInvite: false,
    openedAt: upTo(1_000),
    isStarred: false,
    tags: [],
    folder: null,
    role: 'own',
    mayCopy: true,
    mayReadPast: true,
    isFromOthers: false,
    ...change,
  };
}
const query = (change: Partial<ListQuery> = {}): ListQuery => {
  return { show: null, folder: null, tag: null, sort: null, cursor: null, limit: null, ...change };
};
const titles = (maps: readonly ListedMap[], change: Partial<ListQuery>): string[] =>
  pageOf(maps, query(change)).maps.map(({ title }) => title);

test('[GW-82] read in pages, a list has each map once, in its order', () => {
  const maps = Array.from({ length: 1_234 }, () => newMap());
  for (const sort of ['opened', 'changed', 'created', 'title'] as const) {
    const read: ListedMap[] = [];
    let cursor: string | null = null;
    do {
      const page = pageOf(maps, query({ sort, cursor, limit: 100 }));
      expect(page.maps.length).toBeLessThanOrEqual(100);
      read.push(...page.maps);
      cursor = page.next;
    } while (cursor !== null);
    expect(new Set(read.map(({ id }) => id)).size).toBe(maps.length);
    expect(read).toHaveLength(maps.length);
    if (sort === 'opened')
      expect(read.every((map, n) => map.openedAt <= (read[n - 1]?.openedAt ?? Infinity))).toBe(true);
  }
  expect(
    titles([newMap({ title: 'b10' }), newMap({ title: 'B2' }), newMap({ title: 'ä' })], { sort: 'title' }),
  ).toEqual(['ä', 'B2', 'b10']);
});

test('[GW-82] maps that move, come and go between two pages hide and repeat none that stays', () => {
  for (let round = 0; round < 50; round++) {
    const staying = Array.from({ length: 60 }, () => newMap());
    let moving = Array.from({ length: 30 }, () => newMap());
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const page = pageOf([...staying, ...moving], query({ cursor, limit: 7 }));
      read.push(...page.maps.map(({ id }) => id));
      cursor = page.next;
      moving = moving.flatMap((map) =>
        upTo(3) === 1 ? [] : [upTo(2) === 1 ? map : { ...map, openedAt: upTo(2_000) }],
      );
      if (upTo(2) === 1) moving.push(newMap());
    } while (cursor !== null);
    for (const { id } of staying) expect(read.filter((each) => each === id)).toHaveLength(1);
  }
});

test('[GW-82] a list shows what was asked for', () => {
  const folder = ids.long();
  const maps = [
    newMap({ title: 'mine', tags: ['work'] }),
    newMap({ title: 'starred', isStarred: true, folder }),
    newMap({ title: 'theirs', role: 'view', isFromOthers: true }),
    newMap({ title: 'trashed', trashedAt: 5, tags: ['work'] }),
    newMap({ title: 'their trash', trashedAt: 5, role: 'edit', isFromOthers: true }),
  ];
  const shown = (change: Partial<ListQuery>): ReadonlySet<string> => new Set(titles(maps, change));
  expect(shown({})).toEqual(new Set(['mine', 'starred', 'theirs']));
  expect(shown({ show: 'mine' })).toEqual(new Set(['mine', 'starred']));
  expect(shown({ show: 'shared' })).toEqual(new Set(['theirs']));
  expect(shown({ show: 'starred' })).toEqual(new Set(['starred']));
  expect(shown({ show: 'trash' })).toEqual(new Set(['trashed']));
  expect(shown({ folder })).toEqual(new Set(['starred']));
  expect(shown({ folder: 'none' })).toEqual(new Set(['mine', 'theirs']));
  expect(shown({ tag: 'work' })).toEqual(new Set(['mine']));
  for (const cursor of ['', '!', 'AAAA', 'W10', 'WzEsMl0', 'WyJhIiwiYiJd']) expect(shown({ cursor }).size).toBe(3);
});
