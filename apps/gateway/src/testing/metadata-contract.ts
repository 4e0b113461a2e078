import { makeIds, type MapId, must, ok, err, parseMapId, parsePersonId, type PersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import type { Metadata, Person } from '../metadata/metadata.ts';
import { hashSecret } from '../people/secrets.ts';

const ids = makeIds(new VirtualClock(), seededRandom(1));
const AT = 1_700_000_000_000;
const RACERS = 20;

/** A person id that no other test has. */
export function newPersonId(): PersonId {
  const id = parsePersonId(ids.long());
  return must(id === null ? err('long ids are person ids') : ok(id));
}
/** A map id that no other test has. */
export function newMapId(): MapId {
  const id = parseMapId(ids.long());
  return must(id === null ? err('long ids are map ids') : ok(id));
}
function guest(): Person {
  return { id: newPersonId(), name: 'Ada', email: null, hue: 3, createdAt: AT };
}
function newHash(): string {
  return hashSecret(ids.long());
}
function newAddress(): string {
  return `${ids.short().toLowerCase()}@example.test`;
}
async function race<T>(run: (racer: number) => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: RACERS }, (_each, racer) => run(racer)));
}

/** What every implementation of the port Metadata keeps. `open` answers one store, which the tests share. */
export function metadataContract(open: () => Metadata): void {
  peopleContract(open);
  mapsContract(open);
  linksContract(open);
  sessionsContract(open);
}

function peopleContract(open: () => Metadata): void {
  test('[GW-1] people are read back as they were kept', async () => {
    const person = guest();
    await open().addPerson(person);
    expect(await open().person(person.id)).toEqual(person);
    expect(await open().person(newPersonId())).toBeNull();
    await open().renamePerson(person.id, 'Grace');
    const email = newAddress();
    expect(await open().tryClaimEmail(person.id, email)).toBe(true);
    expect(await open().personByEmail(email)).toEqual({ ...person, name: 'Grace', email });
    expect(await open().personByEmail(newAddress())).toBeNull();
    const born = { ...guest(), email: newAddress() };
    await open().addPerson(born);
    expect(await open().personByEmail(born.email)).toEqual(born);
    await expect(open().addPerson({ ...guest(), email: born.email })).rejects.toThrow();
  });

  test('[GW-3] of parallel claims of one address one wins, and a claimed address stays', async () => {
    const people = Array.from({ length: RACERS }, guest);
    await Promise.all(people.map((person) => open().addPerson(person)));
    const email = newAddress();
    const won = await Promise.all(people.map((person) => open().tryClaimEmail(person.id, email)));
    expect(won.filter(Boolean)).toHaveLength(1);
    const winner = people[won.indexOf(true)] ?? guest();
    expect((await open().personByEmail(email))?.id).toBe(winner.id);
    expect(await open().tryClaimEmail(winner.id, newAddress())).toBe(false);
    const loser = people[won.indexOf(false)] ?? guest();
    const racing = await race(() => open().tryClaimEmail(loser.id, newAddress()));
    expect(racing.filter(Boolean)).toHaveLength(1);
    expect(await open().tryClaimEmail(newPersonId(), newAddress())).toBe(false);
  });

  test('[GW-2] of parallel uses of one sign-in secret one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const hash = newHash();
      const email = newAddress();
      await open().addSignIn({ hash, email, browser: 'mine', expiresAt: AT + 1_000 });
      const used = await race((racer) => open().useSignIn(hash, racer % 4 === 0 ? 'another' : 'mine', AT));
      expect(used.filter(({ kind }) => kind === 'used')).toEqual([{ kind: 'used', email }]);
      expect(await open().useSignIn(hash, 'mine', AT)).toEqual({ kind: 'gone' });
    }
  });

  test('[GW-2] another browser leaves a sign-in secret usable; time and pruning do not', async () => {
    const hash = newHash();
    const email = newAddress();
    await open().addSignIn({ hash, email, browser: 'mine', expiresAt: AT + 1_000 });
    expect(await open().useSignIn(hash, 'another', AT)).toEqual({ kind: 'wrong-browser' });
    expect(await open().useSignIn(hash, 'mine', AT + 1_000)).toEqual({ kind: 'gone' });
    expect(await open().useSignIn(newHash(), 'mine', AT)).toEqual({ kind: 'gone' });
    await open().prune(AT + 1_000, 0);
    expect(await open().useSignIn(hash, 'mine', AT + 999)).toEqual({ kind: 'used', email });
    const late = newHash();
    await open().addSignIn({ hash: late, email, browser: 'mine', expiresAt: AT + 1_000 });
    await open().prune(AT + 1_001, 0);
    expect(await open().useSignIn(late, 'mine', AT)).toEqual({ kind: 'gone' });
  });
}

