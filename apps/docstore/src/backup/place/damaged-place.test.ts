import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BlobStore, sealedStore } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { nodeCiphers } from '@bough/blobs';
import { backupSettings, type NamedKey, platformRandom, readSettings } from '@bough/service';
import { must, utf8Encode } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import { DocstoreFailure } from '../../failure.ts';
import { expect, onTestFinished, test } from 'vitest';
import { each, ports, restored, runBackupCommand as run, turnBit, world } from '../../testing/backup-world.ts';
import { change, mapNamed, typing } from '../../testing/test-maps.ts';
import { checkBackup } from '../mend/check-backup.ts';
import { backUp } from '../write/back-up.ts';
import { claimPlace, thisProcess } from './claim-place.ts';
import { backupIds, newestReadable, readManifest } from './manifest.ts';
import { openPlace, parseTarget } from './open-place.ts';
import { dueToRead } from '../write/read-back.ts';
import { thinOut } from '../write/thin-out.ts';

const DAY = 24 * 3_600_000;

test('[DOC-170] a damaged newest backup stops neither the next one nor an older one, and is told', async () => {
  const w = await world();
  const older = await w.run();
  await w.documents.append(mapNamed('a'), { base: 2, changes: [change('ann', 2, typing('x', 0, 'new '))] });
  const newer = await w.run();
  turnBit(w.raw.place, `manifests/${newer.id}`);
  const next = await w.made();
  expect(next.damaged.map(({ id }) => id)).toEqual([newer.id]);
  expect(w.said.some((line) => line.startsWith(`The backup ${newer.id} cannot be read`))).toBe(true);
  expect(await w.check(next.manifest)).toBe(0);
  expect((await restored(w, next.manifest)).there).toEqual(w.maps);
  expect(await readManifest(ports, w.stores.place, older.id)).toEqual(older);
  // The newest of all is damaged: the one that is meant has to be named.
  turnBit(w.raw.place, `manifests/${next.manifest.id}`);
  const code = await run(w, 'restore-facts', [], []).catch(String);
  expect(code).toContain(`The newest that can be read: --backup ${older.id}`);
  const written: string[] = [];
  expect(await run(w, 'restore-facts', ['--backup', older.id], written)).toBe(0);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ id: older.id, documents: 3 });
  expect(w.said.at(-1)).toContain('What was removed forever since then may not be known.');
  expect(await run(w, 'check-backup', [], [])).toBe(1);
  expect(await run(w, 'backup', [], [])).toBe(1);
});

test('[DOC-170] a damaged backup is forgotten when it is older than all that stay, and until then nothing goes that it may name', async () => {
  const w = await world();
  const [b] = [w.maps[1] ?? ''];
  const first = await w.run();
  await w.documents.purge(mapNamed('b'));
  turnBit(w.raw.place, `manifests/${first.id}`);
  await w.run();
  await w.run();
  const names = (): boolean => [...w.raw.place.objects.keys()].some((key) => key.includes(b));
  expect(await thinOut({ ports, place: w.place, keep: 3 })).toEqual({
    backups: 0,
    objects: 0,
    damaged: [{ id: first.id, why: expect.stringContaining(`The backup ${first.id} cannot be read`) }],
  });
  expect(names()).toBe(true);
  expect(await thinOut({ ports, place: w.place, keep: 2 })).toMatchObject({ backups: 1, objects: 1 });
  expect([names(), (await newestReadable(ports, w.stores.place)).damaged]).toEqual([false, []]);
});

test('[DOC-170] a backup after a damaged one is the newest, within one millisecond too, and when the clock was set back', async () => {
  const w = await world();
  let nowMs = Date.UTC(2026, 0, 31, 12);
  let letter = 'z';
  // Ids that sort the other way round, as random ones may.
  const descending = { ...ports.ids, short: () => (letter = String.fromCharCode(letter.charCodeAt(0) - 1)) };
  const clock = { ...ports.clock, now: () => nowMs };
  const parts = { ports: { ...ports, clock, ids: descending }, first: w.stores.first, second: null, place: w.place };
  const made = async () => (await backUp({ ...parts, say: w.say }, { lines: each([]), own })).manifest;
  const first = await made();
  turnBit(w.raw.place, `manifests/${first.id}`);
  const second = await made();
  expect((await newestReadable(ports, w.stores.place)).newest).toEqual(second);
  const third = await made();
  turnBit(w.raw.place, `manifests/${third.id}`);
  nowMs -= DAY;
  const fourth = await made();
  expect(await newestReadable(ports, w.stores.place)).toEqual({ newest: fourth, damaged: [] });
  expect([first, second, third, fourth].map(({ id }) => id)).toEqual(await backupIds(w.stores.place));
});

