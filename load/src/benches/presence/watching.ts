import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page, Worker } from '@playwright/test';
import { Browser, cookiesOf } from '../../bough/browser.ts';
import type { Visitor } from '../../bough/visitor.ts';
import type { Pointing } from './pointing.ts';

const inPage = (name: string): string => fileURLToPath(new URL(`../../../page/presence/${name}`, import.meta.url));
const [IN_PAGE, IN_LAYER] = [inPage('in-page.js'), inPage('in-layer.js')];
/** What is on its way has come by then. */
const REST_MS = 500;

// What there is in the page, and in the worker of its layer for others, where the functions given to `evaluate` run.
declare const watching: {
  begin(): void;
  end(): number[];
  /** At what height the first pointer is; undefined: there is none yet. */
  first(): number | undefined;
};
declare const laying: {
  watch(y: number): void;
  begin(): void;
  end(): void;
  where(): number;
  way(): { at: number; x: number }[];
};

/** What was seen of a page for a while. */
export interface Watched {
  /** How much of the time its first thread did something, in percent. */
  readonly busy: number;
  /** The times between its frames. */
  readonly gaps: readonly number[];
  /** How long each word of the pointer that is watched was under way, until the pointer was painted there. */
  readonly ages: readonly number[];
}

/** A browser that shows a map. */
export class Watching {
  readonly #browser: Browser;
  readonly #page: Page;
  #layer: Worker | null = null;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  static async open(visitor: Visitor, map: string): Promise<Watching> {
    const browser = await Browser.open(IN_PAGE);
    await browser.context.addCookies(cookiesOf(visitor));
    const page = await browser.context.newPage();
    await page.goto(`${visitor.origin}/m/${map}`);
    // With words in its root the map has its place on the screen, and what others add moves it no more.
    await page.locator('textarea.bough-words:focus').waitFor({ state: 'attached' });
    await page.keyboard.type('A crowd');
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    return new Watching(browser, page);
  }

  /** Sees the first of the others come, whose pointer is followed from then on. */
  async meet(pointing: Pointing): Promise<void> {
    pointing.point();
    await this.#page.waitForFunction(() => watching.first() !== undefined);
    const y = await this.#page.evaluate(() => watching.first() ?? Number.NaN);
    const layer = this.#page.workers().find((worker) => worker.url().includes('layer-worker'));
    if (layer === undefined) throw new Error('others are not drawn by a worker');
    await layer.evaluate(await readFile(IN_LAYER, 'utf8'));
    await layer.evaluate((height) => laying.watch(height), y);
    this.#layer = layer;
  }

  /** Watches for so long, while `pointing`, if anybody, goes on: first how busy the page is, with nothing of ours at work in it, then its frames. */
  async watch(pointing: Pointing | null, forMs: number): Promise<Watched> {
    const busy = await this.#busy(pointing, forMs / 2);
    const page = this.#page;
    // One that rests is not shown: where it is now, it says itself.
    pointing?.beginAgain();
    pointing?.point();
    await page.waitForTimeout(REST_MS);
    const first = pointing === null ? 0 : await this.#where();
    const from = pointing?.sentMs.length ?? 0;
    await this.#layer?.evaluate(() => laying.begin());
    await page.evaluate(() => watching.begin());
    await this.#pass(pointing, forMs / 2);
    const gaps = await page.evaluate(() => watching.end());
    await page.waitForTimeout(REST_MS);
    await this.#layer?.evaluate(() => laying.end());
    const ages = pointing === null ? [] : await this.#ages(pointing, from, first);
    return { busy, gaps, ages };
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }

  /** In percent. */
  async #busy(pointing: Pointing | null, forMs: number): Promise<number> {
    const cdp = await this.#page.context().newCDPSession(this.#page);
    await cdp.send('Performance.enable', { timeDomain: 'timeTicks' });
    const task = async (): Promise<number> => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    };
    const [fromMs, tasks] = [performance.now(), await task()];
    await this.#pass(pointing, forMs);
    const busy = (100_000 * ((await task()) - tasks)) / (performance.now() - fromMs);
    await cdp.detach();
    return busy;
  }

  async #pass(pointing: Pointing | null, forMs: number): Promise<void> {
    await (pointing === null ? this.#page.waitForTimeout(forMs) : pointing.goOn(forMs));
  }

  async #where(): Promise<number> {
    return (await this.#layer?.evaluate(() => laying.where())) ?? Number.NaN;
  }

  /** From where the pointer stood before the word `from`, and where it stands after the last one, follows where each word leads to. */
  async #ages(pointing: Pointing, from: number, first: number): Promise<number[]> {
    const way = (await this.#layer?.evaluate(() => laying.way())) ?? [];
    const sent = pointing.sentMs.slice(from);
    const step = ((await this.#where()) - first) / sent.length;
    return sent.flatMap((sentMs, n) => {
      const painted = way.find(({ x }) => x >= first + (n + 1) * step - Math.abs(step) / 50);
      return painted === undefined ? [] : [painted.at - sentMs];
    });
  }
}
