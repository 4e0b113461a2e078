import type { DocumentView, Lineage, MapId, PersonId } from '@bough/base';
import type { Change, NumberedChange, ParsedOps } from '@bough/map';

// What gateway and exporter ask of docstore. Changes are read in full by the route's parser, on both sides; whole documents cross as
// bytes that packages/map reads.

export interface NewDocument {
  readonly map: MapId;
  readonly by: PersonId;
  /** Ops of the first change (the title, the root). */
  readonly ops: ParsedOps;
}

export interface Append {
  /** The last number that the submitting client had when it made these. */
  readonly base: number;
  /**
   * The lineage in which `base` is a number. Where the order does not begin with that prefix any more, it is refused with
   * `docstore/other-lineage`. Absent: `base` is a number of the present order.
   */
  readonly lineage?: string | undefined;
  /**
   * The guest who has become their author since their client began, as the gateway knows: counters that either has used are used for both.
   */
  readonly formerly?: PersonId | undefined;
  /** Counted by their author and client: the same client id of somebody else has counters of its own. */
  readonly changes: readonly Change[];
  /** true: their author may only comment, and brings back nothing that was removed. */
  readonly isCommenter?: boolean | undefined;
  /** true: only if `base` is the last number still when they are ordered, else `docstore/moved` and nothing is kept. */
  readonly isLast?: boolean | undefined;
}
/**
 * `kept` also answers a change that was sent before: it has the number it got then. `seen` answers one that was sent so long ago that nobody
 * looks: it stands at or below the answer's `seq`, or was refused.
 */
export type AppendOutcome =
  | {
      readonly counter: number;
      readonly kind: 'kept';
      readonly seq: number;
      /** In a brief answer alone: kept now, and as it was submitted (see brief-appended.ts). */
      readonly isAsGiven?: boolean;
    }
  | { readonly counter: number; readonly kind: 'refused'; readonly reason: string; readonly detail: string }
  | { readonly counter: number; readonly kind: 'seen' };
/** What became of an append. */
export interface Appended {
  /** The last number, durable. */
  readonly seq: number;
  /** The lineage in which all numbers of the answer were given. */
  readonly lineage: string;
  /** The last number that the second location is known to have; absent: there is no second location. */
  readonly mirrored?: number | undefined;
  /** One for each change of the request, in order. */
  readonly outcomes: readonly AppendOutcome[];
  /** The newly kept changes as they stand in the log (texts transformed). */
  readonly changes: readonly NumberedChange[];
}

/** What a gateway asks about all its rooms at once. */
export interface NewsQuery {
  /** Names the gateway among all. */
  readonly asker: string;
  /** Whether it does not hear what the others say. */
  readonly isDeaf: boolean;
  /** Whether what is open is to be compared with storage, which other docstores may have written to. */
  readonly mustBeFresh: boolean;
  /** The maps that it has rooms of, each with the last number that it knows. */
  readonly known: readonly KnownNumber[];
}
/** The last number of a map that somebody knows; without a lineage, one of the present order. */
export interface KnownNumber {
  readonly map: MapId;
  readonly seq: number;
  readonly lineage?: string | undefined;
  /** Up to where the asker knows the second location to have it; null: there is none. */
  readonly mirrored: number | null;
}
/** How far a map is, with some of what leads there. */
export interface MapNews {
  readonly map: MapId;
  readonly seq: number;
  readonly lineage: string;
  /** null: there is no second location. */
  readonly mirrored: number | null;
  /** Following each other, or none. */
  readonly changes: readonly NumberedChange[];
}
/** What is new in those maps. */
export interface News {
  /** Whether another gateway that does not hear the others asked here within the last seconds. */
  readonly othersAreDeaf: boolean;
  /** Those that are not as the asker knows them. */
  readonly maps: readonly MapNews[];
}

/** Who put a document into the trash, and when. */
export interface Trashing {
  readonly at: number;
  readonly by: PersonId;
}

export interface DocumentFacts {
  readonly map: MapId;
  readonly seq: number;
  readonly lineage: string;
  readonly title: string;
  readonly items: number;
  readonly createdAt: number;
  readonly changedAt: number;
  /** null: it is not in the trash. */
  readonly trash: Trashing | null;
}

/** Changes in order of their numbers, and the lineage in which these were given when it was answered. */
export interface ReadChanges {
  readonly lineage: string;
  readonly changes: readonly NumberedChange[];
}

/** Where a document's order stands, at one moment. */
export interface DocumentState {
  /** The last durable number. */
  readonly seq: number;
  /** The last counter seen from the person's client that was asked about; 0: none. */
  readonly counter: number;
  /** Oldest first; the last one is that of `seq`. */
  readonly lineages: readonly Lineage[];
  /** As in `Appended`. */
  readonly mirrored?: number | undefined;
}

/** A document that is in the trash, as a listing shows it. */
export interface TrashedDocument {
  readonly map: MapId;
  readonly title: string;
  readonly trash: Trashing;
}

/** What `readDocument` may be asked for. */
export interface DocumentQuery {
  readonly map: MapId;
  /** The name of what the asker has (base's `prefixText`): where that is the document still, it is answered as unchanged. */
  readonly known: string | null;
  /** The map as it was at this number; null: as it is. */
  readonly at: number | null;
  /** What the asker can read; docstore may answer plain bytes all the same. */
  readonly encoding: ContentEncoding | null;
  /** What of it is shown; absent: the whole. Its name is the document's own in every view. */
  readonly view?: DocumentView | undefined;
}
export type ContentEncoding = 'gzip' | 'br' | 'zstd';
