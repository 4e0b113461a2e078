import { fileURLToPath } from 'node:url';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { Browser } from '../../bough/browser.ts';
import { Fleet } from '../../bough/fleet.ts';

const IN_PAGE = fileURLToPath(new URL('../../../page/weigh/in-page.js', import.meta.url));
const SLOWER = 4;
const LINE = { offline: false, latency: 40, downloadThroughput: 9_000_000 / 8, uploadThroughput: 9_000_000 / 8 };
/** A page that asked for nothing for so long has all that it wants. */
const QUIET_MS = 1_000;
/** What must stand on the screen. */
const SIGNS = { map: '[role=treeitem]', home: '.cell-title' } as const;
export type Screen = keyof typeof SIGNS;

export const PHASES = ['page', 'scripts', 'painted', 'session', 'here', 'picture'] as const;
/** What comes: the document, the last script and style before the picture, anything to see, who one is, what the screen is about, its frame. */
type Phases = Readonly<Record<(typeof PHASES)[number], number>>;

// What there is in the page, where the functions given to `evaluate` run.
declare const weighing: {
  noteWhenDrawn(sign: string): void;
  phases(): Phases | null;
  paste(text: string): void;
  items(): number;
  isKept(): Promise<unknown>;
};

/** What the page's first thread did until the picture; what is left of the time it waited for the line, or had nothing to do. */
export const WORK = ['script', 'layout', 'other'] as const;
type Work = Readonly<Record<(typeof WORK)[number], number>>;

export interface Seen {
  /** How long it was at each, in milliseconds: running and compiling scripts, finding styles and places, all else. */
  readonly work: Work;
  /** When each had come, in milliseconds from the beginning. */
  readonly phases: Phases;
  /** Sent until the picture. */
  readonly requests: number;
  /** Over the line, as packed, until the picture. */
  readonly bytes: number;
}

/** A Bough, and somebody who visits it with a slow device over a slow line. */
export class Weighing {
  readonly #fleet: Fleet;
  #cookies: Awaited<ReturnType<BrowserContext['cookies']>> = [];

  private constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  static async start(): Promise<Weighing> {
    return new Weighing(await Fleet.start());
  }

  async stop(): Promise<void> {
    await this.#fleet.stop();
  }

  /** Plants a map as a person does, who stays the one that visits; answers its path. */
  async makeMap(outline: string): Promise<string> {
    return this.#browse(async (context) => {
      const page = await context.newPage();
      await page.goto(this.#fleet.gateway.url);
      await page.getByRole('button', { name: 'New map' }).first().click();
      await page.locator('textarea.bough-words:focus').waitFor({ state: 'attached' });
      await page.evaluate((text) => weighing.paste(text), outline);
      await page.waitForFunction(() => weighing.items() > 1);
      await page.getByRole('banner').getByRole('status').filter({ hasText: 'Saved' }).waitFor();
      this.#cookies = await context.cookies();
      return new URL(page.url()).pathname;
    });
  }

  /** A browser that was never here, and the same once more after all of it has come to rest. */
  async visit(path: string, screen: Screen): Promise<{ readonly first: Seen; readonly again: Seen }> {
    return this.#browse(async (context) => {
      await context.addCookies(this.#cookies);
      const first = await this.#look(context, path, screen);
      const again = await this.#look(context, path, screen);
      return { first, again };
    });
  }

  async #look(context: BrowserContext, path: string, screen: Screen): Promise<Seen> {
    const page = await context.newPage();
    await page.addInitScript(`weighing.noteWhenDrawn(${JSON.stringify(SIGNS[screen])})`);
    const line = await slow(page);
    await page.goto(`${this.#fleet.gateway.url}${path}`, { waitUntil: 'commit' });
    await line.picture;
    const phases = await page.evaluate(() => weighing.phases());
    if (phases === null) throw new Error('a screen that stands has its times');
    // On a busy machine one looks later than the picture came, and more has been asked for.
    const [requests, bytes] = [line.requestsUntil(phases.picture), line.bytesUntil(phases.picture)];
    const work = await line.work();
    await page.evaluate(() => weighing.isKept().then(() => undefined));
    for (let before = -1; before !== line.requests(); await page.waitForTimeout(QUIET_MS)) before = line.requests();
    await page.close();
    return { phases, work, requests, bytes };
  }

  async #browse<T>(act: (context: BrowserContext) => Promise<T>): Promise<T> {
    const browser = await Browser.open(IN_PAGE);
    try {
      return await act(browser.context);
    } finally {
      await browser.close();
    }
  }
}

/** What went over the line of a page, and what its first thread did so far. */
interface Line {
  /** Resolves when the page says that its screen stands. To ask it meanwhile takes a script of ours, which would be weighed with it. */
  readonly picture: Promise<void>;
  requests(): number;
  /** `ms` from when the page was asked for. */
  requestsUntil(ms: number): number;
  bytesUntil(ms: number): number;
  work(): Promise<Work>;
}

/** Slows the page and its line. */
async function slow(page: Page): Promise<Line> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Performance.enable');
  await cdp.send('Network.emulateNetworkConditions', LINE);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const sent: number[] = [];
  const came: { readonly at: number; readonly bytes: number }[] = [];
  cdp.on('Network.requestWillBeSent', ({ timestamp }) => sent.push(timestamp));
  cdp.on('Network.loadingFinished', ({ timestamp, encodedDataLength }) =>
    came.push({ at: timestamp, bytes: encodedDataLength }),
  );
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: 'pictureStands' });
  const picture = new Promise<void>((resolve) => cdp.on('Runtime.bindingCalled', () => resolve()));
  const isUntil = (ms: number) => (at: number) => at <= (sent[0] ?? 0) + ms / 1_000;
  return {
    picture,
    requests: () => sent.length,
    requestsUntil: (ms) => sent.filter(isUntil(ms)).length,
    bytesUntil: (ms) => came.filter(({ at }) => isUntil(ms)(at)).reduce((sum, { bytes }) => sum + bytes, 0),
    work: () => workOf(cdp),
  };
}

async function workOf(cdp: CDPSession): Promise<Work> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (name: string): number => 1_000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN);
  const [script, layout] = [ms('ScriptDuration'), ms('LayoutDuration') + ms('RecalcStyleDuration')];
  return { script, layout, other: ms('TaskDuration') - script - layout };
}

/** So many items: a root, and branches of nine. */
export function outlineOf(items: number): string {
  const rows = Array.from({ length: items - 1 }, (_, n) =>
    n % 10 === 0 ? `\tbranch ${n}, of a few words` : `\t\titem ${n} below it`,
  );
  return ['A map of one’s own', ...rows].join('\n');
}
