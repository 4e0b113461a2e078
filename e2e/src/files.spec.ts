import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { MapPage } from './map-page.ts';
import { test } from './site.ts';

const MM = `<map version="freeplane 1.9.8"><node TEXT="Harvest" ID="a"><node TEXT="apples &amp; pears" ID="b" POSITION="right"><icon BUILTIN="idea"/>
  <node TEXT="cellar"/></node><node TEXT="walnuts" POSITION="left"><cloud COLOR="#f0f0f0"/><arrowlink DESTINATION="b"/></node></node></map>`;

test('a FreeMind file becomes a map, with a report first, and goes out again in other forms', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  await page.goto(site);
  await page.getByRole('button', { name: 'Import a file' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles({ name: 'harvest.mm', mimeType: 'application/xml', buffer: Buffer.from(MM) });
  await expect(page.getByText('Found: 4 items, 1 link.')).toBeVisible();
  await page.getByText('Details', { exact: true }).click();
  await expect(page.getByText('What only .mm knows: <cloud>.')).toBeVisible();
  await page.getByRole('button', { name: 'Create map' }).click();
  const map = new MapPage(page);
  await map.isOpen();
  await expect.poll(() => map.words()).toEqual(['Harvest', 'apples & pears', 'cellar', 'walnuts']);
  await map.isSaved();
  await expect(page).toHaveTitle(/Harvest/);

  const download = async (name: string): Promise<Buffer> => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    await page.getByRole('radio', { name }).check();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    return await readFile(await (await saved).path());
  };
  const mm = (await download('Freeplane')).toString('utf8');
  expect(mm).toContain('apples &amp; pears');
  expect(mm).toContain('<cloud COLOR="#f0f0f0"/>');
  expect((await download('PDF')).subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect((await download('PNG image')).subarray(1, 4).toString('latin1')).toBe('PNG');
});

test('what a format cannot hold is said while it is chosen, and again with the file', async ({ page, site }) => {
  test.setTimeout(120_000);
  await page.goto(site);
  await page.getByRole('button', { name: 'Import a file' }).click();
  const coloured = MM.replaceAll('TEXT="cellar"', 'TEXT="cellar" STYLE="oval"').replaceAll(
    '<cloud',
    '<edge COLOR="#aa0000"/><cloud',
  );
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'harvest.mm', mimeType: 'application/xml', buffer: Buffer.from(coloured) });
  await page.getByRole('button', { name: 'Create map' }).click();
  const map = new MapPage(page);
  await map.isOpen();
  await map.isSaved();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await expect(page.getByText('Everything in this map is in the file.')).toBeVisible();
  await page.getByRole('radio', { name: 'Indented text' }).check();
  await expect(page.getByRole('heading', { name: 'Not in the file' })).toBeVisible();
  await expect(page.getByText('Colours of 1 item', { exact: true })).toBeVisible();
  await expect(page.getByText('1 link between items')).toBeVisible();
  // Beside the button, however long the list of formats is.
  for (const height of [844, 720]) {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('heading', { name: 'Not in the file' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Download' })).toBeInViewport({ ratio: 1 });
      const isSeen = await page.getByRole('heading', { name: 'Not in the file' }).evaluate((heading) => {
        const { x, y, width: wide, height: high } = heading.getBoundingClientRect();
        return heading.contains(document.elementFromPoint(x + wide / 2, y + high / 2));
      });
      expect(isSeen).toBe(true);
    }
  }
  await page.getByRole('radio', { name: 'PNG image' }).check();
  await expect(page.getByText(/^[\d,]+ × [\d,]+ pixels$/)).toBeVisible();
  await page.getByRole('radio', { name: 'Indented text' }).check();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await (await saved).path()).length).toBeGreaterThan(0);
  await expect(page.getByText('The file is downloaded. Not all of the map is in it.')).toBeVisible();
  await expect(page.getByText('Colours of 1 item', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.route('**/export/*/report*', (route) => route.abort());
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await expect(page.getByText('What this file cannot hold is not known right now.')).toBeVisible();
});

