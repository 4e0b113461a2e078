import { expect } from '@playwright/test';
import { test as withBough } from './bough.ts';
import { Garden } from './garden.ts';
import { isKept } from './kept.ts';
import { MapPage } from './map-page.ts';
import { test } from './site.ts';

test('without a network the page opens, the map is there, and what is written is sent later', async ({
  page,
  site,
  context,
}) => {
  const garden = await Garden.plant(page, site, 'root\n\tleaf');
  await garden.isSaved();
  await isKept(page);
  await context.setOffline(true);
  await expect(garden.status).toContainText('Offline', { timeout: 2000 });
  await page.reload();
  await expect.poll(() => garden.words()).toEqual(['root', 'leaf']);
  await expect(garden.status).toContainText('Offline');
  await garden.select('leaf');
  await garden.addBranch('written offline');
  await expect(garden.status).toHaveText(/\d+ changes? (is|are) kept here/);
  await page.reload();
  await expect.poll(() => garden.words()).toEqual(['root', 'leaf', 'written offline']);
  await context.setOffline(false);
  await garden.isSaved();
});

test("the page's files that did not come while the network failed are kept once it is back", async ({
  page,
  site,
  context,
}) => {
  await page.addInitScript(() => {
    const register = ServiceWorkerContainer.prototype.register;
    let failed = false;
    ServiceWorkerContainer.prototype.register = function (...given) {
      if (failed) return register.apply(this, given);
      failed = true;
      return Promise.reject(new TypeError('no network'));
    };
  });
  const garden = await Garden.plant(page, site, 'root\n\tleaf');
  await garden.isSaved();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await context.setOffline(true);
  await expect(garden.status).toContainText('Offline');
  await context.setOffline(false);
  await isKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect.poll(() => garden.words()).toEqual(['root', 'leaf']);
});

test('where the code of the page does not come that is said, and the rest goes on', async ({ browser, site }) => {
  // Without the worker that keeps the page's files, as on a first visit.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  // From the beginning: a page whose first request is turned away while a key is pressed may still get it.
  await page.route('**/assets/help-dialog-*.js', (route) => route.abort());
  const garden = await Garden.plant(page, site, 'root\n\tleaf');
  await garden.isSaved();
  await garden.keys('Control+/');
  await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible();
  await garden.select('leaf');
  await garden.addBranch('written on');
  await garden.isSaved();
  await page.route('**/assets/map-*.js', (route) => route.abort());
  await page.route('**/assets/de-*.js', (route) => route.abort());
  await page.evaluate(() => localStorage.setItem('bough.language', 'de'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This page has stopped working' })).toBeVisible();
  await page.unrouteAll();
  await page.evaluate(() => localStorage.removeItem('bough.language'));
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => garden.words()).toEqual(['root', 'leaf', 'written on']);
  await context.close();
});

test('the map opens from this browser before the server has answered', async ({ page, site }) => {
  const garden = await Garden.plant(page, site, 'root\n\tleaf');
  await garden.isSaved();
  let isHeld = true;
  await page.route('**/api/**', async (route) => {
    while (isHeld) await new Promise((resolve) => setTimeout(resolve, 50));
    await route.continue();
  });
  await page.reload();
  await expect.poll(() => garden.words()).toEqual(['root', 'leaf']);
  isHeld = false;
  await garden.isSaved();
});

test('two tabs of one map agree, also when one of them was opened without a network', async ({
  page,
  site,
  context,
}) => {
  const garden = await Garden.plant(page, site, 'root');
  await garden.isSaved();
  await isKept(page);
  const second = new Garden(await context.newPage());
  await second.page.goto(garden.address);
  await second.isOpen();
  await second.select('root');
  await second.addBranch('from the second');
  await expect.poll(() => garden.words()).toContain('from the second');
  await second.isSaved();
  await garden.isSaved();
  await context.setOffline(true);
  const third = new Garden(await context.newPage());
  await third.page.goto(garden.address);
  await expect.poll(() => third.words()).toEqual(['root', 'from the second']);
  await third.select('root');
  await third.addBranch('from the third');
  await context.setOffline(false);
  await expect.poll(() => garden.words(), { timeout: 30_000 }).toContain('from the third');
});

test('a browser that keeps nothing says so', async ({ page, site }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no storage', 'InvalidStateError');
    };
  });
  await Garden.plant(page, site, 'root');
  await expect(page.getByText('This browser cannot store anything')).toBeVisible();
});

withBough(
  'the status is truthful while the server is away, and the work is there when it is back',
  async ({ bough, page }) => {
    const map = await MapPage.begin(page, bough.url);
    await map.type('Root');
    await map.keys('Enter');
    await map.isSaved();
    await bough.stop();
    await expect(map.status).toContainText('Offline');
    await map.addBranch('while away');
    await expect(map.status).toHaveText(/\d+ changes? (is|are) kept here and will be sent/);
    await bough.start();
    await map.isSaved();
  },
);
