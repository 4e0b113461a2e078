import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@bough/house/servers';
import { expect, test } from '@playwright/test';
import { Bough } from './bough.ts';
import { HomePage, newAddress } from './home-page.ts';

// The owner of a Bough reads who did what.

let bough: Bough;

test.beforeAll(async () => {
  bough = new Bough(await freePort(), { BOUGH_LIMITS_FACTOR: '50' });
  await bough.start();
});
test.afterAll(async () => bough.remove());

test('an owner reads the audit log, of one kind and of one person, and saves it', async ({ page, browser }) => {
  const email = newAddress('owner');
  await new HomePage(page, bough.url).signIn(email);
  const other = await browser.newContext();
  await new HomePage(await other.newPage(), bough.url).signIn(newAddress('somebody'));
  await other.close();
  const command = join(bough.root, 'infra/launch/bough.mjs');
  const made = spawnSync(process.execPath, [command, 'make-owner', email], {
    env: { ...process.env, BOUGH_DATA: bough.data },
  });
  expect(made.status).toBe(0);
  await page.goto(`${bough.url}/account`);
  const log = page.locator('.page-section').filter({ has: page.getByRole('heading', { name: 'Audit log' }) });
  await expect(log.getByRole('listitem').first()).toContainText('Made an owner of this server');
  await expect(log.getByRole('listitem').filter({ hasText: 'Signed in' })).toHaveCount(2);
  // Ids are there for who wants them; nobody reads them first.
  const newest = log.getByRole('listitem').first();
  await expect(newest.getByText(/Person [\w-]{22}/)).toBeHidden();
  await expect(newest).toContainText(`Person “${email.split('@')[0]}”`);
  await newest.getByText('Ids').click();
  await expect(newest.getByText(/Person [\w-]{22}/)).toBeVisible();
  await log.getByRole('combobox').selectOption('Signed in');
  await expect(log.getByRole('listitem')).toHaveCount(2);
  await log.getByRole('listitem').last().getByRole('button').click();
  await expect(log.getByRole('listitem')).toHaveCount(1);
  const saved = page.waitForEvent('download');
  await log.getByRole('link', { name: 'Save as JSON lines' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ what: 'sign-in', outcome: 'done' }]);
});
