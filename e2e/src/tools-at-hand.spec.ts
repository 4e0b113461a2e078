import { expect } from '@playwright/test';
import { isDrawn } from './drawn.ts';
import { Garden } from './garden.ts';
import { onPhone } from './on-phone.ts';
import { test } from './site.ts';
import { untilStill } from './still.ts';
import { write } from './map-page.ts';

test('an outline pasted into a new map is the map, whose title follows the root until somebody names it', async ({
  page,
  site,
}) => {
  const garden = new Garden(page);
  await page.goto(site);
  await page.getByRole('button', { name: 'New map' }).first().click();
  await garden.isOpen();
  await garden.paste({ 'text/plain': 'Plan **A**\n\tone\n\t\ttwo\n\tthree' });
  await expect.poll(() => garden.outline()).toBe('Plan A\n\tone\n\t\ttwo\n\tthree');
  const title = page.getByRole('textbox', { name: 'Map name' });
  await expect(title).toHaveValue('Plan A');
  await garden.select('Plan A');
  await garden.keys('F2', 'Control+a');
  await garden.type('Plan B');
  // Still at it, in the next item.
  await garden.keys('Tab');
  await expect(title).toHaveValue('Plan B');
  await write(title, 'My plan');
  await page.keyboard.press('Enter');
  await garden.select('Plan B');
  await garden.keys('F2');
  await garden.type(' and more');
  await garden.keys('Enter');
  await garden.isSaved();
  await expect(title).toHaveValue('My plan');
});

test('a note and a comment read as Markdown, and their links open', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  await garden.select('oak');
  await garden.keys('Alt+Enter');
  const note = page.getByRole('textbox', { name: 'Note on oak' });
  await write(note, 'A **strong** tree\n- see https://example.org/oak');
  await page.keyboard.press('Escape');
  await garden.keys('Alt+Enter');
  await garden.box.focus();
  const sheet = page.getByRole('complementary');
  await expect(sheet.locator('strong')).toHaveText('strong');
  const link = sheet.getByRole('link', { name: 'https://example.org/oak' });
  await expect(link).toHaveAttribute('href', 'https://example.org/oak');
  await expect(link).toHaveAttribute('target', '_blank');
  await sheet.locator('strong').click();
  await expect(note).toBeFocused();
  await page.keyboard.press('Escape');
  await garden.keys('Control+Alt+m');
  const field = page.getByRole('complementary').getByRole('combobox').last();
  await write(field, 'as *said* in https://example.org/said');
  await page.keyboard.press('Enter');
  await expect(page.locator('.thread em')).toHaveText('said');
  await expect(page.locator('.thread').getByRole('link')).toHaveAttribute('href', 'https://example.org/said');
  await page.keyboard.press('Escape');
});

test('an item with marks or a formula is edited in the room that its source needs', async ({ plant }) => {
  const garden = await plant('root\n\ta **bold** word with $\\frac{a}{b}$ in it\n\tone');
  const { page } = garden;
  const words = 'a bold word with a/b in it';
  await garden.select(words);
  await garden.rests();
  await garden.keys('F2');
  await garden.rests();
  const { right, bottom } = await garden.box.evaluate((box) => box.getBoundingClientRect());
  // Its line runs under all that is written in it, and no further than its words once they are read.
  const isUnderlined = (): Promise<boolean> => isDrawn(page, right - 8, bottom - 2, bottom + 12);
  await expect.poll(isUnderlined).toBe(true);
  await garden.keys('Escape');
  await expect.poll(isUnderlined).toBe(false);
});

