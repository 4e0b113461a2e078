import { type Browser, expect } from '@playwright/test';
import type { Garden } from './garden.ts';
import { joined } from './joined.ts';
import { test } from './site.ts';

// Somebody deletes the item about which somebody else writes: not one letter is typed into the void.

async function pair(browser: Browser, plant: () => Promise<Garden>): Promise<readonly [ada: Garden, ben: Garden]> {
  const ada = await plant();
  return [ada, await joined(browser, ada)];
}

/** Ben deletes it, and Ada has heard of that. */
async function removed(ada: Garden, ben: Garden, words: string): Promise<void> {
  await ada.isSaved();
  await ben.select(words);
  await ben.keys('Delete');
  await expect(ada.item(words)).toHaveCount(0);
}

const back = (garden: Garden, words: string): Promise<void> =>
  expect.poll(() => garden.outline()).toContain(`Recovered\n\t${words}`);

test('[EDIT-115] a note is written on, and brings its item back', async ({ browser, plant }) => {
  const [ada, ben] = await pair(browser, plant);
  const { page } = ada;
  await ada.select('ash');
  await ada.keys('Alt+Enter');
  const field = page.getByRole('textbox', { name: 'Note on ash' });
  await expect(field).toBeFocused();
  await ada.type('A long note begun');
  await removed(ada, ben, 'ash');
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody deleted this item.' })).toBeVisible();
  await expect(field).toBeFocused();
  await ada.type(', and gone on with');
  await expect(field).toHaveValue('A long note begun, and gone on with');
  await back(ada, 'ash');
  await expect(page.getByText('Somebody deleted this item.')).toHaveCount(0);
  await ada.isSaved();
  await back(ben, 'ash');
  await ben.select('ash');
  await ben.keys('Alt+Enter');
  await expect(ben.page.getByRole('textbox', { name: 'Note on ash' })).toHaveValue(
    'A long note begun, and gone on with',
  );
  await ben.page.context().close();
});

test('[EDIT-115] a comment that was begun is there until it is sent, and brings its item back', async ({
  browser,
  plant,
}) => {
  const [ada, ben] = await pair(browser, plant);
  const { page } = ada;
  const field = page.getByRole('combobox');
  await ada.select('elm');
  await ada.keys('Control+Alt+m');
  await expect(field).toBeFocused();
  await ada.type('I think this ought to');
  // Neither another item, nor the panel's end, nor the page's takes it away.
  await ada.select('oak');
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await ada.isOpen();
  await ada.select('elm');
  await ada.keys('Control+Alt+m');
  await expect(field).toHaveValue('I think this ought to');
  await removed(ada, ben, 'elm');
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody deleted this item.' })).toBeVisible();
  await expect(field).toBeFocused();
  await ada.type(' be so');
  await ada.keys('Enter');
  await expect(page.getByRole('article')).toContainText('I think this ought to be so');
  await expect(field).toHaveValue('');
  await back(ben, 'elm');
  await ben.page.context().close();
});

test('[EDIT-115] a row of the outline is written on, and brings its item back', async ({ browser, plant }) => {
  const [ada, ben] = await pair(browser, plant);
  const { page } = ada;
  await ada.select('yew');
  await ada.keys('Control+Alt+o');
  const row = page.locator('.outline textarea:focus');
  await expect(row).toHaveValue('yew');
  await ada.type(' written in the outline');
  await removed(ada, ben, 'yew written in the outline');
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody deleted the item' })).toBeVisible();
  await expect(row).toHaveValue('yew written in the outline');
  await ada.type(', and on');
  await back(ada, 'yew written in the outline, and on');
  await expect(row).toHaveValue('yew written in the outline, and on');
  await back(ben, 'yew written in the outline, and on');
  await ben.page.context().close();
});

test('[EDIT-97] a press brings words back that somebody else deleted, and so does undo', async ({ browser, plant }) => {
  const [ada, ben] = await pair(browser, plant);
  const { page } = ada;
  for (const [words, act] of [
    ['elm', async () => page.getByRole('button', { name: 'Bring it back' }).click()],
    ['yew', async () => ada.keys('Control+z')],
  ] as const) {
    await ada.select(words);
    await ada.keys('F2');
    await removed(ada, ben, words);
    await act();
    await expect.poll(() => ada.selected()).toEqual([words]);
    await expect(page.getByText('Somebody deleted what you are writing.')).toHaveCount(0);
  }
  await expect.poll(() => ben.outline()).toBe('trees\n\toak\n\t\tacorn\n\t\tbark\n\tash\n\tyew\n\telm');
  await ben.page.context().close();
});

test('[EDIT-152] Tab on what somebody else has just deleted leads out of no map', async ({ browser, plant }) => {
  const [ada, ben] = await pair(browser, plant);
  const address = ada.page.url();
  await ada.select('ash');
  await removed(ada, ben, 'ash');
  await ada.keys('Tab');
  await ada.type('birch');
  await ada.keys('Enter', 'Enter');
  await ada.type('pine');
  await ada.keys('Escape');
  const both = 'trees\n\toak\n\t\tacorn\n\t\tbark\n\tyew\n\telm\nbirch\n\tpine';
  await expect.poll(() => ada.outline()).toBe(both);
  expect(ada.page.url()).toBe(address);
  await expect.poll(() => ben.outline()).toBe(both);
  await ben.page.context().close();
});

test('[EDIT-116] who types the name of where a link is to end overwrites nothing', async ({ plant }) => {
  const ada = await plant();
  const { page } = ada;
  await ada.select('oak');
  await ada.keys('Control+l');
  await expect(page.getByText('Choose the item to link to')).toBeVisible();
  await ada.type('elm');
  expect(await ada.outline()).toBe('trees\n\toak\n\t\tacorn\n\t\tbark\n\tash\n\tyew\n\telm');
  await expect(page.getByText('Choose the item to link to')).toBeVisible();
  await ada.keys('Control+z');
  await expect(page.getByText('Choose the item to link to')).toHaveCount(0);
});
