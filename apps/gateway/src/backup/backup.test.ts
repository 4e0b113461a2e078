import type { PersonId } from '@bough/base';
import { platformRandom } from '@bough/service';
import { expect, test } from 'vitest';
import { AuditLog, OF_BOUGH } from '../features/audit/audit-log.ts';
import { checkAudit } from '../features/audit/check.ts';
import { entryOf } from '../features/audit/entry.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { StoredRecord } from '../metadata/records/tables.ts';
import { openSqlite } from '../metadata/sqlite/sqlite-metadata.ts';
import { AT, guest, newAddress, newFolder, newLink, newMapId } from '../testing/metadata-contract/fixtures.ts';
import { backupCommands } from './commands.ts';

async function world() {
  const metadata = openSqlite(':memory:');
  const [ann, bo] = [
    { ...guest(), email: newAddress() },
    { ...guest(), email: newAddress() },
  ];
  const visitor = guest();
  for (const person of [ann, bo, visitor]) await metadata.addPerson({ ...person });
  const [mine, his] = [newMapId(), newMapId()];
  await metadata.addMap({ id: mine, title: 'mine', createdAt: AT }, ann.id);
  await metadata.addMap({ id: his, title: 'his', createdAt: AT }, bo.id);
  const link = newLink(mine);
  await metadata.addLink(link);
  await metadata.addGrant({ map: mine, person: visitor.id, role: 'view', link: link.id, at: AT });
  for (const [map, to] of [
    [mine, bo],
    [his, ann],
  ] as const)
    await metadata.addGrant({ map, person: to.id, role: 'edit', link: null, at: AT });
  const folder = newFolder(bo.id);
  await metadata.addFolder(folder);
  await metadata.setFolder(mine, ann.id, folder.id);
  return { metadata, ann, bo, visitor, mine, his, lines: await told(metadata) };
}

async function told(metadata: Metadata): Promise<string[]> {
  const lines: string[] = [];
  await run(metadata, 'backup-part', [], lines);
  return lines;
}

interface Order {
  readonly map: string | null;
  readonly person: string | null;
  readonly left: readonly string[];
  readonly there: readonly string[] | null;
}
const NEW_KEY = Buffer.from('a key of the place that is restored to');
const ALL: Order = { map: null, person: null, left: [], there: null };

async function run(metadata: Metadata, name: string, input: readonly string[], said: string[]): Promise<number> {
  const command = backupCommands.find((each) => each.name === name);
  const lines = async function* (): AsyncGenerator<string> {
    yield* input;
  };
  const say = (line: string): void => void said.push(line);
  const clock = { now: () => AT + 100, monotonic: () => 0, after: () => () => undefined };
  const own = () => ({ settings: [], secrets: null });
  const audit = () => new AuditLog({ metadata, clock, random: platformRandom, auditKeys: [NEW_KEY] });
  const parts = { clock, metadata, own, audit, lines, write: async (line: string) => say(line), say };
  return (await command?.run(parts, [])) ?? expect.unreachable('there is no such command');
}

async function restore(lines: readonly string[], order: Partial<Order>, into: Metadata = openSqlite(':memory:')) {
  const said: string[] = [];
  const whole = { ...ALL, ...order };
  const planned = await run(into, 'restore-plan', [JSON.stringify(whole), ...lines], said);
  const plan: { kind: string; maps: string[]; unlisted: string[] } | null =
    planned === 0 ? JSON.parse(said.at(-1) ?? '') : null;
  const there = order.there ?? plan?.maps ?? [];
  const code = await run(into, 'restore-part', [JSON.stringify({ ...whole, there }), ...lines], said);
  const records: StoredRecord[] = [];
  for await (const record of into.records()) records.push(record);
  return { code, said, plan, into, records };
}

