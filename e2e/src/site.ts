import { freePort } from '@bough/house/servers';
import { test as plain } from '@playwright/test';
import { Bough } from './bough.ts';

/** One network address may make 60 guests within an hour, and all tests come from one, with up to three guests each. */
const TESTS_EACH = 18;

/** A Bough that many tests share, each with maps of its own; after so many tests a fresh one takes its place. */
class SharedSite {
  #bough: Bough | null = null;
  #tests = 0;

  async next(): Promise<string> {
    if (this.#bough === null || this.#tests === TESTS_EACH) {
      await this.end();
      const bough = new Bough(await freePort());
      await bough.start();
      this.#bough = bough;
      this.#tests = 0;
    }
    this.#tests++;
    return this.#bough.url;
  }

  async end(): Promise<void> {
    await this.#bough?.remove();
    this.#bough = null;
  }
}

/**
 * Tests that share a Bough: each begins maps of its own. `BOUGH_E2E_SITE` names one that runs already, for writing tests.
 */
export const test = plain.extend<{ readonly site: string }, { readonly shared: SharedSite }>({
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const shared = new SharedSite();
      await use(shared);
      await shared.end();
    },
    { scope: 'worker' },
  ],
  site: async ({ shared }, use) => {
    await use(process.env['BOUGH_E2E_SITE'] ?? (await shared.next()));
  },
});
