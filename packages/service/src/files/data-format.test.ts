import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { claimDataFolder, mustKnowDataFolder } from './data-format.ts';
import { VERSION } from '../version.ts';

const APPS = fileURLToPath(new URL('../../../../apps/', import.meta.url));

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'bough-format-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function said(data: string): unknown {
  return JSON.parse(readFileSync(join(data, 'format.json'), 'utf8'));
}

test('[SVC-47] a data folder says which version it needs, one of 0.1.0 from its first start on', () => {
  const data = folder();
  mustKnowDataFolder(data);
  expect(readdirSync(data)).toEqual([]);
  claimDataFolder(data);
  expect(said(data)).toEqual({ format: 3, needs: '0.3.0', writtenBy: VERSION });
  writeFileSync(join(data, 'format.json'), JSON.stringify({ format: 3, needs: '0.3.0', writtenBy: '0.3.7' }));
  claimDataFolder(data);
  expect(said(data)).toMatchObject({ writtenBy: '0.3.7' });
  writeFileSync(join(data, 'format.json'), JSON.stringify({ format: 1, needs: '0.1.0' }));
  claimDataFolder(data);
  expect(said(data)).toMatchObject({ format: 3 });
  expect(readdirSync(data)).toEqual(['format.json']);
});

test('[SVC-47] a folder that cannot be written is somebody else’s trouble', () => {
  const data = join(folder(), 'file');
  writeFileSync(data, '');
  expect(() => claimDataFolder(join(data, 'below'))).not.toThrow();
});

test('[SVC-86] a note of the format that is cut off is damage, and not one of a newer Bough', () => {
  const data = folder();
  for (const damaged of ['{', '', '{"format":"x"}']) {
    writeFileSync(join(data, 'format.json'), damaged);
    const wrong = { code: 'service/damaged-format', message: expect.stringContaining('is damaged') as string };
    expect(() => claimDataFolder(data)).toThrow(expect.objectContaining(wrong));
  }
});

test.each(['docstore', 'gateway', 'mailer'])(
  '[SVC-48] an older %s that meets a newer data folder ends with one sentence',
  (name) => {
    const data = folder();
    const newer = JSON.stringify({ format: 99, needs: '9.1.0', writtenBy: '9.2.0' });
    writeFileSync(join(data, 'format.json'), newer);
    expect(() => claimDataFolder(data)).toThrow(expect.objectContaining({ code: 'service/newer-data' }));
    const key = 'A'.repeat(43);
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      ...{ PATH, HOME, PORT: '0', BOUGH_DATA: data, BOUGH_BLOBS_KEYS: `1:${key}`, BOUGH_COOKIE_KEYS: key },
      BOUGH_TOKEN_KEYS: ['docstore', 'mailer', 'exporter', 'gateway'].map((each) => `${each}:1:${key}`).join(','),
    };
    const sentence = `The data folder ${data} needs Bough 9.1.0 or newer, and this is Bough ${VERSION}. Start Bough 9.1.0, or restore a backup from before the upgrade to another folder.\n`;
    const ran = spawnSync(process.execPath, [join(APPS, name, 'src/main.ts')], { env, encoding: 'utf8' });
    expect([ran.status, ran.stderr]).toEqual([1, `bough ${name}: ${sentence}`]);
    expect(readdirSync(data)).toEqual(['format.json']);
    const command = spawnSync(process.execPath, [join(APPS, name, 'src/commands/main.ts'), COMMANDS[name] ?? ''], {
      env,
      encoding: 'utf8',
    });
    expect([command.status, command.stderr]).toEqual([1, sentence]);
    expect(readFileSync(join(data, 'format.json'), 'utf8')).toBe(newer);
  },
);

/** One command of each service. */
const COMMANDS: Readonly<Record<string, string>> = { docstore: 'verify', gateway: 'people', mailer: 'mail' };
