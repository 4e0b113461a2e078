import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { choose } from './choose.ts';
import { Garden } from './garden.ts';
import { HomePage } from './home-page.ts';
import { test } from './site.ts';
import { untilStill } from './still.ts';
import { write } from './map-page.ts';

// Home with several maps: what is marked together is done together, and the rail holds what one gives it.

async function homeOf(page: Page, site: string, ...titles: readonly string[]): Promise<HomePage> {
  await Garden.plantAll(page, site, titles);
  const home = new HomePage(page, site);
  await home.open();
  await expect(page.getByRole('main').locator('.cell')).toHaveCount(titles.length);
  return home;
}

test('maps that are marked are dragged onto a folder together, the pointer saying how many, and back with one undo', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const { setDragImage } = DataTransfer.prototype;
    DataTransfer.prototype.setDragImage = function (image, x, y) {
      document.documentElement.dataset['carried'] = image.textContent;
      setDragImage.call(this, image, x, y);
    };
  });
  const home = await homeOf(page, site, 'Four', 'Three', 'Two', 'One');
  await home.makeFolder('Numbers');
  await home.card('One').click({ modifiers: ['ControlOrMeta'] });
  await home.card('Three').click({ modifiers: ['ControlOrMeta'] });
  await expect(page.locator('.cell[data-marked="true"]')).toHaveCount(2);
  await page.locator('.cell').filter({ hasText: 'Three' }).dragTo(home.folder('Numbers'));
  await expect(page.getByText('2 maps moved to Numbers.')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-carried', '2 maps');
  await expect(page.locator('.carried-count')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await home.folder('Numbers').click();
  await expect(page.getByRole('main').locator('.cell')).toHaveCount(0);
  // Not by loading the page anew, which ends what is still on its way.
  await page.getByRole('link', { name: 'All maps' }).click();
  await expect(page.getByRole('main').locator('.cell')).toHaveCount(4);
  // One that is not marked goes alone, whatever else is.
  await home.card('Two').click({ modifiers: ['ControlOrMeta'] });
  await home.card('Four').dragTo(home.folder('Numbers'));
  await home.folder('Numbers').click();
  await expect(page.getByRole('main').locator('.cell')).toHaveCount(1);
  await expect(home.card('Four')).toBeVisible();
});

test('maps are marked by Ctrl and Shift, moved, tagged, exported and trashed together, each undone in one', async ({
  page,
  site,
}) => {
  const home = await homeOf(page, site, 'Four', 'Three', 'Two', 'One');
  const bar = page.getByRole('toolbar');
  await home.makeFolder('Numbers');
  await home.card('One').click({ modifiers: ['ControlOrMeta'] });
  await expect(bar).toHaveAccessibleName('1 selected');
  await home.card('Three').click({ modifiers: ['Shift'] });
  await expect(bar).toHaveAccessibleName('3 selected');
  await expect(page.locator('.cell[data-marked="true"]')).toHaveCount(3);
  await bar.getByRole('button', { name: 'Add tags' }).click();
  await write(page.getByRole('textbox', { name: 'Tags, separated by commas' }), 'counted, small');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'counted' })).toBeVisible();
  await bar.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('combobox', { name: 'Format of the files' }).selectOption('outline');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const archive = readFileSync(await (await coming).path());
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  for (const title of ['One', 'Two', 'Three']) expect(archive.includes(`${title}.`)).toBe(true);
  expect(archive.includes('Four.')).toBe(false);
  await bar.getByRole('button', { name: 'Move', exact: true }).click();
  await choose(page, 'Numbers');
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText('3 maps moved to Numbers.')).toBeVisible();
  // What was just done is said above the bar.
  await untilStill(page);
  const [toast, under] = [await page.locator('.toast p').boundingBox(), await bar.boundingBox()];
  expect((toast?.y ?? Infinity) + (toast?.height ?? 0)).toBeLessThan(under?.y ?? 0);
  await home.folder('Numbers').click();
  await expect(page.getByRole('main').locator('.cell')).toHaveCount(3);
  await home.card('Two').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText('3 maps moved to trash.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('main').locator('.cell')).toHaveCount(3);
});

test('by keys Shift and arrows mark, Space turns one, Escape ends it', async ({ page, site }) => {
  const home = await homeOf(page, site, 'Three', 'Two', 'One');
  const marked = page.locator('.cell[data-marked="true"]');
  await home.card('One').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(marked).toHaveCount(2);
  await page.keyboard.press('Space');
  await expect(marked).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(marked).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { name: 'Two' })).toBeAttached();
});

