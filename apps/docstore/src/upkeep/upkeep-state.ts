import { isRecord, tryJson, tryUtf8Decode, utf8Encode } from '@bough/base';
import { type BlobStore, type ETag, LogFailure } from '@bough/bloblog';

// What upkeep has done stands in the first location, as one object, `upkeep/state`: JSON, replaced under its ETag. It has the claim
// (whose turn it is, and until when) and how far each walk over the documents has come. An instance that dies in its turn is followed by
// another one when the claim has run out, which goes on from where the object says.

const KEY = 'upkeep/state';
const MOST_TROUBLES = 20;

/** The two walks over all documents: `tidy` each day, `scrub` over many days. */
export type WalkName = 'tidy' | 'scrub';

/** A document that a walk found something wrong with. */
export interface Trouble {
  readonly map: string;
  readonly what: string;
}

/** What a walk came to: how many documents it saw, and of what it did and found how much. */
export interface Tally {
  readonly documents: number;
  readonly purged: number;
  readonly collected: number;
  readonly copied: number;
  readonly repaired: number;
  /** How many documents something is wrong with that a person must see to; the first of them by name. */
  readonly found: number;
  readonly troubles: readonly Trouble[];
}

/** One walk over all documents, and the last whole one. */
export interface Walk {
  /** Where it is: null when none is under way. */
  readonly cursor: string | null;
  readonly startedAt: number;
  readonly tally: Tally;
  readonly last: { readonly startedAt: number; readonly endedAt: number; readonly tally: Tally } | null;
}

export interface UpkeepState {
  readonly by: string;
  /** Until when nobody else may begin. */
  readonly until: number;
  readonly walks: Readonly<Record<WalkName, Walk>>;
}

/** A walk that has seen nothing. */
export const NO_TALLY: Tally = {
  documents: 0,
  purged: 0,
  collected: 0,
  copied: 0,
  repaired: 0,
  found: 0,
  troubles: [],
};
const NEVER: Walk = { cursor: null, startedAt: 0, tally: NO_TALLY, last: null };
/** Before anybody has done anything. */
export const NOTHING_DONE: UpkeepState = { by: '', until: 0, walks: { tidy: NEVER, scrub: NEVER } };

/** Both together; of the troubles only so many are named. */
export function added(a: Tally, b: Tally): Tally {
  return {
    documents: a.documents + b.documents,
    purged: a.purged + b.purged,
    collected: a.collected + b.collected,
    copied: a.copied + b.copied,
    repaired: a.repaired + b.repaired,
    found: a.found + b.found,
    troubles: [...a.troubles, ...b.troubles].slice(0, MOST_TROUBLES),
  };
}

/** The state with its ETag; null: there is none yet. One that cannot be read is as good as none, and is replaced. */
export async function readState(
  store: BlobStore,
): Promise<{ readonly state: UpkeepState; readonly etag: ETag | null }> {
  try {
    const blob = await store.get(KEY);
    return { state: parseState(blob?.bytes), etag: blob?.etag ?? null };
  } catch (failure) {
    if (failure instanceof LogFailure && failure.kind === 'corrupt') return { state: NOTHING_DONE, etag: failure.etag };
    throw failure;
  }
}

/** Writes it if it still is what was read; answers its ETag, null when somebody else was faster or nobody knows. */
export async function writeState(store: BlobStore, etag: ETag | null, state: UpkeepState): Promise<ETag | null> {
  const bytes = utf8Encode(JSON.stringify(state));
  const outcome = await (etag === null ? store.createIfAbsent(KEY, bytes) : store.replaceIf(KEY, etag, bytes));
  return outcome.kind === 'written' ? outcome.etag : null;
}

function parseState(bytes: Uint8Array | undefined): UpkeepState {
  const { by, until, walks } = recordOf(tryJson(tryUtf8Decode(bytes ?? new Uint8Array())));
  const { tidy, scrub } = recordOf(walks);
  return { by: textOf(by), until: numberOf(until), walks: { tidy: parseWalk(tidy), scrub: parseWalk(scrub) } };
}

function parseWalk(value: unknown): Walk {
  const { cursor, startedAt, tally, last } = recordOf(value);
  const ended = recordOf(last);
  return {
    cursor: typeof cursor === 'string' ? cursor : null,
    startedAt: numberOf(startedAt),
    tally: parseTally(tally),
    last:
      typeof ended['endedAt'] === 'number'
        ? { startedAt: numberOf(ended['startedAt']), endedAt: ended['endedAt'], tally: parseTally(ended['tally']) }
        : null,
  };
}

function parseTally(value: unknown): Tally {
  const { documents, purged, collected, copied, repaired, found, troubles } = recordOf(value);
  return {
    documents: numberOf(documents),
    purged: numberOf(purged),
    collected: numberOf(collected),
    copied: numberOf(copied),
    repaired: numberOf(repaired),
    found: numberOf(found),
    troubles: (Array.isArray(troubles) ? troubles : []).map((each: unknown) => {
      const { map, what } = recordOf(each);
      return { map: textOf(map), what: textOf(what) };
    }),
  };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
