import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteFile } from '../metadata/sqlite/sqlite-metadata.ts';
import { newMapId, newPersonId } from '../testing/metadata-contract/fixtures.ts';
import { operator } from '../testing/running/whole-bough.ts';
import { acceptPeopleLoss } from './accept-loss.ts';

test('[GW-291] without --yes it says what is lost and does nothing; where nothing is lost there is nothing to do', async () => {
  const said: string[] = [];
  let lost: string | null = 'It is gone.';
  const parts = {
    look: () => lost,
    beginAnew: async () => void (lost = null),
    say: (line: string) => void said.push(line),
  };
  expect(await acceptPeopleLoss.run(parts, ['people'])).toBe(1);
  expect([lost, said.join()]).toEqual(['It is gone.', expect.stringMatching(/LOST.*--yes/) as string]);
  expect(await acceptPeopleLoss.run(parts, ['people', '--yes'])).toBe(0);
  expect(lost).toBe(null);
  expect(await acceptPeopleLoss.run(parts, ['people'])).toBe(0);
  expect(said.at(-1)).toContain('nothing to accept');
});

test('[GW-369] that people were begun anew is the first entry of the new log; without its key nothing is done', async () => {
  const data = mkdtempSync(join(tmpdir(), 'bough-anew-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const metadata = openSqliteFile(data);
  await metadata.addMap({ id: newMapId(), title: 'lost', createdAt: 1 }, newPersonId());
  await metadata.close();
  rmSync(join(data, 'metadata.sqlite'));
  const keyless = await operator(data, ['accept-loss', 'people', '--yes']);
  expect([keyless.code, keyless.said]).toEqual([1, expect.stringContaining('BOUGH_COOKIE_KEYS') as string]);
  expect((await operator(data, ['accept-loss', 'people'])).code).toBe(1);
  mkdirSync(join(data, 'secrets'));
  writeFileSync(join(data, 'secrets', 'cookie-keys'), 'A'.repeat(43));
  expect(await operator(data, ['accept-loss', 'people', '--yes'])).toMatchObject({ code: 0 });
  const { code, said } = await operator(data, ['audit']);
  expect(code).toBe(0);
  const [entry, ...more] = said.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  expect(entry).toMatchObject({
    what: 'operator-command',
    via: 'command',
    about: { command: 'accept-loss people --yes' },
  });
  expect(more).toEqual([]);
  expect((await operator(data, ['audit', '--check'])).said).toContain('1 entries, none altered, none missing');
}, 60_000);
