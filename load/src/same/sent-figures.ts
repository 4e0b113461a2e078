import type { Figures } from '@bough/layout';
import type { SentFigures } from './figures.ts';

/** The figures as a layout asks for them. */
export function figuresFrom({ icons, formulas }: SentFigures): Figures {
  const paths = new Map(icons.map(([name, path]) => [name, new Float64Array(path)]));
  const shapes = new Map(
    formulas.map(([source, isBlock, figure]) => [
      `${isBlock} ${source}`,
      { ...figure, path: new Float64Array(figure.path) },
    ]),
  );
  return {
    icon: (name) => paths.get(name) ?? null,
    formula: (source, isBlock) => shapes.get(`${isBlock} ${source}`) ?? null,
  };
}
