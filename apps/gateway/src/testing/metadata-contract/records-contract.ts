import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { parseRecord, type StoredRecord, TABLE_NAMES } from '../../metadata/records/tables.ts';
import { openSqlite } from '../../metadata/sqlite/sqlite-metadata.ts';
import {
  AT,
  guest,
  ids,
  newAddress,
  newFolder,
  newHash,
  newLink,
  newMapId,
  newPasskey,
  newPersonId,
} from './fixtures.ts';

/** Everything that a store knows, in an order of its own. */
export async function everything(store: Metadata): Promise<string[]> {
  const all: string[] = [];
  for await (const record of store.records()) all.push(JSON.stringify(record));
  return all.toSorted();
}

/** Something in every table, and with nothing wherever that may be. */
export async function fillAll(store: Metadata): Promise<void> {
  const [ann, bo] = [{ ...guest(), id: newPersonId(), email: newAddress() }, guest()];
  for (const person of [ann, bo]) await store.addPerson(person);
  await store.keepFormer({ id: newPersonId(), name: 'Cy “the” 山', hue: 3 });
  await store.setPassword(ann.id, 'a hash');
  await store.tryJoinProvider(ann.id, { issuer: newHash(), subject: newHash() });
  await store.setOwner(ann.id, true, newHash());
  await store.setDisabled(bo.id, AT);
  await store.tryBeginSecondStep(bo.id, 'sealed');
  await store.tryBeginSecondStep(ann.id, 'sealed');
  const step = { person: ann.id, sealed: 'sealed', onAt: AT, lastStep: 9, codes: [newHash(), newHash()], codesAt: AT };
  await store.tryTurnOnSecondStep(step, 0);
  const turn = await store.setUpTurn();
  await store.tryTurnSetUp(turn, turn + 1);
  const [map, trashed] = [newMapId(), newMapId()];
  for (const id of [map, trashed]) await store.addMap({ id, title: 'A "map" — 地図', createdAt: AT }, ann.id);
  await store.setTrashed(trashed, AT + 1);
  await store.setChanged([{ id: map, at: AT + 2, by: bo.id }]);
  await store.setPage(map, 'copy');
  await store.setInviting(map, true);
  const links = [
    newLink(map),
    newLink(map, { expiresAt: AT + 9, needsSignIn: true, mayCopy: false, mayReadPast: true }),
  ];
  for (const link of links) await store.addLink(link);
  await store.addGrant({ map, person: bo.id, role: 'edit', link: links[0]?.id ?? null, at: AT });
  await store.addGrant({
    map,
    person: bo.id,
    role: 'view',
    link: null,
    at: AT,
    mayCopy: false,
    mayReadPast: true,
    isInvited: true,
    isSet: true,
    until: AT + 5,
    later: 'view',
  });
  const [above, below] = [newFolder(ann.id), newFolder(ann.id)];
  await store.addFolder(above);
  await store.addFolder({ ...below, parent: above.id });
  await store.addFolderGrant({ folder: above.id, person: bo.id, role: 'comment', at: AT });
  await store.setFolder(map, ann.id, below.id);
  await store.setTags(map, ann.id, ['one', 'two']);
  await store.setStar(map, bo.id, true);
  const invitation = {
    kind: 'map',
    target: map,
    email: newAddress(),
    role: 'edit',
    until: AT + 9,
    by: ann.id,
  } as const;
  await store.putInvitation({ ...invitation, id: ids.long(), hash: newHash(), createdAt: AT, expiresAt: AT + 1 });
  const group = { id: ids.long(), owner: ann.id, name: 'Class “8b”', createdAt: AT };
  await store.addGroup(group);
  await store.setOpened(map, ann.id, AT + 3, ids.long());
  const inGroup = { group: group.id, email: newAddress(), at: AT };
  await store.tryAddToGroup([{ id: ids.long(), ...inGroup }], 9);
  await store.putGroupGrant({ group: group.id, map, role: 'comment', at: AT });
  // Somebody whom an owner removed, and who deleted their account.
  const gone = { ...guest(), email: inGroup.email };
  await store.addPerson(gone);
  await store.addGrant({ map, person: gone.id, role: 'view', link: null, isSet: true, at: AT, until: AT });
  await store.removePerson(gone.id);
  await store.addGroupNotices([{ id: ids.long(), ...inGroup, map, dueAt: AT + 1 }]);
  const ask = { id: ids.long(), kind: 'access', map, person: bo.id, by: bo.id, message: 'Let me in' } as const;
  await store.tryAddAsk({ ...ask, at: AT, isRefused: true, isMailed: true });
  await store.addWatch({ map, person: ann.id, toldTo: 7, tellsTo: 9, dueAt: AT });
  await store.addWatch({ map, person: bo.id, toldTo: null, tellsTo: null, dueAt: null });
  await store.setWatchWish(ann.id, 'hourly');
  const ring = { person: bo.id, id: ids.long(), kind: 'mention', map, by: ann.id, at: AT, isRead: true } as const;
  await store.ring([{ ...ring, item: ids.short(), comment: ids.short(), chat: null }]);
  await store.ring([
    { ...ring, id: ids.long(), kind: 'restored', isRead: false, item: null, comment: null, chat: null },
  ]);
  await store.setRung(bo.id, [ids.long()], AT);
  await store.setPicture({ person: ann.id, hash: 'a hash', bytes: new Uint8Array([1, 2, 255]) });
  const token = { id: ids.long(), person: ann.id, hash: newHash(), name: 'a program', scopes: ['maps:read'] } as const;
  const [begun, ended] = [newHash(), newHash()];
  for (const hash of [begun, ended]) await store.beginRepeatable({ hash, request: newHash(), at: AT }, 0);
  await store.endRepeatable(ended, { status: 201, headers: { etag: 'x' }, body: '{}' });
  await store.addRevocation({ kind: 'session', session: ids.long(), at: AT });
  await store.endSessions(ann.id, AT);
  await store.tryAddToken({ ...token, createdAt: AT, usedAt: null, expiresAt: AT + 3 }, 1);
  await store.tryAddPasskey(newPasskey(ann.id), 1);
  const session = {
    session: ids.long(),
    person: ann.id,
    device: 'Firefox',
    by: 'mail',
    provider: null,
    beganAt: AT,
    seenAt: AT,
  } as const;
  await store.addSessionRecord(session);
  const provider = { issuer: newHash(), session: newHash() };
  await store.addSessionRecord({ ...session, session: ids.long(), by: 'provider', provider });
  const entry = { at: AT, what: 'sign-in', body: '{"a":"entry"}', hash: newHash(), seal: newHash() } as const;
  await store.addAudit({ ...entry, id: ids.long(), person: ann.id, name: ann.name, salt: 'salt' });
  await store.addAudit({ ...entry, id: ids.long(), person: null, name: null, salt: null });
  await store.moveGrants(bo.id, ann.id, AT);
}

