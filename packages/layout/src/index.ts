export { createLayout } from './create-layout.ts';
export type { Direction, Drop, Figures, Gone, ItemBox, Layout, WordsBox } from './layout.ts';
