import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, must, utf8Encode } from '@bough/base';
import type { MemoryStore } from '@bough/bloblog/testing';
import { backupSettings, readSettings, tellSettings } from '@bough/service';
import { expect, onTestFinished, test } from 'vitest';
import { docstoreSettings } from '../../settings.ts';
import { type BackupWorld, each, ports, runBackupCommand, turnBit, world } from '../../testing/backup-world.ts';
import { change, mapNamed, typing } from '../../testing/test-maps.ts';
import { claimPlace } from '../place/claim-place.ts';
import { backupIds } from '../place/manifest.ts';
import { openPlace, parseTarget } from '../place/open-place.ts';
import { readSecrets } from '../place/secrets.ts';
import { backUp } from './back-up.ts';

test('[DOC-297] forget-backups says what would go, and with --yes keeps the newest whole and forgets the others', async () => {
  const w = await world();
  const [first, second, newest] = await threeBackups(w);
  const before = [...w.raw.place.objects.keys()];
  await expect(runBackupCommand(w, 'forget-backups', [])).rejects.toThrow('--keep N');
  expect(await runBackupCommand(w, 'forget-backups', ['--keep', '1'])).toBe(0);
  expect(w.said.slice(-4)).toEqual([
    `${first}  would be forgotten`,
    `${second}  would be forgotten`,
    // A head of each.
    '2 backups would be forgotten, and 2 objects that only they name.',
    'Nothing has been done yet: with --yes it is.',
  ]);
  expect([...w.raw.place.objects.keys()]).toEqual(before);
  expect(await runBackupCommand(w, 'forget-backups', ['--keep', '1', '--yes'])).toBe(0);
  expect(w.said.at(-1)).toBe('2 older backups forgotten, and 2 objects that only they named');
  await mustBeWhole(w, newest);
});

test('[DOC-297] a place that is full is thinned out too, and a backup that fails there says how', async () => {
  const w = await world();
  const [, , newest] = await threeBackups(w);
  fill(w.raw.place);
  await expect(runBackupCommand(w, 'backup', ['--keep', '1'])).rejects.toMatchObject({ code: 'blobs/full' });
  expect(w.said.at(-1)).toContain('npm run bough -- forget-backups /backups --keep N makes room');
  // So many there are.
  expect(await runBackupCommand(w, 'forget-backups', ['--keep', '3', '--yes'])).toBe(0);
  expect(w.said.at(-1)).toBe('0 older backups forgotten, and 0 objects that only they named');
  expect(await runBackupCommand(w, 'forget-backups', ['--keep', '1', '--yes'])).toBe(0);
  expect(w.said.at(-1)).toBe('2 older backups forgotten, and 2 objects that only they named');
  await mustBeWhole(w, newest);
  expect(await runBackupCommand(w, 'backup', [])).toBe(0);
});

test.each([1, 2, 3, 4, 5])(
  '[DOC-297] a place that has room for a claim and little more, %i writes, or that others fill meanwhile, is thinned out too',
  async (writes) => {
    const w = await world();
    const [, , newest] = await threeBackups(w);
    fill(w.raw.place).free = writes;
    expect(await runBackupCommand(w, 'forget-backups', ['--keep', '1', '--yes'])).toBe(0);
    expect(w.said.at(-1)).toBe('2 older backups forgotten, and 2 objects that only they named');
    await mustBeWhole(w, newest);
  },
);

test('[DOC-297] nothing goes while another backup is being written, and nothing more once one has begun', async () => {
  const w = await world();
  const [first, second, newest] = await threeBackups(w);
  const claim = await claimPlace(ports, w.stores.place);
  const filled = fill(w.raw.place);
  const forget = async (): Promise<number> => await runBackupCommand(w, 'forget-backups', ['--keep', '1', '--yes']);
  await expect(forget()).rejects.toThrow('Another backup is being written there');
  expect(await backupIds(w.stores.place)).toEqual([first, second, newest]);
  await claim.release();
  filled.free = 0;
  filled.onRoom = async () => void (await claimPlace(ports, w.stores.place));
  await expect(forget()).rejects.toThrow('Another backup is being written there');
  expect(await backupIds(w.stores.place)).toEqual([second, newest]);
});

