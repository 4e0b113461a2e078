export { createLayout } from './create-layout.ts';
export type { Direction, Drop, ItemBox, Layout, LayoutChange, LayoutSettings, Moved, WordsBox } from './layout.ts';
