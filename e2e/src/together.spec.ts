import { type Browser, expect } from '@playwright/test';
import { Garden } from './garden.ts';
import { test } from './site.ts';

async function joined(browser: Browser, garden: Garden): Promise<Garden> {
  const link = await garden.shareForEditing();
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  const other = new Garden(page);
  await other.isOpen();
  return other;
}

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
  await page.mouse.move(now.x, now.y + 400, { steps: 6 });
  await page.mouse.up();
  // It was put far below: it stands there, below the root as before.
  await expect.poll(() => ada.outline()).toContain('\n\telm');
  const put = await ada.middle('elm');
  expect(Math.abs(put.y - (now.y + 400))).toBeLessThan(40);
  await ben.page.context().close();
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
  await garden.keys('Control+Alt+Shift+h');
  const slider = page.getByRole('slider', { name: 'Point in time' });
  await expect(slider).toBeEnabled();
  const screen = page.getByRole('region', { name: 'History' });
  await expect
    .poll(
      async () => {
        const shown = await screen.getByRole('treeitem').allTextContents();
        if (shown.join() === 'root,one') return true;
        await slider.press('ArrowLeft');
        return false;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await expect(screen.getByText(/^You, /)).toBeVisible();
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
