import { expect } from '@playwright/test';
import { MapPage } from './map-page.ts';
import { test } from './site.ts';

// What the page's policy keeps from happening, in a browser that has it.

test('the page keeps to its own policy: no violation, no error, an inline script blocked', async ({ page, site }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const map = await MapPage.begin(page, site);
  await map.type('Clean');
  await map.keys('Enter');
  await map.isSaved();
  expect(complaints).toEqual([]);
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    // As a node: browsers that know Trusted Types refuse bare words as early as here.
    script.append(document.createTextNode('globalThis.injected = true'));
    document.body.append(script);
    return 'injected' in globalThis;
  });
  expect(ran).toBe(false);
});

test('markup, scripts and workers are made of no bare words', async ({ page, site, browserName }) => {
  await MapPage.begin(page, site);
  const { hasTrustedTypes, refused, ran } = await page.evaluate(async () => {
    const refuses = (make: () => unknown): boolean => {
      try {
        make();
        return false;
      } catch {
        return true;
      }
    };
    const place = document.createElement('div');
    document.body.append(place);
    const rules = (
      globalThis as { readonly trustedTypes?: { readonly createPolicy: (name: string, by: object) => object } }
    ).trustedTypes;
    const found = {
      markup: refuses(() => (place.innerHTML = '<img src="/none" onerror="globalThis.injected = 1">')),
      script: refuses(() => (document.createElement('script').text = 'globalThis.injected = 1')),
      'address of a script': refuses(() => (document.createElement('script').src = '/api/session')),
      worker: refuses(() => new Worker('/api/session')),
      'rules of another': rules === undefined || refuses(() => rules.createPolicy('mine', {})),
      'the same rules again': rules === undefined || refuses(() => rules.createPolicy('default', {})),
    };
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { hasTrustedTypes: rules !== undefined, refused: found, ran: 'injected' in globalThis };
  });
  expect(ran).toBe(false);
  if (browserName === 'chromium') expect(hasTrustedTypes).toBe(true);
  // Where a browser knows none of this yet, what came in by it still runs nothing.
  if (hasTrustedTypes) expect(Object.entries(refused).filter(([, isRefused]) => !isRefused)).toEqual([]);
});
