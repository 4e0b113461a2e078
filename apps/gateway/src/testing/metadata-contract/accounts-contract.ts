import { expect, test } from 'vitest';
import type { SessionRecord } from '../../metadata/accounts/account-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { AT, guest, ids, newAddress, newHash, newMapId, newPersonId, race } from './fixtures.ts';

/** What every implementation of the port AccountStore keeps. */
export function accountsContract(open: () => Metadata): void {
  async function member(): Promise<Person & { readonly email: string }> {
    const person = { ...guest(), email: newAddress() };
    await open().addPerson(person);
    return person;
  }

  test('[GW-60] what is kept of an account is read back; of nobody nothing is kept', async () => {
    const { id } = await member();
    const none = { person: id, password: null, provider: null, isOwner: false, disabledAt: null };
    expect(await open().account(id)).toEqual(none);
    const provider = newHash();
    await open().setPassword(id, 'a hash');
    expect(await open().tryJoinProvider(id, provider)).toBe(true);
    await open().setOwner(id, true);
    await open().setDisabled(id, AT);
    expect(await open().account(id)).toEqual({
      person: id,
      password: 'a hash',
      provider,
      isOwner: true,
      disabledAt: AT,
    });
    expect(await open().hasOwner()).toBe(true);
    await open().replacePassword(id, 'another hash', 'of an older moment');
    expect((await open().account(id)).password).toBe('a hash');
    await open().replacePassword(id, 'a hash', 'a newer hash');
    expect((await open().account(id)).password).toBe('a newer hash');
    await open().setPassword(id, null);
    await open().setOwner(id, false);
    await open().setDisabled(id, null);
    expect(await open().account(id)).toEqual({ ...none, provider });
  });

  test("[GW-60] of many who claim one provider's person at once one gets it, and keeps it", async () => {
    const provider = newHash();
    const people = Array.from({ length: 10 }, newPersonId);
    const won = await Promise.all(people.map((person) => open().tryJoinProvider(person, provider)));
    expect(won.filter(Boolean)).toHaveLength(1);
    const winner = people[won.indexOf(true)] ?? newPersonId();
    expect(await open().personByProvider(provider)).toBe(winner);
    expect(await open().tryJoinProvider(winner, provider)).toBe(true);
    expect(await open().tryJoinProvider(winner, newHash())).toBe(false);
    expect(await open().personByProvider(newHash())).toBeNull();
  });

  test('[GW-3] an address is changed by whoever has the old one, to one that nobody has', async () => {
    const [one, two] = [await member(), await member()];
    expect(await open().tryChangeEmail(one.id, one.email, two.email)).toBe(false);
    expect(await open().tryChangeEmail(one.id, two.email, newAddress())).toBe(false);
    const wanted = newAddress();
    const won = await Promise.all([one, two].map(({ id, email }) => open().tryChangeEmail(id, email, wanted)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await open().personByEmail(wanted))?.id).toBe(won[0] === true ? one.id : two.id);
    const racing = await race(() => open().tryChangeEmail(newPersonId(), wanted, newAddress()));
    expect(racing.filter(Boolean)).toEqual([]);
  });

  test('[GW-60] a person that is removed is gone, and ended sessions stay ended', async () => {
    const person = await member();
    await open().setPassword(person.id, 'a hash');
    await open().addSessionRecord(record(person, AT));
    await open().endSessions(person.id, AT);
    const [map, other, folder, token] = [newMapId(), newPersonId(), ids.long(), newHash()];
    await open().addMap({ id: map, title: 'of both', createdAt: AT }, other);
    await open().addGrant({ map, person: person.id, role: 'edit', link: null, at: AT });
    await open().addFolder({ id: folder, owner: person.id, parent: null, name: 'mine', createdAt: AT });
    await open().addFolderGrant({ folder, person: other, role: 'edit', at: AT });
    await open().setFolder(map, other, folder);
    const facts = { name: 'a token', scopes: [], createdAt: AT, usedAt: null, expiresAt: null };
    await open().addToken({ ...facts, id: ids.long(), person: person.id, hash: token });
    await open().removePerson(person.id);
    await open().removePerson(person.id);
    expect(await open().person(person.id)).toBeNull();
    expect(await open().personByEmail(person.email)).toBeNull();
    expect((await open().account(person.id)).password).toBeNull();
    expect(await open().sessionRecords(person.id)).toEqual([]);
    expect(await open().grantsOf(person.id)).toEqual([]);
    expect((await open().grantsOnMaps([map])).map((grant) => grant.person)).toEqual([other]);
    expect([await open().folder(folder), await open().tokenByHash(token)]).toEqual([null, null]);
    expect([await open().folderGrantsOf(other), await open().placesOf([map])]).toEqual([[], []]);
    const ended = (await open().revocations(AT)).filter((each) => each.kind === 'person' && each.person === person.id);
    expect(ended).toHaveLength(1);
  });

  test('[GW-60] people with an address are listed in pages, each once', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, member));
    await open().addPerson(guest());
    const seen: Person[] = [];
    for (;;) {
      const page = await open().peopleAfter(seen.at(-1)?.id ?? null, 2);
      if (page.length === 0) break;
      seen.push(...page);
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(made));
    expect(seen.every(({ email }) => email !== null)).toBe(true);
  });

  test('[GW-61] notes about sessions are listed by when they were seen, and forgotten one by one, all, or when old', async () => {
    const person = await member();
    const other = await member();
    const [old, mid, late] = [record(person, AT), record(person, AT + 1), record(person, AT + 2)];
    for (const each of [old, mid, late, record(other, AT)]) await open().addSessionRecord(each);
    expect(await open().sessionRecords(person.id)).toEqual([late, mid, old]);
    await open().setSessionSeen(old.session, AT + 9);
    await open().setSessionSeen(old.session, AT + 5);
    await open().addSessionRecord({ ...mid, seenAt: AT });
    expect(await open().sessionRecords(person.id)).toEqual([{ ...old, seenAt: AT + 9 }, late, mid]);
    expect(await open().removeSessionRecord(other.id, mid.session)).toBe(false);
    const removed = await race(() => open().removeSessionRecord(person.id, mid.session));
    expect(removed.filter(Boolean)).toHaveLength(1);
    await open().removeSessionRecords(person.id, late.session);
    expect(await open().sessionRecords(person.id)).toEqual([late]);
    await open().pruneSessionRecords(AT + 2);
    expect(await open().sessionRecords(person.id)).toEqual([late]);
    expect(await open().sessionRecords(other.id)).toEqual([]);
    await open().removeSessionRecords(person.id, null);
    expect(await open().sessionRecords(person.id)).toEqual([]);
  });
}

function record(person: Person, at: number): SessionRecord {
  return { session: ids.long(), person: person.id, device: 'Firefox on Linux', by: 'mail', beganAt: at, seenAt: at };
}
