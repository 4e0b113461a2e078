import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openOutbox } from '../outbox/open-outbox.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** Answers the exit code and all that was said. */
async function run(data: string, ...words: readonly string[]): Promise<readonly [number | null, string]> {
  const child = spawn(process.execPath, [MAIN, ...words], { env: { PATH: process.env['PATH'], BOUGH_DATA: data } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return [code, said];
}

test('[MAIL-66] where there are no emails, as in a folder whose name was mistyped, that is said, and no file is made', async () => {
  const data = mkdtempSync(join(tmpdir(), 'bough-never-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  for (const words of [['mail'], ['mail-again', 'all'], ['outbox']]) {
    const why = expect.stringMatching(/never run in .*bough-never-.*BOUGH_DATA.*no file was made/) as string;
    expect(await run(data, ...words)).toEqual([1, why]);
  }
  // What other servers think of its emails concerns no outbox.
  expect(await run(data, 'check-mail-domain')).toEqual([0, expect.stringContaining('none is sent') as string]);
  expect(readdirSync(data)).toEqual([]);
  const settings = { BOUGH_METADATA: 'sqlite', BOUGH_MONGODB_URL: null, BOUGH_DATA: data } as const;
  await (await openOutbox(settings, null)).close();
  expect(await run(data, 'mail')).toEqual([0, '0 sent, 0 waiting, 0 failed\n']);
}, 60_000);
