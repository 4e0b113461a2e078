import { expect } from '@playwright/test';
import { MapPage, write } from './map-page.ts';
import { test } from './site.ts';

const MM = `<map version="freeplane 1.9.8"><node TEXT="Harvest"><node TEXT="apples"><cloud/></node><node TEXT="walnuts"/></node></map>`;

test('a file of another program that is dropped on an open map becomes a branch of it, after its report, and is gone with one undo', async ({
  plant,
}) => {
  const map = await plant('Garden');
  const { page } = map;
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'harvest.mm', { type: '' }));
    return data;
  }, MM);
  // On the paper: a root that stands free.
  const place = { clientX: 320, clientY: 640 };
  await page
    .locator('.map-host canvas')
    .first()
    .dispatchEvent('drop', { dataTransfer: dropped, bubbles: true, ...place });
  await expect(page.getByText('Found: 3 items.')).toBeVisible();
  await page.getByText('Details', { exact: true }).click();
  await expect(page.getByText('What only .mm knows: <cloud>.')).toBeVisible();
  await page.getByRole('button', { name: 'Add to this map' }).click();
  await expect.poll(() => map.words()).toEqual(['Garden', 'Harvest', 'apples', 'walnuts']);
  await map.isSaved();
  await map.keys('Control+z');
  await expect.poll(() => map.words()).toEqual(['Garden']);
});

test('what is looked for everywhere is found in another map, and shown there', async ({ plant }) => {
  const first = await plant('Orchard\n\tquinces of the old wall');
  await first.isSaved();
  const { page } = first;
  const there = new URL(page.url()).pathname;
  const second = await plant('Kitchen');
  await second.isSaved();
  await second.keys('Control+Shift+f');
  const dialog = page.getByRole('dialog', { name: 'Find in all maps' });
  await expect(async () => {
    await write(dialog.getByRole('combobox'), 'quinces');
    await expect(dialog.getByRole('option', { name: /quinces of the old wall/ })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await second.keys('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe(there);
  await expect(page.getByRole('treeitem', { selected: true })).toHaveText('quinces of the old wall');
});

test('icons are found by name and stand before words; a formula is fetched with the first and not before', async ({
  page,
  site,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const map = await MapPage.begin(page, site);
  await map.type('Physics');
  await map.keys('Enter');
  expect(asked.filter((url) => /set-formula|icon-nodes/.test(url))).toEqual([]);
  await map.addBranch('$E=mc^2$');
  await expect.poll(() => asked.some((url) => url.includes('set-formula'))).toBe(true);
  expect(asked.some((url) => url.includes('icon-nodes'))).toBe(false);
  await map.keys(':');
  await page.getByRole('textbox', { name: 'Search icons' }).fill('launch');
  await expect(page.getByRole('button', { name: 'rocket', exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'rocket', exact: true }).first().click();
  await map.isSaved();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await expect(page.getByRole('radio', { name: 'SVG' })).toBeVisible();
});
