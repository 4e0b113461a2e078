import { type Browser, expect, type Page } from '@playwright/test';
import { choose } from './choose.ts';
import { Garden } from './garden.ts';
import { holdBack } from './hold-back.ts';
import { HomePage } from './home-page.ts';
import { MapPage } from './map-page.ts';
import { test } from './site.ts';
import { untilStill } from './still.ts';

// A map is given away by a link and taken back: what its owner presses, and what the others read.

/** Opens sharing, presses "Copy link" for that role, and closes it again. */
async function copyLink(page: Page, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const part = page.getByRole('region', { name: 'Copy link' });
  await choose(part, role);
  await part.getByRole('button', { name: 'Copy link' }).click();
  await expect(part.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await part.getByRole('textbox', { name: 'Share link' }).inputValue();
  await page.keyboard.press('Escape');
  return link;
}

async function join(browser: Browser, link: string): Promise<Garden> {
  const garden = new Garden(await (await browser.newContext()).newPage());
  await garden.page.goto(link);
  await garden.isOpen();
  return garden;
}

test('“Copy link” is one press, gives the same link again, and the link can be seen again later', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'shared');
  await garden.allowClipboard();
  const link = await copyLink(page, 'Can view');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.reload();
  await garden.isOpen();
  expect(await copyLink(page, 'Can view')).toBe(link);
  expect(await copyLink(page, 'Can edit')).not.toBe(link);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await choose(page, 'Links');
  await page.getByRole('button', { name: 'Show the link: Can view' }).click();
  await expect(page.getByRole('list').getByRole('textbox', { name: 'Share link' })).toHaveValue(link);
});

test('what a link lets do may be chosen before the links that are there have come, and stays', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'shared');
  await garden.allowClipboard();
  const forReaders = await copyLink(page, 'Can view');
  const letCome = await holdBack(page, /\/sharing$/);
  await page.reload();
  await garden.isOpen();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const part = page.getByRole('region', { name: 'Copy link' });
  await expect(part.getByRole('button', { name: 'Copy link' })).toHaveAttribute('aria-disabled', 'true');
  await choose(part, 'Can edit');
  letCome();
  await expect(part.getByRole('button', { name: 'Copy link' })).toHaveAttribute('aria-disabled', 'false');
  await expect(part.getByRole('radio', { name: 'Can edit' })).toBeChecked();
  await part.getByRole('button', { name: 'Copy link' }).click();
  await expect(part.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).not.toBe(forReaders);
});

test('nothing in the sharing sheet moves when its links come, for one with a link and without', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'steady');
  await garden.allowClipboard();
  const top = async () => (await page.getByRole('radiogroup', { name: 'Share' }).boundingBox())?.y ?? 0;
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (let round = 0; round < 2; round++) {
      const answer = await holdBack(page, '**/api/maps/*/sharing');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('radiogroup', { name: 'Share' }).waitFor();
      await untilStill(page);
      const before = await top();
      expect(before).toBeGreaterThan(0);
      answer();
      const copy = page.getByRole('region', { name: 'Copy link' }).getByRole('button');
      await copy.click();
      await expect(copy).toHaveText('Copied');
      expect(Math.abs((await top()) - before)).toBeLessThan(1);
      await page.unroute('**/api/maps/*/sharing');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
});

test('three guests of a link have three names, and a commenter is told how to comment', async ({
  page,
  site,
  browser,
}) => {
  const garden = await Garden.plant(page, site, 'spoken of');
  await garden.allowClipboard();
  const link = await copyLink(page, 'Can comment');
  const guests = [await join(browser, link), await join(browser, link), await join(browser, link)];
  const people = page.getByRole('list', { name: '3 people here' }).getByRole('listitem');
  await expect(people).toHaveCount(3);
  await expect.poll(async () => new Set(await people.allTextContents()).size).toBe(3);
  const [first] = guests;
  if (first === undefined) throw new Error('there are three');
  await expect(first.status).toHaveText('Can comment');
  await expect(first.page.getByText('You can comment here: select an item, then')).toBeVisible();
  // In Firefox a window behind others has no keyboard.
  await first.page.bringToFront();
  await first.select('spoken of');
  await first.page.getByRole('button', { name: 'Comment', exact: true }).first().click();
  await expect(first.page.getByRole('combobox', { name: 'Add a comment' })).toBeFocused();
  await first.type('well said');
  await first.keys('Enter');
  await expect(first.page.getByRole('article').getByText('well said')).toBeVisible();
  for (const guest of guests) await guest.page.context().close();
});

