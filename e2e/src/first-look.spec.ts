import { type Browser, expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { test } from './site.ts';
import { write } from './map-page.ts';

// A large map, as somebody sees it who has not been there while it grew.

const BRANCHES = Array.from({ length: 20 }, (_, i) => `branch ${i}`);
const LARGE = BRANCHES.flatMap((words, i) => [words, ...BRANCHES.map((_, j) => `\tleaf ${i}.${j}`)]).join('\n');

/** A map of 421 items, by somebody who was there while it grew. */
async function plantLarge(page: Page, site: string): Promise<Garden> {
  const garden = await Garden.plant(page, site, 'orchard');
  await garden.select('orchard');
  await garden.paste({ 'text/plain': LARGE });
  await expect(garden.item('branch 19')).toBeAttached();
  await garden.isSaved();
  return garden;
}

/** The same person with another device, which remembers nothing. */
async function onAnotherDevice(browser: Browser, page: Page, address: string): Promise<Garden> {
  const { cookies } = await page.context().storageState();
  const other = await browser.newContext({ storageState: { cookies, origins: [] } });
  const garden = new Garden(await other.newPage());
  await garden.page.goto(address);
  await garden.isOpen();
  return garden;
}

const hintIn = ({ page }: Garden) => page.locator('.quiet-note', { hasText: '421 items' });

test('a large map opens folded, for one person alone, who is told how to unfold all; then it stays as it was left', async ({
  browser,
  page,
  site,
}) => {
  test.setTimeout(90_000);
  const author = await plantLarge(page, site);
  await expect(author.item('branch 3')).toHaveAttribute('aria-expanded', 'true');
  await expect(hintIn(author)).toHaveCount(0);

  const garden = await onAnotherDevice(browser, page, author.address);
  await expect(hintIn(garden)).toBeVisible();
  await expect(garden.page.locator('[aria-live]', { hasText: 'Alt+Shift+0 unfolds all.' })).toBeAttached();
  await garden.select('orchard');
  await expect(garden.item('branch 3')).toHaveAttribute('aria-expanded', 'false');
  await expect(garden.item('branch 3')).toHaveAttribute('aria-description', /folded, 20 items hidden/);
  // All of it is read at once.
  expect(Number.parseFloat(await garden.zoomAtRest())).toBeGreaterThan(50);

  await garden.select('branch 3');
  await garden.keys('Space');
  await expect(garden.item('leaf 3.5')).toBeAttached();
  await expect(hintIn(garden)).toHaveCount(0);
  // What one looks for is shown, wherever it is.
  await garden.keys('Control+f');
  await write(garden.page.getByRole('textbox', { name: 'Find in this map' }), 'leaf 7.11');
  await expect(garden.item('leaf 7.11')).toHaveAttribute('aria-selected', 'true');
  await expect(garden.item('branch 7')).toHaveAttribute('aria-expanded', 'true');
  await garden.page.keyboard.press('Escape');
  // Nobody else sees anything of that, nor is it a change.
  await expect(garden.status).toHaveText('Saved');
  await expect(author.item('branch 4')).toHaveAttribute('aria-expanded', 'true');

  await garden.page.reload();
  await garden.isOpen();
  await garden.select('orchard');
  await expect(garden.item('branch 3')).toHaveAttribute('aria-expanded', 'true');
  await expect(garden.item('branch 7')).toHaveAttribute('aria-expanded', 'true');
  await expect(garden.item('branch 4')).toHaveAttribute('aria-expanded', 'false');
  await expect(hintIn(garden)).toHaveCount(0);
  await page.reload();
  await author.isOpen();
  await author.select('orchard');
  await expect(author.item('branch 4')).toHaveAttribute('aria-expanded', 'true');
  await garden.page.context().close();
});

test('who comes by a link to an item sees it in a map that opens folded; the outline and paper have all of it', async ({
  browser,
  page,
  site,
}) => {
  test.setTimeout(90_000);
  const author = await plantLarge(page, site);
  await author.select('branch 9');
  const leaf = author.item('leaf 9.9');
  const id = (await leaf.getAttribute('id'))?.replace(/^bough-\d+-/, '') ?? '';
  const garden = await onAnotherDevice(browser, page, `${author.address}#item=${id}`);
  await expect(garden.item('leaf 9.9')).toHaveAttribute('aria-selected', 'true');
  await expect(garden.item('branch 9')).toHaveAttribute('aria-expanded', 'true');
  await expect(garden.item('branch 8')).toHaveAttribute('aria-expanded', 'false');
  // The selected leaf is on the screen.
  await garden.rests();
  const box = await garden.box.boundingBox();
  expect((box?.x ?? -1) > 0 && (box?.y ?? -1) > 0).toBe(true);

  const paper = async (): Promise<number> => {
    await garden.page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const sheet = garden.page.locator('.print-sheet canvas');
    const shape = await sheet.evaluate(
      (canvas) => (canvas as HTMLCanvasElement).width / (canvas as HTMLCanvasElement).height,
    );
    await garden.page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(garden.page.locator('.print-sheet')).toHaveCount(0);
    return shape;
  };
  const folded = await paper();
  await garden.keys('Control+Alt+o');
  const outline = garden.page.getByRole('complementary');
  // It begins as the map is seen, and what is folded is found in it.
  await expect(outline.locator('[data-item]')).toHaveCount(41);
  await garden.keys('Control+f');
  await write(outline.getByRole('textbox', { name: 'Find in the outline' }), 'leaf 8.5');
  await expect(outline.getByRole('search').getByRole('status')).toHaveText('1 of 1: leaf 8.5');
  await garden.keys('Escape');
  await outline.getByRole('button', { name: 'Close' }).first().click();
  await hintIn(garden).getByRole('button', { name: 'Unfold all' }).click();
  await expect(garden.item('branch 8')).toHaveAttribute('aria-expanded', 'true');
  await expect(hintIn(garden)).toHaveCount(0);
  expect(await paper()).toBeCloseTo(folded, 3);
  await garden.page.context().close();
});

test('of 25 branches each leaves the root by itself, and can be followed', async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const garden = await Garden.plant(page, site, 'town');
  const quarters = Array.from({ length: 25 }, (_, i) => [
    `quarter ${i}`,
    ...Array.from({ length: 9 }, (_each, j) => `\tstreet ${i}.${j}`),
  ]);
  await garden.paste({ 'text/plain': quarters.flat().join('\n') });
  await expect(garden.item('quarter 24')).toBeAttached();
  await garden.keys('Control+0');
  const root = await garden.place('town');
  await garden.keys('Escape');
  // A level cut through the lines that go up, half way to the window's edge.
  const y = Math.round(root.y / 2);
  const colours = await page
    .locator('canvas')
    .first()
    .evaluate(
      (element, at) => {
        const canvas = element as HTMLCanvasElement;
        const ratio = canvas.width / canvas.clientWidth;
        const row = canvas.getContext('2d')?.getImageData(0, Math.round(at.y * ratio), canvas.width, 1).data ?? [];
        let lines = 0;
        let isOn = false;
        for (let x = Math.round(at.x * ratio); x < canvas.width / 2 + 400 * ratio; x++) {
          const sum = (row[4 * x] ?? 0) + (row[4 * x + 1] ?? 0) + (row[4 * x + 2] ?? 0);
          if (sum < 680 && !isOn) lines++;
          isOn = sum < 680;
        }
        return lines;
      },
      { y, x: root.x + root.width / 2 },
    );
  // Six of the right side's thirteen go up from there.
  expect(colours).toBeGreaterThanOrEqual(5);
  await context.close();
});

test('from afar the names of the branches are drawn over the map, and no more once its words can be read', async ({
  page,
  site,
}) => {
  const garden = await plantLarge(page, site);
  await garden.keys('Escape');
  const over = page.locator('.map-host canvas').nth(1);
  await page.mouse.move(640, 400);
  for (let i = 0; i < 2; i++) {
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, 400);
    await page.keyboard.up('Control');
  }
  await expect(over).toBeVisible();
  await expect.poll(() => inkOn(page)).toBeGreaterThan(1000);
  await page.locator('.zoom-level').click();
  await expect(over).toBeHidden();
});

/** How many pixels over the map are ink: dark, and whole. */
function inkOn(page: Page): Promise<number> {
  return page
    .locator('.map-host canvas')
    .nth(1)
    .evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 255) < 90 && (data[i + 3] ?? 0) > 200) count++;
      return count;
    });
}
