import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { newKeys } from '../testing/docstore-process.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number; said: string }> {
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [MAIN, ...args],
      { env: { PATH, HOME, ...environment } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, said: out + err }),
    );
  });
}

test('[DOC-56] a location that does not answer is waited for, told by its name, and is exit code 1: never silence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bough-command-'));
  const { code, said } = await run(['verify'], {
    BOUGH_DATA: folder,
    BOUGH_BLOBS_KEYS: newKeys('first'),
    BOUGH_SECOND: 's3',
    BOUGH_SECOND_BLOBS_KEYS: newKeys('second'),
    BOUGH_SECOND_S3_ENDPOINT: 'http://127.0.0.1:9',
    BOUGH_SECOND_S3_BUCKET: 'none',
    BOUGH_SECOND_S3_ACCESS_KEY: 'none',
    BOUGH_SECOND_S3_SECRET_KEY: 'none',
  });
  expect(said).toMatch(/^The second location \(none at http:\/\/127\.0\.0\.1:9\) cannot be used: .*did not answer/);
  expect(code).toBe(1);
  await rm(folder, { recursive: true });
}, 60_000);
