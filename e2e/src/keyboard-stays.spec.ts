import { expect } from '@playwright/test';
import { MapPage } from './map-page.ts';
import { test } from './site.ts';

// The keyboard goes where somebody asked for it, and nowhere by itself.

test('a note that is open follows the selection and leaves the keyboard to the map until it is asked for', async ({
  page,
  site,
}) => {
  const map = await MapPage.begin(page, site);
  await map.type('Garden');
  await map.keys('Enter');
  await map.addBranch('beans');
  await map.addBelow('peas');
  await map.keys('Alt+Enter');
  await expect(page.getByRole('textbox', { name: 'Note on peas' })).toBeFocused();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await map.keys('ArrowUp');
  const note = page.getByRole('textbox', { name: 'Note on beans' });
  await expect(note).toBeVisible();
  await expect(note).not.toBeFocused();
  await map.keys('Alt+Enter');
  await expect(note).toBeFocused();
  await map.type('in May');
  await expect(note).toHaveValue('in May');
});

test('without an item there is no note to write, and that is said', async ({ page, site }) => {
  const map = await MapPage.begin(page, site);
  await map.type('Garden');
  await map.keys('Enter', 'Escape', 'Alt+Enter');
  await expect(page.getByText('Select an item first.')).toBeVisible();
});

test('on a phone, a button of the bar below leaves the keyboard to the words', async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const map = await MapPage.begin(await context.newPage(), site);
  await map.type('Garden');
  await map.keys('Enter');
  await map.page.getByRole('toolbar').getByRole('button', { name: 'New branch' }).tap();
  await map.type('beans');
  await map.keys('Enter');
  await expect.poll(() => map.words()).toEqual(['Garden', 'beans']);
  // Menus are sheets from below.
  await map.page.getByRole('button', { name: 'More', exact: true }).tap();
  // It comes up from below.
  const end = async () => {
    const menu = await map.page.getByRole('menu').boundingBox();
    return menu === null ? null : { left: menu.x, bottom: Math.round(menu.y + menu.height) };
  };
  await expect.poll(end).toEqual({ left: 0, bottom: 844 });
  await context.close();
});
