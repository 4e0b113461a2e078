import { expect } from '@playwright/test';
import { KEYS } from './webkit.ts';
import { IS_EDITING, middle, ROWS, SELECTED, test } from './webkit-map.ts';

// Hands on a map, in the engine of Safari's family.

const MENU = "return document.querySelector('[role=menu]') !== null";
const NO_MENU = "return document.querySelector('[role=menu]') === null";

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
  await map.tap(ash);
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
  // The engine says of the next press that the right button is still held.
  await map.press({ x: oak.x, y: oak.y > 200 ? 120 : 700 });
  await map.release();
  await map.sees(NO_MENU);
  await expect.poll(() => map.run(SELECTED)).toBe('oak');
});

test('in WebKit a press or a tap beside an open menu closes it, and selects nothing', async ({ map }) => {
  const [oak, ash] = [await middle(map, 'oak'), await middle(map, 'ash')];
  for (const by of ['mouse', 'finger']) {
    await map.finger('pointerdown', oak);
    await map.sees(MENU);
    await map.finger('pointerup', oak);
    expect(await map.run(SELECTED)).toBe('oak');
    // Where no part of the menu is.
    const away = { x: ash.x, y: oak.y > 200 ? 120 : 700 };
    const box =
      "const { top, bottom } = document.querySelector('[role=menu]').getBoundingClientRect(); return [top, bottom]";
    const [top = 0, bottom = 0] = await map.run<number[]>(box);
    expect(away.y < top || away.y > bottom).toBe(true);
    if (by === 'mouse') {
      await map.press(away);
      await map.release();
    } else await map.tap(away);
    await map.sees(NO_MENU);
    expect(await map.run(SELECTED)).toBe('oak');
  }
  // The next press counts.
  await map.press(ash);
  await map.release();
  await expect.poll(() => map.run(SELECTED)).toBe('ash');
});
