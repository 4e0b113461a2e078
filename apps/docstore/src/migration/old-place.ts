import type { MapId } from '@bough/base';

// Where documents were kept before: as rows, one for each change. What Bough needs of such a place, and nothing else; docs/migration.md says what is
// held of it. Another database than MongoDB needs another implementation of this, beside `mongo/`.

/** A document in the old place. Its name there orders documents. */
export interface OldDocument {
  readonly name: string;
  /** The id that it has in Bough; a place that has ids of its own says here which it becomes. Null: what it says is no id of a map. */
  readonly map: MapId | null;
  /** The person or the address that it belongs to, as it stands there; empty: nobody is named. */
  readonly owner: string;
  /** As lists should show it before the document itself is read. */
  readonly title: string;
}

/** A change as it stands there, read of nothing yet but its place. `author` is the id of a person in Bough, where the place knows it. */
export interface OldChange {
  /** Numbered from 1, without a gap; what stands there may be any number. */
  readonly seq: number;
  readonly author: unknown;
  /** In milliseconds. */
  readonly at: unknown;
  /** In the form of packages/map. */
  readonly ops: unknown;
}

/** What there is in all, about. */
export interface OldSize {
  readonly documents: number;
  readonly changes: number;
  /** With indexes; null: the place does not say. */
  readonly bytes: number | null;
}

/** A place where documents are rows of changes. Asking it changes nothing, but for `removeChanges`. */
export interface OldPlace {
  /** Documents whose names come after `after`, in the order of their names; fewer than `limit` only at the end. */
  documents(after: string | null, limit: number): Promise<readonly OldDocument[]>;
  /** The document that becomes this map. */
  document(map: MapId): Promise<OldDocument | null>;
  /** Changes of a document with numbers above `after`, in the order of their numbers, as they are by now; fewer than `limit` only at the end. */
  changes(name: string, after: number, limit: number): Promise<readonly OldChange[]>;
  /** Removes the changes of a document from 1 up to this number. The document itself stays named there. */
  removeChanges(name: string, upTo: number): Promise<void>;
  size(): Promise<OldSize>;
  close(): Promise<void>;
}

const PAGE = 200;

/** All documents after this name, in order. */
export async function* documentsAfter(place: OldPlace, after: string | null): AsyncGenerator<OldDocument> {
  for (let last = after; ;) {
    const page = await place.documents(last, PAGE);
    yield* page;
    last = page.at(-1)?.name ?? last;
    if (page.length < PAGE) return;
  }
}

/** Before every number that a row can have: what counts from 0 is found, too. */
export const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

/**
 * Changes of a document in batches, in order, from behind this number. Each batch is asked for with the last row of the one before, so that a number that
 * stands there twice is seen twice also where two batches meet.
 */
export async function* changesAfter(
  place: OldPlace,
  name: string,
  after: number,
  batch: number,
): AsyncGenerator<readonly OldChange[]> {
  let changes = await place.changes(name, after, batch);
  let isEnd = changes.length < batch;
  for (;;) {
    if (changes.length > 0) yield changes;
    const last = changes.at(-1)?.seq;
    if (isEnd || last === undefined) return;
    const found = await place.changes(name, last - 1, batch + 1);
    isEnd = found.length < batch + 1;
    changes = found[0]?.seq === last ? found.slice(1) : found;
  }
}
