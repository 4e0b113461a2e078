import { expect, type Page } from '@playwright/test';
import { choose } from './choose.ts';
import { Garden } from './garden.ts';
import { HomePage, newAddress } from './home-page.ts';
import { isKept } from './kept.ts';
import { test } from './site.ts';

// Home and maps while no server answers: what is here is shown as ever, what is not is said at once.

/** The titles of maps that home has kept on this device in folders, and in the trash. */
async function keptAtHome(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const answered = (request: IDBRequest) =>
      new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = (await answered(indexedDB.open('bough-home'))) as IDBDatabase;
    const kept = await answered(database.transaction('library').objectStore('library').get('last'));
    database.close();
    type Kept = { readonly title: string; readonly folder: string | null };
    const { maps, trash } = kept as { readonly maps: readonly Kept[]; readonly trash: readonly Kept[] | null };
    const inFolders = maps.filter(({ folder }) => folder !== null).map(({ title }) => title);
    return { inFolders, trash: trash?.map(({ title }) => title) };
  });
}

/** Every word that was in sight since the page began, however briefly. */
async function watchWords(page: Page, word: string): Promise<() => Promise<number>> {
  await page.addInitScript((sought) => {
    const watch = window as unknown as { seen: number };
    watch.seen = 0;
    const look = () => {
      if (document.body?.innerText.includes(sought)) watch.seen++;
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  }, word);
  return () => page.evaluate(() => (window as unknown as { seen: number }).seen);
}

test('home opens offline as it looks online: who is here, the maps and their pictures', async ({
  page,
  site,
  context,
}) => {
  const home = new HomePage(page, site);
  const address = newAddress('away');
  await home.signIn(address);
  const garden = await Garden.plant(page, site, 'Orchard\n\tpears');
  await garden.isSaved();
  await home.open();
  const picture = page.getByRole('main').locator('.thumbnail svg text', { hasText: 'pears' });
  await expect(picture).toBeVisible();
  await isKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(home.card('Orchard')).toBeVisible({ timeout: 4_000 });
  await expect(picture).toBeVisible();
  await expect(page.getByRole('button', { name: `You: ${address}` })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status').getByText('You are offline.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Sign in')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
});

test('[WEB-18] home opens offline with its folders, with what was just moved into one, and with the trash as it was seen last', async ({
  page,
  site,
  context,
}) => {
  const home = new HomePage(page, site);
  await home.signIn(newAddress('folders'));
  await Garden.plantAll(page, site, ['Orchard', 'Compost']);
  await home.open();
  await isKept(page);
  await home.makeFolder('Work');
  await home.choose('Orchard', 'Move to folder');
  await choose(page, 'Work');
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
  await home.folder('Work').click();
  await expect(home.card('Orchard')).toBeVisible();
  await page.getByRole('link', { name: 'All maps' }).click();
  await home.choose('Compost', 'Move to trash');
  const compost = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Compost' });
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(compost).toBeVisible();
  await expect.poll(() => keptAtHome(page)).toEqual({ inFolders: ['Orchard'], trash: ['Compost'] });
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('main').getByRole('status').getByText('You are offline.')).toBeVisible();
  await expect(compost).toBeVisible();
  await home.folder('Work').click();
  await expect(home.card('Orchard')).toBeVisible();
  await context.setOffline(false);
});

test('“Sign in” never flashes by for somebody who has signed in, also where this browser knows nothing yet', async ({
  page,
  site,
}) => {
  await new HomePage(page, site).signIn(newAddress('flash'));
  const seen = await watchWords(page, 'Sign in');
  await page.route('**/api/session', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  for (const isForgotten of [false, true]) {
    if (isForgotten) await page.evaluate(() => localStorage.removeItem('bough.person'));
    await page.reload();
    await expect(page.getByRole('button', { name: 'New map' }).first()).toBeVisible();
    expect(await seen()).toBe(0);
  }
});

for (const [name, title] of [
  ['offline', 'You are offline'],
  ['the server answers 503', 'The server does not answer'],
] as const) {
  test(`a map that is not here says so at once, and opens by itself: ${name}`, async ({ page, site, context }) => {
    const garden = await Garden.plant(page, site, 'Elsewhere');
    await garden.isSaved();
    await isKept(page);
    const { address } = garden;
    await page.goto(site);
    // As on another device of the same person.
    await page.evaluate(async () => {
      for (const { name: database } of await indexedDB.databases()) indexedDB.deleteDatabase(database ?? '');
    });
    if (name === 'offline') await context.setOffline(true);
    else await page.route('**/api/maps/**', (route) => route.fulfill({ status: 503, body: 'busy' }));
    await page.goto(address);
    await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 3_000 });
    await expect(page.getByRole('status').getByText('It opens by itself')).toBeVisible();
    if (name === 'offline') await context.setOffline(false);
    else await page.unrouteAll();
    await expect.poll(() => garden.words()).toEqual(['Elsewhere']);
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
  });
}

