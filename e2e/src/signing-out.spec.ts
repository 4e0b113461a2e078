import { expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { HomePage, newAddress } from './home-page.ts';
import { test } from './site.ts';

// Whoever sits down next at the same browser, and looks into everything that it keeps.

interface Kept {
  /** All that is kept by this page, as text. */
  readonly text: string;
  /** The addresses whose answers are kept for the page. */
  readonly paths: readonly string[];
}

async function keptIn(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
      });
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        found.push([name, store, await answer(rows.getAllKeys()), await answer(rows.getAll())]);
      }
      database.close();
    }
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    }
    return { text: JSON.stringify(found), paths };
  });
}

async function signOut(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: `You: ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
}

/** The signed-in person has written a branch without a network, and comes to home in another tab. */
async function homeWithUnsent(
  page: Page,
  site: string,
  branch: string,
): Promise<{ readonly garden: Garden; readonly next: Page; readonly back: HomePage }> {
  const context = page.context();
  const garden = await Garden.plant(page, site, 'plans\n\tknown');
  await garden.isSaved();
  await context.setOffline(true);
  await garden.select('known');
  await garden.addBranch(branch);
  await expect(garden.status).toHaveText(/\d+ changes? (is|are) kept here/);
  const next = await context.newPage();
  await page.close();
  await context.setOffline(false);
  const back = new HomePage(next, site);
  await back.open();
  return { garden, next, back };
}

test('signing out leaves nothing of a person’s maps in the browser, and closes them in its other tabs', async ({
  page,
  site,
  context,
}) => {
  const home = new HomePage(page, site);
  const email = newAddress('iris');
  await home.signIn(email);
  const garden = await Garden.plant(page, site, 'quarterly secret\n\tsecond secret');
  await garden.isSaved();
  const map = /\/m\/([^/?#]+)/.exec(page.url())?.[1] ?? '';
  expect(map).not.toBe('');
  const tab = new Garden(await context.newPage());
  // A tab that writes once more before it has heard that somebody left.
  await tab.page.addInitScript((name) => {
    addEventListener('storage', ({ key }) => {
      if (key === 'bough.left') localStorage.setItem(name, 'late');
    });
  }, `bough.opened.iris.${map}`);
  await tab.page.goto(garden.address);
  await expect.poll(() => tab.words()).toContain('second secret');
  await home.open();
  await expect(home.card('quarterly secret')).toBeVisible();
  await expect.poll(async () => (await keptIn(page)).text).toContain('second secret');

  await signOut(page, email);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
  await expect(tab.page.getByText('second secret')).toHaveCount(0);
  await expect(tab.page.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
  const { text, paths } = await keptIn(page);
  for (const not of ['quarterly', 'second secret', map, email]) expect(text).not.toContain(not);
  expect(paths.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  await page.goto(garden.address);
  await expect(page.getByRole('treeitem', { name: 'second secret' })).toHaveCount(0);
});

test('signing out asks first when changes wait that nobody else has', async ({ page, site }) => {
  const home = new HomePage(page, site);
  const email = newAddress('jonas');
  await home.signIn(email);
  const { garden, next, back } = await homeWithUnsent(page, site, 'never sent');

  await signOut(next, email);
  const dialog = next.getByRole('dialog', { name: 'Sign out?' });
  await expect(dialog).toContainText(/\d+ changes? (is|are) only in this browser/);
  await expect(dialog.getByRole('link', { name: 'plans' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(next.getByRole('button', { name: `You: ${email}` })).toBeVisible();
  expect((await keptIn(next)).text).toContain('never sent');

  await signOut(next, email);
  await dialog.getByRole('button', { name: /^Sign out and lose \d+ changes?$/ }).click();
  await expect(next.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect((await keptIn(next)).text).not.toContain('never sent');
  await back.signIn(email);
  await next.goto(garden.address);
  const again = new Garden(next);
  await expect.poll(() => again.words()).toEqual(['plans', 'known']);
});

test('changes that wait are sent when their map is opened from the question, and then nothing is asked', async ({
  page,
  site,
}) => {
  const home = new HomePage(page, site);
  const email = newAddress('kira');
  await home.signIn(email);
  const { next, back } = await homeWithUnsent(page, site, 'sent late');
  await signOut(next, email);
  await next.getByRole('dialog', { name: 'Sign out?' }).getByRole('link', { name: 'plans' }).click();
  const opened = new Garden(next);
  await expect.poll(() => opened.words()).toContain('sent late');
  await opened.isSaved();
  await back.open();
  await signOut(next, email);
  await expect(next.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
  expect((await keptIn(next)).text).not.toContain('sent late');
});
