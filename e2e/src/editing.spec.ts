import { expect, type Page } from '@playwright/test';
import { TREES } from './garden.ts';
import { findLink, link } from './link-on-screen.ts';
import { test } from './site.ts';

// What one does with a map besides its keys and gestures: each row of "Editing" in docs/editing.md that no other test has.

/** A piece of the screen, as bytes. */
async function look(page: Page, x: number, y: number): Promise<string> {
  const pixels = await page.screenshot({ clip: { x, y, width: 220, height: 120 }, animations: 'disabled' });
  return pixels.toString('base64');
}

test('Tab in the words takes what is selected of them to the new branch', async ({ plant }) => {
  const garden = await plant('root\n\tgoodmorning');
  await garden.select('goodmorning');
  await garden.keys('F2', 'End', ...'morning'.split('').map(() => 'Shift+ArrowLeft'), 'Tab');
  await expect.poll(() => garden.isEditing()).toBe(true);
  await garden.keys('Escape');
  await expect.poll(() => garden.outline()).toBe('root\n\tgood\n\t\tmorning');
});

test('Enter and Tab within a composition belong to it', async ({ plant }) => {
  const garden = await plant('root\n\tleaf');
  const { page } = garden;
  const session = await page.context().newCDPSession(page);
  await garden.select('leaf');
  await session.send('Input.imeSetComposition', { text: 'かん', selectionStart: 2, selectionEnd: 2 });
  await expect.poll(() => garden.isEditing()).toBe(true);
  for (const code of ['Enter', 'Tab', 'Escape']) {
    // As browsers tell of a key that an input method takes.
    const key = { key: 'Process', code, windowsVirtualKeyCode: 229 };
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  }
  expect(await garden.isEditing()).toBe(true);
  expect(await garden.words()).toHaveLength(2);
  await session.send('Input.insertText', { text: '漢' });
  await garden.keys('Enter');
  await expect.poll(() => garden.words()).toEqual(['root', '漢']);
});

test('before it is let go, a drag shows where it will land; Escape lets it go back', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  const [ash, elm] = [await garden.place('ash'), await garden.middle('elm')];
  await garden.keys('Escape');
  await garden.select('trees');
  const at = { x: ash.x + ash.width + 12, y: ash.y - 50 };
  const before = await look(page, at.x, at.y);
  await page.mouse.move(elm.x, elm.y);
  await page.mouse.down();
  await page.mouse.move(ash.x + ash.width / 2, ash.y + ash.height / 2, { steps: 12 });
  await page.mouse.move(ash.x + ash.width / 2 - 1, ash.y + ash.height / 2);
  await expect.poll(async () => (await look(page, at.x, at.y)) === before).toBe(false);
  await garden.keys('Escape');
  await page.mouse.up();
  expect(await garden.outline()).toBe(TREES);
  expect(await garden.selected()).toEqual(['trees']);
});

test('two clicks on the paper make an item that stands free, and it stays there', async ({ plant }) => {
  const garden = await plant('root\n\tleaf');
  const { page } = garden;
  await page.mouse.dblclick(240, 620);
  await expect.poll(() => garden.isEditing()).toBe(true);
  await garden.type('a thought');
  await garden.keys('Enter');
  await expect.poll(() => garden.outline()).toBe('root\n\tleaf\na thought');
  const { x, y } = await garden.middle('a thought');
  expect(Math.hypot(x - 240, y - 620)).toBeLessThan(120);
});

test('a click on a box to check, on the map, ticks it', async ({ plant }) => {
  const garden = await plant('root\n\tbuy seeds');
  const { page } = garden;
  await garden.select('buy seeds');
  await garden.keys('Control+Shift+x');
  await expect(garden.item('buy seeds')).toHaveAttribute('aria-checked', 'false');
  const { x, y, height } = await garden.place('buy seeds');
  await garden.select('root');
  await page.mouse.click(x - 11, y + height / 2);
  await expect(garden.item('buy seeds')).toHaveAttribute('aria-checked', 'true');
});

