export { createLayout } from './create-layout.ts';
export type { Direction, Drop, Figures, Gone, Hit, ItemBox, Layout, WordsBox } from './layout.ts';
