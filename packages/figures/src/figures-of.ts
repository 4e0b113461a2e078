import { createFigures, type Figures } from './figures.ts';

/** Everything that a map wants drawn besides words, already there: for whoever draws it once. */
export async function figuresOf(wishes: {
  readonly icons: Iterable<string>;
  readonly formulas: Iterable<{ readonly source: string; readonly isBlock: boolean }>;
}): Promise<Figures> {
  const figures = createFigures();
  for (const name of wishes.icons) figures.icon(name);
  for (const { source, isBlock } of wishes.formulas) figures.formula(source, isBlock);
  await figures.settle();
  return figures;
}
