import { createInterMeasurer } from '@bough/text';
import { expect, test } from 'vitest';
import { createLayout } from '../create-layout.ts';
import { outline } from '../testing/outline.ts';

const garden = outline('root\n  oak\n    acorn\n    bark\n  ash', { oak: { side: 'right' }, ash: { side: 'left' } });
const layout = createLayout(garden.map, createInterMeasurer());
const boxOf = (words: string) => {
  const box = layout.box(garden.id(words));
  if (box === null) throw new Error(`${words} has no place`);
  return box;
};

/** Where a pulled branch begins and ends, on the map. */
function endsOf(words: string, dx: number, dy: number) {
  const line = layout.pulled(garden.id(words), dx, dy).lines.get(garden.id(words));
  if (line === undefined) throw new Error(`${words} has no line`);
  const { entry } = boxOf(words);
  const { bounds } = line;
  const left = entry.x + dx + bounds.x;
  return {
    left,
    right: left + bounds.width,
    top: entry.y + dy + bounds.y,
    bottom: entry.y + dy + bounds.y + bounds.height,
  };
}

test('[LAY-22] a pulled branch begins at its parent and reaches to its item', () => {
  const root = boxOf('root');
  const ends = endsOf('oak', 200, 120);
  expect(ends.left).toBeLessThan(root.x + root.width);
  expect(ends.right).toBeGreaterThan(boxOf('oak').x + 200);
  expect(ends.bottom).toBeGreaterThan(boxOf('oak').entry.y + 115);
  expect(layout.pulled(garden.id('oak'), 200, 120).shifts.size).toBe(0);
});

test('[LAY-22] past its root it begins at the other side, and its branches stand on its other side', () => {
  const root = boxOf('root');
  const oak = boxOf('oak');
  const far = -2 * (oak.x - root.x) - 100;
  const { left, right } = endsOf('oak', far, 0);
  expect(right).toBeLessThan(root.x + root.width / 2);
  expect(left).toBeLessThan(oak.x + far + 10);
  const { shifts } = layout.pulled(garden.id('oak'), far, 0);
  for (const words of ['acorn', 'bark']) {
    const box = boxOf(words);
    const x = box.x + far + (shifts.get(garden.id(words)) ?? 0);
    expect(x + box.width).toBeLessThan(oak.x + far);
  }
});

test('[LAY-22] a root has no branch to pull', () => {
  expect(layout.pulled(garden.id('root'), 10, 10).lines.size).toBe(0);
});