test('[DOC-297] nothing goes of a full place in which a backup begins while it is looked for what goes', async () => {
  const w = await world();
  const before = await threeBackups(w);
  const filled = fill(w.raw.place);
  const list = w.raw.place.list.bind(w.raw.place);
  let begins = true;
  w.raw.place.list = async (...asked) => {
    const page = await list(...asked);
    if (!begins || !asked[0].startsWith('parts/')) return page;
    // Somebody makes room, and the backup of every night begins.
    begins = false;
    filled.free = 100;
    await claimPlace(ports, w.stores.place);
    return page;
  };
  const forgetting = runBackupCommand(w, 'forget-backups', ['--keep', '1', '--yes']);
  await expect(forgetting).rejects.toThrow('Another backup is being written there');
  expect(await backupIds(w.stores.place)).toEqual(before);
});

test('[DOC-297] the newest secrets stay where no backup that stays has its own: a passphrase opens the place with them', async () => {
  const w = await world();
  const opens = 'correct horse battery';
  const secrets: string[] = [];
  const told = tellSettings(docstoreSettings, new Map([['BOUGH_BLOBS_KEYS', '1:AAAA']]), opens);
  const parts = { ports, first: w.stores.first, second: null, place: w.place, say: w.say };
  for (const own of [told, told, { settings: [], secrets: null }, { settings: [], secrets: null }])
    secrets.push(`secrets/${(await backUp(parts, { lines: each([]), own })).manifest.id}`);
  const there = (): string[] => [...w.raw.place.objects.keys()].filter((key) => key.startsWith('secrets/'));
  expect(there()).toEqual(secrets.slice(0, 2));
  expect(await runBackupCommand(w, 'forget-backups', ['--keep', '1', '--yes'])).toBe(0);
  expect(w.said.at(-1)).toBe('3 older backups forgotten, and 1 objects that only they named');
  expect(there()).toEqual(secrets.slice(1, 2));
  expect([...(await readSecrets(w.raw.place, opens, null))]).toEqual([['BOUGH_BLOBS_KEYS', '1:AAAA']]);
  // Once a newer backup has some, those of the forgotten one go.
  const newest = (await backUp(parts, { lines: each([]), own: told })).manifest.id;
  expect(await runBackupCommand(w, 'forget-backups', ['--keep', '2', '--yes'])).toBe(0);
  expect(there()).toEqual([`secrets/${newest}`]);
});

test('[DOC-299] a stray file among the secrets is not the newest of them, and stays', async () => {
  const w = await world();
  const opens = 'correct horse battery';
  const told = tellSettings(docstoreSettings, new Map([['BOUGH_BLOBS_KEYS', '1:AAAA']]), opens);
  const parts = { ports, first: w.stores.first, second: null, place: w.place, say: w.say };
  const strays = ['secrets/README.txt', 'secrets/20990131T120000000Z-copy.bak', 'secrets/0-note'];
  for (const key of strays) await w.raw.place.put(key, utf8Encode('{}'));
  const { id } = (await backUp(parts, { lines: each([]), own: told })).manifest;
  await w.run();
  expect([...(await readSecrets(w.raw.place, opens, null))]).toEqual([['BOUGH_BLOBS_KEYS', '1:AAAA']]);
  expect(await runBackupCommand(w, 'forget-backups', ['--keep', '1', '--yes'])).toBe(0);
  const there = [...w.raw.place.objects.keys()].filter((key) => key.startsWith('secrets/'));
  expect(new Set(there)).toEqual(new Set([...strays, `secrets/${id}`]));
});