test('[DOC-299] what is in the folder of manifests and is not the name of a backup is named once, is no damage, and stays', async () => {
  const w = await world();
  const strays = ['README.txt', 'older/20260131T120000000Z-abcdefghijkl', '20260131T120000000Z-copy.bak'];
  for (const name of strays) await w.raw.place.put(`manifests/${name}`, utf8Encode('not sealed'));
  for (const [name, words] of [
    ['backup', []],
    ['backup', ['--keep', '1']],
    ['backups', []],
    ['check-backup', []],
    ['restore-facts', []],
    ['repair-from', []],
    ['forget-backups', ['--keep', '1']],
    ['forget-backups', ['--keep', '1', '--yes']],
  ] as const) {
    w.said.length = 0;
    expect(await run(w, name, words), name).toBe(0);
    for (const stray of strays)
      expect(w.said.filter((line) => line.includes(stray))).toEqual([
        `manifests/${stray} is no backup: a stray file, which stays as it is.`,
      ]);
    expect(w.said.filter((line) => line.includes('cannot be read') || line.includes('damaged backup'))).toEqual([]);
  }
  expect(await backupIds(w.stores.place)).toHaveLength(1);
  // What only the older backup named is gone, and they are not.
  expect((await thinOut({ ports, place: w.place, keep: 1 })).damaged).toEqual([]);
  for (const name of strays) expect(w.raw.place.objects.has(`manifests/${name}`)).toBe(true);
});

test('[DOC-171] each backup reads the next document back, also where the clock stands still or was set back', async () => {
  const w = await world();
  const manifest = await w.run();
  for (const { map, head } of manifest.documents) turnBit(w.raw.place, `documents/${map}/heads/${head}`);
  const own = { settings: [], secrets: null };
  const parts = { first: w.stores.first, second: null, place: w.place, say: w.say };
  const still = { ...ports, clock: { ...ports.clock, now: () => manifest.begunAt - DAY } };
  for (const _ of w.maps) await backUp({ ...parts, ports: still }, { lines: each([]), own });
  expect(await w.check(manifest)).toBe(0);
});

test('[DOC-171] what rots in the place is noticed by one of the next backups, read back by shares, and written anew', async () => {
  const w = await world();
  const manifest = await w.run();
  const { map, head } = manifest.documents[1] ?? expect.unreachable('there are three');
  turnBit(w.raw.place, `documents/${map}/heads/${head}`);
  expect(await w.check(manifest)).toBe(1);
  // One document is read back each time, whatever the clock says.
  for (const _ of w.maps) expect((await w.made()).manifest.unread).toEqual([]);
  expect(
    w.said.filter((line) => line.startsWith(`${map}: was damaged in this place, and is written anew`)),
  ).toHaveLength(1);
  expect(w.said.filter((line) => line.includes('3 as before') && line.includes('1 documents read back'))).toHaveLength(
    2,
  );
  expect(await w.check(manifest)).toBe(0);
  turnBit(w.raw.place, `documents/${map}/heads/${head}`);
  await w.made([], true);
  expect(w.said.at(-1)).toContain('3 documents read back');
  expect(await w.check(manifest)).toBe(0);
});

test('[DOC-171] a share is as large as the time since the last backup, of thirty days; what was longest not read comes first', () => {
  const maps = Array.from({ length: 60 }, (_each, at) => `m${at}`);
  const documents = new Map(maps.map((map, at) => [map, at]));
  const due = (sinceDays: number): number => dueToRead(maps, { at: 0, documents }, sinceDays * DAY).size;
  expect([0, 1, 7, 30, 400].map(due)).toEqual([1, 2, 14, 60, 60]);
  expect([...dueToRead(maps, { at: null, documents: new Map() }, 5)]).toHaveLength(2);
  expect([...dueToRead(maps, { at: 0, documents: new Map([...documents, ['m0', 99]]) }, DAY)]).toEqual(['m1', 'm2']);
});

test('[DOC-171] where the copy in the place is the only one, and is damaged, that is told too', async () => {
  const w = await world();
  const manifest = await w.run();
  const { map, head } = manifest.documents[1] ?? expect.unreachable('there are three');
  turnBit(w.raw.place, `documents/${map}/heads/${head}`);
  turnBit(w.raw.first, `heads/${map}`);
  const { unread } = await w.run();
  expect(unread).toEqual([{ map, why: expect.stringContaining('The copy in this place is damaged, too') }]);
});

