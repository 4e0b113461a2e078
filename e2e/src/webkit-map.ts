import { expect } from '@playwright/test';
import { test as plain } from './site.ts';
import { KEYS, type Spot, WebKit } from './webkit.ts';

// A map in WebKit, as wide as a phone: scripts that answer what is on the page, and what hands do there.

export const ROWS = "return [...document.querySelectorAll('[role=treeitem]')].map((row) => row.textContent).join()";
export const SELECTED =
  "return [...document.querySelectorAll('[role=treeitem][aria-selected=true]')].map((row) => row.textContent).join()";
export const IS_EDITING = "return getComputedStyle(document.querySelector('textarea.bough-words')).opacity === '1'";

export const test = plain.extend<{ readonly map: WebKit }>({
  map: async ({ site }, use) => {
    const webkit = await WebKit.start();
    try {
      await webkit.goto(site);
      const newMap = "[...document.querySelectorAll('button')].find((one) => one.textContent.includes('New map'))";
      await webkit.sees(`return ${newMap} !== undefined`);
      await webkit.run(`${newMap}.click()`);
      await webkit.sees("return document.activeElement?.matches('textarea.bough-words') === true");
      await webkit.type('trees');
      await webkit.keys(KEYS.Enter, KEYS.Tab);
      await webkit.type('oak');
      await webkit.keys(KEYS.Enter, KEYS.Enter);
      await webkit.type('ash');
      await webkit.keys(KEYS.Enter);
      // The tree that screen readers get follows with the next frame.
      await expect.poll(() => webkit.run(ROWS)).toBe('trees,oak,ash');
      await use(webkit);
    } finally {
      await webkit.stop();
    }
  },
});

/** A rectangle of the window, in pixels of the page. */
export interface Box extends Spot {
  readonly width: number;
  readonly height: number;
}

const WORDS_BOX =
  "const { x, y, width, height } = document.querySelector('textarea.bough-words').getBoundingClientRect(); return { x, y, width, height }";

/** Where the words of what is selected are, once nothing moves. */
export async function placeOfWords(map: WebKit): Promise<Box> {
  let before = '';
  let at: Box = { x: 0, y: 0, width: 0, height: 0 };
  await expect
    .poll(async () => {
      await map.frames();
      at = await map.run<Box>(WORDS_BOX);
      const now = JSON.stringify(at);
      const isSame = now === before;
      before = now;
      return isSame;
    })
    .toBe(true);
  return at;
}

/** Selects an item, and answers where its middle is, once nothing moves. */
export async function middle(map: WebKit, words: string): Promise<Spot> {
  await map.run(
    "[...document.querySelectorAll('[role=treeitem]')].find((row) => row.textContent === arguments[0]).click()",
    words,
  );
  await map.sees(SELECTED.replace('return', 'return arguments[0] ==='), words);
  const { x, y, width, height } = await placeOfWords(map);
  return { x: x + width / 2, y: y + height / 2 };
}

const NAMED = `const named = [...document.querySelectorAll('button, [role=menuitem]')].filter((one) => one.checkVisibility()
  && (one.getAttribute('aria-label') ?? one.textContent).includes(arguments[0])).at(-1);`;

/** Where a button of that name is; null: none is seen. */
export async function buttonAt(map: WebKit, name: string): Promise<Box | null> {
  const box = 'const { x, y, width, height } = named.getBoundingClientRect(); return { x, y, width, height }';
  return map.run<Box | null>(`${NAMED} if (named === undefined) return null; ${box}`, name);
}

/** Presses a button by the mouse, where it is seen. */
export async function pressButton(map: WebKit, name: string): Promise<void> {
  let at: Box | null = null;
  let before = '';
  await expect
    .poll(async () => {
      await map.frames();
      at = await buttonAt(map, name);
      const isSame = at !== null && JSON.stringify(at) === before;
      before = JSON.stringify(at);
      return isSame;
    }, name)
    .toBe(true);
  const { x, y, width, height } = at ?? { x: 0, y: 0, width: 0, height: 0 };
  await map.press({ x: x + width / 2, y: y + height / 2 });
  await map.release();
}

/** A finger goes from one place to another, and is up again. */
export async function swipe(map: WebKit, from: Spot, to: Spot): Promise<void> {
  await map.finger('pointerdown', from);
  for (const share of [0.25, 0.5, 0.75, 1])
    await map.finger('pointermove', { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
  await map.finger('pointerup', to);
}
