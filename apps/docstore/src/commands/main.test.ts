import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newKeys } from '../testing/processes/docstore-process.ts';
import { runProgram } from '../testing/processes/run-program.ts';

test('[DOC-56] a location that does not answer is waited for, told by its name, and is exit code 1: never silence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bough-command-'));
  const { code, said } = await runProgram('commands', ['reconcile'], {
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
