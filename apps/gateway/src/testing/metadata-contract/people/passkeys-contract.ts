import type { PersonId } from '@bough/base';
import { expect, test } from 'vitest';
import type { Metadata } from '../../../metadata/metadata.ts';
import { AT, guest, newHash, newPasskey, newPersonId, race } from '../fixtures.ts';

/** What is kept about passkeys, and about the challenges that they have answered. */
export function passkeysContract(open: () => Metadata): void {
  const member = async (): Promise<PersonId> => {
    const person = guest();
    await open().addPerson(person);
    return person.id;
  };

  test('[GW-326] a passkey is found by its hash, named and removed, by its person alone', async () => {
    const [person, other] = [await member(), await member()];
    const [first, second] = [
      newPasskey(person),
      newPasskey(person, { createdAt: AT + 1, maySync: false, transports: [] }),
    ];
    for (const each of [first, second]) expect(await open().tryAddPasskey(each, 0)).toBe('added');
    expect(await open().passkeysOf(person)).toEqual([first, second]);
    expect(await open().passkeyByHash(second.hash)).toEqual(second);
    expect(await open().passkeyByHash(newHash())).toBeNull();
    expect(await open().renamePasskey(other, first.id, 'Theirs')).toBe(false);
    expect(await open().renamePasskey(person, first.id, 'Mine')).toBe(true);
    // The same name again is no failure.
    expect(await open().renamePasskey(person, first.id, 'Mine')).toBe(true);
    expect(await open().removePasskey(other, first.id)).toBe(false);
    expect(await open().passkeysOf(person)).toEqual([{ ...first, name: 'Mine' }, second]);
    expect((await race(() => open().removePasskey(person, first.id))).filter(Boolean)).toHaveLength(1);
    expect(await open().passkeyByHash(first.hash)).toBeNull();
    expect(await open().passkeysOf(person)).toEqual([second]);
  });

  test('[GW-326] a credential belongs to one person, however many add it at once', async () => {
    const [person, other] = [await member(), await member()];
    const hash = newHash();
    const added = await race((racer) =>
      open().tryAddPasskey(newPasskey(racer % 2 === 0 ? person : other, { hash }), 0),
    );
    expect(added.filter((each) => each === 'added')).toHaveLength(1);
    expect(added.filter((each) => each === 'known')).toHaveLength(added.length - 1);
    const all = [...(await open().passkeysOf(person)), ...(await open().passkeysOf(other))];
    expect(all.map((each) => each.hash)).toEqual([hash]);
  });

  test('[GW-326] neither a session that was ended nor somebody who left leaves a passkey behind', async () => {
    const person = await member();
    await open().endSessions(person, AT);
    expect(await open().tryAddPasskey(newPasskey(person), 0)).toBe('ended');
    expect(await open().tryAddPasskey(newPasskey(newPersonId()), 5)).toBe('ended');
    const kept = newPasskey(person);
    expect(await open().tryAddPasskey(kept, 1)).toBe('added');
    // What was there when sessions ended stays: it is how its owner comes back.
    await open().endSessions(person, AT);
    expect(await open().passkeysOf(person)).toEqual([kept]);
    await open().removePerson(person);
    expect([await open().passkeysOf(person), await open().passkeyByHash(kept.hash)]).toEqual([[], null]);
  });

  test('[GW-324] a passkey that counts is used with each number once, and with no lower one', async () => {
    const [person, counts, silent] = [await member(), 7, 0];
    const [one, other] = [newPasskey(person, { counter: counts }), newPasskey(person, { counter: silent })];
    for (const each of [one, other]) await open().tryAddPasskey(each, 0);
    const use = (id: string, counter: number) => open().tryUsePasskey(id, counter, AT + counter);
    for (const counter of [0, 6, 7]) expect([counter, await use(one.id, counter)]).toEqual([counter, false]);
    expect((await race(() => use(one.id, 8))).filter(Boolean)).toHaveLength(1);
    expect(await open().passkeyByHash(one.hash)).toMatchObject({ counter: 8, usedAt: AT + 8 });
    // One that does not count may be used as often as one likes, until it counts.
    expect(await race(() => use(other.id, 0))).not.toContain(false);
    expect(await use(other.id, 4_294_967_295)).toBe(true);
    expect(await use(other.id, 0)).toBe(false);
    expect(await open().passkeyByHash(other.hash)).toMatchObject({ counter: 4_294_967_295 });
  });

  test('[GW-325] of any number of answers to one challenge one is the first', async () => {
    const [hash, other] = [newHash(), newHash()];
    expect((await race(() => open().tryUseChallenge(hash, AT + 5))).filter(Boolean)).toHaveLength(1);
    await open().pruneChallenges(AT + 5);
    expect([await open().tryUseChallenge(hash, AT + 5), await open().tryUseChallenge(other, AT + 9)]).toEqual([
      false,
      true,
    ]);
    await open().pruneChallenges(AT + 6);
    expect([await open().tryUseChallenge(hash, AT + 5), await open().tryUseChallenge(other, AT + 9)]).toEqual([
      true,
      false,
    ]);
  });
}
