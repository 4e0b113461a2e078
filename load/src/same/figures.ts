import { figuresOf } from '@bough/figures';
import { type Figures, ICON_NAME } from '@bough/layout';
import type { MindMap } from '@bough/map';
import { formulasIn } from '@bough/text';

type Formula = NonNullable<ReturnType<Figures['formula']>>;

/** A map's icons and formulas, in what can be sent to a page. */
export interface SentFigures {
  readonly icons: readonly (readonly [name: string, path: readonly number[]])[];
  readonly formulas: readonly (readonly [
    source: string,
    isBlock: boolean,
    figure: Omit<Formula, 'path'> & { readonly path: readonly number[] },
  ])[];
}

/** Everything that the map shows besides words, made as the page makes it. */
export async function sentFiguresOf(map: MindMap): Promise<SentFigures> {
  const items = [...map.items.values()];
  const icons = new Set(items.flatMap(({ icon }) => (icon !== null && ICON_NAME.test(icon) ? [icon] : [])));
  const formulas = items.flatMap(({ text }) => formulasIn(text));
  if (icons.size === 0 && formulas.length === 0) return { icons: [], formulas: [] };
  const figures = await figuresOf({ icons, formulas });
  return {
    icons: [...icons].flatMap((name) => {
      const path = figures.icon(name);
      return path === null ? [] : [[name, [...path]] as const];
    }),
    formulas: formulas.flatMap(({ source, isBlock }) => {
      const figure = figures.formula(source, isBlock);
      return figure === null ? [] : [[source, isBlock, { ...figure, path: [...figure.path] }] as const];
    }),
  };
}
