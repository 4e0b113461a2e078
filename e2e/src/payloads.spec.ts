import { readFile } from 'node:fs/promises';
import { scriptPayloads } from '@bough/house/hostile';
import { expect, type Page } from '@playwright/test';
import { MapPage } from './map-page.ts';
import { test } from './site.ts';

const payloads = scriptPayloads();

/** Everything by which a script would give itself away, from now on. */
async function watch(page: Page): Promise<string[]> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    const isOurs = hostname === 'localhost' || hostname === '127.0.0.1' || protocol === 'blob:';
    if (!isOurs && !request.url().startsWith('data:image/png')) seen.push(`request: ${request.url()}`);
  });
  page.on('popup', (popup) => seen.push(`popup: ${popup.url()}`));
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) seen.push(`policy: ${message.text()}`);
  });
  return seen;
}

async function hasRun(page: Page): Promise<boolean> {
  return await page.evaluate(() => Reflect.get(globalThis, 'boughHit') !== undefined);
}

function escaped(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- what XML has no way for
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
      .replace(/[&<>"'\t\n]/g, (c) => `&#${c.charCodeAt(0)};`)
  );
}

/** Reads the selected item's note, and says scripts about it: some of them. */
async function openSheets(page: Page, map: MapPage): Promise<void> {
  const run = async (command: string): Promise<void> => {
    await map.keys('Control+Shift+p');
    await page.keyboard.type(command);
    await map.keys('Enter');
  };
  await run('note');
  const sheet = page.getByRole('complementary').first();
  await expect(sheet.getByRole('textbox')).toHaveValue(/boughHit|hit\.example|alert/);
  await map.keys('Escape');
  await run('comment');
  const field = sheet.getByRole('combobox').first();
  for (const text of payloads.filter((each) => !/[\n\u2028]/.test(each) && each.trim() === each).slice(-5)) {
    await field.fill(text);
    await field.press('Enter');
    await expect(sheet.getByRole('article').filter({ hasText: text }).first()).toBeVisible();
  }
  expect(await hasRun(page)).toBe(false);
  await map.keys('Escape');
}

test('a map full of scripts, from a file into every view and out again as a picture: none of them runs, nothing is asked of anybody', async ({
  page,
  site,
}) => {
  test.setTimeout(180_000);
  const seen = await watch(page);
  await page.goto(site);
  const rows = payloads.map(
    (each) => `<outline text="${escaped(each)}" _note="${escaped(each)}" type="link" url="${escaped(each)}"/>`,
  );
  const title = payloads.find((each) => each.startsWith('</title>')) ?? '';
  const file = `<opml version="2.0"><head><title>${escaped(title)}</title></head><body><outline text="${escaped(title)}" _note="${escaped(title)}">${rows.join('')}</outline></body></opml>`;
  await page.getByRole('button', { name: 'Import a file' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const name = `<img src=x onerror=boughHit=1>"'.opml`;
  await (await chooser).setFiles({ name, mimeType: 'text/x-opml', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Create map' }).click();
  const map = new MapPage(page);
  await expect(page.getByRole('treeitem').first()).toBeAttached({ timeout: 60_000 });
  await map.isSaved();
  expect(await hasRun(page)).toBe(false);

  // The note, the comments, the outline, the finder and the words' own box each show some of them.
  await map.keys('ArrowRight');
  await openSheets(page, map);
  for (let i = 0; i < 12; i++) {
    await map.keys('F2', 'Escape', 'ArrowDown');
  }
  await map.keys('Control+Shift+p');
  await page.keyboard.type('outline');
  await map.keys('Enter');
  await expect(page.getByRole('complementary').first()).toBeVisible();
  await map.keys('Escape');
  await map.keys('Control+f');
  await page.keyboard.type('boughHit');
  await map.keys('Enter', 'Enter', 'Escape');
  expect(await hasRun(page)).toBe(false);

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await page.getByRole('radio', { name: 'SVG' }).check();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const svg = await readFile(await (await saved).path(), 'utf8');
  expect(svg).not.toMatch(/<(?:script|foreignObject|iframe|object|embed|animate|set|handler|image)\b/i);
  const address = new URL(page.url()).pathname;

  // At home the map's title and its picture.
  await page.goto(site);
  await expect(page.getByRole('link').filter({ hasText: 'script' }).first()).toBeVisible();
  expect(await hasRun(page)).toBe(false);
  await page.goto(`${site}${address}`);
  await map.isOpen();
  expect(seen).toEqual([]);

  // The picture as a page of its own, without any policy around it.
  const alone = await page.context().newPage();
  const seenAlone = await watch(alone);
  await alone.route('http://alone.localhost/', (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }));
  await alone.goto('http://alone.localhost/');
  await expect(alone.locator('svg').first()).toBeAttached();
  await alone.mouse.move(200, 200);
  expect(await hasRun(alone)).toBe(false);
  expect(seenAlone.filter((each) => !each.includes('alone.localhost'))).toEqual([]);
});
