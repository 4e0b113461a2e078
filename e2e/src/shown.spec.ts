import { type Browser, expect, type Page } from '@playwright/test';
import { choose } from './choose.ts';
import { Garden } from './garden.ts';
import { joined } from './joined.ts';
import { MapPage } from './map-page.ts';
import { Past } from './past.ts';
import { test } from './site.ts';

/** Makes a view link in the sharing sheet; answers its address. */
async function viewLink(page: Page, withHistory: boolean): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click();
  await choose(page, 'Links');
  const made = page.getByRole('radiogroup', { name: 'Create link' });
  await choose(made, 'Can view');
  if (withHistory) await page.getByRole('checkbox', { name: /^Include history/ }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const address = await page.getByRole('textbox', { name: 'Create link' }).inputValue();
  await page.keyboard.press('Escape');
  return address;
}

/** Somebody new, who comes by the link; answers what the menu of the map offers them. */
async function offered(browser: Browser, address: string): Promise<readonly string[]> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  const map = new MapPage(page);
  await map.isOpen();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  const items = (await menu.getByRole('menuitem').allTextContents()).map((text) => text.trim());
  await page.context().close();
  return items;
}

test('anyone who comes by a view link is offered the history only where the link is given with it', async ({
  site,
  page,
  browser,
}) => {
  const map = await MapPage.begin(page, site);
  await map.type('For some');
  await map.keys('Enter');
  await map.isSaved();
  const [plain, told] = [await viewLink(page, false), await viewLink(page, true)];
  expect((await offered(browser, plain)).some((item) => item.startsWith('History'))).toBe(false);
  await expect
    .poll(async () => (await offered(browser, told)).some((item) => item.startsWith('History')), { timeout: 30_000 })
    .toBe(true);
});

/** Opens the address of the history anew, as from an email. */
async function goToHistory(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${address}#history`);
}

test('[WEB-84] the address of the history shows the map to somebody who may not read its past, who is told; lowered, one is brought back', async ({
  page,
  site,
  browser,
}) => {
  const ada = await Garden.plant(page, site, 'wood');
  const ben = await joined(browser, ada);
  await ada.isSaved();
  const { address } = ada;
  const [plain, told] = [await viewLink(page, false), await viewLink(page, true)];
  const comeBy = async (link: string) => {
    const their = new Garden(await (await browser.newContext()).newPage());
    await their.page.goto(link);
    await their.isOpen();
    await goToHistory(their.page, address);
    return their;
  };
  const note = (whose: Page) => whose.getByText('You do not have access to the history of this map.');
  const history = (whose: Page) => whose.getByRole('region', { name: 'History' });
  const reader = await comeBy(plain);
  await expect(note(reader.page)).toBeVisible();
  await expect(reader.page).toHaveURL(address);
  await expect(history(reader.page)).toHaveCount(0);
  expect(await reader.words()).toEqual(['wood']);
  const guest = await comeBy(told);
  await expect(guest.page.getByRole('slider', { name: 'Point in time' })).toBeEnabled();
  await expect(guest.page).toHaveURL(address);
  await expect(note(guest.page)).toHaveCount(0);

  const past = await Past.open(ben.page);
  const name = await ben.page.evaluate(async () => String((await (await fetch('/api/session')).json()).person.name));
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('combobox', { name: `Access for ${name}` }).selectOption('Can comment');
  await expect(past.screen).toHaveCount(0);
  await expect(note(ben.page)).toBeVisible();
  // The hint for commenters stands in the same place.
  await expect(ben.page.getByText(/^You can comment here/)).toBeVisible();
  expect(await note(ben.page).count()).toBe(0);
  await ben.select('wood');
  await goToHistory(ben.page, address);
  await expect(note(ben.page)).toBeVisible();
  await expect(ben.page).toHaveURL(address);
  for (const each of [reader, guest, ben]) await each.page.context().close();
});