function mapsContract(open: () => Metadata): void {
  test('[GW-1] a list has the maps that a person may open, newest opened first', async () => {
    const owner = newPersonId();
    const [older, newer] = [newMapId(), newMapId()];
    await open().addMap({ id: older, title: 'older', createdAt: AT }, owner);
    await open().addMap({ id: newer, title: 'newer', createdAt: AT + 1 }, owner);
    const listed = { id: newer, title: 'newer', createdAt: AT + 1, role: 'own', openedAt: AT + 1 };
    expect((await open().mapsOf(owner)).map(({ title }) => title)).toEqual(['newer', 'older']);
    expect(await open().listing(newer, owner)).toEqual(listed);
    await open().setOpened(older, owner, AT + 2);
    await open().setTitle(older, 'renamed');
    expect(await open().mapsOf(owner)).toEqual([
      { id: older, title: 'renamed', createdAt: AT, role: 'own', openedAt: AT + 2 },
      listed,
    ]);
    expect(await open().map(older)).toEqual({ id: older, title: 'renamed', createdAt: AT });
    expect(await open().map(newMapId())).toBeNull();
    expect(await open().mapsOf(newPersonId())).toEqual([]);
    expect(await open().listing(older, newPersonId())).toBeNull();
    expect(await open().listing(newMapId(), owner)).toBeNull();
  });

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

function linksContract(open: () => Metadata): void {
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

function sessionsContract(open: () => Metadata): void {
  test('[GW-6] each end of all sessions has an epoch of its own, and the last is known', async () => {
    const person = guest();
    await open().addPerson(person);
    const epochs = await race(() => open().endSessions(person.id, AT));
    expect(epochs.sort((a, b) => a - b)).toEqual(Array.from({ length: RACERS }, (_each, n) => n + 1));
    expect(await open().endSessions(person.id, AT + 5)).toBe(RACERS + 1);
    const kept = (await open().revocations(AT)).filter((each) => each.kind === 'person' && each.person === person.id);
    expect(kept).toEqual([{ kind: 'person', person: person.id, epoch: RACERS + 1, at: AT + 5 }]);
    await expect(open().endSessions(newPersonId(), AT)).rejects.toMatchObject({ code: 'gateway/absent' });
  });

  test('[GW-6] revocations are known since a time; pruning forgets sessions and never a person', async () => {
    const person = guest();
    await open().addPerson(person);
    const [early, late] = [ids.long(), ids.long()];
    await open().addRevocation({ kind: 'session', session: early, at: AT - 2_000 });
    await race(() => open().addRevocation({ kind: 'session', session: late, at: AT - 1_000 }));
    await open().endSessions(person.id, AT - 2_000);
    const known = async (since: number): Promise<readonly string[]> =>
      (await open().revocations(since))
        .map((each) => (each.kind === 'session' ? each.session : each.person))
        .filter((each) => each === early || each === late || each === person.id);
    expect((await known(AT - 2_000)).toSorted()).toEqual([early, late, person.id].toSorted());
    expect(await known(AT - 1_000)).toEqual([late]);
    await open().prune(0, AT - 1_500);
    expect((await known(0)).toSorted()).toEqual([late, person.id].toSorted());
  });

  test('[GW-7] it says whether it answers', async () => {
    await expect(open().ping()).resolves.toBeUndefined();
  });
}
