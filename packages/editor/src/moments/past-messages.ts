import type { MapId, PersonId } from '@bough/base';
import type { ItemId } from '@bough/map';
import type { Authorship, Patch, Removed } from '@bough/map/difference';
import type { ChangeTime } from './play-times.ts';
import type { Comparison, LargeStep, ShownBy } from './timeline.ts';

// What the page and the worker that reads the past say to each other.

/** What somebody wants to see: the moment after change `seq`, or how it differs from the one after `base`; `by`: only what that person did. */
export interface Look {
  readonly seq: number;
  readonly compare: { readonly base: number; readonly by: PersonId | null } | null;
}

/** What is asked of the whole past, once it is read. */
export type PastQuestion =
  | { readonly kind: 'authorship'; readonly item: ItemId; readonly seq: number }
  | { readonly kind: 'removed'; readonly words: string }
  | { readonly kind: 'hands'; readonly seq: number }
  | { readonly kind: 'times' }
  | { readonly kind: 'step'; readonly from: number | null; readonly to: number }
  | { readonly kind: 'largeSteps' };

interface Answers {
  readonly authorship: Authorship;
  readonly removed: readonly Removed[];
  readonly hands: readonly (readonly [ItemId, PersonId])[];
  readonly times: readonly ChangeTime[];
  readonly step: Step;
  readonly largeSteps: readonly LargeStep[];
}

/** What makes one moment another; who made the change that it stands after, and when: null at the very beginning. */
export interface Step {
  readonly patch: Patch;
  readonly change: Shown['change'];
}

/** What is answered to a question of that kind. */
export type PastAnswer<K extends PastQuestion['kind']> = Answers[K];

/** Something that is read from the server: a moment, or the changes `from`..`to`. */
export type PastNeed =
  | { readonly kind: 'moment'; readonly map: MapId; readonly at: number | null }
  | { readonly kind: 'changes'; readonly map: MapId; readonly from: number; readonly to: number };

/** What it answered: the number of a moment, and the text as bytes. */
export interface PastSupply {
  readonly seq: number;
  readonly bytes: ArrayBuffer;
}

export type ToPast =
  | { readonly kind: 'open'; readonly map: MapId }
  | { readonly kind: 'look'; readonly look: Look }
  /** What came last is drawn: there may be more. */
  | { readonly kind: 'drawn' }
  /** Somebody wants to know something of all of the past. */
  | { readonly kind: 'read' }
  /** What the worker needed; null: it is not to be had. */
  | { readonly kind: 'supply'; readonly id: number; readonly supply: PastSupply | null }
  | { readonly kind: 'ask'; readonly id: number; readonly question: PastQuestion };

/** Something to be drawn: what makes that which was drawn before it. */
export interface Shown {
  readonly look: Look;
  readonly patch: Patch;
  /** Who made it look so, and when; null: it looks as at the very beginning. Of what is not read yet, who made the last change. */
  readonly change: ShownBy | null;
  readonly comparison: Comparison | null;
}

/** How far the past is read. */
export type PastState = 'none' | 'loading' | 'there' | 'failed';

export type FromPast =
  /** A worker has no network: the page reads for it. */
  | { readonly kind: 'need'; readonly id: number; readonly need: PastNeed }
  /** The map as it is now, and the number of its last change; null: it could not be read. */
  | { readonly kind: 'opened'; readonly last: number | null }
  | ({ readonly kind: 'shown' } & Shown)
  /** What was wanted could not be read. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'state'; readonly state: PastState }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: PastAnswer<PastQuestion['kind']> };
