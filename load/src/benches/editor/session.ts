import { readFile } from 'node:fs/promises';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { median } from '../../benchmark.ts';
import { type Bench, MARKS } from './bench.ts';
import type { BenchPage } from './page.ts';
import { timesToFrame } from './frame-times.ts';

export const PEERS = ['mind-elixir', 'markmap', 'jsmind', 'simple-mind-map'] as const;
export type PeerName = (typeof PEERS)[number];

/** What one editor did with one tree. Lists are the times between frames. */
export interface Sample {
  readonly pictureMs: number;
  readonly pan: readonly number[];
  readonly zoom: readonly number[];
  readonly typing: readonly number[];
  readonly drag: readonly number[];
  readonly addMs: number;
  /** From a key press to the end of the frame that shows it. */
  readonly keyMs: number;
  readonly longestTaskMs: number;
  readonly heapBytes: number;
  /** Of the page's whole process, what it shares with others counted in part. */
  readonly processBytes: number;
  readonly nodes: number;
}

/** One measurement. */
export interface Session {
  readonly page: BenchPage;
  readonly data: string;
  readonly panMs: number;
  /** Until its picture must stand. */
  readonly limitMs: number;
}

const VIEW = { width: 1280, height: 800 };
/** A browser that has just begun readies processes for pages to come: an editor is measured when it has done so. */
const SETTLE_MS = 1_500;
const ADDS = 15;
const SENTENCE = 'the quick brown fox jumps over the lazy dog and runs';
/** Between two keys: so much, and each time another part of a frame more. Evenly spaced, all of them would meet the same moment of one. */
const KEY_GAP_MS = 37;
const KEY_GAP_STEP_MS = 7;
const KEY_GAP_SPAN_MS = 17;
/** Of who was not asked, or did not answer in time. */
const NOTHING: Omit<Sample, 'pictureMs'> = {
  ...{ pan: [], zoom: [], typing: [], drag: [] },
  ...{ addMs: Number.NaN, keyMs: Number.NaN, longestTaskMs: Number.NaN },
  ...{ heapBytes: Number.NaN, processBytes: Number.NaN, nodes: Number.NaN },
};
/** What a peer may take for everything after its picture, per millisecond of panning. */
const PATIENCE = 12;

// What there is in the page, where the functions given to `evaluate` run.
declare const window: { readonly bench: Bench };
declare const document: { readonly title: string };

/** Opens, pans, zooms and adds once; null when its picture needs longer than its limit. */
export async function measurePeer(session: Session, peer: PeerName): Promise<Sample | null> {
  const { limitMs, panMs } = session;
  return inBrowser(session, peer, limitMs + panMs * PATIENCE * 2, async (page) => {
    const pictureMs = await within(limitMs, open(page, session));
    if (pictureMs === null) return null;
    const rest = await within(panMs * PATIENCE, actIn(page, panMs));
    return { ...NOTHING, pictureMs, ...rest };
  });
}

async function actIn(page: Page, panMs: number): Promise<Partial<Sample>> {
  const pan = await page.evaluate((ms) => window.bench.pan(ms), panMs);
  const zoom = await page.evaluate((ms) => window.bench.zoom(ms), panMs);
  const addMs = await page.evaluate(() => window.bench.add());
  return { pan, zoom, addMs, ...(await weigh(page)) };
}

/** The same, and with real keys and a real mouse: typing, adding, dragging. */
export async function measureBough(session: Session): Promise<Sample | null> {
  return inBrowser(session, 'bough', 300_000, async (page) => {
    const pictureMs = await open(page, session);
    const pan = await page.evaluate((ms) => window.bench.pan(ms), session.panMs);
    const zoom = await page.evaluate((ms) => window.bench.zoom(ms), session.panMs);
    const spot = await page.evaluate(() => window.bench.show());
    if (spot === null) throw new Error('an item in the middle of the map can be shown');
    const drag = await watched(page, () => dragAbout(page, spot));
    await page.keyboard.press('F2');
    let keys: readonly number[] = [];
    const typing = await watched(page, async () => {
      keys = await timesToFrame(page, MARKS.typed, () => typeSentence(page));
    });
    const words = await page.locator('textarea.bough-words').inputValue();
    if (!words.endsWith(SENTENCE) || keys.length !== SENTENCE.length)
      throw new Error('the sentence stands in an item, and each letter of it had its frame');
    const keyMs = median(keys);
    await page.keyboard.press('Enter');
    const addMs = await addByKey(page);
    return { ...{ pictureMs, pan, zoom, typing, drag, addMs, keyMs }, ...(await weigh(page)) };
  });
}

