import { expect, test } from 'vitest';
import type { RingRecord } from '../../metadata/rings/ring-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { AT, guest, ids, newMapId, newPersonId } from './fixtures.ts';

function newRing(change: Partial<RingRecord> = {}): RingRecord {
  const who = { person: newPersonId(), by: newPersonId(), map: newMapId() };
  const where = { item: ids.short(), comment: ids.short(), chat: null };
  return { id: ids.long(), kind: 'mention', ...who, ...where, at: AT, isRead: false, ...change };
}

/** The bells of people. */
export function ringsContract(open: () => Metadata): void {
  test('[GW-473] a bell has its rings, newest first, the last one of each id, and nothing of another bell', async () => {
    const person = newPersonId();
    const [first, later] = [
      newRing({ person }),
      newRing({ person, at: AT + 2, kind: 'restored', item: null, comment: null }),
    ];
    await open().ring([first, later, newRing()]);
    expect(await open().ringsOf(person, 9)).toEqual([later, first]);
    expect(await open().ringsOf(person, 1)).toEqual([later]);
    const again = { ...first, at: AT + 3, comment: ids.short() };
    await open().ring([again]);
    expect(await open().ringsOf(person, 9)).toEqual([again, later]);
    const chat = newRing({ person, at: AT + 9, item: null, comment: null, chat: ids.short() });
    await open().ring([chat]);
    expect((await open().ringsOf(person, 1))[0]).toEqual(chat);
  });

  test('[GW-476] what was read is read, of one person alone, and is unread again when it rings anew', async () => {
    const [person, other] = [newPersonId(), newPersonId()];
    const ring = newRing({ person });
    await open().ring([ring, { ...ring, person: other }]);
    const asked = ids.long();
    await open().setRung(person, [ring.id, asked], AT);
    await open().setRung(person, [ring.id, asked], AT + 1);
    expect(await open().ringsOf(person, 9)).toEqual([{ ...ring, isRead: true }]);
    expect(await open().ringsOf(other, 9)).toMatchObject([{ isRead: false }]);
    expect([await open().rungOf(person), await open().rungOf(other)]).toEqual([new Set([asked]), new Set()]);
    await open().ring([{ ...ring, at: AT + 5 }]);
    expect(await open().ringsOf(person, 9)).toMatchObject([{ isRead: false, at: AT + 5 }]);
  });

  test('[GW-477] rings end with their time, their map, and the account of either person; a guest’s go on with whom they become', async () => {
    const person = { ...guest(), id: newPersonId() };
    const by = { ...guest(), id: newPersonId() };
    for (const each of [person, by]) await open().addPerson(each);
    const [map, gone] = [newMapId(), newMapId()];
    await open().addMap({ id: gone, title: 'Gone', createdAt: AT }, person.id);
    const [old, kept] = [
      newRing({ person: person.id, map, at: AT - 9 }),
      newRing({ person: person.id, map, by: by.id }),
    ];
    await open().ring([old, kept, newRing({ person: person.id, map: gone })]);
    await open().setRung(person.id, [ids.long()], AT - 9);
    await open().pruneRings(AT - 9);
    await open().removeMap(gone);
    expect([await open().ringsOf(person.id, 9), await open().rungOf(person.id)]).toEqual([[kept], new Set()]);
    const heir = { ...guest(), id: newPersonId() };
    await open().addPerson(heir);
    const read = ids.long();
    await open().setRung(person.id, [read], AT);
    await open().moveGrants(person.id, heir.id, AT);
    expect(await open().ringsOf(person.id, 9)).toEqual([]);
    expect(await open().ringsOf(heir.id, 9)).toEqual([{ ...kept, person: heir.id }]);
    expect(await open().rungOf(heir.id)).toEqual(new Set([read]));
    const third = newRing({ person: by.id, by: heir.id });
    await open().ring([third]);
    await open().removePerson(by.id);
    expect([await open().ringsOf(by.id, 9), await open().ringsOf(heir.id, 9)]).toEqual([[], []]);
    await open().setRung(heir.id, [read], AT);
    await open().removePerson(heir.id);
    expect(await open().rungOf(heir.id)).toEqual(new Set());
  });
}
