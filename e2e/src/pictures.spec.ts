import { expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { HomePage, newAddress } from './home-page.ts';
import { test } from './site.ts';

// A picture of a person: chosen, cropped, seen by the other, and gone.

/** A file of three bands, red, green and blue from left to right. */
async function bands(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [900, 300];
    const context = canvas.getContext('2d');
    for (const [at, colour] of ['rgb(220 0 0)', 'rgb(0 180 0)', 'rgb(0 0 220)'].entries()) {
      if (context === null) continue;
      context.fillStyle = colour;
      context.fillRect(at * 300, 0, 300, 300);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}

/** The colour in the middle of a picture that is shown. */
async function middleOf(page: Page, selector: string): Promise<string> {
  return page.locator(selector).evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) return 'none';
    // Another picture takes its place.
    const isThere = await image.decode().then(
      () => true,
      () => false,
    );
    if (!isThere) return 'none';
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 3;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0, 3, 3);
    const [red = 0, green = 0, blue = 0] = context?.getImageData(1, 1, 1, 1).data ?? [];
    const most = Math.max(red, green, blue);
    return most === red ? 'red' : most === green ? 'green' : 'blue';
  });
}

test('[WEB-23] a picture is chosen, cropped by keys, hand and wheel, seen by the other also without a server, and gone when it is removed', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(180_000);
  await new HomePage(page, site).signIn(newAddress('ann'));
  const garden = await Garden.plant(page, site, 'wood');
  const link = await garden.shareForEditing();
  await garden.comment('wood', 'Hello');
  await garden.isSaved();
  const { address } = garden;
  await page.goto(`${site}/account`);
  const choose = page.getByLabel('Choose a picture', { exact: true }).first();
  const svg = {
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  };
  await choose.setInputFiles(svg);
  await expect(page.getByRole('alert')).toContainText('SVG files cannot be used as a picture.');
  await choose.setInputFiles({ ...svg, buffer: Buffer.from('no image') });
  await expect(page.getByRole('alert')).toContainText('This file cannot be read as an image.');
  await choose.setInputFiles({ name: 'bands.png', mimeType: 'image/png', buffer: await bands(page) });
  await expect(page.getByRole('alert')).toHaveCount(0);
  const view = page.getByRole('application', { name: /^Visible part of the picture/ });
  await expect(view).toBeFocused();
  // By keys as far right as it goes, then back by hand as far left.
  for (let press = 0; press < 12; press++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('+');
  await expect(page.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.1');
  const box = await view.boundingBox();
  if (box === null) throw new Error('it is shown');
  const { x, y } = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -200);
  await expect(page.getByRole('slider', { name: 'Zoom' })).not.toHaveValue('1.1');
  await page.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Picture saved.')).toBeVisible();
  await expect(page.locator('.picture-large img')).toBeVisible();
  expect(await middleOf(page, '.picture-large img')).toBe('blue');
  await choose.setInputFiles({ name: 'bands.png', mimeType: 'image/png', buffer: await bands(page) });
  await expect(view).toBeFocused();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 600, y, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Save picture' }).click();
  await expect.poll(() => middleOf(page, '.picture-large img')).toBe('red');
  await page.goto(site);
  await expect(page.locator('.button.face img')).toBeVisible();
  await page.goto(address);
  await garden.isOpen();
  // The other sees it at the head of the map and beside what she said, and keeps it.
  const other = new Garden(await (await browser.newContext()).newPage());
  await other.page.clock.install();
  await other.page.goto(link);
  await other.isOpen();
  const here = other.page.locator('.people .person img');
  await expect(here).toBeVisible();
  expect(await middleOf(other.page, '.people .person img')).toBe('red');
  await other.keys('Control+Alt+m');
  await expect(other.page.locator('.comment-face img')).toBeVisible();
  await other.page.context().route('**/api/people/**', (route) => route.abort());
  await other.page.reload();
  await other.isOpen();
  await expect(here).toBeVisible();
  await other.page.context().unroute('**/api/people/**');
  await other.keys('Control+Alt+m');
  await expect(other.page.locator('.comment-face img')).toBeVisible();
  await page.goto(`${site}/account`);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Picture removed.')).toBeVisible();
  await expect(page.locator('.picture-large img')).toHaveCount(0);
  // Nobody loads that page again.
  await other.page.bringToFront();
  await other.page.clock.fastForward(120_000);
  await expect(other.page.locator('.comment-face img')).toHaveCount(0);
  await expect(other.page.locator('.comment-face')).toBeVisible();
  await page.bringToFront();
  await page.goto(address);
  await garden.isOpen();
  await expect(other.page.locator('.people .person')).toBeVisible();
  await expect(here).toHaveCount(0);
  await other.page.context().close();
});
