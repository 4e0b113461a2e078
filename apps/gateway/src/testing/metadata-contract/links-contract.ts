import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { AT, newMapId, newPersonId, race, newLink, roleOn } from './fixtures.ts';

/** Share links. */
export function linksContract(open: () => Metadata): void {
  test('[GW-4] a link is found by its hash until it is revoked, with every grant that it gave and no other', async () => {
    const [map, owner] = [newMapId(), newPersonId()];
    await open().addMap({ id: map, title: 'shared', createdAt: AT }, owner);
    const link = newLink(map, { role: 'edit', createdAt: AT });
    const other = newLink(map, { role: 'view', createdAt: AT + 1 });
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
    expect(await Promise.all(people.map((person) => roleOn(open(), map, person)))).toEqual([null, null, null]);
    expect(await roleOn(open(), map, owner)).toBe('own');
  });

  test('[GW-86] links say what they let do, and which of them have ended', async () => {
    const map = newMapId();
    await open().addMap({ id: map, title: 'shared', createdAt: AT }, newPersonId());
    const ending = newLink(map, {
      role: 'comment',
      needsSignIn: true,
      mayCopy: false,
      mayReadPast: true,
      expiresAt: AT + 50,
    });
    await open().addLink(ending);
    await open().addLink(newLink(map));
    expect(await open().linkByHash(ending.hash)).toEqual(ending);
    const ended = async (at: number): Promise<boolean> =>
      (await open().linksEnded(at)).some(({ id }) => id === ending.id);
    expect([await ended(AT + 49), await ended(AT + 50)]).toEqual([false, true]);
    expect((await open().linksEnded(AT + 50)).every((link) => link.map !== map || link.id === ending.id)).toBe(true);
  });
}
