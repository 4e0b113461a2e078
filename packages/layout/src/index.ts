export { createLayout } from './create-layout.ts';
export { ICON_NAME } from './marks/icon.ts';
export type { Direction, Drop, Figures, Gone, Hit, ItemBox, Layout, WordsBox } from './layout.ts';