test('presenting fills the screen, and keys, buttons and a swipe turn it over', async ({ browser, site }) => {
  const { page, garden, fingers, close } = await onPhone(browser, site);
  await garden.select('trees of the garden');
  await garden.keys('Control+Alt+p');
  const bar = page.getByRole('toolbar', { name: 'Present' });
  await expect(bar).toContainText('1 of');
  await expect(page.locator('.map-head, .phone-bar, .item-bar')).toHaveCount(0);
  const next = await bar.getByRole('button', { name: 'Next step' }).boundingBox();
  // Where a thumb is: low, at the side, and large enough.
  expect((next?.x ?? 0) + (next?.width ?? 0)).toBeGreaterThan(340);
  expect(Math.min(next?.width ?? 0, next?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await bar.getByRole('button', { name: 'Next step' }).tap();
  await expect(bar).toContainText('2 of');
  await fingers.down({ x: 300, y: 300 });
  for (let i = 1; i <= 5; i++) await fingers.move({ x: 300 - 30 * i, y: 300 });
  await fingers.up();
  await expect(bar).toContainText('3 of');
  await page.keyboard.press('ArrowLeft');
  await expect(bar).toContainText('2 of');
  await bar.getByRole('button', { name: 'End' }).tap();
  await expect(page.locator('.map-head')).toBeVisible();
  await close();
});

test('the palette finds a command by what people call it, and items; what was done last stands first', async ({
  plant,
}) => {
  const garden = await plant();
  const { page } = garden;
  await garden.select('oak');
  await garden.keys('Control+Shift+p');
  const field = page.getByRole('combobox');
  await write(field, 'collapse');
  await expect(page.getByRole('option').first()).toContainText('Fold');
  await page.keyboard.press('Enter');
  await expect(garden.item('oak')).toHaveAttribute('aria-expanded', 'false');
  await garden.keys('Control+Shift+p');
  await expect(page.getByRole('option').first()).toContainText('Fold');
  await write(field, 'acor');
  await page.keyboard.press('Enter');
  await expect.poll(() => garden.selected()).toEqual(['acorn']);
});

test('the palette says of a command that needs an item that it needs one, in German too', async ({ browser, site }) => {
  for (const [locale, query, said] of [
    ['en', 'delete', /“Delete.*” works once an item is selected/],
    ['de', 'löschen', /„.*löschen.*“ geht, sobald ein Punkt ausgewählt ist/i],
  ] as const) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(site);
    const garden = new Garden(page);
    await page.getByRole('button', { name: /^(New map|Neue Karte)$/ }).click();
    await expect(page.getByRole('treeitem')).toHaveCount(1);
    await expect(garden.box).toBeFocused();
    await garden.type('alone');
    await garden.keys('Escape', 'Escape', 'Control+Shift+p');
    await expect.poll(() => garden.selected()).toEqual([]);
    await write(page.getByRole('combobox'), query);
    await expect(page.getByRole('dialog').getByRole('status').filter({ hasText: said })).toBeVisible();
    await context.close();
  }
});

test('the palette stands still while one types in it, on a phone and at 200 % zoom too', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await garden.keys('Control+Shift+p');
    const field = page.getByRole('combobox');
    await expect(field).toBeFocused();
    await untilStill(page);
    const before = await field.boundingBox();
    for (const letter of 'colour zzz') {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      expect(await field.boundingBox()).toEqual(before);
    }
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('presenting by keys fits one branch at a time into the window, without ring and bar', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  await garden.select('trees');
  await garden.keys('Control+Alt+p');
  const bar = page.getByRole('toolbar', { name: 'Present' });
  await expect(bar).toContainText('1 of 5');
  await expect(page.locator('.map-head, .item-bar, .zoom-bar')).toHaveCount(0);
  await garden.keys('ArrowRight');
  await expect(bar).toContainText('2 of 5');
  await garden.rests();
  // Oak stands large, and a little left of the middle: its branches are the other half.
  const oak = await garden.box.boundingBox();
  expect(oak?.height).toBeGreaterThan(40);
  expect(Math.abs((oak?.x ?? 0) - 640)).toBeLessThan(320);
  await garden.keys('ArrowLeft');
  await expect(bar).toContainText('1 of 5');
  await garden.keys('Escape');
  await expect(page.locator('.map-head')).toBeVisible();
});

test('the colour wheel shows one ring and covers no words', async ({ plant }) => {
  const garden = await plant('root\n\tone\n\t\ta\n\t\tb\n\ttwo\n\t\tc\n\tthree\n\t\td\n\tfour');
  const { page } = garden;
  const [root, one] = [await garden.place('root'), await garden.place('one')];
  await garden.keys('Escape');
  const isRight = one.x > root.x;
  const [from, to] = isRight ? [root.x + root.width, one.x] : [one.x + one.width, root.x];
  const x = (from + to) / 2;
  let y = Math.min(root.y, one.y) - 10;
  for (; (await cursorOf(garden)) !== 'pointer'; y += 3) {
    if (y > 800) throw new Error('no line is found');
    await page.mouse.move(x, y);
  }
  await page.mouse.click(x, y - 3);
  const wheel = page.getByRole('dialog', { name: 'Colour' });
  await expect(wheel).toBeVisible();
  const ringed = () =>
    wheel
      .getByRole('button')
      .evaluateAll((all) => all.filter((each) => getComputedStyle(each).outlineStyle !== 'none').length);
  await expect.poll(ringed).toBe(1);
  const covers = await wheel.boundingBox();
  if (covers === null) throw new Error('the wheel is seen');
  await garden.keys('Escape');
  for (const words of ['root', 'one', 'two', 'three', 'four', 'a', 'b', 'c', 'd']) {
    const at = await garden.place(words);
    const isOver =
      covers.x < at.x + at.width &&
      at.x < covers.x + covers.width &&
      covers.y < at.y + at.height &&
      at.y < covers.y + covers.height;
    expect(isOver, words).toBe(false);
  }
});

for (const [machine, language, agent, undo] of [
  ['a German keyboard', 'de-DE', undefined, 'Strg+Z'],
  ['a Mac', 'en-GB', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36', '⌘Z'],
] as const) {
  test(`keys are called as they are on ${machine}`, async ({ browser, site }) => {
    const context = await browser.newContext({
      locale: language,
      ...(agent === undefined ? {} : { userAgent: agent }),
    });
    const page = await context.newPage();
    await page.goto(site);
    await page.locator('.button.primary').first().click();
    await page.locator('textarea.bough-words').waitFor();
    await page.getByRole('banner').getByRole('button').last().click();
    await expect(page.getByRole('menuitem').first().locator('kbd')).toHaveText(undo);
    await context.close();
  });
}

test('keys stand in sections, are found, and are called as the keyboard calls them', async ({ page, site }) => {
  const garden = await Garden.plant(page, site);
  await garden.keys('Control+/');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Moving' })).toBeVisible();
  await write(dialog.getByRole('searchbox'), 'rückgängig');
  await expect(dialog.locator('[data-command]')).toHaveCount(1);
  await expect(dialog.locator('[data-command=undo] kbd')).toHaveText('Ctrl+Z');
  await page.keyboard.press('Escape');
});

test('a minimap shows all of the map when one asks for it, and takes one there', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  await page.getByRole('button', { name: 'Minimap' }).click();
  const minimap = page.getByRole('img', { name: 'Minimap' });
  await expect(minimap).toBeVisible();
  await garden.select('oak');
  await page.mouse.move(400, 300);
  await page.mouse.wheel(6000, 0);
  await expect(page.getByRole('button', { name: 'Back to the map' })).toBeVisible();
  await minimap.click({ position: { x: 104, y: 70 } });
  await expect(page.getByRole('button', { name: 'Back to the map' })).toBeHidden();
  await page.getByRole('button', { name: 'Minimap' }).click();
  await expect(minimap).toBeHidden();
});

test('a dragged branch hangs on its root, mirrored past it, and siblings make room for it', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const garden = await Garden.plant(page, site, 'root\n\tone\n\t\ta\n\t\tb\n\t\tc');
  const root = await garden.place('root');
  const one = await garden.middle('one');
  const isRight = one.x > root.x;
  const beside = (by: number): number => (isRight === by > 0 ? root.x + root.width + 30 : root.x - 30);
  await page.mouse.move(one.x, one.y);
  await page.mouse.down();
  await page.mouse.move(one.x, one.y + 260, { steps: 6 });
  // The branch leaves the root where it did.
  await expect.poll(() => isDrawn(page, beside(1), root.y - 10, root.y + 160)).toBe(true);
  expect(await isDrawn(page, beside(-1), 120, 680)).toBe(false);
  await page.mouse.move(2 * root.x + root.width - one.x, one.y + 260, { steps: 6 });
  await expect.poll(() => isDrawn(page, beside(-1), root.y - 10, root.y + 260)).toBe(true);
  await expect.poll(() => isDrawn(page, beside(1), 120, 680)).toBe(false);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  const [a, c] = [await garden.middle('a'), await garden.middle('c')];
  await page.mouse.move(c.x, c.y);
  await page.mouse.down();
  await page.mouse.move(a.x, a.y + 12, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => garden.outline()).toBe('root\n\tone\n\t\ta\n\t\tc\n\t\tb');
  await context.close();
});

