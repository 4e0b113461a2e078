export { createFigures } from './figures.ts';
export { figuresOf } from './figures-of.ts';
export { type IconName, loadIconNames } from './icons/icon-set.ts';
