import { expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { onPhone } from './on-phone.ts';
import { test } from './site.ts';

/** Everything in the map that is scrolled. */
async function scrolled(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [document.documentElement, document.body, ...document.querySelectorAll('.map-screen, .map-screen *')]
      .filter((one) => one.scrollLeft !== 0 || one.scrollTop !== 0)
      .map((one) => `${one.tagName}.${one.className} ${one.scrollLeft} ${one.scrollTop}`),
  );
}

/** As an on-screen keyboard does: less of the window is seen. */
async function showKeyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((seen) => {
    Object.defineProperty(visualViewport, 'height', { value: seen, configurable: true });
    visualViewport?.dispatchEvent(new Event('resize'));
  }, height);
}

test('a long press opens the menu, and what the finger lets go of in it is not chosen', async ({ browser, site }) => {
  const { page, garden, fingers, close } = await onPhone(browser, site);
  const { x, y } = await garden.middle('oak');
  const before = await garden.outline();
  await fingers.down({ x, y });
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  // It lies under the finger.
  const under = await page.evaluate((at) => document.elementFromPoint(at.x, at.y)?.closest('.menu') !== null, { x, y });
  expect(under).toBe(true);
  await fingers.up();
  await garden.rests();
  await expect(menu).toBeVisible();
  expect(await garden.outline()).toBe(before);
  expect(await garden.isEditing()).toBe(false);
  // Down and up again chooses.
  const row = await menu.getByRole('menuitem', { name: 'Duplicate' }).boundingBox();
  if (row === null) throw new Error('the row is not seen');
  await fingers.tap({ x: row.x + 20, y: row.y + row.height / 2 });
  await expect(menu).toBeHidden();
  await expect.poll(() => garden.words()).toHaveLength(10);
  await close();
});

test('the camera follows the caret past the edge, and nothing of the map scrolls', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  const { x, width } = await garden.place('acorn');
  await page.mouse.move(640, 700);
  await page.mouse.wheel(Math.round(x + width - 1200), 0);
  await garden.rests();
  await garden.select('acorn');
  await garden.keys('F2');
  await garden.type(' that lies below the oldest oak of them all');
  await garden.rests();
  const box = await garden.box.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(1280);
  expect(box?.width).toBeGreaterThan(200);
  expect(await scrolled(page)).toEqual([]);
});

test('[EDIT-66] the camera follows the caret to the beginning and the end of a row that is wider than the window', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ viewport: { width: 700, height: 800 } });
  const garden = await Garden.plant(page, site);
  await garden.select('elm');
  await garden.keys('F2');
  await garden.type(' of many words that go on'.repeat(12));
  for (let i = 0; i < 6; i++) await garden.keys('Control+=');
  const rowNow = async () => {
    await garden.rests();
    const { x = 0, y = 0, width = 0, height = 0 } = (await garden.box.boundingBox()) ?? {};
    return { left: x, right: x + width, bottom: y + height, width };
  };
  await garden.keys('Home');
  const last = await rowNow();
  expect(last.width).toBeGreaterThan(800);
  expect(last.left).toBeGreaterThanOrEqual(0);
  expect(last.bottom).toBeLessThanOrEqual(800);
  await garden.keys('ArrowUp', 'End');
  // Behind the end of a row is what was too wide for it.
  const { left, right } = await rowNow();
  expect(left).toBeLessThan(0);
  expect(right).toBeLessThan(1_000);
  await page.close();
});

test('on a phone what is edited, and the bar, stay above the on-screen keyboard', async ({ browser, site }) => {
  const { page, garden, close } = await onPhone(browser, site);
  const { y } = await garden.place('elm');
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, Math.round(y - 700));
  await garden.rests();
  await garden.select('elm');
  await garden.keys('F2');
  await showKeyboard(page, 480);
  const bar = page.locator('.phone-bar');
  await expect
    .poll(async () => ((await bar.boundingBox())?.y ?? 0) + ((await bar.boundingBox())?.height ?? 0))
    .toBeCloseTo(480, 0);
  await garden.rests();
  const box = await garden.box.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((await bar.boundingBox())?.y ?? 0);
  await garden.type(' and more');
  await garden.rests();
  expect(await scrolled(page)).toEqual([]);
  await showKeyboard(page, 844);
  await expect.poll(async () => Math.round((await bar.boundingBox())?.y ?? 0)).toBeGreaterThan(700);
  await close();
});

