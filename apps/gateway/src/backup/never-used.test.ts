import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newMailAddress, signedIn } from '../testing/visitors/mail.ts';
import { newFolder, startedBough } from '../testing/running/started-bough.ts';
import { operator } from '../testing/running/whole-bough.ts';

// A data folder whose disk is not mounted, or whose name was mistyped, and a place of backups that another Bough has, by the commands that
// run in production.

const LONG_MS = 300_000;

/** A Bough that runs, with somebody in it and a map. */
async function planted(data: string): Promise<void> {
  const ann = await signedIn(await startedBough(data), newMailAddress());
  await ann.makeMap('Garden');
}

test(
  '[GW-283] a folder in which Bough has never run, or another Bough, is not backed up over what a place has',
  async () => {
    const [data, place, empty] = [newFolder(), newFolder(), newFolder()];
    const keys = {
      BOUGH_BACKUP_KEYS: `backup:${randomBytes(32).toString('base64url')}`,
      BOUGH_BLOBS_KEYS: `1:${randomBytes(32).toString('base64url')}`,
      BOUGH_COOKIE_KEYS: randomBytes(32).toString('base64url'),
    };
    await planted(data);
    const own = { BOUGH_BACKUP_KEYS: keys.BOUGH_BACKUP_KEYS };
    for (let made = 0; made < 2; made++)
      expect(await operator(data, ['backup', place], own)).toMatchObject({ code: 0 });
    const manifests = readdirSync(join(place, 'manifests'));
    for (const settings of [keys, {}]) {
      const { code, said } = await operator(empty, ['backup', place, '--keep', '1'], settings);
      expect([code, said]).toEqual([1, expect.stringContaining('Bough has never run') as string]);
      expect(readdirSync(empty)).toEqual([]);
    }
    const other = newFolder();
    await planted(other);
    const strange = await operator(other, ['backup', place, '--keep', '1'], own);
    expect([strange.code, strange.said]).toEqual([1, expect.stringContaining('are of another Bough') as string]);
    expect(readdirSync(join(place, 'manifests'))).toEqual(manifests);
    expect(await operator(data, ['backup', place, '--keep', '1'], own)).toMatchObject({ code: 0 });
    expect(readdirSync(join(place, 'manifests'))).toHaveLength(1);
  },
  LONG_MS,
);
