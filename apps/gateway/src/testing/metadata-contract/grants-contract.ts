import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { AT, ids, newMapId, newPersonId, race, RACERS, newFolder, newLink, roleOn } from './fixtures.ts';

/** Who may do what. */
export function grantsContract(open: () => Metadata): void {
  test('[GW-4] of several grants the strongest counts, and one given again changes its role', async () => {
    const [map, person] = [newMapId(), newPersonId()];
    await open().addMap({ id: map, title: 'shared', createdAt: AT }, newPersonId());
    expect(await roleOn(open(), map, person)).toBeNull();
    const [byView, byEdit] = [ids.long(), ids.long()];
    await open().addGrant({ map, person, role: 'view', link: byView, at: AT + 1 });
    await open().addGrant({ map, person, role: 'edit', link: byEdit, at: AT + 2 });
    expect(await roleOn(open(), map, person)).toBe('edit');
    expect(await open().mapsOf(person)).toMatchObject([{ role: 'edit', openedAt: AT + 1 }]);
    await open().addGrant({ map, person, role: 'view', link: byEdit, at: AT + 3 });
    expect(await roleOn(open(), map, person)).toBe('view');
    await open().addGrant({ map, person, role: 'comment', link: null, at: AT + 3 });
    expect(await roleOn(open(), map, person)).toBe('comment');
    await Promise.all([open().addGrant({ map, person, role: 'own', link: null, at: AT }), roleOn(open(), map, person)]);
    expect(await roleOn(open(), map, person)).toBe('own');
  });

  test('[GW-4] the same grant and the same visit, given at once by many, are one', async () => {
    const [map, person, link] = [newMapId(), newPersonId(), ids.long()];
    await open().addMap({ id: map, title: 'shared', createdAt: AT }, newPersonId());
    await race(() => open().addGrant({ map, person, role: 'edit', link, at: AT }));
    await race((racer) => open().setOpened(map, person, AT + racer));
    expect(await open().mapsOf(person)).toHaveLength(1);
    await open().revokeGrants(map, link);
    expect(await roleOn(open(), map, person)).toBeNull();
  });

  test('[GW-5] moving grants gives the other everything, and leaves nothing', async () => {
    const [guestId, person] = [newPersonId(), newPersonId()];
    const maps = [newMapId(), newMapId(), newMapId()] as const;
    const link = newLink(maps[1], { role: 'edit', createdAt: AT });
    await open().addMap({ id: maps[0], title: 'own', createdAt: AT }, guestId);
    await open().addMap({ id: maps[1], title: 'by link', createdAt: AT }, newPersonId());
    await open().addMap({ id: maps[2], title: 'both', createdAt: AT }, person);
    await open().addLink(link);
    await open().addGrant({ map: maps[1], person: guestId, role: 'edit', link: link.id, at: AT });
    await open().addGrant({ map: maps[1], person, role: 'view', link: link.id, at: AT });
    await open().addGrant({ map: maps[2], person: guestId, role: 'view', link: null, at: AT });
    await open().moveGrants(guestId, person, AT);
    expect(await open().mapsOf(guestId)).toEqual([]);
    expect(await Promise.all(maps.map((map) => roleOn(open(), map, person)))).toEqual(['own', 'edit', 'own']);
    await open().moveGrants(person, person, AT);
    expect(await open().mapsOf(person)).toHaveLength(3);
    expect(await open().revokeLink(maps[1], link.id)).toEqual([person]);
    expect(await roleOn(open(), maps[1], person)).toBeNull();
  });

  test('[GW-451] moving grants keeps of two the one that is worth more now, with its end', async () => {
    const cases = [
      [
        ['edit', AT - 1],
        ['view', null],
        ['view', null],
      ],
      [
        ['view', null],
        ['edit', AT],
        ['view', null],
      ],
      [
        ['edit', AT + 5],
        ['view', null],
        ['edit', AT + 5],
      ],
      [
        ['edit', AT + 5],
        ['edit', AT + 9],
        ['edit', AT + 9],
      ],
      [
        ['edit', AT + 5],
        ['edit', null],
        ['edit', null],
      ],
      [
        ['edit', null],
        ['edit', AT + 5],
        ['edit', null],
      ],
    ] as const;
    for (const [[guestRole, guestUntil], [role, until], [kept, keptUntil]] of cases) {
      const [guestId, person, map] = [newPersonId(), newPersonId(), newMapId()];
      await open().addMap({ id: map, title: 'shared', createdAt: AT }, newPersonId());
      await open().addGrant({ map, person: guestId, role: guestRole, link: null, at: AT, until: guestUntil });
      await open().addGrant({ map, person, role, link: null, at: AT, until });
      await open().moveGrants(guestId, person, AT);
      expect(await open().grantsOn(map, person)).toMatchObject([{ role: kept, until: keptUntil }]);
    }
  });

  test('[GW-86] a grant says whether it lets copy and when it ends', async () => {
    const [map, person, link] = [newMapId(), newPersonId(), ids.long()];
    await open().addMap({ id: map, title: 'shared', createdAt: AT }, newPersonId());
    const given = { map, person, role: 'comment', link, at: AT + 1 } as const;
    await open().addGrant({
      ...given,
      mayCopy: false,
      mayReadPast: true,
      isInvited: true,
      isSet: true,
      until: AT + 9,
      later: 'view',
    });
    expect(await open().grantsOn(map, person)).toEqual([
      { ...given, mayCopy: false, mayReadPast: true, isInvited: true, isSet: true, until: AT + 9, later: 'view' },
    ]);
    await open().addGrant(given);
    expect(await open().grantsOf(person)).toEqual([
      { ...given, mayCopy: true, mayReadPast: false, isInvited: false, isSet: false, until: null, later: null },
    ]);
    expect((await open().grantsOnMaps([map, newMapId()])).map(({ role }) => role)).toEqual(['own', 'comment']);
    expect(await open().grantsOnMaps([])).toEqual([]);
    const between = await open().grantsBetween([map, newMapId()], [person, newPersonId()]);
    expect(between).toEqual(await open().grantsOn(map, person));
    expect([await open().grantsBetween([map], []), await open().grantsBetween([], [person])]).toEqual([[], []]);
    await open().removeGrants(map, person);
    expect(await open().grantsOf(person)).toEqual([]);
  });

  test('[GW-550] grants are changed in one step: of many at once each sees what the one before it did', async () => {
    const [map, person, link] = [newMapId(), newPersonId(), ids.long()];
    await open().addMap({ id: map, title: 'shared', createdAt: AT }, newPersonId());
    await open().addGrant({ map, person, role: 'edit', link, at: AT });
    const raised = await race(async () => {
      return await open().changeGrants(map, person, (grants) => {
        const known = grants.find((grant) => grant.link === null)?.at ?? AT;
        return { own: { map, person, role: 'view', link: null, at: known + 1 }, links: 'stay' };
      });
    });
    expect(new Set(raised.map((change) => change?.own?.at)).size).toBe(RACERS);
    expect(new Set((await open().grantsOn(map, person)).map(({ at }) => at))).toEqual(new Set([AT, AT + RACERS]));
    // What is decided is what is kept, whole, in the place of a grant of fewer words, too.
    const set = { isInvited: true, isSet: true, mayCopy: false, until: AT + 9, later: 'view' } as const;
    await open().changeGrants(map, person, (grants) => {
      const known = grants.find((grant) => grant.link === null);
      return known === undefined ? null : { own: { ...known, ...set }, links: 'go' };
    });
    expect(await open().grantsOn(map, person)).toMatchObject([{ role: 'view', link: null, ...set }]);
    expect(await open().changeGrants(map, person, () => null)).toBeNull();
    expect(await open().grantsOn(map, person)).toHaveLength(1);
    await open().addGrant({ map, person, role: 'edit', link, at: AT });
    await race(async () => await open().changeGrants(map, person, () => ({ own: null, links: 'go' })));
    expect(await open().grantsOn(map, person)).toEqual([]);
    // What somebody is given for themselves stands in their lists.
    expect((await open().openedBy([map], [person])).map((each) => each.person)).toEqual([person]);
  });

  test('[GW-550] what an owner sets stays set while the person goes, again and again', async () => {
    const [map, person] = [newMapId(), newPersonId()];
    await open().addMap({ id: map, title: 'shared', createdAt: AT }, newPersonId());
    await open().addGrant({ map, person, role: 'view', link: null, at: AT, isSet: true });
    await race(async (racer) => {
      await open().changeGrants(map, person, (grants) => {
        const set = grants.find(({ isSet }) => isSet);
        if (racer % 2 === 0) return { own: set === undefined ? null : { ...set, until: AT }, links: 'go' };
        return { own: { map, person, role: 'comment', link: null, at: AT + racer, isSet: true }, links: 'go' };
      });
    });
    expect(await open().grantsOn(map, person)).toMatchObject([{ role: 'comment', isSet: true }]);
  });

  test('[GW-5] moving takes folders, what is shared with one, stars and tokens along', async () => {
    const [guestId, person, map] = [newPersonId(), newPersonId(), newMapId()];
    const [folder, theirs] = [newFolder(guestId), newFolder(newPersonId())];
    await open().addMap({ id: map, title: 'kept', createdAt: AT }, guestId);
    await open().addFolder(folder);
    await open().addFolder(theirs);
    await open().addFolderGrant({ folder: theirs.id, person: guestId, role: 'edit', at: AT });
    await open().setStar(map, guestId, true);
    await open().setFolder(map, guestId, folder.id);
    await open().moveGrants(guestId, person, AT);
    expect(await open().foldersOf([person])).toEqual([{ ...folder, owner: person }]);
    expect(await open().folderGrantsOf(person)).toMatchObject([{ folder: theirs.id, role: 'edit' }]);
    expect(await open().entries([map], person)).toMatchObject([{ isStarred: true, folder: folder.id, openedAt: AT }]);
    expect(await open().foldersOf([guestId])).toEqual([]);
    expect(await open().folderGrantsOf(guestId)).toEqual([]);
    expect(await open().entries([map], guestId)).toMatchObject([{ isStarred: false, folder: null, openedAt: null }]);
  });
}