/** What every implementation keeps of records, for backups. */
export function recordsContract(open: () => Metadata): void {
  test('[GW-150] everything that is kept stands in records, and makes the same store anew, in SQLite and back', async () => {
    const store = open();
    await fillAll(store);
    const said = await everything(store);
    const records: StoredRecord[] = said.map((line) => {
      const read = parseRecord(JSON.parse(line));
      return read.ok ? read.value : expect.unreachable(read.error);
    });
    expect(new Set(records.map(({ table }) => table))).toEqual(new Set(TABLE_NAMES));
    const other = openSqlite(':memory:');
    expect(await other.isEmpty()).toBe(true);
    await other.addRecords(records);
    expect(await everything(other)).toEqual(said);
    expect(await other.isEmpty()).toBe(false);
    // What is there already stays as it is.
    await store.addRecords(records);
    expect(await everything(store)).toEqual(said);
    const [someone] = records.filter(({ table }) => table === 'people');
    const person = someone === undefined ? expect.unreachable('there are people') : someone;
    await store.addRecords([{ ...person, values: { ...person.values, name: 'Another name' } }]);
    expect(await everything(store)).toEqual(said);
    // Ended sessions stay ended, and the next end comes after them.
    const epochs = records.filter(({ table, values }) => table === 'revocations' && values['kind'] === 'person');
    const subject = await other.people((await other.peopleAfter(null, 1)).map(({ id }) => id));
    const before = epochs.find(({ values }) => values['subject'] === subject[0]?.id)?.values['epoch'] ?? 0;
    expect(await other.endSessions(subject[0]?.id ?? newPersonId(), AT + 9)).toBe(Number(before) + 1);
    await other.close();
  });

  test('[GW-150] records are added to what is there, and what SQLite told the store tells again', async () => {
    const other = openSqlite(':memory:');
    await fillAll(other);
    const said = await everything(other);
    const records: StoredRecord[] = said.map((line) => JSON.parse(line));
    const store = open();
    await store.addRecords(records);
    const now = new Set(await everything(store));
    // Of the set-up link there is one record, and the store has its own.
    const lost = records.filter((record, at) => record.table !== 'setUp' && !now.has(said[at] ?? ''));
    expect(lost).toEqual([]);
    // An address belongs to one person.
    const [taken] = records.filter(({ table, values }) => table === 'people' && values['email'] !== null);
    const thief = { table: 'people', values: { ...taken?.values, id: newPersonId() } } as const;
    await expect(store.addRecords([thief])).rejects.toThrow();
    await other.close();
  });

  test('[GW-573] records fill a store that was cleared, a trial leaves nothing, and it says what it has to do with a move', async () => {
    const store = open();
    const other = openSqlite(':memory:');
    await fillAll(other);
    const records: StoredRecord[] = (await everything(other)).map((line) => JSON.parse(line));
    await store.clear();
    expect(await everything(store)).toEqual([]);
    await store.tryFill(records);
    expect(await everything(store)).toEqual([]);
    await store.fill(records);
    expect(await everything(store)).toEqual(await everything(other));
    await store.clear();
    expect(await store.isEmpty()).toBe(true);
    for (const state of ['filling', 'whole'] as const) {
      const mark = { state, id: 'a move', other: 'SQLite', at: AT };
      await store.setMoveMark(mark);
      expect(await store.moveMark()).toEqual(mark);
    }
    await other.close();
  });
}