test('what is selected stays clear of a sheet, and an item clicked half outside is brought in', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  await garden.isSaved();
  const { x, width } = await garden.place('acorn');
  await page.mouse.move(640, 700);
  await page.mouse.wheel(Math.round(x + width / 2 - 1280), 0);
  await garden.rests();
  const half = await garden.box.boundingBox();
  await garden.keys('Escape');
  await page.mouse.click(1276, (half?.y ?? 0) + 5);
  await expect
    .poll(async () => {
      const now = await garden.box.boundingBox();
      return (now?.x ?? 0) + (now?.width ?? 0);
    })
    .toBeLessThan(1270);
  await garden.keys('Alt+Enter');
  const sheet = page.getByRole('complementary');
  await expect(sheet).toBeVisible();
  await garden.rests();
  const [item, edge] = [await garden.box.boundingBox(), await sheet.boundingBox()];
  expect((item?.x ?? 0) + (item?.width ?? 0)).toBeLessThan(edge?.x ?? 0);
  // What can be done with it is still at hand, beside the sheet.
  const bar = page.getByRole('toolbar', { name: 'Selected item' });
  await expect(bar).toBeVisible();
  const tools = await bar.boundingBox();
  expect((tools?.x ?? 0) + (tools?.width ?? 0)).toBeLessThan(edge?.x ?? 0);
  await page.getByRole('button', { name: 'Close' }).click();
});

test('at 200 % page zoom what is selected is clear of everything that stands around the map', async ({
  browser,
  site,
}) => {
  // A window of 1280 by 800 has so many pixels of the page then.
  const context = await browser.newContext({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  const garden = await Garden.plant(await context.newPage(), site);
  const { page } = garden;
  const around = page.locator('.map-head, .zoom-bar, .phone-bar');
  for (const words of ['elm', 'acorn', 'trees', 'bark', 'yew']) {
    const { x, y, width, height } = await garden.place(words);
    expect([x >= 0, y >= 0, x + width <= 640, y + height <= 400], words).toEqual([true, true, true, true]);
    for (const chrome of await around.all()) {
      const covers = await chrome.evaluate((element, at) => element.contains(document.elementFromPoint(at.x, at.y)), {
        x: x + width / 2,
        y: y + height / 2,
      });
      expect(covers, words).toBe(false);
    }
  }
  await context.close();
});

test('on a phone an item that is tapped half outside is brought in, clear of the bar below', async ({
  browser,
  site,
}) => {
  const { page, garden, fingers, close } = await onPhone(browser, site);
  const { x, y, width } = await garden.place('elm');
  await page.mouse.move(200, 300);
  await page.mouse.wheel(Math.round(x + width / 2 - 390), Math.round(y - 500));
  await garden.rests();
  const half = await garden.box.boundingBox();
  await garden.keys('Escape');
  await fingers.tap({ x: 386, y: (half?.y ?? 0) + 6 });
  await expect.poll(() => garden.selected()).toEqual(['elm']);
  await expect
    .poll(async () => {
      const now = await garden.box.boundingBox();
      return (now?.x ?? 0) + (now?.width ?? 0);
    })
    .toBeLessThan(385);
  await close();
});

test('zooming in from afar ends at the map, and from blank paper one finds back', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  await garden.keys('Shift+Home');
  await garden.rests();
  await page.mouse.move(200, 700);
  await page.keyboard.down('Control');
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, 300);
  for (let i = 0; i < 14; i++) await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect.poll(() => garden.zoom()).toBe('400 %');
  const chip = page.getByRole('button', { name: 'Back to the map' });
  await expect(chip).toBeHidden();
  await page.mouse.wheel(9000, 0);
  await expect(chip).toBeVisible();
  await chip.click();
  await expect(chip).toBeHidden();
  const count = (await garden.words()).length;
  await page.mouse.wheel(9000, 0);
  await expect(chip).toBeVisible();
  await page.mouse.dblclick(500, 500);
  await expect(chip).toBeHidden();
  expect(await garden.words()).toHaveLength(count);
  const { x, y } = await garden.middle('oak');
  expect(x > 0 && x < 1280 && y > 0 && y < 800).toBe(true);
});