test('somebody whose access ends reads that, what was saved, and what to do', async ({ page, site, browser }) => {
  const garden = await Garden.plant(page, site, 'for a while');
  await garden.allowClipboard();
  const guest = await join(browser, await copyLink(page, 'Can edit'));
  await guest.select('for a while');
  await guest.addBranch('mine');
  await guest.isSaved();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await choose(page, 'Links');
  await page.getByRole('button', { name: 'Revoke the link: Can edit' }).click();
  const ended = guest.page.getByRole('main');
  await expect(ended.getByRole('heading', { name: 'You no longer have access to this map' })).toBeVisible();
  await expect(ended.getByText('Everything you wrote was saved in it.')).toBeVisible();
  await expect(ended.getByText('ask its owner to share it with you again')).toBeVisible();
  await expect.poll(() => new MapPage(page).words()).toEqual(['for a while', 'mine']);
  // What this browser still has of the map does not cover what is said, and the link is offered anew.
  await expect(
    page.getByRole('region', { name: 'Copy link' }).getByRole('button', { name: 'Copy link' }),
  ).toBeVisible();
  await guest.page.reload();
  await expect(ended.getByRole('heading', { name: 'You no longer have access to this map' })).toBeVisible();
  // Nor is it there again when no server answers any more.
  await guest.page.route('**/api/**', (route) => route.fulfill({ status: 503 }));
  await guest.page.reload();
  await expect(ended.getByRole('heading', { name: 'You no longer have access to this map' })).toBeVisible();
  await guest.page.unrouteAll();
  await guest.page.reload();
  await ended.getByRole('link', { name: 'All maps' }).click();
  await expect(guest.page).toHaveURL(/\/$/);
  await guest.page.context().close();
});

test('who opens a map that is in the trash is told so, and restores it there', async ({ page, site }) => {
  const garden = await Garden.plant(page, site, 'thrown away');
  await garden.isSaved();
  const { address } = garden;
  const home = new HomePage(page, site);
  await home.open();
  await home.choose('thrown away', 'Move to trash');
  await expect(page.getByText('“thrown away” was moved to the trash.')).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'This map is in your trash' })).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await garden.isOpen();
  await expect.poll(() => garden.words()).toEqual(['thrown away']);
});

test('a name after an @ is chosen by arrows and taken by Enter or Tab', async ({ page, site, browser }) => {
  const garden = await Garden.plant(page, site, 'named');
  await garden.allowClipboard();
  const link = await copyLink(page, 'Can edit');
  const guests = [await join(browser, link), await join(browser, link)];
  await expect(page.getByRole('list', { name: '2 people here' })).toBeVisible();
  await page.bringToFront();
  await garden.select('named');
  await garden.keys('Control+Alt+m');
  const field = page.getByRole('combobox', { name: 'Add a comment' });
  await expect(field).toBeFocused();
  await garden.type('see @');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options).toHaveCount(2);
  const names = await options.allTextContents();
  await garden.keys('ArrowDown', 'Enter');
  await expect(field).toHaveValue(`see ${names[1]} `);
  await garden.type('and @');
  await garden.keys('Tab');
  await expect(field).toHaveValue(`see ${names[1]} and ${names[0]} `);
  await expect(field).toBeFocused();
  await garden.type('@');
  await garden.keys('Escape');
  await expect(options).toHaveCount(0);
  await garden.keys('Backspace', 'Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  for (const guest of guests) await guest.page.context().close();
});

test('what is said next answers the thread, until a new one is asked for', async ({ plant }) => {
  const garden = await plant('talked about');
  const { page } = garden;
  await page.bringToFront();
  await garden.select('talked about');
  await garden.keys('Control+Alt+m');
  await expect(page.getByRole('combobox', { name: 'Add a comment' })).toBeFocused();
  const threads = page.getByRole('article');
  const say = async (words: string): Promise<void> => {
    await garden.type(words);
    await garden.keys('Enter');
    await expect(threads.getByText(words, { exact: true })).toBeVisible();
  };
  await say('first');
  await say('its answer');
  await expect(threads).toHaveCount(1);
  await page.getByRole('button', { name: 'Start a new thread' }).click();
  await say('second');
  await expect(threads).toHaveCount(2);
  await say('answer to the second');
  await threads.first().getByRole('button', { name: 'Reply' }).click();
  await say('answer to the first');
  await expect(threads).toHaveCount(2);
  await expect(threads.first()).toContainText('answer to the first');
  await expect(threads.last()).toContainText('answer to the second');
});
