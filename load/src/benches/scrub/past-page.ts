import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseMapId, type MapId } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import { Asker, newTokenKey, tokenKeysSetting } from '@bough/service/testing';
import type { Page } from '@playwright/test';
import type { Change } from '@bough/map';
import { Browser, cookiesOf } from '../../bough/browser.ts';
import { Fleet } from '../../bough/fleet.ts';
import { Visitor } from '../../bough/visitor.ts';

const IN_PAGE = fileURLToPath(new URL('../../../page/scrub/in-page.js', import.meta.url));
const PATIENCE_MS = 120_000;
const AT_ONCE = 500;

// What there is in the page, where the functions given to `evaluate` run.
declare const scrubbing: {
  jump(seq: number): Promise<number>;
  compare(seq: number): Promise<number>;
  drag(from: number, to: number, frames: number): Promise<Drag>;
};

/** The times between the frames of a drag, and how many different moments were drawn in them. */
export interface Drag {
  readonly gaps: readonly number[];
  readonly moments: number;
}

/** A Bough, a map with a long past in it, and a browser that looks at that. */
export class PastPage {
  readonly #fleet: Fleet;
  readonly #browser: Browser;
  readonly page: Page;

  private constructor(fleet: Fleet, browser: Browser, page: Page) {
    this.#fleet = fleet;
    this.#browser = browser;
    this.page = page;
  }

  /** Makes the map of these changes and opens its history. */
  static async open(changes: Iterable<Change>): Promise<PastPage> {
    const key = newTokenKey();
    const tokens = (['docstore', 'mailer', 'exporter'] as const).map((name) => tokenKeysSetting(name, key));
    const fleet = await Fleet.start({ environment: { BOUGH_TOKEN_KEYS: tokens.join(',') } });
    const visitor = await Visitor.guest(fleet.gateway.url);
    const map = parseMapId(await visitor.makeMap('A long past'));
    if (map === null) throw new Error('a map has an id');
    const docstore = new Asker('docstore', [fleet.docstore.url], key);
    await fill(docstore, map, changes);
    await docstore.stop();
    const browser = await Browser.open(IN_PAGE);
    await browser.context.addCookies(cookiesOf(visitor));
    const page = await browser.context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${fleet.gateway.url}/m/${map}`);
    await page.locator('[role=treeitem]').first().waitFor({ state: 'attached' });
    const opened = new PastPage(fleet, browser, page);
    await opened.openHistory();
    return opened;
  }

  async openHistory(): Promise<void> {
    await this.page.keyboard.press('Control+Alt+Shift+h');
    await this.page.locator('.history-screen[aria-busy=false] input[type=range]:enabled').waitFor();
  }

  jump(seq: number): Promise<number> {
    return this.page.evaluate((to) => scrubbing.jump(to), seq);
  }

  /** Compares the moment with a later one; answers how long the difference took. */
  async compareApart(from: number, apart: number): Promise<number> {
    await this.jump(from);
    const turn = this.page.getByRole('button', { name: 'Compare two moments' });
    await turn.click();
    await this.page.locator('.history-counts').waitFor();
    const tookMs = await this.page.evaluate((to) => scrubbing.compare(to), from + apart);
    await turn.click();
    return tookMs;
  }

  /** Waits until the page has read all of the past; answers how long that was. */
  async whenRead(): Promise<number> {
    const fromMs = performance.now();
    await this.page.locator('.history-screen[data-read=true]').waitFor();
    return performance.now() - fromMs;
  }

  drag(from: number, to: number, frames: number): Promise<Drag> {
    return this.page.evaluate(([a, b, n]) => scrubbing.drag(a, b, n), [from, to, frames] as const);
  }

  /** What the process that draws the page has in memory alone, its threads included, in megabytes; null where the system does not say. */
  async memory(): Promise<number | null> {
    const { context } = this.#browser;
    const browser = context.browser();
    const cdp = await (browser === null ? context.newCDPSession(this.page) : browser.newBrowserCDPSession());
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
    const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateMegabytes(id));
    return sizes.includes(null) ? null : Math.max(...sizes.flatMap((size) => (size === null ? [] : [size])));
  }

  /** Has the page's first thread collect its garbage. */
  async collect(): Promise<void> {
    const cdp = await this.#browser.context.newCDPSession(this.page);
    await cdp.send('HeapProfiler.collectGarbage');
    await cdp.detach();
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#fleet.stop();
  }
}

function privateMegabytes(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const [, dirty = Number.NaN] = /^Private_Dirty:\s+(\d+) kB/m.exec(text) ?? [];
    return Number(dirty) / 1024;
  } catch {
    return null;
  }
}

async function fill(docstore: Asker, map: MapId, changes: Iterable<Change>): Promise<void> {
  let base = 1;
  let part: Change[] = [];
  const send = async (): Promise<void> => {
    const { seq, outcomes } = await docstore.call(docstoreRoutes.appendChanges, {
      params: { map },
      body: { base, changes: part },
    });
    const bad = outcomes.find(({ kind }) => kind !== 'kept');
    if (bad !== undefined) throw new Error(`a change was refused: ${JSON.stringify(bad)}`);
    base = seq;
    part = [];
  };
  for (const change of changes) {
    part.push(change);
    // What adds many items is large.
    if (part.length === AT_ONCE || change.ops.length > 1) await send();
  }
  if (part.length > 0) await send();
}
