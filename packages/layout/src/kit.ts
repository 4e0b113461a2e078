import type { LineStyle, Shape } from '@bough/map';
import type { Group, Rect } from '@bough/scene';
import type { TextMeasurer, TextSettings } from '@bough/text';
import type { LayoutSettings } from './layout.ts';
import type { Level } from './measures.ts';
import type { Node } from './node.ts';
import type { Rows } from './rows.ts';

/** What all nodes of one layout share. */
export interface Kit {
  readonly settings: LayoutSettings;
  readonly measurer: TextMeasurer;
  readonly textSettings: Readonly<Record<Level, TextSettings>>;
  readonly rows: Rows;
  readonly boundsOf: (node: Node) => Rect;
  readonly draw: (node: Node) => Group;
  /** The map's own settings, as of the last update. */
  defaultShape: Shape | null;
  lineStyle: LineStyle | null;
}
