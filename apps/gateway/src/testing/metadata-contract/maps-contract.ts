import { expect, test } from 'vitest';
import { openedBefore } from '../../features/maps/lists/listed-maps.ts';
import type { OpenedMap } from '../../metadata/maps/map-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { AT, ids, newFolder, newLink, newMapId, newPersonId } from './fixtures.ts';

const UNTOUCHED = { changedBy: null, trashedAt: null, page: 'none', mayEditorsInvite: false } as const;
const UNKEPT = { isStarred: false, tags: [], folder: null } as const;

/** What lists of maps are made from. */
export function mapsContract(open: () => Metadata): void {
  test('[GW-1] a list has the maps that a person may open, newest opened first', async () => {
    const owner = newPersonId();
    const [older, newer] = [newMapId(), newMapId()];
    await open().addMap({ id: older, title: 'older', createdAt: AT }, owner);
    await open().addMap({ id: newer, title: 'newer', createdAt: AT + 1 }, owner);
    const made = { id: newer, title: 'newer', createdAt: AT + 1, changedAt: AT + 1, ...UNTOUCHED };
    expect((await open().mapsOf(owner)).map(({ title }) => title)).toEqual(['newer', 'older']);
    await open().setOpened(older, owner, AT + 2);
    await open().setTitle(older, 'renamed');
    const renamed = { id: older, title: 'renamed', createdAt: AT, changedAt: AT, ...UNTOUCHED };
    expect(await open().mapsOf(owner)).toEqual([
      { ...renamed, ...UNKEPT, role: 'own', openedAt: AT + 2 },
      { ...made, ...UNKEPT, role: 'own', openedAt: AT + 1 },
    ]);
    expect(await open().map(older)).toEqual(renamed);
    expect(await open().map(newMapId())).toBeNull();
    expect(new Set(await open().maps([older, newMapId(), newer]))).toEqual(new Set([renamed, made]));
    expect(await open().maps([])).toEqual([]);
    expect(await open().mapsOf(newPersonId())).toEqual([]);
    expect(await open().entries([newer, newMapId()], newPersonId())).toEqual([{ ...made, ...UNKEPT, openedAt: null }]);
    expect(await open().entries([], owner)).toEqual([]);
  });

  test('[GW-82] what a person opened or was given is read in portions, each map once, last opened first', async () => {
    const [ada, bob] = [newPersonId(), newPersonId()];
    const maps = Array.from({ length: 23 }, () => newMapId());
    // Several at once: ids decide.
    for (const [n, id] of maps.entries()) await open().addMap({ id, title: 'one', createdAt: AT + (n % 5) }, ada);
    const given = newMapId();
    await open().addMap({ id: given, title: 'given', createdAt: AT }, bob);
    await open().addGrant({ map: given, person: ada, role: 'view', link: null, at: AT + 2 });
    await open().addGrant({ map: given, person: ada, role: 'edit', link: null, at: AT + 9 });
    await open().setOpened(maps[7] ?? given, ada, AT + 100);
    const read: OpenedMap[] = [];
    for (let after: OpenedMap | null = null; ; after = read.at(-1) ?? null) {
      const portion: readonly OpenedMap[] = await open().opened(ada, after, 4);
      read.push(...portion);
      if (portion.length < 4) break;
    }
    expect(new Set(read.map(({ map }) => map))).toEqual(new Set([...maps, given]));
    expect(read).toHaveLength(24);
    expect(read[0]).toEqual({ map: maps[7], at: AT + 100 });
    expect(read).toEqual(read.toSorted(openedBefore));
    expect(read.find(({ map }) => map === given)).toEqual({ map: given, at: AT + 2 });
    expect(await open().grantsAmong([given, newMapId()], ada)).toMatchObject([
      { map: given, person: ada, role: 'edit' },
    ]);
    expect(await open().grantsAmong([], ada)).toEqual([]);
  });

  test('[GW-83] who last changed a map is kept forwards alone', async () => {
    const [map, ada, bob] = [newMapId(), newPersonId(), newPersonId()];
    await open().addMap({ id: map, title: 'changed', createdAt: AT }, ada);
    await open().setChanged([{ id: map, at: AT - 1, by: bob }]);
    expect(await open().map(map)).toMatchObject({ changedAt: AT, changedBy: null });
    await open().setChanged([{ id: map, at: AT, by: ada }]);
    expect(await open().map(map)).toMatchObject({ changedAt: AT, changedBy: ada });
    await open().setChanged([{ id: map, at: AT + 5, by: bob }]);
    await open().setChanged([{ id: map, at: AT + 3, by: ada }]);
    expect(await open().map(map)).toMatchObject({ changedAt: AT + 5, changedBy: bob });
    await open().setChanged([{ id: map, at: AT + 6, by: null }]);
    expect(await open().map(map)).toMatchObject({ changedAt: AT + 6, changedBy: null });
  });

  test('[GW-83] who last changed many maps is written at once, for each of them as if alone', async () => {
    const [one, other, later, gone] = [newMapId(), newMapId(), newMapId(), newMapId()];
    const [ada, bob] = [newPersonId(), newPersonId()];
    for (const id of [one, other, later]) await open().addMap({ id, title: 'changed', createdAt: AT }, ada);
    await open().setChanged([{ id: later, at: AT + 9, by: bob }]);
    await open().setChanged([
      { id: one, at: AT + 1, by: ada },
      { id: gone, at: AT + 2, by: ada },
      { id: later, at: AT + 3, by: ada },
      { id: other, at: AT + 4, by: bob },
    ]);
    expect(await open().map(one)).toMatchObject({ changedAt: AT + 1, changedBy: ada });
    expect(await open().map(gone)).toBeNull();
    expect(await open().map(later)).toMatchObject({ changedAt: AT + 9, changedBy: bob });
    expect(await open().map(other)).toMatchObject({ changedAt: AT + 4, changedBy: bob });
    await open().setChanged([]);
  });

  test('[GW-89] what is in the trash is known by when it was put there', async () => {
    const [first, second, kept] = [newMapId(), newMapId(), newMapId()];
    const owner = newPersonId();
    for (const id of [first, second, kept]) await open().addMap({ id, title: 'trash', createdAt: AT }, owner);
    await open().setTrashed(second, 20);
    await open().setTrashed(first, 10);
    expect(await open().trashedBefore(20, 10)).toEqual([first]);
    expect(await open().trashedBefore(21, 1)).toEqual([first]);
    expect(await open().trashedBefore(21, 10)).toEqual([first, second]);
    await open().setTrashed(first, null);
    expect(await open().map(first)).toMatchObject({ trashedAt: null });
    expect(await open().trashedBefore(21, 10)).toEqual([second]);
    await open().setTrashed(second, null);
  });

  test('[GW-87] a page is public until it is not', async () => {
    const map = newMapId();
    await open().addMap({ id: map, title: 'public', createdAt: AT }, newPersonId());
    for (const page of ['look', 'copy', 'none'] as const) {
      await open().setPage(map, page);
      expect((await open().map(map))?.page).toBe(page);
    }
  });

  test('[GW-457] a map lets its editors invite others until it does not', async () => {
    const map = newMapId();
    await open().addMap({ id: map, title: 'ours', createdAt: AT }, newPersonId());
    for (const mayEditorsInvite of [true, false]) {
      await open().setInviting(map, mayEditorsInvite);
      expect(await open().map(map)).toMatchObject({ mayEditorsInvite });
    }
  });

  test('[GW-89] a map that is removed leaves nothing behind', async () => {
    const [map, other, owner] = [newMapId(), newMapId(), newPersonId()];
    for (const id of [map, other]) await open().addMap({ id, title: 'gone', createdAt: AT }, owner);
    const link = newLink(map);
    await open().addLink(link);
    await open().setStar(map, owner, true);
    await open().putWords({ map, lineage: 'l', seq: 1, words: ['gone'], texts: new Uint8Array([1]) });
    await open().removeMap(map);
    await open().removeMap(map);
    expect(await open().map(map)).toBeNull();
    expect(await open().mapsOf(owner)).toMatchObject([{ id: other }]);
    expect(await open().linkByHash(link.hash)).toBeNull();
    expect(await open().grantsOnMaps([map])).toEqual([]);
    expect(await open().mapsWith([map], ['gone'], null)).toEqual([]);
    expect(await open().wordsName(map)).toBeNull();
  });

  test("[GW-80] a star, tags and a folder are one person's", async () => {
    const [map, ada, bob] = [newMapId(), newPersonId(), newPersonId()];
    await open().addMap({ id: map, title: 'kept', createdAt: AT }, ada);
    const [here, there] = [newFolder(ada), newFolder(bob)];
    await open().setTags(map, ada, ['work', 'ä ö']);
    await open().setStar(map, ada, true);
    await open().setFolder(map, ada, here.id);
    await open().setFolder(map, bob, there.id);
    expect(await open().entries([map], ada)).toMatchObject([
      { isStarred: true, tags: ['work', 'ä ö'], folder: here.id },
    ]);
    expect(await open().entries([map], bob)).toMatchObject([{ isStarred: false, tags: [], folder: there.id }]);
    const places = [
      { map, person: ada, folder: here.id },
      { map, person: bob, folder: there.id },
    ];
    expect(new Set(await open().placesOf([map]))).toEqual(new Set(places));
    expect(await open().placedIn([here.id, ids.long()])).toEqual(places.slice(0, 1));
    await open().setFolder(map, bob, null);
    await open().setStar(map, ada, false);
    expect(await open().placesOf([map])).toEqual(places.slice(0, 1));
    expect(await open().placedIn([])).toEqual([]);
    expect(await open().entries([map], ada)).toMatchObject([{ isStarred: false }]);
  });

  test('[GW-403] where owners have put maps is read without what others did with them', async () => {
    const [map, other, ada, bob] = [newMapId(), newMapId(), newPersonId(), newPersonId()];
    await open().addMap({ id: map, title: 'kept', createdAt: AT }, ada);
    await open().addMap({ id: other, title: "bob's", createdAt: AT }, bob);
    await open().addGrant({ map, person: bob, role: 'edit', link: null, at: AT });
    await open().addGrant({ map: other, person: ada, role: 'view', link: null, at: AT });
    const [here, there] = [newFolder(ada), newFolder(bob)];
    for (const each of [map, other]) {
      await open().setFolder(each, ada, here.id);
      await open().setFolder(each, bob, there.id);
    }
    const [first, second] = [
      { map, person: ada, folder: here.id },
      { map: other, person: bob, folder: there.id },
    ];
    expect(await open().ownersPlacesOf([map])).toEqual([first]);
    expect(new Set(await open().ownersPlacesOf([map, other, newMapId()]))).toEqual(new Set([first, second]));
    await open().addGrant({ map, person: ada, role: 'own', link: ids.long(), at: AT });
    expect(await open().ownersPlacesOf([map])).toEqual([first]);
    await open().setFolder(map, ada, null);
    expect([await open().ownersPlacesOf([map]), await open().ownersPlacesOf([])]).toEqual([[], []]);
  });

  test('[GW-448] what somebody had seen of a map when they left it is kept, goes with them, and goes with the map', async () => {
    const [map, ada, guest] = [newMapId(), newPersonId(), newPersonId()];
    const seen = { lineage: ids.short(), seq: 12 };
    await open().addMap({ id: map, title: 'seen', createdAt: AT }, ada);
    await open().setSeen(map, guest, seen);
    expect(await open().seenOf(map, guest)).toBeNull();
    await open().addGrant({ map, person: guest, role: 'edit', link: null, at: AT });
    await open().setOpened(map, guest, AT);
    expect(await open().seenOf(map, guest)).toBeNull();
    await open().setSeen(map, guest, { ...seen, seq: 3 });
    await open().setSeen(map, guest, seen);
    await open().setOpened(map, guest, AT + 1);
    expect(await open().seenOf(map, guest)).toEqual(seen);
    expect(await open().seenOf(map, ada)).toBeNull();
    await open().removeMap(map);
    expect(await open().seenOf(map, guest)).toBeNull();
  });

  test('[GW-438] what somebody has read of the comments of a map is kept, goes with them, and goes with the map', async () => {
    const [map, ada, guest] = [newMapId(), newPersonId(), newPersonId()];
    await open().addMap({ id: map, title: 'read', createdAt: AT }, ada);
    expect(await open().commentsRead(map, guest)).toEqual({ upTo: 0, threads: [] });
    await open().setCommentsRead(map, guest, { upTo: 5, threads: [] });
    expect(await open().commentsRead(map, guest)).toEqual({ upTo: 0, threads: [] });
    const read = { upTo: AT, threads: [{ thread: ids.short(), upTo: AT + 7 }] };
    await open().addGrant({ map, person: guest, role: 'comment', link: null, at: AT });
    await open().setOpened(map, guest, AT);
    await open().setCommentsRead(map, guest, read);
    await open().setOpened(map, guest, AT + 1);
    expect(await open().commentsRead(map, guest)).toEqual(read);
    expect(await open().commentsRead(map, ada)).toEqual({ upTo: 0, threads: [] });
    await open().removeMap(map);
    expect(await open().commentsRead(map, guest)).toEqual({ upTo: 0, threads: [] });
  });
}
