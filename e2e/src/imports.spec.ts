import { deflateSync, crc32 } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { archiveOf, filesOf } from './archive.ts';
import { MapPage } from './map-page.ts';
import { test } from './site.ts';

// What comes along with an import: every image that a browser can show, past the limits of the server, and many files at once.

const MM = (...words: readonly string[]): string =>
  `<map><node TEXT="${words[0]}">${words
    .slice(1)
    .map((word) => `<node TEXT="${word}"/>`)
    .join('')}</node></map>`;
/** Green, 24 x 16. */
const AVIF = Buffer.from(
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACkAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAABgAAAAQAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAxbWRhdBIACgg4EO/tICGg0jIbGsJi5OYYYYFCIADXbryb8xcJQeJfhneb//Q4',
  'base64',
);
const SVG = `<?xml version="1.0" encoding="UTF-8"?><!-- drawn --><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 120 60" onload="document.title='run'">
  <script>document.title = 'run'; fetch('https://outside.example/script')</script><style>@import url(https://outside.example/style.css);</style>
  <rect width="120" height="60" fill="#d02040"/><image xlink:href="https://outside.example/pixel.png" width="9" height="9"/>
  <image href="/api/session" width="9" height="9"/></svg>`;
const MANY_USES = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs><rect id="a0" width="1" height="1"/>${Array.from(
  { length: 9 },
  (_, n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(20)}</g>`,
).join('')}</defs><use href="#a9"/></svg>`;

function pngOf(edge: number, [r, g, b]: readonly [number, number, number]): Buffer {
  const chunk = (name: string, bytes: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(bytes.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: edge }, () => Buffer.of(r, g, b))]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: edge }, () => row)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** Squares of one colour as a bitmap of an icon, without the head of a file. */
