import { expect } from '@playwright/test';
import { test as plain } from './site.ts';
import { KEYS, type Spot, WebKit } from './webkit.ts';

// What a phone needs of a map, in the engine of Safari's family.

const ROWS = "return [...document.querySelectorAll('[role=treeitem]')].map((row) => row.textContent).join()";
const SELECTED =
  "return [...document.querySelectorAll('[role=treeitem][aria-selected=true]')].map((row) => row.textContent).join()";
const MENU = "return document.querySelector('[role=menu]') !== null";
const NO_MENU = "return document.querySelector('[role=menu]') === null";
const IS_EDITING = "return getComputedStyle(document.querySelector('textarea.bough-words')).opacity === '1'";

const test = plain.extend<{ readonly map: WebKit }>({
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

/** Where the middle of an item is, once nothing moves. */
async function middle(map: WebKit, words: string): Promise<Spot> {
  await map.run(
    "[...document.querySelectorAll('[role=treeitem]')].find((row) => row.textContent === arguments[0]).click()",
    words,
  );
  await map.sees(SELECTED.replace('return', 'return arguments[0] ==='), words);
  let before = '';
  let at: Spot = { x: 0, y: 0 };
  await expect
    .poll(async () => {
      at = await map.run<Spot>(
        "const box = document.querySelector('textarea.bough-words').getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }",
      );
      const now = JSON.stringify(at);
      const isSame = now === before;
      before = now;
      return isSame;
    })
    .toBe(true);
  return at;
}

test('in WebKit a map opens as wide as a phone, what is typed is in it, and is saved', async ({ map }) => {
  await map.sees("return document.querySelector('[role=status]')?.textContent === 'Saved'");
  expect(await map.run("return document.querySelector('.phone-bar') !== null")).toBe(true);
  await map.type('beech');
  await map.keys(KEYS.Enter);
  await expect.poll(() => map.run(ROWS)).toBe('trees,oak,beech');
  // The map itself cannot be scrolled away.
  expect(await map.run('return [scrollX, scrollY, document.documentElement.scrollTop]')).toEqual([0, 0, 0]);
});

test('in WebKit a press selects, a second one edits, and a tap selects', async ({ map }) => {
  const [oak, ash] = [await middle(map, 'oak'), await middle(map, 'ash')];
  await map.press(oak);
  await map.release();
  await expect.poll(() => map.run(SELECTED)).toBe('oak');
  await map.finger('pointerdown', ash);
  await map.finger('pointerup', ash);
  await expect.poll(() => map.run(SELECTED)).toBe('ash');
  expect(await map.run(IS_EDITING)).toBe(false);
});

test('in WebKit a long press opens the menu, and what is let go of in it is not chosen', async ({ map }) => {
  const [oak, ash] = [await middle(map, 'oak'), await middle(map, 'ash')];
  await map.finger('pointerdown', ash);
  await map.sees(MENU);
  await map.finger('pointerup', ash);
  expect(await map.run(MENU)).toBe(true);
  expect(await map.run(ROWS)).toBe('trees,oak,ash');
  await map.keys(KEYS.Escape);
  await map.sees(NO_MENU);
  // So it is with the right button of a mouse, which is told by the engine.
  await map.press(oak, 'right');
  await map.sees(MENU);
  await map.release('right');
  expect(await map.run(MENU)).toBe(true);
  expect(await map.run(ROWS)).toBe('trees,oak,ash');
  expect(await map.run(IS_EDITING)).toBe(false);
});
