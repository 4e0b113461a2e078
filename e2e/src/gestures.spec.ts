import { expect } from '@playwright/test';
import { fingersOn } from './fingers.ts';
import { Garden, TREES } from './garden.ts';
import { test } from './site.ts';

// One test for each row of the table of gestures.

async function drag(garden: Garden, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const { mouse } = garden.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(from.x + 8, from.y + 3, { steps: 3 });
  await mouse.move(to.x, to.y, { steps: 10 });
  await mouse.move(to.x, to.y);
  await mouse.up();
}

/** The + of an item, right beside its outward edge, which hovering shows. */
async function plusOf(garden: Garden, words: string): Promise<{ x: number; y: number }> {
  const box = await garden.place(words);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await garden.page.mouse.move(at.x, at.y);
  // Items end 8 pixels behind their words, the handle stands 16 further, at the height of the line.
  return { x: box.x + box.width + 24, y: box.y + box.height + 4 };
}

test('a click selects, with Ctrl it adds, a double click edits', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  const [oak, elm] = [await garden.middle('oak'), await garden.middle('elm')];
  await page.mouse.click(oak.x, oak.y);
  await expect.poll(() => garden.selected()).toEqual(['oak']);
  await page.keyboard.down('Control');
  await page.mouse.click(elm.x, elm.y);
  await page.keyboard.up('Control');
  await expect.poll(() => garden.selected()).toEqual(['oak', 'elm']);
  await page.mouse.dblclick(oak.x, oak.y);
  await expect.poll(() => garden.isEditing()).toBe(true);
});

test('with the keys of Coggle one click edits', async ({ plant }) => {
  const garden = await plant('root');
  const { page } = garden;
  await garden.haveKeys('coggle');
  const root = await garden.middle('root');
  await page.mouse.click(root.x, root.y);
  await expect.poll(() => garden.isEditing()).toBe(true);
  await garden.haveKeys('standard');
});

test('dragged onto an item, a branch becomes its child; beside everything it stays where it was put', async ({
  plant,
}) => {
  const garden = await plant();
  const [oak, ash] = [await garden.middle('oak'), await garden.middle('ash')];
  await drag(garden, ash, oak);
  await expect.poll(() => garden.outline()).toBe('trees\n\toak\n\t\tacorn\n\t\tbark\n\t\tash\n\tyew\n\telm');
  const elm = await garden.middle('elm');
  await drag(garden, elm, { x: elm.x - 40, y: elm.y + 190 });
  const moved = await garden.middle('elm');
  expect(Math.round(moved.y - elm.y)).toBeGreaterThan(150);
});

test('Alt drags the item without its branches', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  const [oak, acorn] = [await garden.middle('oak'), await garden.middle('acorn')];
  await page.keyboard.down('Alt');
  await drag(garden, oak, { x: oak.x + 10, y: oak.y - 190 });
  await page.keyboard.up('Alt');
  const [oakNow, acornNow] = [await garden.middle('oak'), await garden.middle('acorn')];
  expect(oakNow.y - oak.y).toBeLessThan(-150);
  expect(Math.abs(acornNow.y - acorn.y)).toBeLessThan(2);
});

test('the + beside a hovered item: click, drag, Shift and click, Shift and drag', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  let plus = await plusOf(garden, 'bark');
  await page.mouse.click(plus.x, plus.y);
  await garden.type('clicked');
  await garden.keys('Escape');
  await expect.poll(() => garden.outline()).toContain('\t\tbark\n\t\t\tclicked');

  plus = await plusOf(garden, 'acorn');
  await drag(garden, plus, { x: plus.x + 160, y: plus.y - 80 });
  await garden.type('dragged');
  await garden.keys('Escape');
  await expect.poll(() => garden.outline()).toContain('\t\tacorn\n\t\t\tdragged');

  plus = await plusOf(garden, 'bark');
  await page.keyboard.down('Shift');
  await page.mouse.click(plus.x, plus.y);
  await page.keyboard.up('Shift');
  await garden.type('before');
  await garden.keys('Escape');
  await expect.poll(() => garden.outline()).toContain('\t\tbefore\n\t\t\tbark');

  const ash = await garden.middle('ash');
  plus = await plusOf(garden, 'before');
  await page.keyboard.down('Shift');
  await drag(garden, plus, ash);
  await page.keyboard.up('Shift');
  await expect.poll(() => garden.outline()).toContain('\tash\n\t\tbefore\n\t\t\tbark');
});

test('a branch line: click for its colours, drag to bend it, double click to straighten it', async ({ plant }) => {
  const garden = await plant('root\n\tbranch');
  const { page } = garden;
  const [root, branch] = [await garden.place('root'), await garden.place('branch')];
  // Half way between the pill's edge and the words, on the line under them.
  const line = {
    x: (root.x + root.width + 22 + branch.x - 8) / 2,
    y: (root.y + root.height / 2 + branch.y + branch.height + 3) / 2,
  };
  await page.mouse.click(line.x, line.y);
  await expect(page.getByRole('dialog', { name: 'Colour' })).toBeVisible();
  await page.getByRole('button', { name: 'Violet' }).click();
  await expect(page.getByRole('dialog', { name: 'Colour' })).toBeHidden();
  await garden.select('root');
  await drag(garden, line, { x: line.x, y: line.y + 60 });
  await page.mouse.click(line.x, line.y + 60);
  await expect(page.getByRole('dialog', { name: 'Colour' })).toBeVisible();
  await garden.keys('Escape');
  await page.waitForTimeout(400);
  await page.mouse.dblclick(line.x, line.y + 60);
  await expect(page.getByRole('dialog', { name: 'Colour' })).toBeHidden();
});