function dibOf(edge: number, [r, g, b]: readonly [number, number, number]): Buffer {
  const head = Buffer.alloc(40);
  head.writeUInt32LE(40, 0);
  head.writeInt32LE(edge, 4);
  head.writeInt32LE(2 * edge, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(32, 14);
  const mask = Buffer.alloc(Math.ceil(edge / 32) * 4 * edge);
  return Buffer.concat([head, ...Array.from({ length: edge * edge }, () => Buffer.of(b, g, r, 255)), mask]);
}

function iconOf(...images: readonly (readonly [edge: number, bytes: Buffer])[]): Buffer {
  let at = 6 + 16 * images.length;
  const entries = images.map(([edge, { length }]) => {
    const entry = Buffer.alloc(16);
    entry.set([edge, edge, 0, 0, 1, 0, 32, 0]);
    entry.writeUInt32LE(length, 8);
    entry.writeUInt32LE(at, 12);
    at += length;
    return entry;
  });
  return Buffer.concat([Buffer.of(0, 0, 1, 0, images.length, 0), ...entries, ...images.map(([, bytes]) => bytes)]);
}

/** An XMind file whose topics each show one of these. */
function xmindOf(images: Readonly<Record<string, string | Uint8Array | null>>): Buffer {
  const attached = Object.keys(images).map((name, n) => ({
    id: `t${n}`,
    title: `Topic ${n}`,
    image: { src: `xap:resources/${name}`, width: 60, height: 40 },
  }));
  const content = [{ id: 's', title: 'Pictures', rootTopic: { id: 'r', title: 'Pictures', children: { attached } } }];
  const files = Object.entries(images).flatMap(([name, bytes]) =>
    bytes === null ? [] : [[`resources/${name}`, bytes] as const],
  );
  return archiveOf({ 'content.json': JSON.stringify(content), ...Object.fromEntries(files) });
}

interface Chosen {
  readonly name: string;
  readonly buffer: Buffer;
}

async function choose(page: Page, site: string, ...files: readonly Chosen[]): Promise<void> {
  await page.goto(site);
  await page.getByRole('button', { name: 'Import a file' }).click();
  const chosen = files.map((file) => ({ ...file, mimeType: 'application/octet-stream' }));
  await page.locator('input[type="file"]').setInputFiles(chosen);
}

/** The middle pixel of each image that the server keeps for the map, by address. */
async function coloursOf(page: Page, addresses: readonly string[]): Promise<readonly string[]> {
  return await page.evaluate(async (all) => {
    const colours: string[] = [];
    for (const address of all) {
      const image = await createImageBitmap(await (await fetch(address)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const [r = 0, g = 0, b = 0] = context?.getImageData(image.width >> 1, image.height >> 1, 1, 1).data ?? [];
      colours.push(`${image.width}x${image.height} ${[r, g, b].map((part) => Math.round(part / 16)).join(' ')}`);
    }
    return colours;
  }, addresses);
}

test('[WEB-8] SVG, icons and AVIF come along as pictures, nothing in them runs or loads, and what is no image is named', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const outside: string[] = [];
  page.on('request', (request) => {
    if (/outside\.example/.test(request.url())) outside.push(request.url());
  });
  const kept: string[] = [];
  page.on('response', async (answer) => {
    if (!/\/assets\?of=import/.test(answer.url()) || !answer.ok()) return;
    const { hash } = (await answer.json()) as { readonly hash: string };
    kept.push(answer.url().replace(/\?.*/, `/${hash}`));
  });
  const pictures = {
    'drawn.svg': SVG,
    'icon.ico': iconOf([16, dibOf(16, [255, 0, 0])], [48, dibOf(48, [0, 0, 255])], [32, pngOf(32, [0, 255, 0])]),
    'newer.ico': iconOf([16, dibOf(16, [255, 0, 0])], [64, pngOf(64, [255, 255, 0])]),
    'photo.avif': AVIF,
    'plain.png': pngOf(20, [0, 0, 0]),
    'endless.svg': MANY_USES,
    'words.png': 'no image',
    'cut.avif': AVIF.subarray(0, 60),
    'gone.png': null,
  };
  await choose(page, site, { name: 'pictures.xmind', buffer: xmindOf(pictures) });
  const report = page.locator('.import-report');
  await expect(report.getByText('4 images are not imported')).toBeVisible();
  await expect(report.getByText('Nothing is lost')).toHaveCount(0);
  await expect(report.getByText('resources/endless.svg, at “Topic 5”')).toContainText(
    'It would take too long to draw.',
  );
  await expect(report.getByText('resources/words.png')).toContainText('It is no image that Bough can show');
  await expect(report.getByText('resources/cut.avif')).toContainText(
    'It is damaged, or of a form that cannot be shown here.',
  );
  await expect(report.getByText('resources/gone.png')).toContainText('It is not in the file.');
  await expect(report.getByText('4 images (SVG, ICO, AVIF) become pictures of pixels.')).toBeVisible();
  await page.getByRole('button', { name: 'Create map' }).click();
  const map = new MapPage(page);
  await map.isOpen();
  expect(kept).toHaveLength(5);
  expect(await coloursOf(page, kept)).toEqual([
    '1024x512 13 2 4',
    '48x48 0 0 16',
    '64x64 16 16 0',
    expect.stringMatching(/^24x16 [01] 1\d [345]$/),
    '20x20 0 0 0',
  ]);
  expect(outside).toEqual([]);
  await expect(page).toHaveTitle(/Pictures/);
  // What was drawn comes back in a whole file, as it came; in the page it has no address.
  const [first = ''] = kept;
  const whole = await page.request.get(first.replace(/\/assets\/.*/, '/export/bough'));
  expect(whole.headers()['content-disposition']).toMatch(/^attachment/);
  const originals = [...filesOf(await whole.body())].filter(([name]) => name.includes('.original.'));
  expect(originals.map(([name]) => name.replace(/.*\./, '')).sort()).toEqual(['avif', 'ico', 'ico', 'svg']);
  const drawing = originals.find(([name]) => name.endsWith('.svg'))?.[1];
  expect(drawing?.toString()).toBe(SVG);
  expect((await page.request.get(`${first}.original`)).ok()).toBe(false);
});

test('[WEB-9] an import waits for the limits of the server and goes on; what the server refuses is named in the end', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  let asked = 0;
  const problem = (kind: string, code: string): string =>
    JSON.stringify({ kind, code, message: 'No.', requestId: 'AAAAAAAAAAAAAAAA' });
  await page.route('**/assets?of=import', async (route) => {
    asked++;
    if (asked === 2 || asked === 3) {
      const body = problem('unavailable', 'gateway/too-many');
      return await route.fulfill({
        status: 429,
        headers: { 'retry-after': '1' },
        contentType: 'application/json',
        body,
      });
    }
    if (asked === 5) {
      const body = problem('invalid', 'docstore/no-image');
      return await route.fulfill({ status: 400, contentType: 'application/json', body });
    }
    return await route.continue();
  });
  const images = { '1.png': pngOf(4, [1, 1, 1]), '2.png': pngOf(5, [2, 2, 2]), '3.png': pngOf(6, [3, 3, 3]) };
  await choose(page, site, { name: 'pictures.xmind', buffer: xmindOf(images) });
  await expect(page.getByText('Nothing is lost in this import.')).toBeVisible();
  await page.getByRole('button', { name: 'Create map' }).click();
  await expect(page.getByText('Uploading image 2 of 3')).toBeVisible();
  await expect(page.getByText('It goes on by itself in 1 second.')).toBeVisible();
  await expect(page.getByText('“Pictures” is created.')).toBeVisible();
  await expect(page.getByText('1 image is not imported')).toBeVisible();
  await expect(page.getByText('resources/3.png, at “Topic 2”')).toContainText(
    'It is damaged, or of a form that cannot be shown here.',
  );
  expect(asked).toBe(5);
  await page.getByRole('button', { name: 'Open map' }).click();
  const map = new MapPage(page);
  await map.isOpen();
  await expect.poll(() => map.words()).toEqual(['Pictures', 'Topic 0', 'Topic 1', 'Topic 2']);
});

test('[WEB-9] who stops an import has no half of a map', async ({ page, site }) => {
  test.setTimeout(120_000);
  await page.route('**/assets?of=import', async (route) => {
    const body = JSON.stringify({
      kind: 'unavailable',
      code: 'gateway/too-many',
      message: 'No.',
      requestId: 'AAAAAAAAAAAAAAAA',
    });
    await route.fulfill({ status: 429, headers: { 'retry-after': '600' }, contentType: 'application/json', body });
  });
  await choose(page, site, { name: 'pictures.xmind', buffer: xmindOf({ '1.png': pngOf(4, [1, 1, 1]) }) });
  await page.getByRole('button', { name: 'Create map' }).click();
  await expect(page.getByText('It goes on by itself in 600 seconds.')).toBeVisible();
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('alert')).toHaveText('Stopped. Nothing was imported.');
  await removed;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pictures' })).toHaveCount(0);
  const maps: unknown = await page.evaluate(async () => await (await fetch('/api/maps')).json());
  expect(maps).toMatchObject({ maps: [] });
});

