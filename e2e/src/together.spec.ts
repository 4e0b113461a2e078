import { expect } from '@playwright/test';
import { choose } from './choose.ts';
import { Garden } from './garden.ts';
import { joined } from './joined.ts';
import { Past } from './past.ts';
import { test } from './site.ts';

test('what somebody else changes never moves the words that are being typed', async ({ browser, plant }) => {
  const ada = await plant();
  const ben = await joined(browser, ada);
  await ada.select('elm');
  await ada.keys('F2');
  await ada.rests();
  const before = await ada.box.boundingBox();
  await ben.select('oak');
  for (const words of ['one', 'two', 'three', 'four']) {
    await ben.addBranch(words);
    await ben.keys('Shift+Tab');
  }
  await expect.poll(() => ada.words()).toContain('four');
  await ada.rests();
  const after = await ada.box.boundingBox();
  expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(1.5);
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1.5);
  await ada.type(' tree');
  await ada.keys('Enter');
  await expect.poll(() => ben.words()).toContain('elm tree');
  await ben.page.context().close();
});

test('words go on in an item that somebody else has deleted, and bring it back', async ({ browser, plant }) => {
  const ada = await plant();
  const ben = await joined(browser, ada);
  await ada.select('elm');
  await ada.keys('F2');
  await ada.type(' first half');
  await expect.poll(() => ben.words()).toContain('elm first half');
  await ben.select('elm first half');
  await ben.keys('Delete');
  await expect(
    ada.page.getByRole('paragraph').filter({ hasText: 'Somebody deleted what you are writing.' }),
  ).toBeVisible();
  await ada.type(' and the rest');
  await ada.keys('Enter');
  await expect.poll(() => ben.words()).toContain('elm first half and the rest');
  await expect(
    ada.page.getByRole('paragraph').filter({ hasText: 'Somebody deleted what you are writing.' }),
  ).toHaveCount(0);
  await ben.page.context().close();
});

test('what somebody else changes does not take a drag out of one’s hand', async ({ browser, plant }) => {
  const ada = await plant();
  const { page } = ada;
  const ben = await joined(browser, ada);
  const [elm, ash] = [await ada.middle('elm'), await ada.middle('ash')];
  await page.mouse.move(elm.x, elm.y);
  await page.mouse.down();
  await page.mouse.move(elm.x + 20, elm.y + 40, { steps: 4 });
  await ben.select('oak');
  await ben.addBranch('meanwhile');
  await expect.poll(() => ada.words()).toContain('meanwhile');
  const now = await ada.page.evaluate(() => 0).then(() => ash);
  // Where nothing covers it: what is dropped under the edge is brought in.
  const far = Math.min(now.y + 400, 640);
  await page.mouse.move(now.x, far, { steps: 6 });
  await page.mouse.up();
  // It was put far below: it stands there, below the root as before.
  await expect.poll(() => ada.outline()).toContain('\n\telm');
  const put = await ada.middle('elm');
  expect(Math.abs(put.y - far)).toBeLessThan(40);
  await ben.page.context().close();
});

test('[EDIT-127] while others move, rings are on a canvas no larger than they are, and look as they do alone', async ({
  browser,
  plant,
}) => {
  const ada = await plant();
  const rings = ada.page.locator('.map-host canvas').nth(1);
  const widest = (await ada.page.locator('.map-host').boundingBox())?.width ?? 0;
  const ben = await joined(browser, ada);
  const { x, y, width, height } = await ada.place('elm');
  const clip = { x: x - 8, y: y - 8, width: width + 16, height: height + 16 };
  for (const at of [200, 210, 220]) await ben.page.mouse.move(at, 200);
  await expect.poll(async () => (await rings.boundingBox())?.width).toBeLessThan(width + 100);
  const box = await rings.boundingBox();
  expect(x - (box?.x ?? 0)).toBeGreaterThan(0);
  expect(y - (box?.y ?? 0)).toBeGreaterThan(0);
  const together = await ada.page.screenshot({ clip });
  await ben.page.context().close();
  await ada.select('ash');
  await ada.select('elm');
  await expect.poll(async () => (await rings.boundingBox())?.width).toBe(widest);
  expect(await ada.page.screenshot({ clip })).toEqual(together);
});