test('a finger that rests marks a map, and then a tap marks the next', async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const home = await homeOf(page, site, 'Two', 'One');
  const box = await home.card('One').boundingBox();
  if (box === null) throw new Error('the card is on the screen');
  const session = await context.newCDPSession(page);
  const touchPoints = [{ x: box.x + 60, y: box.y + 40 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(page.getByRole('toolbar')).toHaveAccessibleName('1 selected');
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await home.card('Two').tap();
  await expect(page.getByRole('toolbar')).toHaveAccessibleName('2 selected');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await context.close();
});

test('the menu of a folder lies above the cards, and a long name pushes nothing out of the rail', async ({
  page,
  site,
}) => {
  const home = await homeOf(page, site, 'Here');
  const name = 'Everything that has ever been thought about the orchard behind the old mill';
  await home.makeFolder(name);
  const rail = page.getByRole('navigation', { name: 'Places' });
  const button = await page.getByRole('button', { name: 'New folder' }).boundingBox();
  const around = await rail.boundingBox();
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0));
  await home.folder(name).focus();
  expect(await page.evaluate(() => document.querySelector('.home-rail')?.scrollLeft)).toBe(0);
  await home.folder(name).click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  for (const row of await menu.getByRole('menuitem').all()) {
    const isOnTop = await row.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const top = document.elementFromPoint(box.right - 4, box.top + box.height / 2);
      return element.contains(top);
    });
    expect(isOnTop).toBe(true);
  }
});

test('the list has its columns, and maps in the trash have their pictures', async ({ page, site }) => {
  const home = await homeOf(page, site, 'Listed', 'Thrown away');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  for (const column of ['Name', 'Owner', 'Folder', 'Last changed']) {
    await expect(page.locator('.columns').getByText(column)).toBeVisible();
  }
  const heads = await page
    .locator('.columns > span')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x));
  const cells = await page
    .locator('.cell')
    .first()
    .locator('.cell-owner, .cell-folder, .cell-changed')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x));
  for (const [at, x] of cells.entries()) expect(Math.abs(x - (heads[at + 1] ?? 0))).toBeLessThan(2);
  await home.choose('Thrown away', 'Move to trash');
  await page.getByRole('link', { name: 'Trash' }).click();
  const title = page.getByRole('main').locator('.thumbnail svg text', { hasText: 'Thrown away' });
  await expect(title).toBeVisible();
  // A run of words keeps the blank before the next one.
  await expect(title).toHaveCSS('white-space', 'pre');
});

test('on a phone nothing of home stands outside of the screen, for a guest with maps', async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await Garden.plant(page, site);
  await page.goto(site);
  await expect(
    page
      .getByRole('searchbox')
      .or(page.getByRole('combobox', { name: /Search/ }))
      .first(),
  ).toBeVisible();
  const outside = await page
    .getByRole('banner')
    .locator('button, a, input')
    .evaluateAll((all) =>
      all.filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.outerHTML),
    );
  expect(outside).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

test('[WEB-42] home has room on a phone in German, for somebody new and for a guest with maps', async ({
  browser,
  page,
  site,
}) => {
  await homeOf(page, site, 'Haus', 'Garten', 'Buch');
  const { cookies } = await page.context().storageState();
  const phone = { locale: 'de-DE', viewport: { width: 390, height: 844 }, hasTouch: true };
  const guest = await (await browser.newContext({ ...phone, storageState: { cookies, origins: [] } })).newPage();
  const fresh = await (await browser.newContext(phone)).newPage();
  for (const one of [fresh, guest]) {
    await one.goto(site);
    await expect(one.getByRole('button', { name: 'Anmelden', exact: true }).first()).toBeVisible();
    await expect(one.getByRole('button', { name: /^Konto|^Du/ })).toBeInViewport({ ratio: 1 });
    // Beside what scrolls, a bar may stand.
    const { scrollWidth, clientWidth } = await one
      .locator('html')
      .evaluate((root) => ({ scrollWidth: root.scrollWidth, clientWidth: root.clientWidth }));
    expect(scrollWidth).toBe(clientWidth);
  }
  await expect(fresh.locator('.button.face svg')).toBeVisible();
  await expect(guest.locator('.cell')).toHaveCount(3);
  // A list that comes is laid out more than once.
  await expect(async () => {
    const [name, sort, last, begin] = await Promise.all(
      ['h1', '.sort', '.cell >> nth=-1', '.home-ways .new-map'].map((part) => guest.locator(part).boundingBox()),
    );
    expect(sort?.x).toBeGreaterThan((name?.x ?? 0) + 60);
    expect(sort?.y).toBeLessThan((name?.y ?? 0) + 44);
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(begin?.y ?? 0);
  }).toPass({ timeout: 10_000 });
  for (const one of [fresh, guest]) await one.context().close();
});