for (const [name, goAway] of [
  ['offline', async (page: Page) => page.context().setOffline(true)],
  ['the server answers 503', async (page: Page) => page.route('**/api/**', (route) => route.fulfill({ status: 503 }))],
] as const) {
  const comeBack = async (page: Page): Promise<void> => {
    await page.context().setOffline(false);
    await page.unrouteAll();
  };

  test(`[WEB-18] a map that was made since home was last shown is listed with what waits to be sent: ${name}`, async ({
    page,
    site,
  }) => {
    const home = new HomePage(page, site);
    // Home has come to rest without a map: of somebody whom nobody knew before, it asks once more while the first map is made.
    await home.signIn(newAddress('seedlings'));
    await expect(page.getByText('What is on your mind?')).toBeVisible();
    const garden = new Garden(page);
    await garden.begin('Seedlings\n\ttomato');
    await garden.isSaved();
    await isKept(page);
    await goAway(page);
    await page.getByRole('link', { name: 'All maps' }).click();
    await expect(home.card('Seedlings')).toContainText('Opened');
    await expect(page.getByText('What is on your mind?')).toHaveCount(0);
    await page.reload();
    await expect(home.card('Seedlings')).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await home.card('Seedlings').click();
    await expect.poll(() => garden.words()).toEqual(['Seedlings', 'tomato']);
    await garden.select('tomato');
    await garden.addBranch('basil');
    await expect(garden.status).toHaveText(/kept here/);
    await page.getByRole('link', { name: 'All maps' }).click();
    await expect(home.card('Seedlings')).toContainText(/\d+ unsent changes?/);
    await comeBack(page);
    await page.reload();
    await expect(home.card('Seedlings')).toContainText('You, ');
    await expect(page.getByText(/unsent/)).toHaveCount(0);
  });

  test(`[WEB-18] a place without maps says why, and offers no examples: ${name}`, async ({ page, site }) => {
    const home = new HomePage(page, site);
    await home.signIn(newAddress('bare'));
    await expect(page.getByText('What is on your mind?')).toBeVisible();
    await isKept(page);
    await goAway(page);
    for (const place of ['/', '/starred', '/trash']) {
      await page.goto(`${site}${place}`);
      await expect(page.getByRole('main').getByText('The server cannot be reached')).toBeVisible();
      await expect(page.getByText('What is on your mind?')).toHaveCount(0);
    }
    await comeBack(page);
    await home.open();
    await expect(page.getByText('What is on your mind?')).toBeVisible();
  });
}

test('[WEB-18] why no server answers is said as the browser knows it, also what it learns later', async ({
  page,
  site,
  context,
}) => {
  const home = new HomePage(page, site);
  await home.signIn(newAddress('later'));
  await Garden.plantAll(page, site, ['Orchard', 'Compost']);
  const map = page.url();
  await home.open();
  await expect(home.card('Orchard')).toBeVisible();
  await isKept(page);
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name !== 'bough-home') indexedDB.deleteDatabase(name ?? '');
  });
  await page.route('**/api/**', (route) => route.fulfill({ status: 503 }));
  for (const [address, isAway, isOffline] of [
    [site, page.getByText(/^The server does not answer/), page.getByText(/^You are offline/)],
    [
      map,
      page.getByRole('heading', { name: 'The server does not answer' }),
      page.getByRole('heading', { name: 'You are offline' }),
    ],
  ] as const) {
    await page.goto(address);
    await expect(isAway).toBeVisible();
    await context.setOffline(true);
    await expect(isOffline).toBeVisible();
    await context.setOffline(false);
    await expect(isAway).toBeVisible();
  }
});

test('an unknown address gets a page, with the way home', async ({ page, site }) => {
  for (const path of ['/nothing', '/m/too-short', '/about/nothing.html']) {
    const answer = await page.goto(`${site}${path}`);
    expect(answer?.headers()['content-type']).toContain('text/html');
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'All maps' }).click();
  await expect(page.getByRole('banner')).toBeVisible();
});
