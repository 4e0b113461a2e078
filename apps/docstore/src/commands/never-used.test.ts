import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newKeys } from '../testing/processes/docstore-process.ts';
import { runProgram } from '../testing/processes/run-program.ts';

const LONG_MS = 120_000;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'bough-never-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test(
  '[DOC-226] where Bough has never run nothing is looked at or backed up: it is said, and no file is made',
  async () => {
    const [data, place] = [folder(), folder()];
    const environment = {
      BOUGH_DATA: data,
      BOUGH_BLOBS_KEYS: newKeys('first'),
      BOUGH_BACKUP_KEYS: newKeys('backup'),
    };
    for (const [main, words] of [
      ['commands', ['verify']],
      ['commands', ['rebuild-metadata']],
      ['backup', ['backup', place, '--keep', '1']],
    ] as const) {
      const { code, said } = await runProgram(main, words, environment);
      expect([words[0], code]).toEqual([words[0], 1]);
      expect(said).toContain('Bough has never run');
      expect(said).toContain(data);
      expect(readdirSync(data)).toEqual([]);
    }
    expect(readdirSync(place)).toEqual([]);
  },
  LONG_MS,
);
