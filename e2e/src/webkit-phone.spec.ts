import { expect } from '@playwright/test';
import { KEYS, type WebKit } from './webkit.ts';
import { buttonAt, middle, placeOfWords, pressButton, ROWS, SELECTED, swipe, test } from './webkit-map.ts';

// What a phone needs beside the map itself, in the engine of Safari's family.

const HEIGHT = 'return innerHeight';
const WIDTH = 'return innerWidth';
/** The lower edge of the first that the selector names. */
const END = 'return Math.round(document.querySelector(arguments[0])?.getBoundingClientRect().bottom ?? 0)';
const IS_SEEN = 'return document.querySelector(arguments[0])?.checkVisibility() === true';

/** As an on-screen keyboard does: less of the window is seen. */
async function showKeyboard(map: WebKit, height: number): Promise<void> {
  await map.run(
    `Object.defineProperty(visualViewport, 'height', { value: arguments[0], configurable: true });
     visualViewport.dispatchEvent(new Event('resize'));`,
    height,
  );
}

test('in WebKit what is edited, and the bar, stay above the on-screen keyboard, and nothing scrolls', async ({
  map,
}) => {
  await middle(map, 'ash');
  const free = Math.round((await map.run<number>(HEIGHT)) / 2);
  await map.type('a');
  await showKeyboard(map, free);
  await expect.poll(() => map.run(END, '.phone-bar')).toBe(free);
  const bar = await map.run<number>("return document.querySelector('.phone-bar').getBoundingClientRect().top");
  const bottom = async (): Promise<number> => {
    const { y, height } = await placeOfWords(map);
    return y + height;
  };
  // The camera flies there.
  await expect.poll(bottom).toBeLessThanOrEqual(bar);
  await map.run(
    "window.scrolls = []; document.addEventListener('scroll', ({ target }) => scrolls.push(String(target.className)), true)",
  );
  await map.type(' long line of words that goes past the edge of the phone');
  const long = await placeOfWords(map);
  expect(long.x + long.width).toBeLessThanOrEqual(await map.run<number>(WIDTH));
  const scrolled =
    "return [...document.querySelectorAll('html, body, .map-screen, .map-screen *')].filter((one) => one.scrollLeft !== 0 || one.scrollTop !== 0).map(({ tagName, className, scrollLeft, scrollTop }) => [tagName, className, scrollLeft, scrollTop].join(' '))";
  expect(await map.run(scrolled)).toEqual([]);
  // Nor for a frame, while a letter was there and its box was not yet as wide.
  expect(await map.run('return scrolls')).toEqual([]);
});

test('in WebKit the phone’s bar has what one needs, the rest comes from below, and zoom and fit are there', async ({
  map,
}) => {
  await middle(map, 'oak');
  const bar = "return document.querySelectorAll('.phone-bar button').length";
  await expect.poll(() => map.run(bar)).toBe(5);
  await pressButton(map, 'Zoom in');
  await pressButton(map, 'Show the whole map');
  await pressButton(map, 'Item actions');
  await expect.poll(() => map.run(END, '.popover')).toBe(await map.run(HEIGHT));
  const colours =
    "return [...document.querySelectorAll('.popover .colour-row button')].every((one) => one.getBoundingClientRect().right <= innerWidth)";
  expect(await map.run(colours)).toBe(true);
  await pressButton(map, 'Icon');
  await map.sees("return document.querySelector('.popover input') !== null");
  await expect.poll(() => map.run(END, '.popover')).toBe(await map.run(HEIGHT));
  await map.keys(KEYS.Escape);
  await pressButton(map, 'Item actions');
  await pressButton(map, 'Delete branch');
  await expect.poll(() => map.run(ROWS)).toBe('trees,ash');
});

test('in WebKit one finds back from blank paper, and what is tapped half outside is brought in', async ({ map }) => {
  const width = await map.run<number>(WIDTH);
  await middle(map, 'oak');
  await map.keys(KEYS.Escape);
  for (let i = 0; i < 4; i++) await swipe(map, { x: width - 20, y: 160 }, { x: 20, y: 160 });
  await map.sees(IS_SEEN, '.back-chip');
  await pressButton(map, 'Back to the map');
  await expect.poll(() => map.run(IS_SEEN, '.back-chip')).toBe(false);
  const oak = await middle(map, 'oak');
  await map.keys(KEYS.Escape);
  // Half of it hangs out at the right edge.
  await map.finger('pointerdown', { x: 60, y: 160 });
  await map.finger('pointermove', { x: 60 + (width - oak.x) / 2, y: 160 });
  await map.finger('pointermove', { x: 60 + (width - oak.x), y: 160 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await map.finger('pointerup', { x: 60 + (width - oak.x), y: 160 });
  await map.tap({ x: width - 6, y: oak.y });
  await expect.poll(() => map.run(SELECTED)).toBe('oak');
  await expect
    .poll(async () => {
      const at = await placeOfWords(map);
      return at.x + at.width;
    })
    .toBeLessThan(width);
});

test('in WebKit the first look at a map on a phone has its root in sight, at 80 % or more', async ({ map }) => {
  await map.sees("return document.querySelector('[role=status]')?.textContent === 'Saved'");
  await map.run('location.reload()');
  await map.sees("return document.querySelectorAll('[role=treeitem]').length === 3");
  await expect
    .poll(async () =>
      Number.parseInt(await map.run<string>("return document.querySelector('.zoom-level')?.textContent ?? ''"), 10),
    )
    .toBeGreaterThanOrEqual(80);
  const root = await middle(map, 'trees');
  expect(root.x > 0 && root.x < (await map.run<number>(WIDTH))).toBe(true);
});

test('in WebKit buttons of the outline put an item deeper and higher', async ({ map }) => {
  await pressButton(map, 'More');
  await pressButton(map, 'Outline');
  const field = "[...document.querySelectorAll('aside textarea')].find((one) => one.value === 'ash')";
  await map.sees(`return ${field} !== undefined`);
  await map.run(`${field}.focus()`);
  const level = `return ${field}.closest('[role=row]').getAttribute('aria-level')`;
  await expect.poll(() => map.run(level)).toBe('2');
  await pressButton(map, 'Indent');
  await expect.poll(() => map.run(level)).toBe('3');
  expect((await buttonAt(map, 'Outdent'))?.height).toBeGreaterThanOrEqual(32);
  await pressButton(map, 'Outdent');
  await expect.poll(() => map.run(level)).toBe('2');
});

test('in WebKit presenting fills the screen, and buttons, keys and a swipe turn it over', async ({ map }) => {
  await middle(map, 'trees');
  await pressButton(map, 'More');
  await pressButton(map, 'Present');
  const said = "return document.querySelector('.present-bar')?.textContent ?? ''";
  await expect.poll(() => map.run(said)).toContain('1 of 3');
  expect(await map.run("return document.querySelector('.map-head, .phone-bar, .item-bar')")).toBeNull();
  await pressButton(map, 'Next step');
  await expect.poll(() => map.run(said)).toContain('2 of 3');
  const width = await map.run<number>(WIDTH);
  await swipe(map, { x: width - 60, y: 300 }, { x: 60, y: 300 });
  await expect.poll(() => map.run(said)).toContain('3 of 3');
  await map.keys('\uE012');
  await expect.poll(() => map.run(said)).toContain('2 of 3');
  await pressButton(map, 'End');
  await expect.poll(() => map.run(IS_SEEN, '.map-head')).toBe(true);
});
