import type { ClientId, MapId, PersonId } from '@bough/base';

// What gateway and exporter ask of docstore. Ops and whole documents cross this wall as JSON values and bytes that contracts
// does not understand: packages/map does, on both sides.

export interface NewDocument {
  readonly map: MapId;
  readonly by: PersonId;
  /** Ops of the first change (the title, the root), as packages/map writes them. */
  readonly ops: readonly unknown[];
}

export interface WireChange {
  readonly client: ClientId;
  readonly counter: number;
  readonly author: PersonId;
  readonly at: number;
  readonly ops: readonly unknown[];
}
export interface WireNumberedChange extends WireChange {
  readonly seq: number;
}

export interface Append {
  /** The last number that the submitting client had when it made these. */
  readonly base: number;
  readonly changes: readonly WireChange[];
  /** true: only if `base` is the last number still when they are ordered, else `docstore/moved` and nothing is kept. */
  readonly isLast?: boolean | undefined;
}
/** `kept` also answers a change that was sent before: it has the number it got then. */
export type AppendOutcome =
  | {
      readonly counter: number;
      readonly kind: 'kept';
      readonly seq: number;
      /** In a brief answer alone: kept now, and as it was submitted (see brief-appended.ts). */
      readonly isAsGiven?: boolean;
    }
  | { readonly counter: number; readonly kind: 'refused'; readonly reason: string; readonly detail: string };
export interface Appended {
  /** The last number, durable. */
  readonly seq: number;
  /** One for each change of the request, in order. */
  readonly outcomes: readonly AppendOutcome[];
  /** The newly kept changes as they stand in the log (texts transformed). */
  readonly changes: readonly WireNumberedChange[];
}

/** Who put a document into the trash, and when. */
export interface Trashing {
  readonly at: number;
  readonly by: PersonId;
}

export interface DocumentFacts {
  readonly map: MapId;
  readonly seq: number;
  readonly title: string;
  readonly items: number;
  readonly createdAt: number;
  readonly changedAt: number;
  /** null: it is not in the trash. */
  readonly trash: Trashing | null;
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
  /** The number that the asker has: the same number is answered as unchanged. */
  readonly known: number | null;
  /** The map as it was at this number; null: as it is. */
  readonly at: number | null;
  /** What the asker can read; docstore may answer plain bytes all the same. */
  readonly encoding: ContentEncoding | null;
}
export type ContentEncoding = 'gzip' | 'br' | 'zstd';
