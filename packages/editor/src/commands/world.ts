import type { Ids } from '@bough/base';
import type { Layout } from '@bough/layout';
import type { Item, ItemId, MindMap, Op, Orders } from '@bough/map';
import type { Spot } from '@bough/scene';
import type { Selection } from './selection.ts';

/** What a command reads. Nothing here is changed by it: it answers a plan. */
export interface World {
  readonly map: MindMap;
  readonly selection: Selection;
  readonly layout: Pick<Layout, 'box' | 'itemsIn' | 'neighbour' | 'lighterSide' | 'nextHue' | 'offsetAt' | 'drop'>;
  readonly ids: Pick<Ids, 'short'>;
  readonly orders: Pick<Orders, 'between'>;
  /** The middle of what is seen: where new roots go. */
  readonly middle: Spot;
  /** Whether who gives the command sees the item folded. */
  readonly isFolded: (item: Item) => boolean;
  /** The command is given in the outline: there siblings are one list, whatever side of a root they stand on. */
  readonly isInOutline?: boolean;
}

/** What a command wants: changes to the map (one step of undo), then what is selected, then what is edited. */
export interface Plan {
  readonly ops: readonly Op[];
  readonly select?: readonly ItemId[];
  readonly edit?: ItemId;
}