test('[DOC-297] a folder that is no place of backups is refused, and nothing is made there: it may be what Bough works with', async () => {
  const top = mkdtempSync(join(tmpdir(), 'bough-thin-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const settings = must(readSettings(backupSettings, { environment: {}, readFile: () => '', readYaml: () => null }));
  const keys = [{ kid: 'backup', key: Buffer.from(ports.random.bytes(32)) }];
  // Of a location, whose journal was lost, and of a data folder.
  for (const inside of ['heads', 'secrets']) {
    const folder = join(top, inside);
    mkdirSync(join(folder, inside), { recursive: true });
    writeFileSync(join(folder, inside, 'a'), 'x');
    const target = parseTarget(folder) ?? expect.unreachable('it is a folder');
    const thinning = openPlace(ports, settings, { target, keys, how: 'thinned' });
    await expect(thinning).rejects.toThrow('There is no backup in');
    expect(readdirSync(folder)).toEqual([inside]);
  }
});

test('[DOC-297] where no backup is, as at an address with a slip of the pen, that is said', async () => {
  const w = await world();
  for (const more of [[], ['--yes']]) {
    const forgetting = runBackupCommand(w, 'forget-backups', ['--keep', '1', ...more]);
    await expect(forgetting).rejects.toThrow('There is no backup in /backups.');
  }
  expect(w.raw.place.objects.size).toBe(0);
});

test('[DOC-297] why no object would go is said before, too: a damaged backup that stays may name it', async () => {
  const w = await world();
  const [, second, newest] = await threeBackups(w);
  turnBit(w.raw.place, `manifests/${newest}`);
  expect(await runBackupCommand(w, 'forget-backups', ['--keep', '1'])).toBe(0);
  const why =
    'No object is forgotten before every damaged backup is older than all that stay, or its file is deleted by hand.';
  expect(w.said.slice(-3, -1)).toEqual([why, '1 backups would be forgotten, and 0 objects that only they name.']);
  expect(await runBackupCommand(w, 'forget-backups', ['--keep', '1', '--yes'])).toBe(1);
  expect(w.said.at(-1)).toBe(why);
  expect(await backupIds(w.stores.place)).toEqual([second, newest]);
});

test('[DOC-297] nothing goes where a map could not be read when the newest backup was made, unless that is meant', async () => {
  const w = await world();
  const map = mapNamed('a');
  const first = await w.run();
  await w.documents.append(map, { base: 2, changes: [change('ann', 2, typing('x', 0, 'new '))] });
  const head = (await w.run()).documents.find((document) => document.map === map)?.head;
  // What stands here, and what was copied last; the first backup has it whole.
  turnBit(w.raw.first, `heads/${map}`);
  turnBit(w.raw.place, `documents/${map}/heads/${head}`);
  const newest = await w.run();
  expect(newest.unread.map((one) => one.map)).toEqual([map]);
  const before = await backupIds(w.stores.place);
  const why = `${map} could not be read when the newest backup was made; an older backup may have it.`;
  const forget = async (...more: string[]): Promise<number> =>
    await runBackupCommand(w, 'forget-backups', ['--keep', '1', ...more]);
  expect(await forget()).toBe(0);
  expect(w.said.slice(-2)).toEqual([why, 'Nothing has been done yet: with --yes --even-so it is.']);
  expect(await forget('--yes')).toBe(1);
  expect(w.said.slice(-2)).toEqual([why, 'No backup is forgotten. Where that is meant: --even-so.']);
  expect(await backupIds(w.stores.place)).toEqual(before);
  expect(before).toContain(first.id);
  expect(await forget('--yes', '--even-so')).toBe(0);
  expect(await backupIds(w.stores.place)).toEqual([newest.id]);
});

/** Each with a head of its own. */
async function threeBackups(w: BackupWorld): Promise<[string, string, string]> {
  const first = await w.run();
  await w.documents.append(mapNamed('a'), { base: 2, changes: [change('ann', 2, typing('x', 0, 'new '))] });
  const second = await w.run();
  await w.documents.append(mapNamed('a'), { base: 3, changes: [change('ann', 3, typing('x', 0, 'newer '))] });
  return [first.id, second.id, (await w.run()).id];
}

async function mustBeWhole(w: BackupWorld, id: string): Promise<void> {
  expect(await backupIds(w.stores.place)).toEqual([id]);
  expect(await runBackupCommand(w, 'check-backup', [])).toBe(0);
}

class Full extends Failure {
  override readonly code = 'blobs/full';
}

/** From now on the place has room for `free` writes: for none, until something goes; then `onRoom` is first. */
function fill(place: MemoryStore): { free: number; onRoom: () => Promise<void> } {
  const filled = { free: 0, onRoom: async (): Promise<void> => undefined };
  const ifRoom = <A extends unknown[], T>(write: (...given: A) => Promise<T>) => {
    return async (...given: A): Promise<T> => {
      if (filled.free === 0) throw new Full('no room', { kind: 'unavailable', code: 'blobs/full' });
      filled.free--;
      return await write(...given);
    };
  };
  const remove = place.remove.bind(place);
  Object.assign(place, {
    createIfAbsent: ifRoom(place.createIfAbsent.bind(place)),
    replaceIf: ifRoom(place.replaceIf.bind(place)),
    put: ifRoom(place.put.bind(place)),
    remove: async (...given: Parameters<typeof remove>) => {
      await remove(...given);
      const wasFull = filled.free === 0;
      // What a claim leaves behind is no room for more.
      filled.free += given[0].startsWith('running') ? 1 : 100;
      if (wasFull) await filled.onRoom();
    },
  });
  return filled;
}
