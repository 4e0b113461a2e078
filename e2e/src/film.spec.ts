import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { Past } from './past.ts';
import { test } from './site.ts';

test('[WEB-37] a film of the past is made in the browser, and a player shows it: its length, its size, and the map that grows', async ({
  page,
  site,
}) => {
  const ada = await Garden.plant(page, site);
  for (const words of ['moss', 'bark', 'acorn']) {
    await ada.select('oak');
    await ada.addBranch(words);
  }
  await ada.isSaved();
  await openFilm(page);
  const said = await page.getByText(/^The film lasts \d:\d\d/).textContent();
  const [, minutes = 0, seconds = 0] = (/(\d):(\d\d)/.exec(said ?? '') ?? []).map(Number);
  await keepFilm(page);
  await beginning(page).click();
  const film = await keptFilm(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const played = await play(page, film);
  expect([played.width, played.height]).toEqual([1280, 720]);
  expect(played.duration).toBeGreaterThan(5);
  expect(Math.abs(played.duration - minutes * 60 - seconds)).toBeLessThan(1);
  const [title, middle, end, titleAgain] = played.pictures;
  // Warm paper, as the page has it: colours came through.
  for (const { paper } of played.pictures) {
    for (const [i, channel] of [251, 250, 247].entries())
      expect(Math.abs((paper[i] ?? 0) - channel)).toBeLessThanOrEqual(5);
  }
  for (const { inked } of played.pictures) expect(inked).toBeGreaterThan(500);
  // At the end the branches have their hues, which nothing of the title has.
  expect(title?.hued).toBe(0);
  expect(end?.hued).toBeGreaterThan(1_000);
  expect(end?.hued).toBeGreaterThan(middle?.hued ?? Infinity);
  expect(titleAgain).toEqual(title);
});

test('[WEB-37] a film can be cancelled while it is made, and the choices are there again', async ({ page, site }) => {
  const ada = await Garden.plant(page, site);
  await ada.isSaved();
  await openFilm(page);
  await page.getByRole('combobox', { name: 'Size' }).selectOption({ label: '1920 × 1080' });
  // An encoder that never is done.
  await page.evaluate(() => {
    VideoEncoder.prototype.flush = () => new Promise(() => undefined);
  });
  await beginning(page).click();
  const making = page.getByRole('dialog', { name: 'Making the film' });
  await expect(making.getByRole('progressbar')).toBeVisible();
  await making.getByRole('button', { name: 'Cancel' }).click();
  await expect(making).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'PDF' })).toBeVisible();
});

test('[WEB-37] a film that fails says so, can be tried again, and is saved by its map’s name', async ({
  page,
  site,
}) => {
  const ada = await Garden.plant(page, site);
  await ada.isSaved();
  await openFilm(page);
  await page.evaluate(() => {
    const { encode } = VideoEncoder.prototype;
    VideoEncoder.prototype.encode = function broken() {
      VideoEncoder.prototype.encode = encode;
      throw new Error('out of memory');
    };
  });
  await beginning(page).click();
  await expect(page.getByRole('alert')).toHaveText(/^The film could not be made\./);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Try again' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('trees.webm');
  expect((await play(page, await readFile(await file.path()))).width).toBe(1280);
});

test('[WEB-37] where there is no encoder for films, the dialog says so, and offers no button', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoEncoder'));
  const ada = await Garden.plant(page, site);
  await ada.isSaved();
  await openFilm(page);
  await expect(page.getByRole('alert')).toHaveText(/^This browser cannot make films\./);
  await expect(beginning(page)).toBeDisabled();
});

/** The past of the map that is open, and its dialog with a film chosen. */
async function openFilm(page: Page): Promise<void> {
  const past = await Past.open(page);
  await past.isShown();
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('radio', { name: 'Film (WebM)' }).check();
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Speed' })).toBeVisible();
}

/** The button that begins it. */
function beginning(page: Page): Locator {
  return page.getByRole('dialog').getByRole('button', { name: 'Download' });
}

/** From now on the page keeps what it hands to the browser to be saved: Firefox tells a test of no download. */
async function keepFilm(page: Page): Promise<void> {
  await page.evaluate(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (film) => {
      Object.assign(globalThis, { film });
      return make.call(URL, film);
    };
  });
}

async function keptFilm(page: Page): Promise<Buffer> {
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'film') instanceof Blob)).toBe(true);
  const base64 = await page.evaluate(async () => {
    const film: unknown = Reflect.get(globalThis, 'film');
    if (!(film instanceof Blob)) return '';
    const reader = new FileReader();
    const isRead = new Promise((resolve) => reader.addEventListener('load', resolve));
    reader.readAsDataURL(film);
    await isRead;
    return typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '';
  });
  return Buffer.from(base64, 'base64');
}

/** What a browser shows of the film: under the title, as it goes, at the end, and under the title once more. */
async function play(page: Page, film: Buffer) {
  // Where no policy of ours says what is played.
  await page.goto('about:blank');
  return page.evaluate(async (base64) => {
    const video = document.createElement('video');
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const happened = (name: string): Promise<unknown> =>
      new Promise((resolve, reject) => {
        video.addEventListener(name, resolve, { once: true });
        video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
      });
    // A player has sought before the picture is with what draws it: until then a canvas gets nothing of it, which reads as black.
    const shown = (): Promise<unknown> => new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    const isFirst = shown();
    const isLoaded = happened('loadeddata');
    document.body.append(video);
    video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/webm' }));
    await Promise.all([isLoaded, isFirst]);
    const { videoWidth: width, videoHeight: height, duration } = video;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const pictures: { paper: number[]; inked: number; hued: number }[] = [];
    for (const at of [0.5, duration / 2, duration - 0.01, 0.5]) {
      const isThere = [happened('seeked'), shown()];
      video.currentTime = at;
      await Promise.all(isThere);
      context?.drawImage(video, 0, 0);
      const data = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      const picture = { paper: [...data.slice(40_000, 40_003)], inked: 0, hued: 0 };
      for (let i = 0; i < data.length; i += 4) {
        const colour = data.slice(i, i + 3);
        const [most, least] = [Math.max(...colour), Math.min(...colour)];
        if (least < 120) picture.inked++;
        if (most - least > 50) picture.hued++;
      }
      pictures.push(picture);
    }
    return { width, height, duration, pictures };
  }, film.toString('base64'));
}
