import { figuresOf } from '@bough/figures';
import { createLayout, ICON_NAME, type Layout } from '@bough/layout';
import type { MindMap } from '@bough/map';
import { createInterMeasurer, formulasIn } from '@bough/text';

/** The map placed as the screen places it, its icons and formulas included. */
export async function layOut(map: MindMap): Promise<Layout> {
  const items = [...map.items.values()];
  const icons = new Set(items.flatMap(({ icon }) => (icon !== null && ICON_NAME.test(icon) ? [icon] : [])));
  const formulas = items.flatMap(({ text }) => formulasIn(text));
  if (icons.size === 0 && formulas.length === 0) return createLayout(map, createInterMeasurer());
  return createLayout(map, createInterMeasurer(), { figures: await figuresOf({ icons, formulas }) });
}
