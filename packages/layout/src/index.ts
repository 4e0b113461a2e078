export { createLayout } from './create-layout.ts';
export type {
  Direction,
  Drop,
  Figures,
  FormulaShape,
  Gone,
  ItemBox,
  Layout,
  LayoutChange,
  LayoutSettings,
  Moved,
  WordsBox,
} from './layout.ts';