async function open(page: Page, session: Session): Promise<number> {
  return page.evaluate((address) => window.bench.open(address), session.data);
}

/** The times between frames while the act goes on. */
async function watched(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => window.bench.watch());
  await act();
  return page.evaluate(() => window.bench.watched());
}

async function typeSentence(page: Page): Promise<void> {
  for (const [i, letter] of SENTENCE.split('').entries()) {
    await page.keyboard.type(letter);
    await page.waitForTimeout(KEY_GAP_MS + ((i * KEY_GAP_STEP_MS) % KEY_GAP_SPAN_MS));
  }
}

async function dragAbout(page: Page, from: { readonly x: number; readonly y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= 90; i++) {
    await page.mouse.move(from.x + Math.sin(i / 15) * 180, from.y + Math.sin(i / 9) * 120);
    await page.waitForTimeout(12);
  }
  await page.keyboard.press('Escape');
  await page.mouse.up();
}

/** New children of one item, each empty one given up again; the median from key to frame. */
async function addByKey(page: Page): Promise<number> {
  const times = await timesToFrame(page, MARKS.added, async () => {
    for (let i = 0; i < ADDS; i++) {
      const before = await page.evaluate(() => window.bench.items());
      await page.keyboard.press('Tab');
      await page.waitForTimeout(250);
      if ((await page.evaluate(() => window.bench.items())) !== before + 1) throw new Error('Tab made an item');
      await page.keyboard.press('Escape');
      await page.waitForTimeout(250);
    }
  });
  return median(times);
}

async function weigh(page: Page): Promise<Pick<Sample, 'heapBytes' | 'processBytes' | 'longestTaskMs' | 'nodes'>> {
  const cdp = await page.context().newCDPSession(page);
  const longestTaskMs = Math.max(0, ...(await page.evaluate(() => window.bench.longTasks())));
  const nodes = await page.evaluate(() => window.bench.nodes());
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return { heapBytes: usedSize, processBytes: await processBytes(page), longestTaskMs, nodes };
}

/** The proportional set size of the busiest renderer: the page's own. */
async function processBytes(page: Page): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) return Number.NaN;
  const cdp: CDPSession = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').toSorted((a, b) => b.cpuTime - a.cpuTime);
  const rollup = await readFile(`/proc/${renderers[0]?.id ?? 0}/smaps_rollup`, 'utf8').catch(() => '');
  const pss = /^Pss:\s+(\d+) kB/m.exec(rollup)?.[1];
  return pss === undefined ? Number.NaN : Number(pss) * 1024;
}

async function inBrowser(
  { page: served }: Session,
  subject: string,
  limitMs: number,
  measure: (page: Page) => Promise<Sample | null>,
): Promise<Sample | null> {
  const browser: Browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: VIEW });
    page.setDefaultTimeout(limitMs);
    await page.goto(`${served.url}?subject=${subject}`);
    await page.waitForFunction(() => document.title === 'ready');
    await page.waitForTimeout(SETTLE_MS);
    return await within(limitMs, measure(page));
  } finally {
    await browser.close();
  }
}

/** What comes in time; null for what does not. The work itself ends with its browser. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  const guarded = work.then(
    (value) => ({ value }),
    (cause: unknown) => ({ cause }),
  );
  const first = await Promise.race([guarded, late]);
  clearTimeout(timer);
  if (first === null) return null;
  if ('cause' in first) throw first.cause;
  return first.value;
}
