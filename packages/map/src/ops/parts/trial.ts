import type { Op } from '../../changes/change.ts';
import type {
  CommentId,
  ItemFields,
  ItemId,
  LinkId,
  MindMap,
  OrderKey,
  Settings,
  ThreadId,
} from '../../model/model.ts';
import type { Dice } from '../../testing/dice.ts';

/** What the laws need to try a kind of op. Only tests read it. */
export interface Trial<O> {
  /** One op in each form that the kind has. */
  samples(names: Names): readonly O[];
  /** How they stand in lines of the log, frozen: what was written once must be read for ever. */
  readonly lines: readonly string[];
  /** How often it comes up in random histories. */
  readonly weight: number;
  /** An op as somebody might make it who looks at this map, mostly about `item`; null when the map has nothing for it. */
  random(world: World, item: ItemId): Op | null;
}

/** A random history as far as it has come. */
export interface World {
  readonly dice: Dice;
  readonly map: MindMap;
  /** An item of the map, now and then one that was removed. */
  readonly someItem: () => ItemId | undefined;
  /** An item that was seen earlier, and may be gone by now. */
  readonly oldItem: () => ItemId | undefined;
  /** A new item, which comes up again later on. */
  readonly newItem: () => ItemId;
  readonly somePlace: () => { readonly parent: ItemId | null; readonly order: OrderKey };
  readonly someFields: () => Partial<ItemFields>;
  readonly someSettings: () => Partial<Settings>;
}

/** Ids that can be read. */
export interface Names {
  readonly item: (name: string) => ItemId;
  readonly link: (name: string) => LinkId;
  readonly thread: (name: string) => ThreadId;
  readonly comment: (name: string) => CommentId;
}
