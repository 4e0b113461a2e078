import type { Op } from '../changes/change.ts';
import type { CommentId, ItemId, LinkId, ThreadId } from '../model/model.ts';

/** Why a change was not applied. The map is untouched then. Each reason is explained in SPEC.md. */
export type RefusalReason =
  | 'cycle' // a move below itself
  | 'exists' // an id that is taken
  | 'missing' // something it names was never here, or was removed too long ago to be recovered
  | 'malformed' // not a change at all, or text cut through a surrogate pair
  | 'limit'; // one of LIMITS

export interface Refusal {
  readonly reason: RefusalReason;
  /** Which op, counted from 0. */
  readonly op: number;
  /** One plain sentence for a log or a developer. */
  readonly detail: string;
}

/** What a change touched: enough for an incremental layout, never more than the change is big. */
export interface Touched {
  /** Items that are new, moved, or whose fields or text changed. */
  readonly items: ReadonlySet<ItemId>;
  readonly removed: ReadonlySet<ItemId>;
  /** Parents whose list of children changed; null stands for the list of roots. */
  readonly parents: ReadonlySet<ItemId | null>;
  readonly links: ReadonlySet<LinkId>;
  readonly threads: ReadonlySet<ThreadId>;
  /** Messages of the chat. */
  readonly messages: ReadonlySet<CommentId>;
  readonly settings: boolean;
}

export interface Applied {
  readonly touched: Touched;
  /** Applied to the map as it is now, gives the map as it was. Small: a remove's inverse is a restore. */
  readonly inverse: readonly Op[];
  /** Items that were put back under the "recovered" item because somebody had removed their place. */
  readonly recovered: readonly ItemId[];
}
