import { expect } from '@playwright/test';
import { Garden } from './garden.ts';
import { joined } from './joined.ts';
import { write } from './map-page.ts';
import { test } from './site.ts';

// All that is said in a map, in one list; and one's own words changed.

test('all comments of a map are one list, chosen and ordered, and a press flies to the item', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'wood');
  await garden.keys('Tab');
  await garden.type('oak');
  await garden.keys('Enter', 'Enter');
  await garden.type('elm');
  await garden.keys('Enter');
  await garden.comment('elm', 'Is it ill?');
  await garden.comment('oak', 'How old?');
  // With nothing selected, the comments of all items are what is meant.
  await page.getByRole('button', { name: 'All comments' }).click();
  const list = page.getByRole('feed', { name: 'All comments' });
  await expect(list.getByRole('article')).toHaveCount(2);
  await expect(list.getByRole('article').first()).toContainText('How old?');
  await page.getByText('By item', { exact: true }).click();
  await expect(list.getByRole('article').first()).toContainText('How old?');
  await list.getByRole('button', { name: 'elm', exact: true }).click();
  await expect(page.getByRole('treeitem', { name: /^elm/ })).toHaveAttribute('aria-selected', 'true');
  const elm = list.getByRole('article').filter({ hasText: 'Is it ill?' });
  await elm.getByRole('button', { name: 'Resolve' }).click();
  await expect(list.getByRole('article')).toHaveCount(1);
  await page.getByText('Resolved', { exact: true }).click();
  await expect(list.getByRole('article')).toContainText('Is it ill?');
  await list.getByRole('article').getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText('No resolved comments.')).toBeVisible();
});

test('one changes and takes away what one said, and undo brings it back', async ({ page, site }) => {
  const garden = await Garden.plant(page, site, 'wood');
  await garden.comment('wood', 'It is gren');
  const said = page.getByRole('article');
  await said.getByRole('button', { name: 'Edit' }).click();
  const field = page.getByRole('textbox', { name: 'Edit comment' });
  await expect(field).toBeFocused();
  await write(field, 'It is green');
  await garden.keys('Enter');
  await expect(said.getByText('It is green', { exact: true })).toBeVisible();
  await said.getByRole('button', { name: 'Edit' }).click();
  await write(field, 'nothing of this');
  await garden.keys('Escape');
  await expect(said.getByText('It is green', { exact: true })).toBeVisible();
  await said.getByRole('button', { name: 'Remove' }).click();
  await expect(said).toHaveCount(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await garden.keys('Control+z');
  await garden.keys('Control+Alt+m');
  await expect(page.getByRole('article').getByText('It is green', { exact: true })).toBeVisible();
});

test('[WEB-39] other words for a comment stay while another item is selected, with the sheet closed, and after a reload', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'wood\n\toak\n\telm');
  await garden.comment('elm', 'It is gren');
  await page.getByRole('article').getByRole('button', { name: 'Edit' }).click();
  const field = page.getByRole('textbox', { name: 'Edit comment' });
  await write(field, 'It is gree');
  await garden.select('oak');
  await expect(field).toHaveCount(0);
  await garden.select('elm');
  await expect(field).toHaveValue('It is gree');
  // What was begun before leaves the keyboard to the map.
  await expect(field).not.toBeFocused();
  await page.getByRole('button', { name: 'Close' }).click();
  await garden.isSaved();
  await page.reload();
  await garden.isOpen();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /^All comments/ }).click();
  await expect(field).toHaveValue('It is gree');
  await write(field, 'It is green');
  await field.press('Enter');
  await expect(page.getByRole('article').getByText('It is green', { exact: true })).toBeVisible();
  await expect(field).toHaveCount(0);
});