test('history: any moment is shown, and going back to it is one step that undo takes back', async ({ plant }) => {
  const garden = await plant('root\n\tone');
  const { page } = garden;
  await garden.isSaved();
  const before = await garden.outline();
  await garden.select('one');
  await garden.addBranch('two');
  await garden.select('root');
  await garden.keys('Tab');
  await garden.type('three');
  await garden.keys('Enter');
  await garden.isSaved();
  const after = await garden.outline();
  const past = await Past.open(page);
  await past.backTo(['root', 'one']);
  await expect(past.screen.getByText(/^You, /)).toBeVisible();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect.poll(() => garden.outline()).toBe(before);
  await garden.keys('Control+z');
  await expect.poll(() => garden.outline()).toBe(after);
});

test('undo takes back what one did oneself, and what others change is said', async ({ browser, plant }) => {
  const ada = await plant();
  const ben = await joined(browser, ada);
  await ada.select('elm');
  await ada.addBranch('by Ada');
  await expect.poll(() => ben.words()).toContain('by Ada');
  await ben.select('oak');
  await ben.addBranch('by Ben');
  await expect.poll(() => ada.words()).toContain('by Ben');
  await expect(ada.page.getByText(/changed \d+ items?/)).toBeAttached();
  await ada.keys('Control+z', 'Control+z');
  await expect.poll(() => ada.words()).not.toContain('by Ada');
  expect(await ada.words()).toContain('by Ben');
  await ben.page.context().close();
});

test('what somebody drags is seen by the others where they have it, and goes home when they give up', async ({
  browser,
  plant,
}) => {
  const ada = await plant();
  const ben = await joined(browser, ada);
  const { page } = ada;
  // Ben looks from where Ada does: both windows are of one size, and the map fits.
  const [theirs, oak] = [await ben.middle('oak'), await ada.middle('oak')];
  await ben.keys('Escape');
  await ada.isSaved();
  const before = await ben.outline();
  const away = { x: 40, y: 220 };
  const home = () => inkAt(ben, theirs.x, theirs.y);
  const there = () => inkAt(ben, theirs.x + away.x, theirs.y + away.y);
  await expect.poll(home).toBeGreaterThan(0);
  expect(await there()).toBe(0);
  const version = await ada.status.textContent();
  await page.mouse.move(oak.x, oak.y);
  await page.mouse.down();
  await page.mouse.move(oak.x + away.x, oak.y + away.y, { steps: 8 });
  await expect.poll(there).toBeGreaterThan(0);
  await expect.poll(home).toBe(0);
  // Nothing of it was written.
  expect(await ada.status.textContent()).toBe(version);
  expect(await ben.outline()).toBe(before);
  await page.keyboard.press('Escape');
  await expect.poll(there).toBe(0);
  await expect.poll(home).toBeGreaterThan(0);
  await page.mouse.up();
  await ben.page.context().close();
});

test('what somebody drags is not seen to move by who types in it, and is home again when they are cut off', async ({
  browser,
  plant,
}) => {
  const ada = await plant();
  const ben = await joined(browser, ada);
  const [oak, seen] = [await ben.middle('oak'), await ada.middle('oak')];
  const away = { x: seen.x + 40, y: seen.y + 220 };
  await ada.select('acorn');
  await ada.keys('F2');
  await ada.rests();
  const typed = await ada.box.boundingBox();
  await ben.page.mouse.move(oak.x, oak.y);
  await ben.page.mouse.down();
  await ben.page.mouse.move(oak.x + 40, oak.y + 220, { steps: 8 });
  // Their pointer is seen, so the drag has come.
  await expect.poll(() => othersAt(ada, away.x + 4, away.y + 6)).toBeGreaterThan(0);
  expect(await inkAt(ada, away.x, away.y)).toBe(0);
  expect(await ada.box.boundingBox()).toEqual(typed);
  await ada.keys('Escape');
  await expect.poll(() => inkAt(ada, away.x, away.y)).toBeGreaterThan(0);
  await ben.page.context().close();
  await expect.poll(() => inkAt(ada, away.x, away.y)).toBe(0);
});

