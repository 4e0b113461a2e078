import { expect } from '@playwright/test';
import { isDrawn } from './drawn.ts';
import { findLink, isOnLine, link } from './link-on-screen.ts';
import { test } from './site.ts';

const BETWEEN = 'root\n\ttrunk\n\t\tone\n\t\tsomething longer between them\n\t\tthree';

test('a link goes around the words between its items', async ({ plant }) => {
  const garden = await plant(BETWEEN);
  const { page } = garden;
  await link(garden, 'one', 'three');
  const words = await garden.place('something longer between them');
  await garden.keys('Escape');
  const y = words.y + words.height / 2;
  for (let x = words.x + 4; x < words.x + words.width - 4; x += 4)
    expect(await isOnLine(page, { x, y }), `${x - words.x} in ${words.width}`).toBe(false);
  // It passes beside them.
  const found = await findLink(garden, { fromX: words.x - 160, toX: words.x + words.width + 160, y });
  expect(found.x < words.x || found.x > words.x + words.width).toBe(true);
});

test('a link under the mouse is shown with its grip, and its bar stands beside its curve, also once it is bent', async ({
  plant,
}) => {
  const garden = await plant(BETWEEN);
  const { page } = garden;
  await link(garden, 'one', 'three');
  const words = await garden.place('something longer between them');
  await garden.keys('Escape');
  const y = words.y + words.height / 2;
  const on = await findLink(garden, { fromX: words.x - 160, toX: words.x + words.width + 160, y });
  const bar = page.getByRole('toolbar', { name: 'Selected link' });
  const before = await bar.boundingBox();
  await garden.keys('Escape');
  await expect(bar).toBeHidden();
  expect(await isOnLine(page, on)).toBe(true);
  const overlay = page.locator('canvas').nth(1);
  await expect(overlay).toBeVisible();
  // Dragged, it bends to the pointer; what is selected is the link, and its bar goes along.
  await page.mouse.down();
  await page.mouse.move(on.x + 60, on.y + 90, { steps: 4 });
  await page.mouse.move(on.x + 120, on.y + 180, { steps: 4 });
  await page.mouse.up();
  await garden.isSaved();
  expect(await isOnLine(page, { x: on.x + 120, y: on.y + 180 })).toBe(true);
  await page.mouse.click(on.x + 120, on.y + 180);
  await expect(bar).toBeVisible();
  const after = await bar.boundingBox();
  expect((after?.y ?? 0) - (before?.y ?? 0)).toBeGreaterThan(60);
});

test('while a branch is dragged, a link from below it to elsewhere does not hang in the air', async ({ plant }) => {
  const garden = await plant('root\n\tone\n\t\tbelow one\n\ttwo\n\tthree\n\tfour');
  const { page } = garden;
  await link(garden, 'below one', 'four');
  const [from, to, one] = [await garden.place('below one'), await garden.place('four'), await garden.middle('one')];
  await garden.keys('Escape');
  // A level cut through the air above all words, which only the link crosses.
  const [left, right] = [Math.min(from.x, to.x + to.width), Math.max(from.x, to.x + to.width)];
  const isSeen = async (): Promise<boolean> => {
    for (let x = left + 20; x < right - 20; x += 10)
      if (await isDrawn(page, x, Math.min(from.y, to.y, one.y) - 60, Math.min(from.y, to.y, one.y) - 16)) return true;
    return false;
  };
  await expect.poll(isSeen).toBe(true);
  await page.mouse.move(one.x, one.y);
  await page.mouse.down();
  await page.mouse.move(one.x + 10, one.y + 200, { steps: 6 });
  await expect.poll(isSeen).toBe(false);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(isSeen).toBe(true);
});
