import { expect, type Page } from '@playwright/test';
import { MapPage } from './map-page.ts';
import { test } from './site.ts';

// Words in scripts whose faces come later than the map: nothing waits for them, nothing moves when they are there.

const WORDS = ['思维导图，一分钟', 'แผนที่ความคิดใหม่', 'राष्ट्रीय विचार', 'خريطة ذهنية جديدة'];

async function picture(page: Page): Promise<string> {
  // Of the canvas itself: a screenshot waits for faces.
  return page
    .locator('.map-host canvas')
    .first()
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) throw new Error('the map is on a canvas');
      return canvas.toDataURL();
    });
}

/** Where the items stand, from the selected one up: the box that words are written in lies over each. */
async function places(map: MapPage): Promise<readonly string[]> {
  const place = async (): Promise<string> => {
    const { x = 0, y = 0 } = (await map.page.locator('.bough-words').boundingBox()) ?? {};
    return `${Math.round(x)} ${Math.round(y)}`;
  };
  const found = [await place()];
  while (found.length < WORDS.length) {
    await map.keys('ArrowUp');
    await expect.poll(place).not.toBe(found.at(-1));
    found.push(await place());
  }
  for (const below of found.toReversed().slice(1)) {
    await map.keys('ArrowDown');
    await expect.poll(place).toBe(below);
  }
  return found;
}

test('words are laid out before their faces are there, and nothing moves when they come', async ({ page, site }) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let waiting = 0;
  await page.route(/noto-sans-.*\.woff2/, async (route) => {
    waiting++;
    await released;
    await route.continue();
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const map = await MapPage.begin(page, site);
  await map.type('Scripts');
  await map.keys('Enter');
  await map.addBranch('as others write');
  for (const [i, words] of WORDS.entries()) {
    await map.keys(i === 0 ? 'Tab' : 'Enter');
    await page.keyboard.insertText(words);
    await map.keys('Enter');
  }
  await map.isSaved();
  await expect.poll(() => waiting).toBeGreaterThanOrEqual(WORDS.length);
  await map.keys('Shift+Home');
  await map.rests();
  const before = await places(map);
  expect(new Set(before).size).toBe(WORDS.length);
  const without = await picture(page);
  release();
  await expect.poll(() => picture(page)).not.toBe(without);
  await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loaded');
  expect(await places(map)).toEqual(before);
  // As it is where the faces were there from the beginning.
  const after = await picture(page);
  await page.reload();
  await map.isOpen();
  await map.keys('Shift+Home');
  await expect.poll(() => picture(page)).toBe(after);
});