test('[GW-151] an empty place gets everything but maps whose documents are not there, and everybody signs in again', async () => {
  const w = await world();
  const { into, plan, code } = await restore(w.lines, { there: [w.mine] });
  expect([code, plan?.kind, plan?.maps.toSorted()]).toEqual([0, 'empty', [w.mine, w.his].toSorted()]);
  expect((await into.mapsOf(w.ann.id)).map(({ id }) => id)).toEqual([w.mine]);
  expect(await into.map(w.his)).toBeNull();
  expect(await into.grantsOnMaps([w.his])).toEqual([]);
  expect((await into.grantsOnMaps([w.mine])).map(({ person }) => person).toSorted()).toEqual(
    [w.ann.id, w.bo.id, w.visitor.id].toSorted(),
  );
  const ended = (await into.revocations(0)).flatMap((each) =>
    each.kind === 'person' ? [[each.person, each.epoch] as const] : [],
  );
  expect(new Map(ended)).toEqual(
    new Map([
      [w.ann.id, 1],
      [w.bo.id, 1],
    ]),
  );
  await w.metadata.endSessions(w.ann.id, AT);
  const again = await restore(await told(w.metadata), { there: [] });
  const [epoch] = (await again.into.revocations(0)).flatMap((each) =>
    each.kind === 'person' && each.person === w.ann.id ? [each.epoch] : [],
  );
  expect(epoch).toBe(2);
  // A place where somebody is gets nothing.
  expect((await restore(w.lines, {}, w.metadata)).said.at(-1)).toContain('Nothing was done');
});

test('[GW-151] people who left since the backup stay away, with what was theirs alone', async () => {
  const w = await world();
  const { into, records } = await restore(w.lines, { left: [w.bo.id] });
  expect(await into.personByEmail(w.bo.email ?? '')).toBeNull();
  expect(JSON.stringify(records.filter(({ table }) => table !== 'maps'))).not.toContain(w.bo.id);
  expect((await into.entries([w.mine], w.ann.id)).map(({ folder }) => folder)).toEqual([null]);
});

test('[GW-152] where there are lists, all maps means those that they name', async () => {
  const w = await world();
  const lines = [...w.lines];
  await w.metadata.removeMap(w.his);
  const said: string[] = [];
  expect(await run(w.metadata, 'restore-plan', [JSON.stringify(ALL), ...lines], said)).toBe(0);
  expect(JSON.parse(said.at(-1) ?? '')).toEqual({ kind: 'same', maps: [w.mine], unlisted: [w.his] });
});

test('[GW-153] one map comes back with its shares for those who are here, beside everything else', async () => {
  const w = await world();
  const before = (await w.metadata.personByEmail(w.bo.email ?? ''))?.id;
  await w.metadata.removeMap(w.mine);
  await w.metadata.removePerson(w.visitor.id);
  const { into, code } = await restore(w.lines, { map: w.mine }, w.metadata);
  expect([code, before]).toEqual([0, w.bo.id]);
  expect((await into.grantsOnMaps([w.mine])).map(({ person }) => person).toSorted()).toEqual(
    [w.ann.id, w.bo.id].toSorted(),
  );
  expect((await into.linksOf(w.mine)).length).toBe(1);
  expect(await into.revocations(0)).toEqual([]);
  await w.metadata.removeMap(w.mine);
  await w.metadata.removePerson(w.ann.id);
  const refused = await restore(w.lines, { map: w.mine }, w.metadata);
  expect([refused.plan, refused.said[0]]).toEqual([
    null,
    expect.stringContaining(`its owner is not here (${w.ann.email})`),
  ]);
});

test('[GW-154] one person comes back with what they own, and with nothing that others gave them', async () => {
  const w = await world();
  await w.metadata.removeMap(w.mine);
  await w.metadata.removePerson(w.ann.id);
  const { into, plan } = await restore(w.lines, { person: w.ann.email?.toUpperCase() ?? '' }, w.metadata);
  expect(plan?.maps).toEqual([w.mine]);
  expect((await into.personByEmail(w.ann.email ?? ''))?.id).toBe(w.ann.id);
  expect((await into.mapsOf(w.ann.id)).map(({ id }) => id)).toEqual([w.mine]);
  expect((await into.grantsOnMaps([w.his])).map(({ person }) => person)).toEqual([w.bo.id]);
  expect((await into.grantsOnMaps([w.mine])).map(({ person }) => person)).toContain(w.bo.id);
  const nobody = await restore(w.lines, { person: 'nobody@example.test' }, w.metadata);
  expect(nobody.said[0]).toContain('nobody in the backup has the address');
  const left = await restore(w.lines, { person: w.ann.email ?? '', left: [w.ann.id] }, openSqlite(':memory:'));
  expect(left.said[0]).toContain('left after the backup was made');
});

/** A place where Bough was started, and somebody looked in. */
async function visited(...people: readonly { readonly email: string | null; readonly hasMap: boolean }[]) {
  const into = openSqlite(':memory:');
  const ids: PersonId[] = [];
  for (const { email, hasMap } of people) {
    const person = { ...guest(), email };
    ids.push(person.id);
    await into.addPerson(person);
    if (hasMap) await into.addMap({ id: newMapId(), title: 'new here', createdAt: AT }, person.id);
  }
  return { into, ids };
}

