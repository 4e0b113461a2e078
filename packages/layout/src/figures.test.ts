import type { Touched } from '@bough/map';
import { PathBuilder, pathBounds } from '@bough/scene';
import { createInterMeasurer } from '@bough/text';
import { expect, test } from 'vitest';
import { createLayout } from './create-layout.ts';
import type { Figures } from './layout.ts';
import { outline } from './testing/outline.ts';

const measurer = createInterMeasurer();
const square = (from: number, to: number) =>
  new PathBuilder().moveTo(from, from).lineTo(to, from).lineTo(to, to).lineTo(from, to).closePath().build();

/** Knows the icon `star` and every formula, from when `come` was called on. */
function figuresToCome(): Figures & { come(): void } {
  let isHere = false;
  return {
    come: () => {
      isHere = true;
    },
    icon: (name) => (isHere && name === 'star' ? square(2, 22) : null),
    formula: (source) =>
      isHere && source !== 'bad'
        ? { width: 3, ascent: 2, descent: 1, path: square(-1, 1), words: [{ text: '枝', x: 1, y: 0, size: 0.8 }] }
        : null,
  };
}

const NOTHING: Omit<Touched, 'items'> = {
  removed: new Set(),
  parents: new Set(),
  links: new Set(),
  threads: new Set(),
  messages: new Set(),
  settings: false,
};

test('[LAY-16] icons and formulas are paths in their place; once they have come, their items are drawn anew', () => {
  const garden = outline('root\n  star\n  $x^2$\n  words', { star: { icon: 'star' } });
  const figures = figuresToCome();
  const layout = createLayout(garden.map, measurer, { figures });
  const commandsOf = (text: string) =>
    layout.scene.visible(layout.bounds()).find(({ group }) => group.id === garden.id(text))?.group.commands ?? [];
  expect(commandsOf('star').filter(({ kind }) => kind === 'stroke' || kind === 'image')).toEqual([]);
  expect(commandsOf('$x^2$').flatMap((one) => (one.kind === 'text' ? [one.text] : []))).toEqual(['$x^2$']);
  const before = layout.box(garden.id('$x^2$'));
  figures.come();
  const ids = [garden.id('star'), garden.id('$x^2$')];
  const { changed } = layout.update(garden.map, { ...NOTHING, items: new Set(ids) });
  expect(ids.every((id) => changed.has(id))).toBe(true);

  const lines = commandsOf('star').find(({ kind }) => kind === 'stroke');
  if (lines?.kind !== 'stroke') throw new Error('an icon is lines');
  const inner = pathBounds(lines.path);
  expect(inner.x).toBeGreaterThan(lines.bounds.x);
  expect(inner.x + inner.width).toBeLessThan(lines.bounds.x + lines.bounds.width);
  expect(commandsOf('star').some((one) => one.kind !== 'text' && one.hit?.kind === 'icon')).toBe(true);

  const shape = commandsOf('$x^2$').find((one) => one.kind === 'fill' && one.says === 'x^2');
  expect(shape?.bounds.width).toBe(3 * 15);
  expect(commandsOf('$x^2$').flatMap((one) => (one.kind === 'text' ? [one.text] : []))).toEqual(['枝']);
  expect(layout.box(garden.id('$x^2$'))?.height ?? 0).toBeGreaterThan((before?.height ?? 0) + 15);
});

test('[LAY-16] a name without an icon draws nothing, and what is no formula stays as it was written', () => {
  const garden = outline('root\n  a\n  $bad$', { a: { icon: 'no-such-icon' } });
  const figures = figuresToCome();
  figures.come();
  const layout = createLayout(garden.map, measurer, { figures });
  const commandsOf = (text: string) =>
    layout.scene.visible(layout.bounds()).find(({ group }) => group.id === garden.id(text))?.group.commands ?? [];
  expect(commandsOf('a').filter(({ kind }) => kind === 'stroke' || kind === 'image')).toEqual([]);
  expect(commandsOf('$bad$').some((one) => one.kind === 'text' && one.text === '$bad$')).toBe(true);
});

test('[LAY-16] a key is its sign on a small plate, as wide as the plate and not as the sign', () => {
  const garden = outline('root\n  a', { a: { icon: '1\ufe0f\u20e3' } });
  const layout = createLayout(garden.map, measurer);
  const placed = layout.scene.visible(layout.bounds()).find(({ group }) => group.id === garden.id('a'));
  const plate = placed?.group.commands.find((one) => one.kind === 'fill' && one.hit?.kind === 'icon');
  const sign = placed?.group.commands.find((one) => one.kind === 'text' && one.text === '1');
  if (sign?.kind !== 'text' || plate === undefined) throw new Error('a key has a sign and a plate');
  expect(plate.bounds.width).toBeGreaterThan(sign.width * 2);
  expect(sign.x + sign.width / 2).toBeCloseTo(plate.bounds.x + plate.bounds.width / 2);
  expect(placed?.group.commands.some((one) => one.kind === 'text' && one.text.includes('\u20e3'))).toBe(false);
});