test('[EXP-31] that a map is too large for a drawing is said before anybody waits; what can be chosen is in sight on a phone', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const map = await MapPage.begin(page, site);
  await map.type('Rivers');
  await map.keys('Escape');
  await map.isSaved();
  const tally = { items: 36_361, roots: 1, links: 0, notes: 0, icons: 0, images: 0 };
  const report = { tally, notes: [], size: null, tiles: null, fonts: [], tooLarge: { items: 36_361, most: 35_000 } };
  await page.route('**/export/pdf/report*', (route) => route.fulfill({ json: report }));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await expect(page.getByText('36,361 items would be drawn. At most 35,000 can be.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download' })).toBeDisabled();
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const name of ['Appearance', 'Paper']) {
      await expect(page.getByRole('combobox', { name })).toBeInViewport({ ratio: 1 });
    }
  }
  await page.getByRole('radio', { name: 'Freeplane' }).check();
  await expect(page.getByText('Everything in this map is in the file.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download' })).toBeEnabled();
});

test('[FMT-41] a map goes out as Markdown with its images, beside it or in it, and comes back with them', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const map = await MapPage.begin(page, site);
  await map.type('Harvest');
  await map.keys('Escape');
  // The server has it, and it stands on the map, which asks for it.
  const stands = page.waitForResponse(
    (answer) => /\/api\/.*\/assets\//.test(answer.url()) && answer.request().method() === 'GET' && answer.ok(),
  );
  await page.getByRole('tree').evaluate(async () => {
    const picture = new OffscreenCanvas(40, 20);
    picture.getContext('2d')?.fillRect(5, 5, 10, 10);
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([await picture.convertToBlob()], 'pears.png', { type: 'image/png' }));
    const event = new Event('paste', { bubbles: true, cancelable: true });
    document
      .querySelector('textarea')
      ?.dispatchEvent(Object.defineProperty(event, 'clipboardData', { value: clipboardData }));
  });
  await stands;
  await map.isSaved();
  const download = async (images: string): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    await page.getByRole('radio', { name: 'Markdown' }).check();
    await page.getByRole('combobox', { name: 'Images' }).selectOption({ label: images });
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await saved;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const inside = await download('Inside the file');
  expect(inside.name).toBe('Harvest.md');
  expect(inside.bytes.toString('utf8')).toMatch(
    /^# Harvest !\[Harvest\]\(data:image\/\w+;base64,[\w+/=]+ "\d+ x \d+"\)\n/,
  );
  const beside = await download('Files beside it, in a ZIP');
  expect(beside.name).toBe('Harvest.zip');
  await page.getByRole('link', { name: 'All maps' }).click();
  await page.getByRole('button', { name: 'Import a file' }).click();
  const [mimeType, buffer] = ['application/zip', beside.bytes];
  await page.locator('input[type="file"]').setInputFiles({ name: beside.name, mimeType, buffer });
  await expect(page.getByText('Found: 1 item, 1 image.')).toBeVisible();
  await expect(page.getByText('Nothing is lost in this import.')).toBeVisible();
});

const PUML = `@startmindmap
* Harvest
** apples
*** cider
** **pears**
left side
** cellar
@endmindmap
`;

test('[FMT-49] a PlantUML file becomes a map, and goes out as a page that folds and searches without a server', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  await page.goto(site);
  await page.getByRole('button', { name: 'Import a file' }).click();
  const [mimeType, buffer] = ['text/plain', Buffer.from(PUML)];
  await page.locator('input[type="file"]').setInputFiles({ name: 'harvest.puml', mimeType, buffer });
  await expect(page.getByText('Found: 5 items.')).toBeVisible();
  await page.getByRole('button', { name: 'Create map' }).click();
  const map = new MapPage(page);
  await map.isOpen();
  await map.isSaved();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await page.getByRole('radio', { name: 'Web page (HTML)' }).check();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await (await saved).path();
  const alone = await page.context().newPage();
  const asked: string[] = [];
  alone.on('request', (request) => asked.push(request.url()));
  await alone.route('http://harvest.test/', async (route) =>
    route.fulfill({ contentType: 'text/html', body: await readFile(file, 'utf8') }),
  );
  await alone.goto('http://harvest.test/');
  const item = (words: string) => alone.locator('li').filter({ hasText: words }).last();
  await expect(item('cider')).toBeVisible();
  await alone.getByRole('button', { name: 'Collapse all' }).click();
  await expect(item('cider')).toBeHidden();
  await alone.getByRole('searchbox').fill('CID');
  await expect(item('cider')).toBeVisible();
  await expect(item('cellar')).toBeHidden();
  await expect(alone.getByRole('status')).toHaveText('1 match');
  await alone.getByRole('searchbox').fill('');
  await alone.getByRole('button', { name: 'Expand all' }).click();
  await expect(item('cellar')).toBeVisible();
  expect(asked.filter((url) => !url.endsWith('favicon.ico'))).toEqual(['http://harvest.test/']);
});

