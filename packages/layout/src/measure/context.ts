import type { ItemId, LineStyle, Shape } from '@bough/map';
import type { TextMeasurer, TextSettings } from '@bough/text';
import type { LayoutSettings } from '../layout.ts';
import type { Level } from './measures.ts';

/** What measuring and drawing read besides the item at hand: one for a whole layout. */
export interface LayoutContext {
  readonly settings: LayoutSettings;
  readonly measurer: TextMeasurer;
  readonly textSettings: Readonly<Record<Level, TextSettings>>;
  /** The map's own settings, as of the last update. */
  defaultShape: Shape | null;
  lineStyle: LineStyle | null;
  /** The item whose words are set as they are written: somebody edits them. */
  source: ItemId | null;
  /** What somebody has folded or opened for themself, whatever the map says. */
  folds: ReadonlyMap<ItemId, boolean>;
}
