import type { Browser, BrowserContext } from '@playwright/test';
import { Garden } from './garden.ts';

/**
 * A page that the tests of a worker share: somebody who is here already plants one map after the other in it. To come as a newcomer,
 * with the page's code to fetch and to compile, costs more than most tests do. Each map is new; what else a test leaves behind it
 * clears away.
 */
export class SharedPage {
  readonly #browser: Browser;
  readonly #site: string;
  #context: BrowserContext | null = null;
  #garden: Garden | null = null;

  constructor(browser: Browser, site: string) {
    this.#browser = browser;
    this.#site = site;
  }

  async plant(outline?: string): Promise<Garden> {
    if (this.#garden === null) {
      this.#context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 } });
      this.#garden = await Garden.plant(await this.#context.newPage(), this.#site, outline);
    } else {
      // A window that another test left behind has the keyboard in Firefox.
      await this.#garden.page.bringToFront();
      await this.#garden.plantNext(this.#site, outline);
    }
    return this.#garden;
  }

  async close(): Promise<void> {
    await this.#context?.close();
  }
}