test('[GW-205] a place that somebody has looked at gets everything; an account without maps gives way to that of the backup', async () => {
  const w = await world();
  const { into, ids } = await visited(
    { email: null, hasMap: true },
    { email: w.ann.email, hasMap: false },
    { email: newAddress(), hasMap: false },
  );
  const { code, plan } = await restore(w.lines, {}, into);
  expect([code, plan?.kind, plan?.maps.toSorted()]).toEqual([0, 'visited', [w.mine, w.his].toSorted()]);
  expect((await into.personByEmail(w.ann.email ?? ''))?.id).toBe(w.ann.id);
  expect(new Set((await into.people(ids)).map(({ id }) => id))).toEqual(new Set([ids[0], ids[2]]));
  expect((await into.mapsOf(w.visitor.id)).map(({ id }) => id)).toEqual([w.mine]);
  expect(await into.mapsOf(ids[0] ?? w.ann.id)).toHaveLength(1);
});

test('[GW-206] where people of another Bough have maps, everything is refused before anything is written', async () => {
  const w = await world();
  const [stranger, rest] = [newAddress(), { hasMap: true }];
  for (const email of [stranger, w.ann.email]) {
    const { into } = await visited({ email, ...rest });
    const before = (await told(into)).join();
    const { code, plan, said } = await restore(w.lines, {}, into);
    expect([code, plan]).toEqual([1, null]);
    expect(said[0]).toContain(`there are maps already that the backup does not know (of ${email})`);
    expect((await told(into)).join()).toBe(before);
  }
});

test('[GW-207] a map of a guest comes back with the guest, who has no address by which to be brought back', async () => {
  const w = await world();
  const theirs = newMapId();
  await w.metadata.addMap({ id: theirs, title: 'of a guest', createdAt: AT }, w.visitor.id);
  const lines = await told(w.metadata);
  await w.metadata.removeMap(theirs);
  await w.metadata.removePerson(w.visitor.id);
  const { code, into } = await restore(lines, { map: theirs }, w.metadata);
  expect(code).toBe(0);
  expect((await into.people([w.visitor.id])).map(({ id }) => id)).toEqual([w.visitor.id]);
  expect((await into.mapsOf(w.visitor.id)).map(({ id }) => id)).toEqual([theirs]);
  const left = await restore(lines, { map: theirs, left: [w.visitor.id] }, openSqlite(':memory:'));
  expect(left.said[0]).toContain('its owner is not here (a guest who left)');
});

async function entries(of: Metadata): Promise<readonly unknown[]> {
  const rows = await of.audit({ order: 'oldest first', behind: null, what: null, person: null, most: 100 });
  return rows.map(entryOf).map(({ what, via, outcome, about }) => [what, via, outcome, Object.fromEntries(about)]);
}

test('[GW-369] what came back is told in the audit log: everything, a map, or a person by id; what was refused is not', async () => {
  const w = await world();
  const entry = (about: object): unknown => ['operator-command', 'command', 'done', { command: 'restore', ...about }];
  expect(await entries((await restore(w.lines, {})).into)).toEqual([entry({})]);
  await w.metadata.removeMap(w.mine);
  await restore(w.lines, { map: w.mine }, w.metadata);
  await w.metadata.removePerson(w.ann.id);
  await restore(w.lines, { person: w.ann.email }, w.metadata);
  expect((await restore(w.lines, {}, w.metadata)).code).toBe(1);
  expect(await entries(w.metadata)).toEqual([entry({ map: w.mine }), entry({ to: w.ann.id })]);
  expect(JSON.stringify(await entries(w.metadata))).not.toContain(w.ann.email);
});

test('[GW-369] the log of the backup comes back with the rest, and holds although its key is gone', async () => {
  const w = await world();
  const clock = { now: () => AT, monotonic: () => 0, after: () => () => undefined };
  const log = new AuditLog({ metadata: w.metadata, clock, random: platformRandom, auditKeys: [Buffer.from('gone')] });
  for (const what of ['sign-in', 'sign-out'] as const) await log.add({ ...OF_BOUGH, what });
  const { into } = await restore(await told(w.metadata), {});
  expect(await checkAudit(into, [NEW_KEY])).toMatchObject({ entries: 3, findings: [] });
});
