import { expect } from '@playwright/test';
import { fingersOn } from './fingers.ts';
import { HomePage } from './home-page.ts';
import { MapPage } from './map-page.ts';
import { onPhone } from './on-phone.ts';
import { test } from './site.ts';

// A press beside an open menu closes it, and does nothing to what lies there.

test('a menu has the keyboard as soon as it is open, and gives it back', async ({ plant }) => {
  const { page } = await plant('root');
  const more = page.getByRole('button', { name: 'More', exact: true }).first();
  await more.click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
});

test('a click beside an open menu closes it and neither selects nor presses; the right button opens the menu of what is there', async ({
  plant,
}) => {
  const garden = await plant();
  const { page } = garden;
  const menu = page.getByRole('menu');
  const [ash, elm] = [await garden.middle('ash'), await garden.middle('elm')];
  const before = await garden.place('oak');
  const [oak] = [await garden.middle('oak')];
  await page.mouse.click(oak.x, oak.y, { button: 'right' });
  await expect(menu).toBeVisible();
  await page.mouse.click(elm.x, elm.y);
  await expect(menu).toBeHidden();
  expect(await garden.selected()).toEqual(['oak']);
  // The keyboard is where it was, and the next click counts.
  await expect(garden.box).toBeFocused();
  await page.mouse.click(ash.x, ash.y);
  await expect.poll(() => garden.selected()).toEqual(['ash']);

  await page.getByRole('button', { name: 'More', exact: true }).last().click();
  await expect(menu).toBeVisible();
  // What is dragged with it stays.
  await page.mouse.move(oak.x, oak.y);
  await page.mouse.down();
  await page.mouse.move(oak.x + 60, oak.y - 120, { steps: 5 });
  await page.mouse.up();
  await expect(menu).toBeHidden();
  expect(await garden.place('oak')).toEqual(before);
  // Under the mouse things show again what a press does.
  await page.mouse.move(elm.x, elm.y);
  const more = page.getByRole('button', { name: 'More', exact: true }).last();
  await more.click();
  await expect(menu).toBeVisible();
  // The button that opened it closes it.
  await more.click();
  await expect(menu).toBeHidden();

  await page.mouse.click(oak.x, oak.y, { button: 'right' });
  await expect(menu).toBeVisible();
  await page.mouse.click(elm.x, elm.y, { button: 'right' });
  await expect.poll(() => garden.selected()).toEqual(['elm']);
  await expect(menu).toBeVisible();
  await garden.keys('Escape');
});

test('on a phone a tap beside an open menu, or beside the sheet of an item, closes it alone', async ({
  browser,
  site,
}) => {
  const { page, garden, fingers, close } = await onPhone(browser, site);
  const menu = page.getByRole('menu');
  const oak = await garden.middle('oak');
  await fingers.down(oak);
  await expect(menu).toBeVisible();
  await fingers.up();
  // Paper, where a tap selects nothing.
  const there = await page.evaluate(() => {
    const isPaper = (x: number, y: number): boolean => document.elementFromPoint(x, y) instanceof HTMLCanvasElement;
    for (let y = 120; y < 700; y += 10) for (const x of [380, 10]) if (isPaper(x, y)) return { x, y };
    throw new Error('the menu covers all of the map');
  });
  await fingers.tap(there);
  await expect(menu).toBeHidden();
  await garden.rests();
  expect(await garden.selected()).toEqual(['oak']);
  expect(await garden.isEditing()).toBe(false);
  await fingers.tap(there);
  await expect.poll(() => garden.selected()).toEqual([]);
  await garden.select('oak');

  const more = await page.getByRole('button', { name: 'More', exact: true }).first().boundingBox();
  const home = await page.getByRole('link', { name: 'All maps' }).boundingBox();
  if (more === null || home === null) throw new Error('they are at the top');
  await fingers.tap({ x: more.x + more.width / 2, y: more.y + more.height / 2 });
  await expect(menu).toBeVisible();
  await fingers.tap({ x: home.x + home.width / 2, y: home.y + home.height / 2 });
  await expect(menu).toBeHidden();
  await garden.rests();
  await expect(page.getByRole('link', { name: 'All maps' })).toBeVisible();

  const actions = await page.getByRole('button', { name: 'Item actions' }).boundingBox();
  if (actions === null) throw new Error('the bar is below');
  await fingers.tap({ x: actions.x + actions.width / 2, y: actions.y + actions.height / 2 });
  const sheet = page.getByRole('dialog', { name: 'Item actions' });
  await expect(sheet).toBeVisible();
  const top = (await sheet.boundingBox())?.y ?? 0;
  // Paper, where a tap would select nothing.
  await fingers.tap({ x: 200, y: top - 20 });
  await expect(sheet).toBeHidden();
  await garden.rests();
  expect(await garden.selected()).toEqual(['oak']);
  expect(await garden.isEditing()).toBe(false);
  await close();
});

test('at home a tap or a click beside an open menu opens no map', async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  const map = await MapPage.begin(page, site);
  await map.type('Two');
  await map.keys('Escape');
  await map.isSaved();
  await page.getByRole('link', { name: 'All maps' }).click();
  const home = new HomePage(page, site);
  await expect(home.card('Two')).toBeVisible();
  const card = await home.card('Two').boundingBox();
  if (card === null) throw new Error('the card is on the screen');
  const at = { x: card.x + 30, y: card.y + 30 };
  const menu = page.getByRole('menu');
  const fingers = await fingersOn(page);
  for (const press of [() => fingers.tap(at), () => page.mouse.click(at.x, at.y)]) {
    await page.getByRole('button', { name: 'Actions: Two' }).click();
    await expect(menu).toBeVisible();
    await press();
    await expect(menu).toBeHidden();
    await expect(home.card('Two')).toBeVisible();
    await expect(page.getByRole('main')).toBeVisible();
  }
  await page.mouse.click(at.x, at.y);
  await expect(page.getByRole('treeitem', { name: 'Two' })).toBeAttached();
  await context.close();
});