test('Ctrl+P puts the map alone on one sheet, as lines and letters; who waits for a file may leave', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  const map = await MapPage.begin(page, site);
  await map.type('Rivers');
  await map.keys('Enter');
  for (const river of ['Elbe', 'Oder']) {
    await map.addBranch(river);
    await map.keys('Shift+Tab');
  }
  await map.isSaved();
  await page.keyboard.press('Control+p');
  await expect(page.locator('html[data-printed]')).toBeAttached({ timeout: 60_000 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.print-sheet svg text').filter({ hasText: 'Elbe' })).toBeVisible();
  await expect(page.locator('.map-host')).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('.print-sheet')).toHaveCount(0);
  await expect(page.locator('.map-host')).toBeVisible();

  // A file that never comes: what is told is what the server says, and leaving ends the waiting.
  await page.route('**/export/pdf/progress*', (route) =>
    route.fulfill({
      contentType: 'application/x-ndjson',
      body: '{"state":"failed","problem":{"kind":"unavailable","code":"exporter/busy","message":"Too many.","requestId":"AAAAAAAAAAAAAAAA"}}\n',
    }),
  );
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('alert')).toContainText('The file could not be created. The server is busy.');
  await page.unroute('**/export/pdf/progress*');
  await page.route('**/export/pdf/progress*', () => undefined);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Requesting the file' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('radio', { name: 'PDF' })).toBeVisible();
});

test('printed from the browser’s own menu comes the map, on one sheet, and nothing of the page around it', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const map = await MapPage.begin(page, site);
  await map.type('Rivers');
  await map.keys('Enter');
  await map.addBranch('Elbe');
  await map.isSaved();
  // Chromium prints here as it does from its menu: it tells the page so, and waits for nothing. A wide map lies on its sheet.
  const printed = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(printed) ?? [];
  expect(Number(width)).toBeGreaterThan(Number(height));
  await expect(page.locator('.print-sheet')).toHaveCount(0);
  await expect(page.locator('.map-host')).toBeVisible();

  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.print-sheet canvas');
  await expect(sheet).toBeVisible();
  expect(await sheet.evaluate((canvas) => canvas instanceof HTMLCanvasElement && canvas.width)).toBeGreaterThan(500);
  await expect(page.locator('.map-host')).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('.print-sheet')).toHaveCount(0);
});

test('a file that would harm, or is something else, is refused with its reason', async ({ page, site }) => {
  await page.goto(site);
  await page.getByRole('button', { name: 'Import a file' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const bomb = '<!DOCTYPE m [<!ENTITY a "ha">]><map><node TEXT="&a;"/></map>';
  await (await chooser).setFiles({ name: 'bomb.mm', mimeType: 'application/xml', buffer: Buffer.from(bomb) });
  await expect(page.getByRole('alert')).toContainText(
    'bomb.mm could not be imported. It brings a document type of its own',
  );
});

test('an image that is too large for one comes in tiles, when that is asked for', async ({ page, site }) => {
  test.setTimeout(180_000);
  await page.goto(site);
  await page.getByRole('button', { name: 'Import a file' }).click();
  const lines = Array.from({ length: 420 }, (_, n) => `\titem ${n}`);
  const buffer = Buffer.from(['Long list', ...lines].join('\n'));
  await page.locator('input[type="file"]').setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer });
  await page.getByRole('button', { name: 'Create map' }).click();
  const map = new MapPage(page);
  await map.isOpen();
  await map.isSaved();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'PNG image' }).check();
  const tiles = dialog.getByLabel('Full size, as several images in a ZIP');
  await expect(dialog.getByText(/^[\d,]+ × [\d,]+ pixels$/)).toBeVisible();
  await expect(tiles).toBeHidden();
  await dialog.getByLabel('Size').selectOption('4×');
  await expect(dialog.getByText('more than an image can have')).toBeVisible();
  await tiles.check();
  await expect(
    dialog.getByText(/^\d+ images, \d across and \d down, and a page that shows them together\.$/),
  ).toBeVisible();
  await expect(tiles).toBeChecked();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('Long list.zip');
  const text = (await readFile(await file.path())).toString('latin1');
  expect(text).toContain('index.html');
  expect(text).toContain('1-1.png');
});
