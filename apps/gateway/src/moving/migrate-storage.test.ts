import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { expectResidents, residentsOf, secretsOf, settingsFile } from '../testing/running/moved-bough.ts';
import { newFolder, startedBough } from '../testing/running/started-bough.ts';
import { operator } from '../testing/running/whole-bough.ts';

const BOUGH = fileURLToPath(new URL('../../../../infra/launch/bough.mjs', import.meta.url));
const LONG_MS = 300_000;

/** Runs the command, and kills it with all of its processes, as a machine does that is switched off, once it has said this. */
async function killedAt(data: string, words: readonly string[], sentence: string): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, BOUGH_DATA: data };
  const child = spawn(process.execPath, [BOUGH, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes(sentence) && child.pid !== undefined && child.exitCode === null)
        process.kill(-child.pid, 'SIGKILL');
    });
  }
  await new Promise((done) => child.on('close', done));
  return said;
}

test(
  '[GW-575] a whole Bough is moved: refused while it runs, killed twice and run again, then everybody has everything in the new place, and nothing starts in the old one',
  async () => {
    const [data, other] = [newFolder(), newFolder()];
    const before = await startedBough(data);
    const residents = await residentsOf(before);
    const words = ['migrate-storage', '--to', settingsFile(newFolder(), { BOUGH_DATA: other, ...secretsOf(data) })];
    const plan = await operator(data, words);
    expect(plan, plan.said).toMatchObject({ code: 0 });
    expect(plan.said).toMatch(
      /Documents: 2 documents, [^]*Emails: \d+ emails and readers[^]*People and lists: \d+ records/,
    );
    expect(plan.said).toContain('Nothing has been done yet.');
    const running = await operator(data, [...words, '--yes']);
    expect([running.code, running.said]).toEqual([1, expect.stringContaining('is in use: Bough is running. Stop it')]);
    await before.end('SIGTERM');

    const first = await killedAt(data, [...words, '--yes'], 'The pause begins.');
    expect(first).not.toContain('Everything was moved');
    const second = await killedAt(data, [...words, '--yes'], 'Documents: moved');
    expect(second).not.toContain('Everything was moved');
    // With its documents there the new place is no Bough yet: nobody begins with empty lists.
    await expect(startedBough(other, secretsOf(data))).rejects.toThrow('still being copied here');
    for (const command of ['mail', 'people'])
      expect(await operator(other, [command], secretsOf(data))).toEqual({
        code: 1,
        said: expect.stringContaining('still being copied here'),
      });
    const done = await operator(data, [...words, '--yes']);
    expect(done, done.said).toMatchObject({ code: 0 });
    expect(second).toMatch(/Documents: 2 documents, .* read back the same/);
    expect(done.said).toMatch(/Documents: moved to folder .* already/);
    expect(done.said).toMatch(/People and lists: \d+ records \(\d+ bytes\) are the same in both/);
    expect(done.said).toMatch(/Everything was moved, in [\d.]+ s\./);

    const refused = [
      ['verify', 'Documents were moved from here to folder'],
      ['people', 'People and lists were moved from here to SQLite in'],
      ['mail', 'Emails were moved from here to SQLite in'],
    ] as const;
    for (const [command, why] of refused)
      expect(await operator(data, [command])).toEqual({ code: 1, said: expect.stringContaining(why) });
    await expect(startedBough(data)).rejects.toThrow('were moved from here');
    const after = await startedBough(other, secretsOf(data));
    await expectResidents(after, residents, 'of the new place');
    const audit = await operator(other, ['audit', '--check'], secretsOf(data));
    expect(audit, audit.said).toMatchObject({ code: 0 });
    const verified = await operator(other, ['verify'], secretsOf(data));
    expect(verified, verified.said).toMatchObject({
      code: 0,
      said: expect.stringContaining('2 documents read, 0 findings'),
    });
  },
  LONG_MS,
);

test(
  '[GW-576] words that do not go together, a file that sets nothing of Bough, and keys that would be lost are refused in a sentence',
  async () => {
    const data = newFolder();
    const bough = await startedBough(data);
    await bough.end('SIGTERM');
    const refused = async (words: readonly string[], why: string): Promise<void> => {
      expect(await operator(data, ['migrate-storage', ...words])).toEqual({
        code: 1,
        said: expect.stringContaining(why),
      });
    };
    const notUnderstood = async (words: readonly string[], why: string): Promise<void> => {
      const { code, said } = await operator(data, ['migrate-storage', ...words]);
      const [sentence, usage, ...more] = said.trimEnd().split('\n');
      expect([code, sentence, usage, more]).toEqual([
        2,
        expect.stringContaining(why),
        'npm run bough -- migrate-storage [--to FILE] [--from FILE] [--ahead] [--begin] [--yes]',
        [],
      ]);
    };
    const file = (settings: Readonly<Record<string, string>>): string => settingsFile(newFolder(), settings);
    for (const none of [[], ['--yes'], ['--ahead']])
      await notUnderstood(none, 'Name the file of settings of the new place');
    await notUnderstood(['--to', file({ BOUGH_BLOBS: 's3' }), '--ahead', '--yes'], 'name one of them');
    await refused(['--to', join(data, 'nowhere')], 'cannot be read');
    await refused(['--to', file({ PATH: '/' })], 'sets PATH, which is no setting of Bough');
    await refused(['--to', file({})], 'sets nothing');
    const keys = { BOUGH_COOKIE_KEYS: 'x'.repeat(40) };
    await refused(
      ['--to', file({ BOUGH_DATA: newFolder(), ...secretsOf(data), ...keys })],
      'lack a cookie key of the old ones',
    );
    await refused(
      [
        '--to',
        file({ BOUGH_METADATA: 'mongodb', BOUGH_MONGODB_URL: 'mongodb://127.0.0.1:9/x?serverSelectionTimeoutMS=300' }),
      ],
      'BOUGH_MONGODB_URL',
    );
  },
  LONG_MS,
);
