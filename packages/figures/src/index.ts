export { createFigures } from './figures.ts';
export { figuresOf } from './figures-of.ts';