test('[WEB-39] words for a comment that somebody removes meanwhile, alone or with its item, stay in sight and are sent as a new one', async ({
  page,
  site,
  browser,
}) => {
  const ann = await Garden.plant(page, site, 'wood\n\toak\n\telm');
  await ann.comment('elm', 'It is gren');
  await ann.isSaved();
  const ben = await joined(browser, ann);
  await page.bringToFront();
  const edit = page.getByRole('article').getByRole('button', { name: 'Edit' });
  await edit.click();
  const field = page.getByRole('textbox', { name: 'Edit comment' });
  await write(field, 'It is gree');
  await ben.page.bringToFront();
  await ben.select('elm');
  await ben.keys('Control+Alt+m');
  await ben.page.getByRole('article').getByRole('button', { name: 'Remove' }).click();
  await page.bringToFront();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText('This comment was removed while you were editing it.');
  // Who types on, types on in it.
  await expect(field).toBeFocused();
  await page.keyboard.type('n');
  await expect(field).toHaveValue('It is green');
  await page.getByRole('button', { name: 'Send as a new comment' }).click();
  await expect(page.getByRole('article').getByText('It is green', { exact: true })).toBeVisible();
  await expect(field).toHaveCount(0);
  await edit.click();
  await write(field, 'It was green');
  await ben.page.bringToFront();
  await ben.select('elm');
  await ben.keys('Delete');
  await page.bringToFront();
  await expect(page.getByRole('treeitem', { name: /^elm/ })).toHaveCount(0);
  await expect(field).toHaveValue('It was green');
  await page.getByRole('button', { name: 'Send as a new comment' }).click();
  await expect(page.getByRole('treeitem', { name: /^elm/ })).toHaveCount(1);
  await ann.select('elm');
  await expect(page.getByRole('article').getByText('It was green', { exact: true })).toBeVisible();
  await ben.page.context().close();
});

test('what others said is new until it was in sight, on every device', async ({ page, site, browser }) => {
  const owner = await Garden.plant(page, site, 'wood');
  const link = await owner.shareForEditing();
  const other = new Garden(await (await browser.newContext()).newPage());
  await other.page.goto(link);
  await other.isOpen();
  await other.comment('wood', 'Is this all?');
  await other.isSaved();
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  const mark = page.getByLabel('1 thread with new comments');
  await expect(mark).toHaveText('1');
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await page.getByRole('menuitem', { name: /^All comments/ }).click();
  const list = page.getByRole('feed', { name: 'All comments' });
  await expect(list.getByRole('article')).toContainText('Is this all?');
  expect((await kept).url()).toMatch(/comments-read$/);
  // What is being read stays; and the server knows that it was read, though this device forgets it.
  await expect(list.getByRole('article')).toContainText('New');
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('bough.read')) localStorage.removeItem(key);
  });
  await page.reload();
  await owner.isOpen();
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/comments-read') && answer.ok());
  await more.click();
  expect((await (await asked).json()).upTo).toBeGreaterThan(0);
  await expect(page.getByRole('menuitem', { name: /^All comments/ })).toBeVisible();
  await expect(mark).toHaveCount(0);
  await other.page.context().close();
});

test('[WEB-21] the address of a comment opens the map at its item, with the comments there and that one marked', async ({
  page,
  site,
  browser,
}) => {
  const owner = await Garden.plant(page, site, 'wood\n\toak\n\telm');
  await owner.allowClipboard();
  await owner.comment('elm', 'Is it ill?');
  await owner.comment('elm', 'It is.');
  const answer = page.locator('.comment').filter({ hasText: 'It is.' });
  await answer.getByRole('button', { name: 'Copy link to this comment' }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await owner.isSaved();
  const link = await owner.shareForEditing();
  const other = new Garden(await (await browser.newContext()).newPage());
  await other.page.goto(link);
  await other.isOpen();
  await other.page.goto('about:blank');
  await other.page.goto(address);
  await other.isOpen();
  await expect.poll(() => other.selected()).toEqual(['elm']);
  const marked = other.page.locator('.comment[data-marked="true"]');
  await expect(marked).toContainText('It is.');
  await expect(marked).toBeInViewport();
  // The next item is not what the address speaks of, and a comment that is gone is told of.
  await other.select('oak');
  await expect(other.page.getByText('No comments yet.')).toBeVisible();
  await expect(other.page.getByText('a comment that was removed')).toHaveCount(0);
  await other.select('elm');
  await answer.getByRole('button', { name: 'Remove' }).click();
  await expect(other.page.getByText('This link leads to a comment that was removed.')).toBeVisible();
  await other.page.context().close();
});

test('[WEB-21] the address of an item is copied from its menu, and leads there', async ({ page, site }) => {
  const garden = await Garden.plant(page, site, 'wood\n\toak\n\telm');
  await garden.allowClipboard();
  await garden.isSaved();
  await garden.select('oak');
  await garden.keys('Shift+F10');
  await page.getByRole('menuitem', { name: 'Copy link to this item' }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  // It stands where the keys of a person's first minute stood.
  await expect(page.getByText(/^Tab: new branch/)).toBeHidden();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toContain(`${garden.address}#item=`);
  await page.goto(site);
  await page.goto(address);
  await garden.isOpen();
  await expect.poll(() => garden.selected()).toEqual(['oak']);
});
