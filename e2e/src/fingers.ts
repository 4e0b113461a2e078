import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Fingers on the glass of a page: as many as there are places, the first of them always the same one. */
export interface Fingers {
  down(...places: readonly Place[]): Promise<void>;
  move(...places: readonly Place[]): Promise<void>;
  /** All of them. */
  up(): Promise<void>;
  /** Down and up at once: a finger that is down for half a second asks for a menu, however long a test is at it. */
  tap(place: Place): Promise<void>;
}

/** Playwright has a finger that taps, in Chromium: all else is said to the browser in its own language. */
export async function fingersOn(page: Page): Promise<Fingers> {
  const browser = page.context().browser()?.browserType().name();
  return browser === 'firefox' ? await fingersInFirefox(page) : await fingersInChromium(page);
}

async function fingersInChromium(page: Page): Promise<Fingers> {
  const session = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', places: readonly Place[]): Promise<void> => {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: places.map(({ x, y }, id) => ({ x, y, id })) });
  };
  return {
    down: (...places) => touch('touchStart', places),
    move: (...places) => touch('touchMove', places),
    up: () => touch('touchEnd', []),
    tap: async (place) => void (await Promise.all([touch('touchStart', [place]), touch('touchEnd', [])])),
  };
}

type Action =
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 };

/** WebDriver BiDi has fingers: its commands go in by the door beside Playwright's own way (firefox-relay.mjs). */
async function fingersInFirefox(page: Page): Promise<Fingers> {
  const { contexts } = await command<{ contexts: { context: string; url: string }[] }>('browsingContext.getTree', {});
  // Each map has an address of its own.
  const context = contexts.find(({ url }) => url === page.url())?.context;
  let count = 0;
  const perform = async (actions: readonly (readonly Action[])[]): Promise<void> => {
    const fingers = actions.map((each, finger) => ({
      type: 'pointer',
      id: `finger-${finger}`,
      parameters: { pointerType: 'touch' },
      actions: each,
    }));
    await command('input.performActions', { context, actions: fingers });
  };
  const moved = ({ x, y }: Place): Action => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y) });
  return {
    down: async (...places) => {
      count = places.length;
      await perform(places.map((place) => [moved(place), { type: 'pointerDown', button: 0 }]));
    },
    move: (...places) => perform(places.map((place) => [moved(place)])),
    up: () => perform(Array.from({ length: count }, () => [{ type: 'pointerUp', button: 0 }])),
    tap: (place) => perform([[moved(place), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]]),
  };
}

/** One command of WebDriver BiDi to the Firefox that this process runs, and its answer. */
async function command<Answer>(method: string, params: object): Promise<Answer> {
  const door = createConnection(join(tmpdir(), `bough-firefox-${process.pid}.sock`));
  door.end(JSON.stringify({ method, params }));
  const text = await door.toArray().then((chunks: Buffer[]) => Buffer.concat(chunks).toString());
  const { type, result, message } = JSON.parse(text) as { type: string; result: Answer; message?: string };
  if (type !== 'success') throw new Error(`${method}: ${message}`);
  return result;
}
