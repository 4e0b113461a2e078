import { expect, test } from 'vitest';
import type { ProviderSession, SessionRecord } from '../../../metadata/accounts/account-store.ts';
import type { Metadata } from '../../../metadata/metadata.ts';
import type { Person } from '../../../metadata/people/people-store.ts';
import { anyBrowserOf } from '../../../metadata/sign-ins/sign-in-store.ts';
import { AT, guest, ids, newAddress, newHash, newMapId, newPersonId, race } from '../fixtures.ts';

/** What every implementation of the port AccountStore keeps. */
export function accountsContract(open: () => Metadata): void {
  async function member(): Promise<Person & { readonly email: string }> {
    const person = { ...guest(), email: newAddress() };
    await open().addPerson(person);
    return person;
  }

  test('[GW-60] what is kept of an account is read back; of nobody nothing is kept', async () => {
    const { id } = await member();
    const none = { person: id, password: null, isOwner: false, ownerBy: null, disabledAt: null };
    expect(await open().account(id)).toEqual(none);
    const ownerBy = newHash();
    await open().setPassword(id, 'a hash');
    await open().setOwner(id, true, ownerBy);
    await open().setDisabled(id, AT);
    expect(await open().account(id)).toEqual({
      person: id,
      password: 'a hash',
      isOwner: true,
      ownerBy,
      disabledAt: AT,
    });
    expect(await open().hasOwner()).toBe(true);
    await open().replacePassword(id, 'another hash', 'of an older moment');
    expect((await open().account(id)).password).toBe('a hash');
    await open().replacePassword(id, 'a hash', 'a newer hash');
    expect((await open().account(id)).password).toBe('a newer hash');
    await open().setPassword(id, null);
    await open().setOwner(id, false, null);
    await open().setDisabled(id, null);
    expect(await open().account(id)).toEqual(none);
  });

  test('[GW-314] a session sets the password until all are ended, however close they come', async () => {
    const { id } = await member();
    const passwordOf = async () => (await open().account(id)).password;
    expect(await open().trySetPassword(id, 'a hash', 0)).toBe(true);
    expect(await passwordOf()).toBe('a hash');
    await open().setOwner(id, true, null);
    for (let epoch = 0; epoch < 5; epoch++) {
      const setting = race((racer) => open().trySetPassword(id, `hash ${epoch} ${racer}`, epoch));
      await open().endSessions(id, AT);
      await open().setPassword(id, null);
      // What was set before the end is taken away by now; nothing is set after it.
      await setting;
      expect(await passwordOf()).toBeNull();
      expect(await open().trySetPassword(id, 'too late', epoch)).toBe(false);
      expect(await open().trySetPassword(id, 'in time', epoch + 1)).toBe(true);
      expect(await open().trySetPassword(id, null, epoch + 1)).toBe(true);
    }
    expect(await open().account(id)).toMatchObject({ password: null, isOwner: true });
    const nobody = newPersonId();
    expect(await open().trySetPassword(nobody, 'a hash', 9)).toBe(false);
    expect((await open().account(nobody)).password).toBeNull();
  });

  test("[GW-60] of many who claim one provider's person at once one gets it, and keeps it", async () => {
    const of = { issuer: newHash(), subject: newHash() };
    const people = Array.from({ length: 10 }, newPersonId);
    const won = await Promise.all(people.map((person) => open().tryJoinProvider(person, of)));
    expect(won.filter(Boolean)).toHaveLength(1);
    const winner = people[won.indexOf(true)] ?? newPersonId();
    expect(await open().personByProvider(of.subject)).toBe(winner);
    expect(await open().tryJoinProvider(winner, of)).toBe(true);
    expect(await open().tryJoinProvider(winner, { ...of, subject: newHash() })).toBe(false);
    expect(await open().personByProvider(newHash())).toBeNull();
  });

  test('[GW-340] somebody is joined to one person of each provider', async () => {
    const { id } = await member();
    expect(await open().hasProvider(id)).toBe(false);
    const [one, two] = [newHash(), newHash()].map((issuer) => ({ issuer, subject: newHash() }));
    if (one === undefined || two === undefined) throw new Error('two were made');
    expect(await open().tryJoinProvider(id, one)).toBe(true);
    expect(await open().tryJoinProvider(id, two)).toBe(true);
    expect(await open().hasProvider(id)).toBe(true);
    const other = { issuer: two.issuer, subject: newHash() };
    const won = await race(() => open().tryJoinProvider(id, other));
    expect(won.filter(Boolean)).toEqual([]);
    expect([await open().personByProvider(one.subject), await open().personByProvider(two.subject)]).toEqual([id, id]);
    await open().removePerson(id);
    expect([await open().personByProvider(one.subject), await open().hasProvider(id)]).toEqual([null, false]);
  });

  test('[GW-351] all joins of somebody are taken away, also one of a release with one provider, and nobody else’s', async () => {
    const [one, two] = [await member(), await member()];
    const joins = [one, one, two].map(({ id }) => ({ id, issuer: newHash(), subject: newHash() }));
    for (const { id, ...of } of joins) expect(await open().tryJoinProvider(id, of)).toBe(true);
    const older = newHash();
    const values = { person: (await member()).id, password: null, provider: older, isOwner: false, disabledAt: null };
    await open().addRecords([{ table: 'accounts', values }]);
    expect(await open().personByProvider(older)).toBe(values.person);
    expect([await open().leaveProviders(one.id), await open().leaveProviders(one.id)]).toEqual([true, false]);
    expect([await open().leaveProviders(values.person), await open().hasProvider(values.person)]).toEqual([
      true,
      false,
    ]);
    const known = await Promise.all(joins.map(({ subject }) => open().personByProvider(subject)));
    expect([...known, await open().personByProvider(older)]).toEqual([null, null, two.id, null]);
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

  test('[GW-314] a session changes the address until all are ended', async () => {
    const { id, email } = await member();
    const [wanted, late] = [newAddress(), newAddress()];
    expect(await open().tryChangeEmail(id, email, wanted, 0)).toBe(true);
    await open().endSessions(id, AT);
    expect(await open().tryChangeEmail(id, wanted, late, 0)).toBe(false);
    expect([(await open().person(id))?.email, await open().personByEmail(late)]).toEqual([wanted, null]);
    expect(await open().tryChangeEmail(id, wanted, late, 1)).toBe(true);
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
    const made = { ...facts, id: ids.long(), person: person.id };
    expect(await open().tryAddToken({ ...made, hash: token }, 1)).toBe(true);
    const browser = anyBrowserOf(person.id);
    await open().addSignIn({ hash: newHash(), email: person.email, browser, expiresAt: AT });
    await open().removePerson(person.id);
    expect(await open().firstSignIn(browser, person.email)).toBeNull();
    await open().removePerson(person.id);
    expect(await open().person(person.id)).toBeNull();
    expect(await open().personByEmail(person.email)).toBeNull();
    expect((await open().account(person.id)).password).toBeNull();
    expect(await open().sessionRecords(person.id)).toEqual([]);
    expect(await open().grantsOf(person.id)).toEqual([]);
    expect((await open().grantsOnMaps([map])).map((grant) => grant.person)).toEqual([other]);
    expect([await open().folder(folder), await open().tokenByHash(token)]).toEqual([null, null]);
    expect(await open().tryAddToken({ ...made, hash: newHash() }, 1)).toBe(false);
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

  test('[GW-344] a session is found by what its provider calls it, and by nothing else', async () => {
    const [person, issuer, session] = [await member(), newHash(), newHash()];
    const nameless = record(person, AT, { issuer, session: null });
    const [one, two] = [record(person, AT + 1, { issuer, session }), record(await member(), AT, { issuer, session })];
    for (const each of [nameless, one, two, record(person, AT)]) await open().addSessionRecord(each);
    expect(await open().sessionRecordsOfProvider(session)).toEqual([one, two]);
    expect(await open().sessionRecordsOfProvider(newHash())).toEqual([]);
    expect(await open().sessionRecords(person.id)).toEqual(expect.arrayContaining([one, nameless]));
    expect(await open().removeSessionRecord(person.id, one.session)).toBe(true);
    expect(await open().sessionRecordsOfProvider(session)).toEqual([two]);
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

function record(person: Person, at: number, provider: ProviderSession | null = null): SessionRecord {
  const by = provider === null ? 'mail' : 'provider';
  const device = 'Firefox on Linux';
  return { session: ids.long(), person: person.id, device, by, provider, beganAt: at, seenAt: at };
}