test('on a phone the first look at a map has its root in sight, at 70 % or more', async ({ browser, site }) => {
  const branches = Array.from({ length: 14 }, (_, i) => `\tbranch ${i}\n\t\ta leaf of the branch ${i}`);
  const { page, garden, close } = await onPhone(browser, site, ['the root', ...branches].join('\n'));
  await garden.isSaved();
  await page.reload();
  await garden.isOpen();
  await expect.poll(async () => Number.parseInt(await garden.zoom(), 10)).toBeGreaterThanOrEqual(70);
  await garden.item('the root').dispatchEvent('click');
  await garden.rests();
  const box = await garden.box.boundingBox();
  expect((box?.x ?? -1) > 0 && (box?.x ?? 0) + (box?.width ?? 0) < 390).toBe(true);
  await close();
});

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`the first look at a map has it in the middle of what the bars leave free: ${width}`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    const garden = await Garden.plant(page, site, 'root\n\tone\n\ttwo');
    await garden.isSaved();
    await page.reload();
    await garden.isOpen();
    const root = await garden.middle('root');
    const head = await page.locator('.map-head').boundingBox();
    const zoom = await page.locator('.zoom-bar').boundingBox();
    const middle = ((head?.y ?? 0) + (head?.height ?? 0) + (zoom?.y ?? 0)) / 2;
    expect(Math.abs(root.y - middle)).toBeLessThan(10);
    await context.close();
  });
}

