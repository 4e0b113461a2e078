import { type Browser, expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { holdBack } from './hold-back.ts';
import { test } from './site.ts';

/** Of all that has come over the line; what the page asks of the server is little beside it. */
const MOST_BYTES = { mapsPicture: 200_000, mapsScripts: 200_000 };
/** What stands around a map: fetched once the map is painted. */
const AROUND = /\/assets\/(?:frame|map)-[^/]*\.(?:js|css)$/;

test('what a map needs until it is opened for the first time weighs less than 200 KB, compressed', async ({
  browser,
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'root');
  await garden.isSaved();
  const { address } = garden;
  // What shows other people is fetched with the first of them.
  await page.goto('about:blank');
  const first = await neverHere(browser, page);
  await first.addInitScript(() => {
    const watching = new MutationObserver(() => {
      if (document.querySelector('.map-head') === null) return;
      watching.disconnect();
      performance.mark('around');
    });
    watching.observe(document, { childList: true, subtree: true });
  });
  await first.goto(address);
  await new Garden(first).isOpen();
  // A while later the page looks for what is new since the last visit. On a busy machine that comes before "Saved".
  const standsMs = await first.evaluate(() => performance.getEntriesByName('around')[0]?.startTime ?? 0);
  expect(standsMs).toBeGreaterThan(0);
  const files = await filesOf(first, standsMs + 1_000);
  const scripts = files.filter(({ path }) => path.endsWith('.js'));
  test.info().annotations.push({ type: 'bytes', description: String(sumOf(scripts)) });
  expect(scripts.length).toBeGreaterThan(3);
  expect(sumOf(scripts), JSON.stringify(scripts)).toBeLessThan(MOST_BYTES.mapsScripts);
  // The face of its words counts too, and what stands around it does not: nothing of that has been asked for before.
  const before = files.filter(({ path }) => !AROUND.test(path) && /\.(?:js|css|woff2)$/.test(path));
  expect(sumOf(before), JSON.stringify(before)).toBeLessThan(MOST_BYTES.mapsPicture);
  await first.context().close();
});

test('[WEB-15] a map stands, is chosen from and written in before what stands around it has come', async ({
  browser,
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'root\n\tleaf');
  await garden.isSaved();
  const slow = await neverHere(browser, page);
  const letCome = await holdBack(slow, AROUND);
  await slow.goto(garden.address);
  const map = new Garden(slow);
  await expect.poll(() => map.words()).toEqual(['root', 'leaf']);
  const { x, y } = await map.middle('leaf');
  await slow.mouse.click(x, y);
  await expect.poll(() => map.selected()).toEqual(['leaf']);
  await map.keys('Tab');
  await map.type('twig');
  // In the middle of a word the rest comes.
  letCome();
  await expect(slow.getByRole('banner')).toBeVisible();
  await map.type('s and buds');
  await map.keys('Enter');
  await expect.poll(() => map.outline()).toBe('root\n\tleaf\n\t\ttwigs and buds');
  await map.isSaved();
  await expect.poll(() => garden.words()).toContain('twigs and buds');
  await slow.context().close();
});

test('[WEB-15] a panel that is asked for before the page can open one opens when it can, with what was typed for it', async ({
  browser,
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'root\n\tleaf');
  await garden.isSaved();
  for (const [keys, typed] of [
    ['Control+Shift+p', 'prune'],
    ['Control+Alt+Shift+h', ''],
  ] as const) {
    const slow = await neverHere(browser, page);
    const letCome = await holdBack(slow, AROUND);
    await slow.goto(garden.address);
    const map = new Garden(slow);
    await expect.poll(() => map.words()).toEqual(['root', 'leaf']);
    await slow.keyboard.press(keys);
    await slow.keyboard.type(typed);
    letCome();
    if (typed === '') {
      await expect(slow.getByRole('region', { name: 'History' })).toBeVisible();
      // The past has a tree of its own.
      await slow.getByRole('button', { name: 'Back to now' }).click();
    } else await expect(slow.getByRole('combobox')).toHaveValue(typed);
    await expect.poll(() => map.words()).toEqual(['root', 'leaf']);
    await slow.context().close();
  }
});

/** The same person in a browser that has no file of the page. */
async function neverHere(browser: Browser, page: Page): Promise<Page> {
  const { cookies } = await page.context().storageState();
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.addCookies(cookies);
  return context.newPage();
}

async function filesOf(
  page: Page,
  untilMs: number,
): Promise<readonly { readonly path: string; readonly bytes: number }[]> {
  return page.evaluate(
    (until) =>
      performance
        .getEntriesByType('resource')
        .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
        .filter(({ startTime }) => startTime <= until)
        .map((entry) => ({ path: new URL(entry.name).pathname, bytes: entry.encodedBodySize })),
    untilMs,
  );
}

function sumOf(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
