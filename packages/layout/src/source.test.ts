import type { Touched } from '@bough/map';
import { createInterMeasurer } from '@bough/text';
import { expect, test } from 'vitest';
import { createLayout } from './create-layout.ts';
import { outline } from './testing/outline.ts';

const NOTHING: Omit<Touched, 'items'> = {
  removed: new Set(),
  parents: new Set(),
  links: new Set(),
  threads: new Set(),
  messages: new Set(),
  settings: false,
};

test('[LAY-21] the item that is shown as its source is as large as it is written, and reads again afterwards', () => {
  const garden = outline('root\n  a **bold** word\n  $\\frac{a}{b}$ here');
  const layout = createLayout(garden.map, createInterMeasurer());
  const plain = outline('root\n  a xxboldxx word\n  here');
  const likeIt = createLayout(plain.map, createInterMeasurer());
  const id = garden.id('a **bold** word');
  const items = new Set([id]);
  const read = layout.words(id)?.width ?? 0;
  layout.showSource(id);
  layout.update(garden.map, { ...NOTHING, items });
  const written = layout.words(id)?.width ?? 0;
  expect(written).toBeGreaterThan(read);
  expect(Math.abs(written - (likeIt.words(plain.id('a xxboldxx word'))?.width ?? 0))).toBeLessThan(12);
  layout.showSource(null);
  layout.update(garden.map, { ...NOTHING, items });
  expect(layout.words(id)?.width).toBe(read);
});
