import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { AT, ids, newHash, newMapId, newPersonId, race } from './fixtures.ts';

/** Who may do what. */
export function grantsContract(open: () => Metadata): void {
  test('[GW-4] of several grants the strongest counts, and one given again changes its role', async () => {
    const [map, person] = [newMapId(), newPersonId()];
    await open().addMap({ id: map, title: 'shared', createdAt: AT }, newPersonId());
    expect(await open().role(map, person)).toBeNull();
    const [byView, byEdit] = [ids.long(), ids.long()];
    await open().addGrant({ map, person, role: 'view', link: byView, at: AT + 1 });
    await open().addGrant({ map, person, role: 'edit', link: byEdit, at: AT + 2 });
    expect(await open().role(map, person)).toBe('edit');
    expect(await open().listing(map, person)).toMatchObject({ role: 'edit', openedAt: AT + 2 });
    expect(await open().mapsOf(person)).toHaveLength(1);
    await open().addGrant({ map, person, role: 'view', link: byEdit, at: AT + 3 });
    expect(await open().role(map, person)).toBe('view');
    await open().addGrant({ map, person, role: 'comment', link: null, at: AT + 3 });
    expect(await open().role(map, person)).toBe('comment');
    await Promise.all([open().addGrant({ map, person, role: 'own', link: null, at: AT }), open().role(map, person)]);
    expect(await open().role(map, person)).toBe('own');
  });

  test('[GW-4] the same grant and the same visit, given at once by many, are one', async () => {
    const [map, person, link] = [newMapId(), newPersonId(), ids.long()];
    await open().addMap({ id: map, title: 'shared', createdAt: AT }, newPersonId());
    await race(() => open().addGrant({ map, person, role: 'edit', link, at: AT }));
    await race((racer) => open().setOpened(map, person, AT + racer));
    expect(await open().mapsOf(person)).toHaveLength(1);
    await open().revokeGrants(map, link);
    expect(await open().role(map, person)).toBeNull();
  });

  test('[GW-5] moving grants gives the other everything, and leaves nothing', async () => {
    const [guestId, person] = [newPersonId(), newPersonId()];
    const maps = [newMapId(), newMapId(), newMapId()] as const;
    const link = { id: ids.long(), map: maps[1], hash: newHash(), role: 'edit', createdAt: AT } as const;
    await open().addMap({ id: maps[0], title: 'own', createdAt: AT }, guestId);
    await open().addMap({ id: maps[1], title: 'by link', createdAt: AT }, newPersonId());
    await open().addMap({ id: maps[2], title: 'both', createdAt: AT }, person);
    await open().addLink(link);
    await open().addGrant({ map: maps[1], person: guestId, role: 'edit', link: link.id, at: AT });
    await open().addGrant({ map: maps[1], person, role: 'view', link: link.id, at: AT });
    await open().addGrant({ map: maps[2], person: guestId, role: 'view', link: null, at: AT });
    await open().moveGrants(guestId, person);
    expect(await open().mapsOf(guestId)).toEqual([]);
    expect(await Promise.all(maps.map((map) => open().role(map, person)))).toEqual(['own', 'edit', 'own']);
    await open().moveGrants(person, person);
    expect(await open().mapsOf(person)).toHaveLength(3);
    expect(await open().revokeLink(maps[1], link.id)).toEqual([person]);
    expect(await open().role(maps[1], person)).toBeNull();
  });
}
