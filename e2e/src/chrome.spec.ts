import { expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { onPhone } from './on-phone.ts';
import { test } from './site.ts';
import { untilStill } from './still.ts';

// What stands around the map: its buttons, their tips, its menus and dialogs, as they look and as they are told.

/** The colour of a CSS value as the screen has it, in bytes. */
async function bytesOf(page: Page, colour: string): Promise<readonly number[]> {
  return page.evaluate((value) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (context === null) return [];
    context.fillStyle = value;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  }, colour);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a primary button under the pointer keeps to ink: ${colorScheme}`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(site);
    const button = page.getByRole('button', { name: 'New map' }).first();
    const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await colour();
    await button.hover();
    await expect.poll(colour).not.toBe(before);
    const [red = 0, green = 0, blue = 0] = await bytesOf(page, await colour());
    // Ink is a grey with a breath of colour; what turned brown or olive was thirty bytes and more apart.
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(24);
  });
}

test('a tip of our own says what a button is called and its keys, after a moment, and leaves with the pointer', async ({
  plant,
}) => {
  const garden = await plant('root');
  const { page } = garden;
  const tip = page.locator('.tip');
  // The first movement fetches the code.
  await page.mouse.move(400, 300);
  await page.mouse.move(420, 320);
  const button = page.getByRole('button', { name: 'Zoom in' });
  const fromMs = Date.now();
  await button.hover();
  await expect(tip).toBeVisible();
  expect(Date.now() - fromMs).toBeGreaterThan(550);
  await expect(tip).toContainText('Zoom in');
  await expect(tip.locator('kbd')).toHaveText(/Ctrl|⌘/);
  await expect(button).not.toHaveAttribute('title');
  await expect(button).toHaveAccessibleName('Zoom in');
  await page.mouse.move(400, 300);
  await expect(tip).toBeHidden();
  // None covers the menu that its button has opened.
  const more = page.getByRole('banner').getByRole('button', { name: 'More', exact: true });
  const { x = 0, y = 0 } = (await more.boundingBox()) ?? {};
  await more.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.mouse.move(400, 300);
  await page.mouse.move(x + 10, y + 10);
  await page.waitForTimeout(900);
  await expect(tip).toBeHidden();
  await page.keyboard.press('Escape');
});

test('the themes stand in one line, and the chosen one has the check before it', async ({ page, site }) => {
  await page.goto(site);
  await page.getByRole('banner').getByRole('button').last().click();
  const rows = page.getByRole('menuitemradio');
  await expect(rows).toHaveCount(3);
  const lefts = await rows
    .locator('span')
    .evaluateAll((labels) => labels.map((each) => each.getBoundingClientRect().x));
  expect(new Set(lefts).size).toBe(1);
  await rows.last().click();
  await page.getByRole('banner').getByRole('button').last().click();
  await expect(rows.last()).toHaveAttribute('aria-checked', 'true');
  const seen = await rows
    .locator('svg')
    .evaluateAll((checks) => checks.map((each) => getComputedStyle(each).visibility));
  expect(seen).toEqual(['hidden', 'hidden', 'visible']);
});

test('with colours of the device every button keeps its sign', async ({ page, site }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const garden = await Garden.plant(page, site, 'root\n\tleaf');
  await garden.select('leaf');
  await expect(page.getByRole('toolbar').first()).toBeVisible();
  const signless = async (): Promise<readonly string[]> =>
    page.getByRole('button').evaluateAll((buttons) =>
      buttons
        .filter((button) => {
          if (!button.checkVisibility() || (button.textContent ?? '').trim() !== '') return false;
          const paper = getComputedStyle(document.documentElement).backgroundColor;
          const isSeen = (element: Element): boolean => {
            const { color, stroke, fill, backgroundColor, forcedColorAdjust, opacity, visibility } =
              getComputedStyle(element);
            if (opacity === '0' || visibility === 'hidden') return false;
            if (element.matches('svg, svg *')) {
              return [stroke, fill, color].some(
                (paint) => paint !== 'none' && paint !== paper && paint !== backgroundColor,
              );
            }
            return forcedColorAdjust === 'none' && backgroundColor !== paper;
          };
          return ![...button.querySelectorAll('*'), button].some(isSeen);
        })
        .map((button) => button.getAttribute('aria-label') ?? button.outerHTML),
    );
  expect(await signless()).toEqual([]);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await signless()).toEqual([]);
  // So does the command that Enter would do.
  await garden.keys('Escape', 'Control+Shift+p');
  const outlines = () =>
    page.getByRole('option').evaluateAll((rows) => rows.slice(0, 3).map((row) => getComputedStyle(row).outlineStyle));
  await expect.poll(outlines).toEqual(['solid', 'none', 'none']);
  await garden.keys('ArrowDown');
  await expect.poll(outlines).toEqual(['none', 'solid', 'none']);
});

test('[WEB-1] dialogs have the same measures on a map as at home, and the hint below a new map has a ground', async ({
  page,
  site,
}) => {
  await page.goto(site);
  await page.getByRole('button', { name: 'New map' }).first().click();
  const garden = new Garden(page);
  await garden.isOpen();
  const hint = page.getByText('Tab: new branch, Enter twice: new item below');
  const [, , , ground] = await bytesOf(page, await hint.evaluate((line) => getComputedStyle(line).backgroundColor));
  expect(ground).toBeGreaterThan(200);
  // No wider than its words: what it covers is little.
  expect((await hint.boundingBox())?.width).toBeLessThan(400);
  await garden.type('root');
  await garden.keys('Escape', 'Control+k');
  const ways = page.getByRole('dialog').getByRole('button');
  await expect(ways).toHaveCount(3);
  const boxes = await ways.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
  const [set, cancel] = boxes.slice(-2);
  expect(cancel?.y).toBe(set?.y);
  expect(Math.round((cancel?.x ?? 0) - (set?.right ?? 0))).toBeGreaterThanOrEqual(8);
  await garden.keys('Escape');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const choice = page.getByRole('dialog').getByRole('radiogroup').first();
  expect(await choice.evaluate((group) => getComputedStyle(group).marginBlockEnd)).toBe('0px');
  expect(await choice.evaluate((group) => getComputedStyle(group).columnGap)).toBe('normal');
});

test('behind a dialog the page stays light', async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await Garden.plant(page, site, 'root');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const veil = await page
    .getByRole('dialog')
    .evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor);
  const [, , , alpha = 255] = await bytesOf(page, veil);
  expect(alpha).toBeGreaterThan(0);
  expect(alpha / 255).toBeLessThan(0.2);
});

test('the report on an import speaks of items, tells what that means, and has the file’s own names on demand', async ({
  page,
  site,
}) => {
  await page.goto(site);
  const items = Array.from({ length: 197 }, (_, n) => `<node TEXT="item ${n}" COLOR="#ff0000"/>`).join('');
  const buffer = Buffer.from(`<map version="1.0.1"><node TEXT="root">${items}</node></map>`);
  await page.getByRole('button', { name: /file/i }).first().click();
  await page.locator('input[type="file"]').setInputFiles({ name: 'colours.mm', mimeType: 'text/xml', buffer });
  const report = page.locator('.import-report');
  await expect(report.getByText('Text colours of 197 items are kept, and not shown')).toBeVisible();
  await expect(report.getByText('It is written back when you export')).toBeVisible();
  await expect(report.getByText('COLOR')).toBeHidden();
  await report.getByText('Details').click();
  await expect(report.getByText('What only .mm knows: COLOR.')).toBeVisible();
});

test('a PDF of a map on paper is one sheet, unless tiles are asked for', async ({ plant }) => {
  const garden = await plant('root');
  const { page } = garden;
  await page.getByRole('button', { name: 'More', exact: true }).last().click();
  await page.getByRole('menuitem', { name: /Download|Export/ }).click();
  await page.getByRole('dialog').getByRole('combobox').filter({ hasText: 'A4' }).selectOption({ label: 'A4' });
  const sheets = page.getByRole('dialog').getByRole('combobox').filter({ hasText: 'Split across pages' });
  await expect(sheets).toHaveValue('page');
  await page.getByRole('dialog').getByRole('combobox').first().focus();
  const asked = page.waitForRequest((request) => request.url().includes('fit='));
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
  expect(new URL((await asked).url()).searchParams.get('fit')).toBe('page');
});

test('the way to download is in sight as soon as one asks for it, however long the list of formats is', async ({
  plant,
}) => {
  const { page } = await plant('root');
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await untilStill(page);
    const button = dialog.getByRole('button', { name: 'Download' });
    await expect(button).toBeInViewport({ ratio: 1 });
    // Nothing of the list shows through it, and its last line can still be reached.
    await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const last = await dialog.getByText('Transparent background').boundingBox();
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThan((await button.boundingBox())?.y ?? 0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('[WEB-60] a sheet moves a map that is seen as a whole, and gives its room back', async ({ plant }) => {
  const leaves = Array.from(
    { length: 8 },
    (_, i) => `\tthe branch of number ${i}\n\t\ta leaf that says a little more, ${i}`,
  );
  const garden = await plant(['bakery', ...leaves].join('\n'));
  const { page } = garden;
  await page.getByRole('button', { name: 'Show the whole map' }).click();
  await garden.select('bakery');
  const before = await garden.zoomAtRest();
  const hint = page.locator('.first-hint');
  await expect(hint).toBeVisible();
  await page.keyboard.press('Control+Alt+o');
  const sheet = page.getByRole('complementary');
  await expect.poll(() => garden.zoom()).not.toBe(before);
  await expect(hint).toBeHidden();
  const beside = await garden.zoomAtRest();
  expect(Number.parseFloat(beside)).toBeLessThan(Number.parseFloat(before));
  const edge = (await sheet.boundingBox())?.x ?? 0;
  for (const words of ['0', '7'].map((one) => `a leaf that says a little more, ${one}`)) {
    const { x, width } = await garden.place(words);
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThan(edge);
  }
  expect(await garden.zoomAtRest()).toBe(beside);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => garden.zoom()).toBe(before);
});

test('[WEB-61] a phone shows where the map goes on, has its commands at hand, and several threads in one sheet', async ({
  browser,
  site,
}) => {
  const branches = ['bread', 'people', 'money', 'place'].map(
    (words) => `\t${words} and what it takes\n\t\ta leaf of some length`,
  );
  const { page, garden, close } = await onPhone(browser, site, ['a bakery in our street', ...branches].join('\n'));
  await garden.isSaved();
  await page.reload();
  await garden.isOpen();
  const edge = (side: 'before' | 'after') =>
    page.locator('.map-behind > .map-host').evaluate((host, of) => getComputedStyle(host, `::${of}`).content, side);
  await expect
    .poll(async () => [await edge('before'), await edge('after')])
    .toEqual([expect.stringContaining('‹'), expect.stringContaining('›')]);
  await page.getByRole('button', { name: 'All commands' }).tap();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More', exact: true }).first().tap();
  await page.getByRole('menuitem', { name: 'All comments' }).tap();
  const sheet = page.getByRole('complementary');
  const groups = sheet.getByRole('radiogroup');
  await expect(groups).toHaveCount(2);
  const rows = await groups.evaluateAll((each) => each.map((one) => one.getBoundingClientRect().y));
  expect(rows[0]).toBe(rows[1]);
  expect((await sheet.boundingBox())?.height).toBeGreaterThan(650);
  await close();
});
