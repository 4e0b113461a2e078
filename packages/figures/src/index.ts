export { createFigures, type Figures } from './figures.ts';
export { figuresOf } from './figures-of.ts';
export type { FormulaFigure, FormulaWords } from './formulas/formula-figure.ts';
export { type IconName, loadIconNames } from './icons/icon-set.ts';