test('on a phone the bar has what one needs, the rest comes from below, and zoom and fit are there', async ({
  browser,
  site,
}) => {
  const { page, garden, close } = await onPhone(browser, site);
  await garden.select('oak');
  const bar = page.getByRole('toolbar', { name: 'Selected item' });
  await expect(bar.getByRole('button')).toHaveCount(5);
  await page.getByRole('button', { name: 'Zoom in' }).tap();
  await page.getByRole('button', { name: 'Show the whole map' }).tap();
  await bar.getByRole('button', { name: 'Item actions' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Item actions' });
  const edges = async () => {
    const box = await sheet.boundingBox();
    return [box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))];
  };
  await expect.poll(edges).toEqual([0, 390, 844]);
  const colours = await sheet.getByRole('group', { name: 'Colour' }).getByRole('button').all();
  expect(colours).toHaveLength(9);
  for (const colour of colours) {
    const box = await colour.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390).toBe(true);
  }
  for (const name of ['Coral', 'Shape and text', 'Note', 'Icon', 'Comment', 'Delete'])
    await expect(sheet.getByRole('button', { name: new RegExp(name) }).first()).toBeVisible();
  await sheet.getByRole('button', { name: /Icon/ }).tap();
  const picker = page.getByRole('dialog');
  await expect(picker).toBeVisible();
  await expect
    .poll(async () => Math.round(((await picker.boundingBox())?.y ?? 0) + ((await picker.boundingBox())?.height ?? 0)))
    .toBe(844);
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Item actions' }).tap();
  await sheet.getByRole('button', { name: /Delete/ }).tap();
  await expect.poll(() => garden.words()).toEqual(['trees of the garden', 'ash', 'yew', 'elm']);
  await close();
});

test('the item bar has a comment, covers neither item nor handle, and says how many are selected', async ({
  plant,
}) => {
  const garden = await plant();
  const { page } = garden;
  const bar = page.locator('.item-bar');
  for (const words of ['oak', 'acorn', 'elm', 'trees']) {
    const item = await garden.place(words);
    await expect(bar).toBeVisible();
    const seen = await bar.boundingBox();
    if (seen === null) throw new Error('the bar is not seen');
    const [left, right] = [item.x - 25, item.x + item.width + 25];
    const isOver =
      seen.x < right && seen.x + seen.width > left && seen.y < item.y + item.height && seen.y + seen.height > item.y;
    expect(isOver, words).toBe(false);
  }
  await expect(bar.getByRole('button', { name: 'Comment' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'New branch' })).toBeHidden();
  await garden.keys('Control+a');
  await expect(bar).toContainText('7 items');
  await expect(bar.getByRole('button', { name: 'Comment' })).toBeHidden();
});

test('as far away as one can go the zoom says how far, and not nothing', async ({ plant }) => {
  const garden = await plant();
  await garden.page.mouse.move(640, 400);
  await garden.page.keyboard.down('Control');
  for (let i = 0; i < 12; i++) await garden.page.mouse.wheel(0, 400);
  await garden.page.keyboard.up('Control');
  await expect.poll(() => garden.zoom()).toBe('0.4 %');
});

test('an item that is chosen in the tree that readers have comes into sight', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  await garden.select('elm');
  await page.mouse.move(640, 400);
  await page.mouse.wheel(2_000, 0);
  await garden.rests();
  await page.getByRole('treeitem', { name: 'oak' }).dispatchEvent('click');
  await expect.poll(() => garden.selected()).toEqual(['oak']);
  await garden.rests();
  const box = await garden.box.boundingBox();
  expect(box?.x).toBeGreaterThan(0);
  expect(box?.x).toBeLessThan(1_280);
});
