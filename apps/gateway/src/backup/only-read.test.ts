import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawerOf, drawn } from '../testing/visitors/drawer.ts';
import { newMailAddress, signedIn } from '../testing/visitors/mail.ts';
import { newFolder, startedBough } from '../testing/running/started-bough.ts';
import { operator } from '../testing/running/whole-bough.ts';

// Commands that only look, on the processes that run in production: they leave no file behind, and need none.

const LONG_MS = 300_000;

/** Everything in a folder, with its size and the time of its last change. */
function shape(top: string): readonly string[] {
  return readdirSync(top, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { size, mtimeMs } = statSync(join(top, name));
      return `${name} ${size} ${mtimeMs}`;
    })
    .toSorted((a, b) => (a < b ? -1 : 1));
}

/** A folder with one map, as a Bough leaves it that was killed, and a backup of it. */
async function garden() {
  const [data, place] = [newFolder(), newFolder()];
  const bough = await startedBough(data);
  const ann = await signedIn(bough, newMailAddress());
  const { id: map } = await ann.makeMap('Garden');
  const drawer = await drawerOf(ann, map);
  await drawn(drawer, 'roses');
  const made = await operator(data, ['backup', place]);
  expect(made, made.said).toMatchObject({ code: 0 });
  await drawn(drawer, 'tulips');
  drawer.stop();
  await bough.end('SIGKILL');
  return { data, place, map };
}

/** Words before a command that let it see these folders mounted read-only; null: this machine lets nobody mount. */
function mountedReadOnly(...folders: readonly string[]): readonly string[] | null {
  const mounts = folders.map((each) => `mount --bind '${each}' '${each}' && mount -o remount,ro,bind '${each}'`);
  const words = [
    'unshare',
    ...(process.getuid?.() === 0 ? ['-m'] : ['-rm']),
    'sh',
    '-c',
    `${mounts.join(' && ')} && exec "$@"`,
    'sh',
  ];
  const [program = '', ...rest] = words;
  return spawnSync(program, [...rest, 'true']).status === 0 ? words : null;
}

test(
  '[GW-209] `restore` without --yes, and what looks at backups, leave no file behind, neither here nor in the place',
  async () => {
    const { data, place, map } = await garden();
    const key = { BOUGH_BACKUP_KEYS_FILE: join(data, 'secrets', 'backup-keys') };
    const before = [shape(data), shape(place)];
    const nowhere = join(newFolder(), 'not', 'there');
    for (const words of [
      ['restore', place],
      ['backups', place],
      ['check-backup', place],
    ]) {
      const looked = await operator(nowhere, words, key);
      expect(looked, looked.said).toMatchObject({ code: 0 });
      expect(existsSync(join(nowhere, '..')), words.join(' ')).toBe(false);
    }
    for (const words of [[], ['--map', map]]) {
      const planned = await operator(data, ['restore', place, ...words], key);
      expect(planned, planned.said).toMatchObject({ code: 0 });
      expect(planned.said).toContain('1 are there already, whole');
    }
    // The log of a database that was left open may be gone by then: nothing is there that was not.
    const names = (lines: readonly string[]): readonly string[] => lines.map((line) => line.split(' ')[0] ?? '');
    expect(names(before[0] ?? [])).toEqual(expect.arrayContaining([...names(shape(data))]));
    expect(shape(place)).toEqual(before[1]);
  },
  LONG_MS,
);

test(
  '[GW-210] a data folder that is mounted read-only is verified and backed up, with what was written last; so is a place read',
  async () => {
    const { data, place } = await garden();
    const readOnly = mountedReadOnly(data, place);
    // Where nobody may mount there is nothing to be shown: as in a container without rights.
    if (readOnly === null) return expect(readOnly).toBeNull();
    const before = [shape(data), shape(place)];
    const verified = await operator(data, ['verify'], {}, readOnly);
    expect(verified, verified.said).toMatchObject({ code: 0 });
    expect(verified.said).toContain('1 document read, 0 findings');
    expect(await operator(data, ['check-backup', place], {}, readOnly)).toMatchObject({ code: 0 });
    const other = newFolder();
    const made = await operator(data, ['backup', other], {}, readOnly);
    expect(made, made.said).toMatchObject({ code: 0 });
    expect(made.said).toContain('1 documents (0 as before), 1 people');
    expect([shape(data), shape(place)]).toEqual(before);
    // The newest change was in the journal's log alone.
    const checked = await operator(data, ['restore', other, '--yes'], {
      BOUGH_DATA: newFolder(),
      BOUGH_BACKUP_KEYS_FILE: join(data, 'secrets', 'backup-keys'),
    });
    expect(checked, checked.said).toMatchObject({ code: 0 });
    const refused = await operator(data, ['restore', place, '--yes'], {}, readOnly);
    expect(refused.code).toBe(1);
    expect(shape(data)).toEqual(before[0]);
  },
  LONG_MS,
);
