import { parsePersonId, type PersonId } from '@bough/base';
import type { MapPerson } from '@bough/contracts';
import { expect, it } from 'vitest';
import { isNewcomerHere, namesToCall, whoWrote } from './who-wrote.ts';

function personNamed(letter: string): PersonId {
  const id = parsePersonId(`AZqJ0fZ0cAC${letter}AAAAAAAAAA`);
  if (id === null) throw new Error(`${letter} makes no person id`);
  return id;
}
const [me, ben, cleo, guest, eve] = ['A', 'B', 'C', 'D', 'E'].map(personNamed) as [
  PersonId,
  PersonId,
  PersonId,
  PersonId,
  PersonId,
];

function known(id: PersonId, name: string, facts: Partial<MapPerson> = {}): MapPerson {
  return { id, person: { id, name, hue: 1 }, hasWritten: true, isMember: true, isGone: false, ...facts };
}

it('an author is oneself, who is here as they are called now, who was here as they were called last, or unknown', () => {
  const all = [known(me, 'Ada'), known(ben, 'Ben'), known(cleo, 'Cleo', { isMember: false, isGone: true })];
  const people = { me, all, present: [{ person: ben, name: 'Benedict' }] };
  expect(whoWrote(me, people)).toEqual({ kind: 'me' });
  expect(whoWrote(ben, people)).toEqual({ kind: 'known', name: 'Benedict' });
  expect(whoWrote(ben, { ...people, present: [] })).toEqual({ kind: 'known', name: 'Ben' });
  expect(whoWrote(cleo, people)).toEqual({ kind: 'gone', name: 'Cleo' });
  expect(whoWrote(eve, people)).toEqual({ kind: 'unknown' });
});

it('what somebody wrote as a guest is theirs', () => {
  const asGuest = (now: PersonId, name: string) => known(guest, name, { person: { id: now, name, hue: 1 } });
  expect(whoWrote(guest, { me, all: [asGuest(me, 'Ada')], present: [] })).toEqual({ kind: 'me' });
  const present = [{ person: ben, name: 'Benedict' }];
  expect(whoWrote(guest, { me, all: [asGuest(ben, 'Ben')], present })).toEqual({ kind: 'known', name: 'Benedict' });
});

it('a comment can call everybody who may open the map, each once, and who is here first', () => {
  const all = [known(me, 'Ada'), known(ben, 'Ben'), known(cleo, 'Cleo'), known(eve, 'Eve', { isMember: false })];
  const present = [{ person: cleo, name: 'Cleo' }];
  expect(namesToCall({ me, all, present })).toEqual(['Cleo', 'Ben']);
  expect(namesToCall({ me, all: [], present })).toEqual(['Cleo']);
});

it('somebody who has come since the list was made is a newcomer', () => {
  const all = [known(me, 'Ada')];
  expect(isNewcomerHere({ me, all, present: [{ person: ben, name: 'Ben' }] })).toBe(true);
  expect(isNewcomerHere({ me, all: [...all, known(ben, 'Ben')], present: [{ person: ben, name: 'Ben' }] })).toBe(false);
});
