import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeBlocks } from './code-blocks.ts';
import { ComposeHost } from './compose-host.ts';
import { Guest } from './guest.ts';

// What docs/operations.md says for compose, as somebody follows it, with the very files that the images hold.

const document = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const [start, backup, restore, upgrade, ...more] = codeBlocks(document, 'shell');
const RUN = 'docker compose -f infra/compose/small.yaml run --rm operator';
const LONG_MS = 120_000;

let stage: { readonly host: ComposeHost; readonly guest: Guest } | null = null;
const at = () => stage ?? expect.unreachable();
const follow = async (block = start): Promise<string> => {
  const { code, said } = await at().host.run(block ?? expect.unreachable());
  expect(code, `docs/operations.md:${block?.line}\n${said}`).toBe(0);
  return said;
};
const operator = (words: string) => at().host.run({ text: `${RUN} ${words}` });

beforeAll(async () => {
  const host = await ComposeHost.start();
  stage = { host, guest: new Guest({ url: host.url, origin: 'https://maps.example.org' }) };
  await follow(start);
  await at().guest.arrive();
}, LONG_MS);
afterAll(() => stage?.host.stop(), LONG_MS);

test(
  '[HOUSE-120] the operator makes a backup while people write, and everything that was burnt is there again from it',
  async () => {
    const { host, guest } = at();
    await guest.makeMap('before');
    await follow(backup);
    await guest.makeMap('after');
    await host.run({ text: 'docker compose -f infra/compose/small.yaml down -v' });
    const said = await follow(restore);
    expect(said).toContain('Nothing has been done yet: with --yes it is.');
    expect(said).toContain('1 document read, 0 findings');
    // A guest has no address to sign in with: the cookie keys came back too.
    expect(await guest.titles()).toEqual(['before']);
  },
  LONG_MS,
);

test(
  '[HOUSE-120] beside a running Bough a restore replaces nothing',
  async () => {
    const { guest } = at();
    await guest.makeMap('later');
    const { code, said } = await operator('restore --yes');
    expect(code, said).toBe(0);
    expect(said).toContain('The lists of this Bough are there: people, folders and shares stay as they are.');
    expect(await guest.titles()).toEqual(['before', 'later']);
  },
  LONG_MS,
);

test(
  '[HOUSE-120] an upgrade keeps everything, and has a backup before it',
  async () => {
    await follow(upgrade);
    expect(more).toEqual([]);
    expect(await at().guest.titles()).toEqual(['before', 'later']);
    expect((await operator('backups')).said.trim().split('\n').length).toBe(2);
  },
  LONG_MS,
);

test.each([
  ['backup /mnt/elsewhere', 'is a place that this container does not have', 1],
  ['backup s3://maps/backups', 'BOUGH_BACKUP_S3_ACCESS_KEY is missing', 1],
  ['restore --yes --everything', '"--everything" means nothing here.', 2],
  ['repair', 'The operator has no command repair.', 2],
  ['nothing-of-that-name', 'The operator has no command nothing-of-that-name.', 2],
])('[HOUSE-121] `%s` is refused with one sentence', async (words, says, expected) => {
  const { code, said } = await operator(words);
  expect(said).toContain(says);
  expect(code).toBe(expected);
});

test('[HOUSE-121] a backup that nothing outside the volumes would open is not made, nor one in a place that is not there', async () => {
  const { host } = at();
  await host.run({ text: 'mv infra/compose/.env kept.env; grep -v PASSPHRASE kept.env > infra/compose/.env' });
  const closed = await operator('backup');
  expect(closed.said).toContain('BOUGH_BACKUP_PASSPHRASE is not set');
  await host.run({ text: 'sed s/backups/not-mounted/ kept.env > infra/compose/.env' });
  const nowhere = await operator('backup');
  expect(nowhere.said).toContain('is not there: mount a folder of the host there');
  await host.run({ text: 'mv kept.env infra/compose/.env' });
  expect([closed.code, nowhere.code]).toEqual([1, 1]);
  expect((await operator('backup')).code).toBe(0);
});