test('[DOC-172] a key that is not the one of the place is called that, not damage, and writes nothing there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bough-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const target = parseTarget(folder) ?? expect.unreachable('it is a folder');
  const settings = must(readSettings(backupSettings, { environment: {}, readFile: () => '', readYaml: () => null }));
  const key = (kid: string): NamedKey => ({ kid, key: Buffer.from(platformRandom.bytes(32)) });
  const [mine, other, later] = [key('backup'), key('backup'), key('later')];
  const open = (how: 'new' | 'there', ...keys: readonly NamedKey[]) =>
    openPlace(ports, settings, { target, keys, how });
  const w = await world();
  const place = await open('new', mine);
  await backUp({ ports, first: w.stores.first, second: null, place, say: w.say }, { lines: each([]), own });
  place.close();
  const wrong = { code: 'docstore/other-key', message: expect.stringContaining('not the one that sealed the backups') };
  for (const how of ['new', 'there'] as const) await expect(open(how, other)).rejects.toMatchObject(wrong);
  const renewed = await open('new', later, mine);
  expect((await newestReadable(ports, renewed.store)).newest?.documents).toHaveLength(3);
  // A place of before there were marks: what opens with the key tells.
  for (const name of ['later', 'backup']) {
    const marks = (await renewed.raw.list('keys/')).entries.filter(({ key: name_ }) =>
      name_.startsWith(`keys/${name}.`),
    );
    for (const { key: mark } of marks) await renewed.raw.remove(mark);
  }
  renewed.close();
  await expect(open('there', other)).rejects.toMatchObject({ code: 'docstore/other-key' });
  (await open('there', mine)).close();
});

test('[DOC-298] after a new key later backups go on naming what the old one sealed: both are needed, and open everything', async () => {
  const w = await world();
  const key = (id: string) => ({ id, bytes: platformRandom.bytes(32) });
  const [old, fresh] = [key('old'), key('fresh')];
  const raw = new MemoryStore(ports.clock);
  const opened = (...keys: readonly (typeof old)[]) => sealedStore(raw, keys, { ...ports, ciphers: nodeCiphers });
  const backUpWith = async (...keys: readonly (typeof old)[]) => {
    const place = { store: opened(...keys), raw };
    const parts = { ports, first: w.stores.first, second: null, place, say: w.say, readsAll: true };
    return (await backUp(parts, { lines: each([]), own })).manifest;
  };
  await backUpWith(old);
  const later = await backUpWith(fresh, old);
  const findings = (...keys: readonly (typeof old)[]) =>
    checkBackup({ ports, place: opened(...keys) }, later, () => undefined);
  expect(await findings(fresh, old)).toBe(0);
  // Every document of the later backup: none has changed.
  expect(await findings(fresh)).toBe(3);
});

test('[DOC-173] the claim of a backup that was killed on this machine holds nobody up; one from elsewhere does for five minutes', async () => {
  let nowMs = 1_000_000;
  // Nobody renews a claim: whoever has it was killed.
  const clock = { now: () => nowMs, monotonic: () => nowMs, after: () => () => undefined };
  const store = new MemoryStore(clock);
  const { machine } = thisProcess();
  const { pid } = spawnSync(process.execPath, ['--version']);
  const claim = (holder = thisProcess()) => claimPlace({ clock, random: platformRandom }, store, holder);
  await claim({ machine: 'elsewhere', pid });
  await expect(claim()).rejects.toThrow('Another backup is being written there');
  nowMs += 5 * 60_000 + 1;
  await claim({ machine: machine ?? 'unknown', pid });
  if (machine === null) return;
  const mine = await claim();
  await expect(claim()).rejects.toThrow('Another backup is being written there');
  await mine.release();
  expect(store.objects.has('running')).toBe(false);
});

test('[DOC-173] a claim outlasts a place that does not answer for a while, and is lost only to another backup', async () => {
  const clock = new VirtualClock(1_000_000);
  const held = new MemoryStore(clock);
  let answers: 'well' | 'too late' | 'not' = 'well';
  const store: BlobStore = held;
  const written = store.replaceIf.bind(held);
  store.replaceIf = async (...asked) => {
    if (answers === 'not') throw new DocstoreFailure('away', { kind: 'unavailable', code: 'docstore/elsewhere' });
    const outcome = await written(...asked);
    return answers === 'well' ? outcome : { kind: 'unsure', cause: new Error('no answer') };
  };
  const claim = () => claimPlace({ clock, random: platformRandom }, store, { machine: 'one', pid: 1 });
  const mine = await claim();
  const goOn = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await new Promise((done) => setImmediate(done));
  };
  for (answers of ['too late', 'not', 'well'] as const) await goOn(60_000);
  answers = 'too late';
  await mine.mustHold();
  answers = 'not';
  await expect(mine.mustHold()).rejects.toThrow('away');
  // For longer than it holds: another takes the place, and keeps it.
  await goOn(6 * 60_000);
  answers = 'well';
  const others = await claim();
  await mine.release();
  expect(held.objects.has('running')).toBe(true);
  await others.mustHold();
  await others.release();
  expect(held.objects.has('running')).toBe(false);
});

const own = { settings: [], secrets: null };
