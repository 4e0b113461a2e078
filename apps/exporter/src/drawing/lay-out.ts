import { figuresOf } from '@bough/figures';
import { createLayout, ICON_NAME, type Layout } from '@bough/layout';
import { childrenOf, type ItemId, type MindMap } from '@bough/map';
import { createInterMeasurer, formulasIn } from '@bough/text';

type Settings = NonNullable<Parameters<typeof createLayout>[2]>;

/** The map placed as the screen places it, its icons and formulas included. */
export async function layOut(map: MindMap): Promise<Layout> {
  return createLayout(map, createInterMeasurer(), await figuresIn(map));
}

/** Few: a map may be thousands of levels deep, and each try places all that it shows. */
const TRIED = [1, 2, 3, 4, 6, 9, Infinity];

/** The same with as many levels below its roots as keep it no higher than that; one there always is. */
export async function layOutLow(map: MindMap, height: number): Promise<Layout> {
  const figures = await figuresIn(map);
  let low: Layout | null = null;
  for (const levels of TRIED) {
    const folds = foldedBelow(map, levels);
    const layout = createLayout(map, createInterMeasurer(), { ...figures, folds });
    const isHigh = layout.bounds().height > height;
    if (isHigh || folds.size === 0) return isHigh && low !== null ? low : layout;
    low = layout;
  }
  return low ?? layOut(map);
}

/** What is to be folded so that so many levels are seen below the roots. */
function foldedBelow(map: MindMap, levels: number): ReadonlyMap<ItemId, boolean> {
  let level = childrenOf(map, null);
  for (let depth = 0; depth < levels && level.length > 0; depth++)
    level = level.flatMap((id) => (map.items.get(id)?.isFolded === true ? [] : childrenOf(map, id)));
  const open = level.filter((id) => map.items.get(id)?.isFolded === false && childrenOf(map, id).length > 0);
  return new Map(open.map((id) => [id, true]));
}

async function figuresIn(map: MindMap): Promise<Pick<Settings, 'figures'>> {
  const items = [...map.items.values()];
  const icons = new Set(items.flatMap(({ icon }) => (icon !== null && ICON_NAME.test(icon) ? [icon] : [])));
  const formulas = items.flatMap(({ text }) => formulasIn(text));
  return icons.size === 0 && formulas.length === 0 ? {} : { figures: await figuresOf({ icons, formulas }) };
}
