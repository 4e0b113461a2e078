import { type Browser, expect, type Page } from '@playwright/test';
import { type Fingers, fingersOn } from './fingers.ts';
import { Garden } from './garden.ts';
import { test } from './site.ts';

const TREES = 'trees of the garden\n\toak\n\t\tacorn\n\t\tbark\n\tash\n\tyew\n\telm';

/** A map on a phone, and the fingers on its glass. */
async function onPhone(
  browser: Browser,
  site: string,
  outline = TREES,
): Promise<{ readonly page: Page; readonly garden: Garden; readonly fingers: Fingers; close(): Promise<void> }> {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const garden = await Garden.plant(page, site, outline);
  return { page, garden, fingers: await fingersOn(page), close: () => context.close() };
}

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
  await fingers.down({ x: row.x + 20, y: row.y + row.height / 2 });
  await fingers.up();
  await expect(menu).toBeHidden();
  await expect.poll(() => garden.words()).toHaveLength(10);
  await close();
});

test('the camera follows the caret past the edge, and nothing of the map scrolls', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  const { x, width } = await garden.place('acorn');
  await page.mouse.move(640, 700);
  await page.mouse.wheel(x + width - 1200, 0);
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

test('on a phone what is edited, and the bar, stay above the on-screen keyboard', async ({ browser, site }) => {
  const { page, garden, close } = await onPhone(browser, site);
  const { y } = await garden.place('elm');
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, y - 700);
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
  await page.mouse.wheel(x + width / 2 - 1280, 0);
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
  await page.getByRole('button', { name: 'Close' }).click();
});
