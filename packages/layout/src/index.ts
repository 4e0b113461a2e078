export { createLayout } from './create-layout.ts';
export type {
  Direction,
  Drop,
  Gone,
  ItemBox,
  Layout,
  LayoutChange,
  LayoutSettings,
  Moved,
  WordsBox,
} from './layout.ts';
