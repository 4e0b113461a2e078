import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { AT, ids, newHash, newMapId, newPersonId, race } from './fixtures.ts';

/** Share links. */
export function linksContract(open: () => Metadata): void {
  test('[GW-4] a link is found by its hash until it is revoked, with every grant that it gave and no other', async () => {
    const [map, owner] = [newMapId(), newPersonId()];
    await open().addMap({ id: map, title: 'shared', createdAt: AT }, owner);
    const link = { id: ids.long(), map, hash: newHash(), role: 'edit', createdAt: AT } as const;
    const other = { id: ids.long(), map, hash: newHash(), role: 'view', createdAt: AT + 1 } as const;
    await open().addLink(link);
    await open().addLink(other);
    expect(await open().linksOf(map)).toEqual([link, other]);
    expect(await open().linkByHash(link.hash)).toEqual(link);
    const people = Array.from({ length: 3 }, newPersonId);
    for (const person of people) await open().addGrant({ map, person, role: 'edit', link: link.id, at: AT });
    await open().addGrant({ map, person: owner, role: 'view', link: other.id, at: AT });
    expect(await open().revokeLink(newMapId(), link.id)).toBeNull();
    const lost = (await race(() => open().revokeLink(map, link.id))).filter((each) => each !== null);
    expect(lost.map((each) => [...each].sort())).toEqual([people.sort()]);
    expect(await open().linkByHash(link.hash)).toBeNull();
    expect(await open().linksOf(map)).toEqual([other]);
    expect(await Promise.all(people.map((person) => open().role(map, person)))).toEqual([null, null, null]);
    expect(await open().role(map, owner)).toBe('own');
  });
}
