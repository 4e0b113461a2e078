import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { drawerOf } from '../testing/visitors/drawer.ts';
import { signedIn } from '../testing/visitors/mail.ts';
import { operator, WholeBough } from '../testing/running/whole-bough.ts';

// Everything that Bough makes in the data folder, by the processes of production, under the laxest umask that a machine may have: what
// other users of the machine could read is looked for in the whole folder, while everything is open and after it was closed.

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SOON = { timeout: 20_000 };
const LONG_MS = 180_000;

/** A place that anybody may look into, in which everything that is made is open to all unless its maker takes care. */
function openPlace(): string {
  const before = process.umask(0);
  const top = mkdtempSync(join(tmpdir(), 'bough-private-'));
  onTestFinished(() => {
    process.umask(before);
    rmSync(top, { recursive: true, force: true });
  });
  return top;
}

/** What anybody but the owner may read, write or enter, with its mode. */
function readByOthers(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return [folder, ...entries].flatMap((path) => {
    const mode = lstatSync(path).mode & 0o777;
    return (mode & 0o077) === 0 ? [] : [`${relative(folder, path)} ${mode.toString(8)}`];
  });
}

/** What `npm start` does with the data folder before it starts anything. */
function laidOut(data: string): void {
  const launcher = pathToFileURL(join(ROOT, 'infra/launch/data-folder.mjs')).href;
  const work = `const { openDataFolder, tellRunning } = await import(${JSON.stringify(launcher)});
    tellRunning(openDataFolder(), 1, []);`;
  const { PATH = '' } = process.env;
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', work], { env: { PATH, BOUGH_DATA: data } });
  expect(done.stderr.toString()).toBe('');
}

test(
  '[GW-260] under the laxest umask nobody else may read a file of the data folder, nor a backup',
  async () => {
    const top = openPlace();
    const [data, backups] = [join(top, 'data'), join(top, 'backups')];
    laidOut(data);
    expect(readByOthers(data)).toEqual([]);
    const more = { BOUGH_SECOND: 'folder', BOUGH_SECOND_BLOBS_KEYS: `second:${'A'.repeat(43)}` };
    const bough = await WholeBough.start(data, more);
    onTestFinished(() => bough.end('SIGKILL'));
    const ann = await signedIn(bough, 'ann@example.test');
    const map = await ann.makeMap('Garden');
    const drawer = await drawerOf(ann, map.id);
    for (let each = 0; each < 20; each++) drawer.draw(`bed ${each}`);
    await expect.poll(() => drawer.client.status.unsent, SOON).toBe(0);
    drawer.stop();
    const made = readdirSync(data, { recursive: true, encoding: 'utf8' });
    for (const file of ['metadata.sqlite-wal', 'metadata.sqlite-shm', 'mailer.sqlite', 'format.json', 'set-up-link'])
      expect(made).toContain(file);
    expect(made.filter((name) => /^blobs.(first|second).*/.test(name)).length).toBeGreaterThan(10);
    expect(readByOthers(data)).toEqual([]);
    for (const words of [['verify'], ['people'], ['mail'], ['backup', backups, '--with-secrets']]) {
      const env = { ...more, BOUGH_BACKUP_PASSPHRASE: 'a long enough passphrase' };
      expect(await operator(data, words, env)).toMatchObject({ code: 0 });
    }
    expect([...readByOthers(data), ...readByOthers(backups)]).toEqual([]);
    await bough.end('SIGTERM');
    const again = await WholeBough.start(data, more);
    await again.end('SIGKILL');
    expect(readByOthers(data)).toEqual([]);
  },
  LONG_MS,
);

test(
  '[GW-261] a data folder of an older Bough that others could read is theirs no more after the next start, and the log says so',
  async () => {
    const top = openPlace();
    const unpacked = spawnSync('tar', ['-xzf', join(ROOT, 'infra/data-folders/0.1.0.tar.gz'), '-C', top]);
    expect(unpacked.status).toBe(0);
    const data = join(top, 'data');
    expect(spawnSync('chmod', ['-R', 'a+rX', data]).status).toBe(0);
    expect(readByOthers(data).length).toBeGreaterThan(20);
    const bough = await WholeBough.start(data, { BOUGH_TRASH_DAYS: '100000' });
    onTestFinished(() => bough.end('SIGKILL'));
    expect(readByOthers(data)).toEqual([]);
    await expect.poll(() => bough.said).toMatch(/others could read the data folder/);
    await bough.end('SIGTERM');
    const again = await WholeBough.start(data, { BOUGH_TRASH_DAYS: '100000' });
    onTestFinished(() => again.end('SIGKILL'));
    await again.end('SIGTERM');
    expect(again.said).not.toMatch(/others could read the data folder/);
  },
  LONG_MS,
);
