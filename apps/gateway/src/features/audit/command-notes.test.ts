import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failure } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import { type CommandNote, docstoreRoutes } from '@bough/contracts';
import { type Caller, openContext, platformIds, platformRandom, silentLog } from '@bough/service';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ProcessBus } from '../../bus/process-bus.ts';
import { openSqlite } from '../../metadata/sqlite/sqlite-metadata.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';
import { AuditLog } from './audit-log.ts';
import { checkAudit } from './check.ts';
import { CommandNotes, type CommandNotesParts } from './command-notes.ts';
import { entryOf } from './entry.ts';

const COMMANDS = fileURLToPath(new URL('../../../../docstore/src/commands/main.ts', import.meta.url));
const ALL = { order: 'oldest first', behind: null, what: 'operator-command', person: null, most: 1_000 } as const;
let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start({ limitsFactor: 1_000 });
  // Another one on the same database, which looks at the same moment.
  await world.start({ limitsFactor: 1_000 });
  return world.end;
});

/** Runs one of docstore's commands beside it, as an operator does. */
function operate(...words: readonly string[]): number | null {
  const [docstore] = world.docstores;
  const env = { ...process.env, ...docstore?.environment };
  return spawnSync(process.execPath, [COMMANDS, ...words], { env }).status;
}

test('[GW-368] what an operator does to documents beside a running Bough is in the log, once, with the command, its maps and when', async () => {
  const { id: map } = await (await Browser.guest(gateway)).makeMap('A title that stays here');
  const beganAt = Date.now();
  expect(operate('renew-lineages', map)).toBe(0);
  expect(operate('collect', '--hours', '0')).toBe(0);
  expect(operate('restore-map', platformIds.long())).toBe(1);
  expect(operate('verify')).toBe(0);
  const told = async (): Promise<readonly unknown[]> =>
    (await world.metadata.audit(ALL)).map((row) => {
      const { via, person, outcome, code, about } = entryOf(row);
      return { via, person, outcome, code, ...Object.fromEntries(about) };
    });
  world.clock.jump(61_000);
  await expect.poll(told).toHaveLength(3);
  const of = { via: 'command', person: null, outcome: 'done', code: null, note: expect.any(String) as string };
  const when = expect.stringMatching(/^\d{13}$/) as string;
  expect(await told()).toEqual([
    { ...of, when, command: 'renew-lineages', map },
    { ...of, when, command: 'collect --hours 0' },
    { ...of, when, command: 'restore-map', outcome: 'failed', map: expect.stringMatching(/^[\w-]{22}$/) as string },
  ]);
  const [first] = (await world.metadata.audit(ALL)).map((row) => new Map(entryOf(row).about));
  expect(Math.abs(Number(first?.get('when')) - beganAt)).toBeLessThan(60_000);
  expect(JSON.stringify(await told())).not.toContain('A title that');
  // Each once, however often they look; and what comes later within the hour.
  expect(operate('repair')).toBe(1);
  for (let hours = 0; hours < 2; hours++) world.clock.jump(3_600_000);
  await expect.poll(told).toHaveLength(4);
  expect((await told()).at(-1)).toMatchObject({ command: 'repair', outcome: 'failed' });
});

class Away extends Failure {}
/** Docstore as it answers, with these notes; it can fail at each of its routes. */
function docstoreWith(notes: CommandNote[]) {
  const failing = new Set<string>();
  let asked = 0;
  const call = async (route: unknown, { params }: { params: unknown }): Promise<unknown> => {
    const { name } = route as { name: string };
    asked++;
    if (failing.has(name)) throw new Away('docstore is away', { kind: 'unavailable', code: 'service/unavailable' });
    if (route === docstoreRoutes.readCommandNotes) return { notes: notes.slice(0, 100) };
    const { note } = params as { note: string };
    const at = notes.findIndex(({ id }) => id === note);
    if (at >= 0) notes.splice(at, 1);
    return undefined;
  };
  return { call: call as unknown as Pick<Caller, 'call'>['call'], failing, asked: () => asked };
}

function noteOf(n: number, outcome: CommandNote['outcome'] = 'done'): CommandNote {
  return { id: `${String(n).padStart(15, '0')}-AAAAAAAAAAAA`, at: n, command: `run ${n}`, outcome, maps: [] };
}

function taking(notes: CommandNote[]) {
  const metadata = openSqlite(':memory:');
  onTestFinished(() => metadata.close());
  const clock = new VirtualClock();
  const auditKeys = [Buffer.from('a key of this Bough')];
  const log = new AuditLog({ metadata, clock, random: platformRandom, auditKeys });
  const docstore = docstoreWith(notes);
  const troubles: unknown[] = [];
  const contexts = { service: 'gateway', clock, ids: platformIds, log: silentLog } as const;
  const parts: CommandNotesParts = {
    ...{ clock, bus: new ProcessBus({ clock }), docstore, metadata, log },
    openContext: (facts) => openContext(contexts, facts),
    onTrouble: (error) => troubles.push(error),
  };
  const told = async (): Promise<readonly string[]> =>
    (await metadata.audit(ALL)).map((row) => new Map(entryOf(row).about).get('command') ?? '');
  return { taker: new CommandNotes(parts), clock, metadata, auditKeys, docstore, troubles, told };
}

test('[GW-368] what was taken and could not be removed is not taken again; all of many are taken, in their order', async () => {
  const notes = Array.from({ length: 230 }, (_, n) => noteOf(n));
  const { taker, clock, metadata, auditKeys, docstore, told } = taking(notes);
  docstore.failing.add('removeCommandNote');
  await expect(taker.take()).rejects.toThrow('docstore is away');
  expect(await told()).toEqual(['run 0']);
  docstore.failing.clear();
  // The gateway that began has the turn for a while, also when it failed.
  expect(await taker.take()).toBe(0);
  clock.advance(30_001);
  expect(await taker.take()).toBe(229);
  expect(await told()).toEqual(Array.from({ length: 230 }, (_, n) => `run ${n}`));
  expect(notes).toEqual([]);
  expect(await checkAudit(metadata, auditKeys)).toMatchObject({ entries: 230, findings: [] });
});

test('[GW-368] a command that has begun and did not end says so', async () => {
  const { taker, metadata } = taking([noteOf(1, 'begun'), noteOf(2, 'failed')]);
  expect(await taker.take()).toBe(2);
  const rows = await metadata.audit(ALL);
  expect(rows.map((row) => [entryOf(row).outcome, entryOf(row).code])).toEqual([
    ['failed', 'begun'],
    ['failed', null],
  ]);
});

test('[GW-368] while docstore is away they are looked for again each minute, and an hour after the last look', async () => {
  const { taker, clock, docstore, troubles, told } = taking([noteOf(1)]);
  docstore.failing.add('readCommandNotes');
  taker.start();
  const isAsked = async (times: number): Promise<void> => {
    await expect.poll(docstore.asked).toBe(times);
    // Until what follows from the answer is done.
    await new Promise((resolve) => setImmediate(resolve));
  };
  clock.advance(59_999);
  await isAsked(0);
  clock.advance(1);
  await isAsked(1);
  docstore.failing.clear();
  clock.advance(60_000);
  // What there is, and that it is removed.
  await isAsked(3);
  expect(await told()).toEqual(['run 1']);
  clock.advance(3_599_999);
  await isAsked(3);
  clock.advance(1);
  await isAsked(4);
  taker.stop();
  clock.advance(7_200_000);
  await isAsked(4);
  expect(troubles).toEqual([]);
});
