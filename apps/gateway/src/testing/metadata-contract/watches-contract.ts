import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import type { WatchRecord } from '../../metadata/watches/watch-store.ts';
import { AT, guest, newMapId, newPersonId, race } from './fixtures.ts';

function newWatch(change: Partial<WatchRecord> = {}): WatchRecord {
  return { map: newMapId(), person: newPersonId(), toldTo: 3, tellsTo: null, dueAt: AT, ...change };
}

/** Who watches which maps. */
export function watchesContract(open: () => Metadata): void {
  test('[GW-490] a watch is there once, until it is taken away with itself, its person or its map', async () => {
    const person = guest();
    await open().addPerson(person);
    const [one, two, three] = [1, 2, 3].map((at) => newWatch({ person: person.id, dueAt: at }));
    if (one === undefined || two === undefined || three === undefined) throw new Error('there are three');
    for (const watch of [one, two, three, { ...one, toldTo: 9 }]) await open().addWatch(watch);
    expect(new Set(await open().watchesOf(person.id))).toEqual(new Set([one, two, three]));
    expect([await open().isWatched(one.map, person.id), await open().isWatched(one.map, newPersonId())]).toEqual([
      true,
      false,
    ]);
    await open().removeWatch(one.map, person.id);
    await open().removeMap(two.map);
    expect(await open().watchesOf(person.id)).toEqual([three]);
    expect(await open().watchWish(person.id)).toBe('daily');
    await open().setWatchWish(person.id, 'hourly');
    await open().setWatchWish(person.id, 'never');
    expect(await open().watchWish(person.id)).toBe('never');
    await open().removePerson(person.id);
    expect([await open().watchesOf(person.id), await open().watchWish(person.id)]).toEqual([[], 'daily']);
  });

  test('[GW-493] of those who look at once one has a watch, and what moved meanwhile is moved by nobody who read it before', async () => {
    const watch = newWatch({ dueAt: 5 });
    const [later, off] = [newWatch({ dueAt: 9 }), newWatch({ dueAt: null })];
    for (const each of [later, watch, off]) await open().addWatch(each);
    const mine = (all: readonly WatchRecord[]) =>
      all.filter(({ person }) => [watch, later, off].some((each) => each.person === person));
    expect(mine(await open().dueWatches(8, 99))).toEqual([watch]);
    expect(mine(await open().dueWatches(9, 99))).toEqual([watch, later]);
    const claims = await race((racer) => open().tryMoveWatch(watch, { toldTo: 3, tellsTo: null, dueAt: 100 + racer }));
    expect(claims.filter(Boolean)).toHaveLength(1);
    const dueAt = 100 + claims.indexOf(true);
    expect(await open().tryMoveWatch(watch, { toldTo: 8, tellsTo: null, dueAt: 7 })).toBe(false);
    expect(await open().tryMoveWatch({ ...watch, dueAt }, { toldTo: 3, tellsTo: 8, dueAt })).toBe(true);
    expect(await open().watchesOf(watch.person)).toEqual([{ ...watch, tellsTo: 8, dueAt }]);
    expect(await open().tryMoveWatch(off, { toldTo: null, tellsTo: null, dueAt: 4 })).toBe(true);
    for (const { map, person } of [watch, later, off]) await open().removeWatch(map, person);
    expect(await open().tryMoveWatch({ ...watch, dueAt }, watch)).toBe(false);
  });
}