test('[EDIT-125] somebody is seen to point at what they point at, also where another branch is folded', async ({
  browser,
  plant,
}) => {
  const ada = await plant('trees\n\toak\n\t\tacorn\n\t\tbark\n\t\tleaf\n\t\troot\n\t\tmoss\n\tash\n\t\tkeys\n\tyew');
  const { page } = ada;
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await choose(page, 'Links');
  await choose(page.getByRole('radiogroup', { name: 'Create link' }), 'Can view');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Create link' }).inputValue();
  await page.keyboard.press('Escape');
  // Who may only look folds for themself.
  const ben = new Garden(await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage());
  await ben.page.goto(link);
  await ben.isOpen();
  await ben.select('oak');
  await ben.keys('Space');
  await expect(ben.item('acorn')).toHaveCount(0);
  const [here, root] = [await ben.middle('keys'), await ben.middle('trees')];
  const [theirs, theirRoot] = [await ada.middle('keys'), await ada.middle('trees')];
  // Nobody has them selected, and they stand elsewhere for each.
  await ben.keys('Escape');
  await ada.keys('Escape');
  const there = root.y + theirs.y - theirRoot.y;
  expect(Math.abs(here.y - there)).toBeGreaterThan(30);
  // What Ada had selected is seen a moment longer.
  await expect.poll(() => othersAt(ben, here.x + 4, here.y + 6)).toBe(0);
  await page.mouse.move(theirs.x, theirs.y);
  await expect.poll(() => othersAt(ben, here.x + 4, here.y + 6)).toBeGreaterThan(0);
  expect(await othersAt(ben, here.x + 4, there + 6)).toBe(0);
  await ben.page.context().close();
});

/** How much is drawn on the map's canvas around a place of the window: pixels that are not paper. */
async function inkAt(garden: Garden, x: number, y: number): Promise<number> {
  return drawnAt(garden, 0, x, y);
}

/** And of what other people leave over it. */
async function othersAt(garden: Garden, x: number, y: number): Promise<number> {
  return drawnAt(garden, 2, x, y);
}

async function drawnAt({ page }: Garden, layer: number, x: number, y: number): Promise<number> {
  return page.evaluate(
    ([nth, atX, atY]) => {
      const canvas = document.querySelectorAll<HTMLCanvasElement>('.map-screen canvas, main canvas')[nth ?? 0];
      if (canvas === undefined || getComputedStyle(canvas).visibility === 'hidden') return 0;
      // A worker may be drawing on it: what is seen of it is copied.
      const { width, height } = canvas;
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
      if (context === null) throw new Error('there is a canvas');
      context.drawImage(canvas, 0, 0);
      const box = canvas.getBoundingClientRect();
      const ratio = canvas.width / box.width;
      const size = Math.round(16 * ratio);
      const left = Math.round(((atX ?? 0) - box.x) * ratio - size / 2);
      const top = Math.round(((atY ?? 0) - box.y) * ratio - size / 2);
      const { data } = context.getImageData(left, top, size, size);
      const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(2, Math.round(canvas.height / 2), 1, 1).data;
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        const apart =
          Math.abs((data[i] ?? 0) - r) + Math.abs((data[i + 1] ?? 0) - g) + Math.abs((data[i + 2] ?? 0) - b);
        if (apart + Math.abs((data[i + 3] ?? 0) - a) > 40) count++;
      }
      return count;
    },
    [layer, x, y],
  );
}

test('history says who did what, by person and pause, and a press shows the map right after', async ({
  plant,
  browser,
}) => {
  const ada = await plant('Garden\n\tBeds');
  const link = await ada.shareForEditing();
  const ben = new Garden(await (await browser.newContext()).newPage());
  await ben.page.goto(link);
  await ben.isOpen();
  await ben.select('Beds');
  await ben.addBranch('roses');
  await ben.addBelow('tulips');
  await ben.isSaved();
  await expect.poll(() => ada.words()).toContain('tulips');
  await ada.select('Garden');
  await ada.addBranch('Tools');
  await ada.isSaved();
  const { page } = ada;
  await ada.keys('Control+Alt+Shift+h');
  const list = page.getByRole('complementary', { name: 'Who did what' });
  const sittings = list.getByRole('listitem').getByRole('button');
  await expect(sittings).toHaveCount(2);
  await expect(sittings.nth(0)).toContainText(/^You.*Added \d+ items/);
  await expect(sittings.nth(0)).toHaveAttribute('aria-current', 'true');
  await expect(sittings.nth(1)).toContainText('Added 2 items below “Beds”');
  const screen = page.getByRole('region', { name: 'History' });
  await sittings.nth(1).click();
  await expect(sittings.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect
    .poll(() => screen.getByRole('treeitem').allTextContents())
    .toEqual(['Garden', 'Beds', 'roses', 'tulips']);
  await page.getByRole('button', { name: 'Show who did what' }).click();
  await expect(list).toHaveCount(0);
  await ben.page.context().close();
});
