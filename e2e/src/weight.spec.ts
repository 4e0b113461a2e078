import { expect } from '@playwright/test';
import { Garden } from './garden.ts';
import { test } from './site.ts';

const MOST_BYTES = 200_000;

test('the scripts of a map that is opened for the first time weigh less than 200 KB, compressed', async ({
  browser,
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'root');
  const { cookies } = await page.context().storageState();
  // A context without a service worker's kept files, as somebody who was never here.
  const fresh = await browser.newContext({ serviceWorkers: 'block' });
  await fresh.addCookies(cookies);
  const first = await fresh.newPage();
  await first.goto(garden.address);
  await new Garden(first).isOpen();
  const scripts = await first.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter((entry) => new URL(entry.name).pathname.endsWith('.js'))
      .map((entry) => [new URL(entry.name).pathname, entry.encodedBodySize] as const),
  );
  const bytes = scripts.reduce((sum, [, size]) => sum + size, 0);
  test.info().annotations.push({ type: 'bytes', description: String(bytes) });
  expect(scripts.length).toBeGreaterThan(3);
  expect(bytes, JSON.stringify(scripts)).toBeLessThan(MOST_BYTES);
  await fresh.close();
});
