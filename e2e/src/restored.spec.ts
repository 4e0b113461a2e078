import { cpSync, rmSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from './bough.ts';
import { Garden } from './garden.ts';

test('after a server was restored the page sends again what it has, and shows what no longer fits', async ({
  page,
  bough,
  browser,
}) => {
  const garden = await Garden.plant(page, bough.url, 'root\n\tleaf');
  await garden.isSaved();
  await bough.stop();
  const copy = `${bough.data}-copy`;
  cpSync(bough.data, copy, { recursive: true, preserveTimestamps: true });
  await bough.start();
  await garden.isSaved();

  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const theirs = new Garden(await context.newPage());
  await theirs.page.goto(garden.address);
  await theirs.select('root');
  await theirs.addBranch('theirs');
  await theirs.isSaved();
  await garden.select('theirs');
  await garden.addBranch('on theirs');
  await garden.select('leaf');
  await garden.addBranch('on mine');
  await garden.isSaved();
  await context.close();
  await bough.killEverything();
  rmSync(bough.data, { recursive: true });
  cpSync(copy, bough.data, { recursive: true, preserveTimestamps: true });
  rmSync(copy, { recursive: true });
  const said = page.getByText(/The server was restored\. \d+ of your changes are being sent again\./).waitFor();
  await bough.start();

  await said;
  await expect.poll(() => garden.words()).toEqual(['root', 'leaf', 'on mine']);
  const note = page.getByRole('alert');
  await expect(note).toContainText(/changes? (was|were) made before the server was restored/);
  await expect(note).toContainText('on theirs');
  await page.reload();
  await garden.isSaved();
  await expect(note).toContainText('on theirs');
  await note.getByRole('button', { name: 'Close' }).click();
  await expect(note).toBeHidden();
  await page.reload();
  await garden.isSaved();
  await expect(note).toBeHidden();
  await expect.poll(() => garden.words()).toEqual(['root', 'leaf', 'on mine']);
});
