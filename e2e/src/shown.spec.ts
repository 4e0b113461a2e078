import { type Browser, expect, type Page } from '@playwright/test';
import { choose } from './choose.ts';
import { MapPage } from './map-page.ts';
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
  await page.getByRole('button', { name: 'More' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  return (await menu.getByRole('menuitem').allTextContents()).map((text) => text.trim());
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
