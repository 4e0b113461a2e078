import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { operator } from '../testing/running/whole-bough.ts';

const LONG_MS = 120_000;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'bough-words-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test(
  '[GW-284] a command that nobody has is refused with exit code 2, after the commands of every service were told',
  async () => {
    const { code, said } = await operator(folder(), ['peple']);
    expect(code).toBe(2);
    expect(said).toMatch(/^There is no command "peple"\./);
    for (const each of ['verify [MAP', 'people ', 'mail-again', 'backup PLACE']) expect(said).toContain(each);
  },
  LONG_MS,
);

test(
  '[GW-284] what several services find wrong is said once, and an id that is none is refused with exit code 2',
  async () => {
    const [data, place] = [folder(), folder()];
    mkdirSync(join(data, 'secrets'));
    mkdirSync(join(data, 'blobs', 'first', '.journal'), { recursive: true });
    writeFileSync(join(data, 'secrets', 'blobs-keys'), `1:${'A'.repeat(43)}`);
    writeFileSync(join(data, 'secrets', 'cookie-keys'), 'A'.repeat(43));
    const short = { BOUGH_BACKUP_PASSPHRASE: 'short' };
    const made = await operator(data, ['backup', place, '--with-secrets'], short);
    expect([made.code, made.said.split('The passphrase has fewer than').length]).toEqual([1, 2]);
    const restored = await operator(data, ['restore', place, '--map', 'xx']);
    expect([restored.code, restored.said]).toEqual([
      2,
      expect.stringMatching(/^"xx" is not the id of a map\.\n/) as string,
    ]);
    const whole = await operator(data, ['backup', place]);
    expect(whole, whole.said).toMatchObject({ code: 0 });
    const unknown = await operator(data, ['restore', place, '--map', 'A'.repeat(22)]);
    expect([unknown.code, unknown.said]).toEqual([
      1,
      expect.stringContaining(`No backup here has the map ${'A'.repeat(22)}.`) as string,
    ]);
    // A machine without the key: what opens the backup is named, and a place that is none comes first.
    const keyless = await operator(folder(), ['restore', place]);
    const opens = /^There is no key of backups.*secrets\/backup-keys.*BOUGH_BACKUP_KEYS.*BOUGH_BACKUP_PASSPHRASE/;
    expect([keyless.code, keyless.said]).toEqual([1, expect.stringMatching(opens) as string]);
    const nowhere = join(place, 'not-there');
    for (const words of [
      ['restore', nowhere],
      ['backups', nowhere],
      ['forget-backups', nowhere, '--keep', '1'],
    ])
      expect((await operator(folder(), words)).said).toMatch(/^There is no backup in /);
    // What one service could not do is said by that one.
    writeFileSync(join(data, 'metadata.sqlite'), 'no database');
    const part = await operator(data, ['backup', place]);
    expect([part.code, part.said]).toEqual([
      1,
      expect.stringMatching(/damaged[^]*\nNo backup was made: a service did not tell its part\.\n$/) as string,
    ]);
  },
  LONG_MS,
);
