import { freePort } from '@bough/house/servers';
import { test as plain } from '@playwright/test';
import { Bough } from './bough.ts';
import { SharedPage } from './shared-page.ts';
import type { Garden } from './garden.ts';

/** All tests come from one network address, as a busy day's people do not: what one may make within an hour holds so many times. */
const LIMITS_FACTOR = '50';

/**
 * Tests that share a Bough: each begins maps of its own. `BOUGH_E2E_SITE` names one that runs already, for writing tests.
 * What needs a newcomer asks for a `page`; what needs a map only, `plant`s one in the page that all tests of a worker share.
 */
export const test = plain.extend<
  { readonly plant: (outline?: string) => Promise<Garden> },
  { readonly site: string; readonly sharedPage: SharedPage }
>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const given = process.env['BOUGH_E2E_SITE'];
      if (given !== undefined) return await use(given);
      const bough = new Bough(await freePort(), { BOUGH_LIMITS_FACTOR: LIMITS_FACTOR });
      await bough.start();
      await use(bough.url);
      await bough.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sharedPage: [
    async ({ browser, site }, use) => {
      const shared = new SharedPage(browser, site);
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],
  plant: async ({ sharedPage }, use) => {
    await use((outline) => sharedPage.plant(outline));
  },
});
