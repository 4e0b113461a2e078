import { freePort } from '@bough/house/servers';
import { test as plain } from '@playwright/test';
import { Bough } from './bough.ts';

/**
 * Tests that share one Bough for a whole file: each begins a map of its own. `BOUGH_E2E_SITE` names one that runs already,
 * for writing tests.
 */
export const test = plain.extend<object, { readonly site: string }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const running = process.env['BOUGH_E2E_SITE'];
      if (running !== undefined) return use(running);
      const bough = new Bough(await freePort());
      await bough.start();
      await use(bough.url);
      await bough.remove();
    },
    { scope: 'worker' },
  ],
});