test('a line under the mouse is one to press, and a screen reader hears what an item has', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  await garden.select('oak');
  await garden.keys('Alt+Enter');
  await write(page.getByRole('textbox', { name: 'Note on oak' }), 'a note');
  await page.keyboard.press('Escape');
  await garden.select('oak');
  await garden.keys('Space');
  await expect(garden.item('oak')).toHaveAttribute('aria-description', /note.*folded, 2 items hidden/i);
  await garden.keys('Space');
  await garden.keys('Escape');
  const ash = await garden.place('ash');
  await garden.keys('Escape');
  const y = ash.y + ash.height + 3;
  let isFound = false;
  for (let by = -6; by <= 6 && !isFound; by++) {
    await page.mouse.move(ash.x - 8, y + by);
    isFound = (await cursorOf(garden)) === 'pointer';
    if (!isFound) {
      await page.mouse.move(ash.x + ash.width + 8, y + by);
      isFound = (await cursorOf(garden)) === 'pointer';
    }
  }
  expect(isFound).toBe(true);
  await page.mouse.move(30, 400);
  await expect.poll(() => cursorOf(garden)).toBe('');
});

/** The mouse's look on the map, where it stands now. */
async function cursorOf(garden: Garden): Promise<string> {
  await garden.nextFrame();
  return await garden.page
    .locator('canvas')
    .first()
    .evaluate((canvas) => canvas.style.cursor);
}
