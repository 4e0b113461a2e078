import { cpSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeBlocks } from './code-blocks.ts';
import { ComposeHost } from './compose-host.ts';
import { Guest } from './guest.ts';

// What docs/operations.md and docs/moving.md say for compose, as somebody follows it, with the very files that the images hold.

const page = (name: string) =>
  codeBlocks(readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8'), 'shell');
const [start, backup, restore, upgrade, ...more] = page('operations.md');
const [move, begin, ...others] = page('moving.md');
const RUN = 'docker compose -f infra/compose/small.yaml run --rm operator';
const LONG_MS = 120_000;

let stage: { readonly host: ComposeHost; readonly guest: Guest } | null = null;
const at = () => stage ?? expect.unreachable();
const follow = async (block = start): Promise<string> => {
  const { code, said } = await at().host.run(block ?? expect.unreachable());
  expect(code, `line ${block?.line} of its page\n${said}`).toBe(0);
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
    expect(await follow(backup)).toContain('It is put into the backup, sealed with BOUGH_BACKUP_PASSPHRASE');
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

test(
  '[HOUSE-136] what `npm start` kept in a folder is moved into the volumes of compose, and guests are who they were',
  async () => {
    const { host, guest } = at();
    const titles = await guest.titles();
    await host.run({ text: 'docker compose down' });
    // As `npm start` has it: everything in one folder.
    for (const volume of ['docstore', 'mailer', 'gateway'])
      cpSync(host.at(`volumes/${volume}`), host.at('srv/bough/data'), { recursive: true });
    for (const volume of ['secrets-docstore', 'secrets-gateway'])
      cpSync(host.at(`volumes/${volume}`), host.at('srv/bough/data/secrets'), { recursive: true });
    await host.run({ text: 'docker compose down -v' });
    const said = await follow(move);
    for (const whose of ['Documents', 'Emails', 'People and lists']) expect(said).toContain(`${whose}: moved to`);
    expect(others).toEqual([]);
    await follow(begin);
    expect(titles.length).toBeGreaterThan(0);
    expect(await guest.titles()).toEqual(titles);
  },
  LONG_MS,
);