test('shape, line, words and size are chosen beside the item, and kept', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  await garden.select('oak');
  const panel = page.getByRole('dialog', { name: 'Shape and text' });
  const bar = page.getByRole('toolbar', { name: 'Selected item' });
  await bar.getByRole('button', { name: 'Shape and text' }).click();
  const chosen = ['Ellipse', 'Dashed', 'Centred', 'Large'] as const;
  for (const name of chosen) await panel.getByRole('button', { name, exact: true }).click();
  await garden.keys('Escape');
  await garden.isSaved();
  await page.reload();
  await garden.isOpen();
  await garden.select('oak');
  await bar.getByRole('button', { name: 'Shape and text' }).click();
  for (const name of chosen)
    await expect(panel.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('a colour is chosen in the bar, which covers no words; Escape goes back to the map, whose keys go on', async ({
  plant,
}) => {
  const garden = await plant();
  const { page } = garden;
  await garden.select('oak');
  const bar = page.getByRole('toolbar', { name: 'Selected item' });
  await bar.getByRole('button', { name: 'Colour' }).click();
  await garden.keys('Escape');
  await expect(garden.box).toBeFocused();
  expect(await garden.selected()).toEqual(['oak']);
  await bar.getByRole('button', { name: 'Colour' }).click();
  const [words, colours] = [await garden.box.boundingBox(), await bar.boundingBox()];
  if (words === null || colours === null) throw new Error('both are on the screen');
  expect(colours.y > words.y + words.height || colours.y + colours.height < words.y).toBe(true);
  await bar.getByRole('button', { name: 'Green' }).click();
  await expect(garden.box).toBeFocused();
  await garden.keys('Control+z', 'Control+Shift+z');
  await bar.getByRole('button', { name: 'Colour' }).click();
  await expect(bar.getByRole('button', { name: 'Green' })).toHaveAttribute('aria-pressed', 'true');
  await garden.keys('Control+f');
  await expect(page.getByRole('search')).toBeVisible();
});

test('a link between items is named, given a direction, and taken away', async ({ plant }) => {
  const garden = await plant('root\n\ttrunk\n\t\tone\n\t\ttwo\n\t\tthree');
  await link(garden, 'one', 'three');
  const words = await garden.place('two');
  await garden.keys('Escape');
  const [fromX, toX] = [words.x - 160, words.x + words.width + 160];
  await findLink(garden, { fromX, toX, y: words.y + words.height / 2 });
  const bar = garden.page.getByRole('toolbar', { name: 'Selected link' });
  await bar.getByRole('textbox').fill('because');
  await bar.getByRole('button', { name: 'Direction: Arrow at its end' }).click();
  await expect(bar.getByRole('button', { name: 'Direction: Arrows at both ends' })).toBeVisible();
  await garden.isSaved();
  await bar.getByRole('button', { name: 'Remove link' }).click();
  await expect(bar).toBeHidden();
});

test('an image is pasted into an item, and a text file is dropped as branches', async ({ plant }) => {
  const garden = await plant('root\n\tleaf');
  const { page } = garden;
  await garden.select('leaf');
  const kept = page.waitForResponse((answer) => answer.url().includes('/assets/') && answer.url().includes('/api/'));
  await garden.box.evaluate(async (box) => {
    const picture = new OffscreenCanvas(40, 20);
    picture.getContext('2d')?.fillRect(5, 5, 10, 10);
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([await picture.convertToBlob()], 'dot.png', { type: 'image/png' }));
    // Firefox makes no ClipboardEvent with data of a page's own.
    const event = new Event('paste', { bubbles: true, cancelable: true });
    box.dispatchEvent(Object.defineProperty(event, 'clipboardData', { value: clipboardData }));
  });
  expect((await kept).ok()).toBe(true);
  const { x, y } = await garden.middle('root');
  const canvas = page.locator('.map-host canvas').first();
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['three\n\tfour'], 'list.txt', { type: 'text/plain' }));
    return data;
  });
  await canvas.dispatchEvent('drop', { dataTransfer, bubbles: true, clientX: x, clientY: y });
  await expect.poll(() => garden.outline()).toMatch(/(\t+)three\n\1\tfour/);
});
