import { expect, type Page } from '@playwright/test';
import { test } from './bough.ts';
import { Garden } from './garden.ts';
import { OtherBuild } from './other-build.ts';

const BUILD_AND_START_MS = 300_000;

/** Somebody's hand is at the mouse, so that the page takes no moment for a pause; answers how to take it away. */
async function handAtMouse(page: Page): Promise<() => Promise<void>> {
  const moving = await page.evaluateHandle(() => ({
    hand: setInterval(() => dispatchEvent(new PointerEvent('pointermove')), 200),
  }));
  return () => moving.evaluate(({ hand }) => clearInterval(hand));
}

test('a page that stays open over an upgrade, and back, keeps what is written and takes the version of the server', async ({
  page,
  bough,
  browser,
}) => {
  test.setTimeout(BUILD_AND_START_MS);
  using next = new OtherBuild();
  const garden = await Garden.plant(page, bough.url, 'root');
  await garden.isSaved();
  const here = bough.root;
  const note = page.getByText('Bough was updated. This page reloads when you pause.');

  await bough.stop();
  bough.root = next.root;
  await garden.select('root');
  await garden.addBranch('written while it was away');
  const reloaded = page.waitForEvent('load', { timeout: BUILD_AND_START_MS });
  const pause = await handAtMouse(page);
  await bough.start();
  await expect(note).toBeVisible();
  await garden.select('root');
  await garden.addBranch('written on an old page');
  await expect(garden.status).toHaveText(/\d changes are kept here/);
  await pause();
  await reloaded;
  await garden.isSaved();
  await expect.poll(() => garden.words()).toEqual(['root', 'written while it was away', 'written on an old page']);

  await bough.stop();
  bough.root = here;
  await handAtMouse(page);
  await bough.start();
  await expect(note).toBeVisible();
  await garden.select('root');
  await garden.addBranch('written on a newer page');
  await page.getByRole('button', { name: 'Reload' }).click();
  await garden.isSaved();
  const elsewhere = new Garden(
    await (await browser.newContext({ storageState: await page.context().storageState() })).newPage(),
  );
  await elsewhere.page.goto(garden.address);
  await expect.poll(() => elsewhere.words()).toContain('written on a newer page');
  await expect(note).toBeHidden();
  await elsewhere.page.context().close();
});