test('wheel and drag on the paper look elsewhere, Ctrl and wheel zoom, Shift and drag selects', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  const before = await garden.place('elm');
  await page.mouse.move(900, 700);
  await page.mouse.wheel(0, 60);
  await expect.poll(async () => Math.round((await garden.box.boundingBox())?.y ?? 0)).toBe(Math.round(before.y - 60));
  await page.mouse.move(900, 700);
  await page.mouse.down();
  await page.mouse.move(960, 720, { steps: 6 });
  await page.waitForTimeout(150);
  await page.mouse.up();
  await expect.poll(async () => Math.round((await garden.box.boundingBox())?.x ?? 0)).toBe(Math.round(before.x + 60));
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await expect.poll(async () => Number.parseFloat(await garden.zoom())).toBeGreaterThan(100);
  await garden.keys('Control+0', 'Home', 'Home');
  await garden.rests();
  await page.keyboard.down('Shift');
  await drag(garden, { x: 60, y: 90 }, { x: 1240, y: 740 });
  await page.keyboard.up('Shift');
  await expect.poll(async () => (await garden.selected()).length).toBe(7);
});

test('the right button opens the menu of what is under it', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  const elm = await garden.middle('elm');
  await garden.select('oak');
  await page.mouse.click(elm.x, elm.y, { button: 'right' });
  await expect.poll(() => garden.selected()).toEqual(['elm']);
  await page.getByRole('menuitem', { name: 'Delete branch' }).click();
  await expect.poll(() => garden.outline()).toBe(TREES.replace('\n\telm', ''));
});

test('what is dropped becomes items: text, an address, an outline file, an image', async ({ plant }) => {
  const garden = await plant('root');
  const { page } = garden;
  const root = await garden.middle('root');
  const drop = (
    forms: Record<string, string>,
    file?: { name: string; type: string; text?: string; pixels?: boolean },
  ) =>
    page
      .locator('canvas')
      .first()
      .evaluate(
        async (canvas, { at, texts, given }) => {
          const dataTransfer = new DataTransfer();
          for (const [type, text] of Object.entries(texts)) dataTransfer.setData(type, text);
          if (given !== undefined) {
            let content: BlobPart = given.text ?? '';
            if (given.pixels === true) {
              const picture = new OffscreenCanvas(40, 20);
              picture.getContext('2d')?.fillRect(5, 5, 10, 10);
              content = await picture.convertToBlob({ type: given.type });
            }
            dataTransfer.items.add(new File([content], given.name, { type: given.type }));
          }
          const init = { dataTransfer, clientX: at.x, clientY: at.y, bubbles: true, cancelable: true };
          canvas.dispatchEvent(new DragEvent('dragover', init));
          canvas.dispatchEvent(new DragEvent('drop', init));
        },
        { at: root, texts: forms, given: file },
      );
  await drop({ 'text/plain': 'one\n\ttwo' });
  await expect.poll(() => garden.outline()).toBe('root\n\tone\n\t\ttwo');
  await drop({ 'text/uri-list': 'https://example.org/page', 'text/plain': 'https://example.org/page' });
  await expect.poll(() => garden.words()).toContain('example.org/page');
  await drop({}, { name: 'list.md', type: 'text/markdown', text: '- three\n  - four' });
  await page.getByRole('button', { name: 'Add to this map' }).click();
  await expect.poll(() => garden.outline()).toMatch(/(\t+)three\n\1\tfour/);
  const kept = page.waitForResponse(
    (answer) =>
      answer.url().includes('/assets/') && answer.request().method() === 'GET' && answer.url().includes('/api/'),
  );
  await drop({}, { name: 'dot.png', type: 'image/png', pixels: true });
  expect((await kept).status()).toBe(200);
});

test('fingers: a tap selects, a drag looks elsewhere, two pinch, a long press opens the menu', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 780 } });
  const page = await context.newPage();
  const garden = await Garden.plant(page, site, 'root\n\tleaf');
  const fingers = await fingersOn(page);
  const root = await garden.middle('root');
  await garden.select('leaf');
  await fingers.tap(root);
  await expect.poll(() => garden.selected()).toEqual(['root']);
  // The keyboard has stayed where it was.
  await expect(garden.box).toBeFocused();
  const before = await garden.place('root');
  await fingers.down({ x: 200, y: 600 });
  for (let i = 1; i <= 10; i++) await fingers.move({ x: 200, y: 600 - 8 * i });
  await page.waitForTimeout(200);
  await fingers.move({ x: 200, y: 520 });
  await fingers.up();
  await expect.poll(async () => Math.round(before.y - ((await garden.box.boundingBox())?.y ?? 0))).toBeGreaterThan(50);
  const small = await garden.place('root');
  await fingers.down({ x: 180, y: 560 }, { x: 220, y: 560 });
  for (let i = 1; i <= 8; i++) await fingers.move({ x: 180 - 6 * i, y: 560 }, { x: 220 + 6 * i, y: 560 });
  await fingers.up();
  await expect.poll(async () => ((await garden.box.boundingBox())?.width ?? 0) > small.width * 1.5).toBe(true);
  // Wherever the fingers have left it: the whole map comes back into view.
  await garden.keys('Shift+Home');
  const now = await garden.middle('root');
  await fingers.down(now);
  await expect(page.getByRole('menu')).toBeVisible();
  await fingers.up();
  await context.close();
});
