import { expect, type Browser } from '@playwright/test';
import { Garden } from './garden.ts';
import { test } from './site.ts';

// A phone is held upright and across, and turned in the midst of things.

const UPRIGHT = { width: 390, height: 844 };
const ACROSS = { width: 844, height: 390 };

/** A map of 26 branches with 20 leaves each. */
const LARGE = Array.from({ length: 26 }, (_, i) => [
  `branch ${i}`,
  ...Array.from({ length: 20 }, (__, j) => `\tleaf ${i}.${j}`),
])
  .flat()
  .join('\n');

async function onPhoneHeld(
  browser: Browser,
  site: string,
  viewport: typeof UPRIGHT,
  outline?: string,
): Promise<Garden> {
  const context = await browser.newContext({ hasTouch: true, viewport });
  return Garden.plant(await context.newPage(), site, outline);
}

test('a phone that is held across has the phone’s bar, sheets from below, and no word of keys', async ({
  browser,
  site,
}) => {
  const garden = await onPhoneHeld(browser, site, ACROSS);
  const { page } = garden;
  const bar = page.locator('.phone-bar');
  await garden.select('oak');
  await garden.rests();
  await expect(bar.getByRole('button')).toHaveCount(5);
  await expect(page.locator('.item-bar')).toBeHidden();
  await expect(page.locator('.first-hint')).toBeHidden();
  // Zoom stands in the row of the bar, and on none of its buttons.
  const [end, zoom] = [
    await bar.getByRole('button').last().boundingBox(),
    await page.locator('.zoom-bar').boundingBox(),
  ];
  expect((end?.x ?? 0) + (end?.width ?? 0)).toBeLessThanOrEqual(zoom?.x ?? 0);
  expect((zoom?.y ?? 0) + (zoom?.height ?? 0)).toBeLessThanOrEqual(390);
  await bar.getByRole('button', { name: 'New branch' }).tap();
  await garden.type('twig');
  await expect(bar).toBeVisible();
  await expect(page.locator('.first-hint')).toBeHidden();
  const box = await garden.box.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((await bar.boundingBox())?.y ?? 0);
  await bar.getByRole('button', { name: 'Undo' }).tap();
  await garden.select('oak');
  await bar.getByRole('button', { name: 'Item actions' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Item actions' });
  await expect
    .poll(async () => {
      const at = await sheet.boundingBox();
      return [at?.x, at?.width, Math.round((at?.y ?? 0) + (at?.height ?? 0))];
    })
    .toEqual([0, 844, 390]);
  // All of it is seen at once.
  const last = await sheet.getByRole('button', { name: 'Delete' }).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(390);
  await page.context().close();
});

test('a tablet has the mouse’s bar, and no word of keys either', async ({ browser, site }) => {
  const garden = await onPhoneHeld(browser, site, { width: 1024, height: 768 });
  await garden.select('oak');
  await expect(garden.page.locator('.item-bar')).toBeVisible();
  await expect(garden.page.locator('.first-hint')).toBeHidden();
  await garden.page.context().close();
});

test('a phone that is turned has the bar all along, and what is selected in sight', async ({ browser, site }) => {
  const garden = await onPhoneHeld(browser, site, UPRIGHT);
  const { page } = garden;
  await garden.select('acorn');
  await garden.keys('F2');
  for (const size of [ACROSS, UPRIGHT]) {
    await page.setViewportSize(size);
    const bar = page.locator('.phone-bar');
    await expect.poll(async () => (await bar.boundingBox())?.width).toBe(size.width);
    await garden.rests();
    const [box, edge, head] = [
      await garden.box.boundingBox(),
      await bar.boundingBox(),
      await page.locator('.map-head').boundingBox(),
    ];
    expect(box?.x).toBeGreaterThan(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(size.width);
    expect(box?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
    expect(await garden.isEditing()).toBe(true);
  }
  await page.context().close();
});

test('what is said at the foot of a map that opened folded lies on no bar, whatever way the phone is held', async ({
  browser,
  page,
  site,
}) => {
  const author = await Garden.plant(page, site, 'orchard');
  await author.select('orchard');
  await author.paste({ 'text/plain': LARGE });
  await expect(author.item('branch 25')).toBeAttached();
  await author.isSaved();
  const { cookies } = await page.context().storageState();
  const context = await browser.newContext({
    hasTouch: true,
    viewport: UPRIGHT,
    storageState: { cookies, origins: [] },
  });
  const garden = new Garden(await context.newPage());
  await garden.page.goto(author.address);
  await garden.isOpen();
  const hint = garden.page.locator('.quiet-note', { hasText: '547 items' });
  for (const size of [UPRIGHT, ACROSS, { width: 900, height: 700 }]) {
    await garden.page.setViewportSize(size);
    await expect(hint).toBeVisible();
    await garden.rests();
    const at = await hint.boundingBox();
    for (const chrome of await garden.page.locator('.zoom-bar, .phone-bar, .map-head-side').all()) {
      const other = await chrome.boundingBox();
      if (at === null || other === null) continue;
      const isOver =
        at.x < other.x + other.width &&
        other.x < at.x + at.width &&
        at.y < other.y + other.height &&
        other.y < at.y + at.height;
      expect(isOver, `${size.width} ${await chrome.getAttribute('class')}`).toBe(false);
    }
  }
  await context.close();
});

test('a slide is fitted again to a phone that is turned', async ({ browser, site }) => {
  const garden = await onPhoneHeld(browser, site, UPRIGHT);
  const { page } = garden;
  await garden.select('oak');
  await garden.keys('Control+Alt+p');
  const bar = page.getByRole('toolbar', { name: 'Present' });
  await expect(bar).toContainText('2 of');
  await garden.rests();
  await page.setViewportSize(ACROSS);
  // Oak and its two branches are in the middle: oak left of it, as high as the middle of what the bar leaves free.
  await expect
    .poll(async () => {
      const [box, edge] = [await garden.box.boundingBox(), await bar.boundingBox()];
      const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2;
      return [
        Math.abs(middle - (edge?.y ?? 0) / 2) < 20,
        (box?.x ?? 0) > 100,
        (box?.x ?? 0) + (box?.width ?? 0) < 500,
        (box?.height ?? 0) > 40,
      ];
    })
    .toEqual([true, true, true, true]);
  await page.context().close();
});
