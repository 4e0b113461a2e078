import { expect, test } from 'vitest';
import type { Metadata } from '../../../metadata/metadata.ts';
import { guest, newAddress, newPersonId, race, RACERS } from '../fixtures.ts';

/** What is kept about people. */
export function peopleContract(open: () => Metadata): void {
  test('[GW-1] people are read back as they were kept', async () => {
    const person = guest();
    await open().addPerson(person);
    expect(await open().person(person.id)).toEqual(person);
    expect(await open().person(newPersonId())).toBeNull();
    await open().setPersonFacts(person.id, { name: 'Grace', hue: 5 });
    const email = newAddress();
    expect(await open().tryClaimEmail(person.id, email)).toBe(true);
    expect(await open().personByEmail(email)).toEqual({ ...person, name: 'Grace', hue: 5, email });
    expect(await open().personByEmail(newAddress())).toBeNull();
    const born = { ...guest(), email: newAddress() };
    await open().addPerson(born);
    expect(await open().personByEmail(born.email)).toEqual(born);
    await expect(open().addPerson({ ...guest(), email: born.email })).rejects.toThrow();
  });

  test('[GW-437] the last name of somebody who has left is kept', async () => {
    const [one, two] = [newPersonId(), newPersonId()];
    await open().keepFormer({ id: one, name: 'Ada', hue: 1 });
    await open().keepFormer({ id: one, name: 'Ada L.', hue: 2 });
    await open().keepFormer({ id: two, name: 'Ben', hue: 3 });
    expect(await open().formerPeople([one, newPersonId()])).toEqual([{ id: one, name: 'Ada L.', hue: 2 }]);
    expect(await open().formerPeople([one, two])).toHaveLength(2);
    expect(await open().formerPeople([])).toEqual([]);
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
}