test('[WEB-10] many files and a ZIP of files become maps, each with its line; one that fails harms none', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const zip = archiveOf({
    'garden/rivers.md': '# Rivers\n\n- Elbe\n- Oder\n',
    'garden/bad.mm': '<!DOCTYPE m [<!ENTITY a "ha">]><map><node TEXT="&a;"/></map>',
    'photo.jpg': 'no map',
  });
  await choose(
    page,
    site,
    { name: 'harvest.mm', buffer: Buffer.from(MM('Harvest', 'apples', 'pears')) },
    { name: 'empty.mm', buffer: Buffer.from('') },
    { name: 'several.zip', buffer: zip },
    { name: 'pictures.xmind', buffer: xmindOf({ 'gone.png': null }) },
  );
  await expect(page.getByText('3 of 5 files are imported.')).toBeVisible();
  const line = (name: string) => page.locator('.import-files > li').filter({ hasText: name });
  await expect(line('harvest.mm')).toContainText('Found: 3 items.');
  await expect(line('empty.mm')).toContainText('Not imported. The file is empty.');
  await expect(line('garden/rivers.md')).toContainText('Found: 3 items.');
  await expect(line('garden/bad.mm')).toContainText('Not imported. It brings a document type of its own');
  await expect(line('pictures.xmind')).toContainText('1 image is not imported');
  await line('pictures.xmind').getByText('Report').click();
  await expect(line('pictures.xmind').getByText('resources/gone.png')).toBeVisible();
  await expect(page.getByText('1 file in the ZIP is no map: photo.jpg')).toBeVisible();
  // What cannot be read is not read the second time either.
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try the others again' })).toHaveCount(0);
  await line('garden/rivers.md').getByRole('link').click();
  const map = new MapPage(page);
  await map.isOpen();
  await expect.poll(() => map.words()).toEqual(['Rivers', 'Elbe', 'Oder']);
  await page.getByRole('link', { name: 'All maps' }).click();
  for (const title of ['Harvest', 'Rivers', 'Pictures']) await expect(page.getByText(title).first()).toBeVisible();
});

test('[WEB-10] twenty files that are stopped keep what is whole, and go on when they are tried again', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  let isLimited = true;
  let made = 0;
  await page.route('**/api/maps', async (route) => {
    if (route.request().method() !== 'POST' || !isLimited || made++ < 2) return await route.continue();
    const body = JSON.stringify({
      kind: 'unavailable',
      code: 'gateway/too-many',
      message: 'No.',
      requestId: 'AAAAAAAAAAAAAAAA',
    });
    return await route.fulfill({
      status: 429,
      headers: { 'retry-after': '900' },
      contentType: 'application/json',
      body,
    });
  });
  const files = Array.from({ length: 20 }, (_, n) => ({
    name: `file ${n}.mm`,
    buffer: Buffer.from(MM(`Map ${n}`, 'branch')),
  }));
  await choose(page, site, ...files);
  await expect(page.getByText('Importing 3 of 20 files')).toBeVisible();
  await expect(page.getByText('It goes on by itself in 900 seconds.')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('2 of 20 files are imported.')).toBeVisible();
  await expect(page.getByText('Not imported: you stopped before.')).toHaveCount(18);
  isLimited = false;
  await page.getByRole('button', { name: 'Try the others again' }).click();
  await expect(page.getByText('20 of 20 files are imported.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  const { maps } = (await page.evaluate(async () => await (await fetch('/api/maps?limit=100')).json())) as {
    readonly maps: readonly unknown[];
  };
  expect(maps).toHaveLength(20);
});
