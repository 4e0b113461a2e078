import { Failure, tryUtf8Decode, utf8Encode } from '@bough/base';
import type { BlobStore, Compression } from '@bough/bloblog';
import { instant, list, object, pair, type Parser, text } from '@bough/contracts';
import { READ_BACK } from '../place/layout.ts';

// What a backup takes over from the one before stands in its place for years, and may rot there. So each backup reads a share of it back,
// what was longest not read first, and writes anew what is damaged: all of it within thirty days, however many backups are made
// meanwhile, and one document at least each time. What a backup copies is read back at once.

/** Within which time everything is read back. */
const WITHIN_MS = 30 * 24 * 3_600_000;
/** For how long the first share counts, when nothing is known of shares before. */
const FIRST_MS = 24 * 3_600_000;
const MOST = 100_000_000;
const MOST_BYTES = 1024 * 1024 * 1024;

/** When documents were read back whole. */
export interface ReadBack {
  /** When the last backup was made; null: not known. */
  readonly at: number | null;
  readonly documents: ReadonlyMap<string, number>;
}

const NOTHING: ReadBack = { at: null, documents: new Map() };
const parser: Parser<{ readonly at: number; readonly documents: readonly (readonly [string, number])[] }> = object({
  at: instant,
  documents: list(pair(text({ min: 1, max: 600 }), instant), MOST),
});

type Ports = { readonly compression: Compression };

/** What is noted in the place; what cannot be read is not known. */
export async function loadReadBack({ compression }: Ports, place: BlobStore): Promise<ReadBack> {
  try {
    const bytes = (await place.get(READ_BACK))?.bytes ?? new Uint8Array();
    const words = tryUtf8Decode(compression.tryDecompress(bytes, MOST_BYTES) ?? new Uint8Array());
    const read = parser(JSON.parse(words ?? 'null'));
    return read.ok ? { at: read.value.at, documents: new Map(read.value.documents) } : NOTHING;
  } catch (failure) {
    if (failure instanceof SyntaxError || (failure instanceof Failure && failure.kind === 'corrupt')) return NOTHING;
    throw failure;
  }
}

/** Notes it in the place. */
export async function keepReadBack(
  { compression }: Ports,
  place: BlobStore,
  { at, documents }: ReadBack,
): Promise<void> {
  const words = JSON.stringify({ at, documents: [...documents] });
  await place.put(READ_BACK, compression.compress(utf8Encode(words), 'small'));
}

/** The documents that this backup reads back although nothing of them is new. */
export function dueToRead(maps: readonly string[], { at, documents }: ReadBack, nowMs: number): ReadonlySet<string> {
  const sinceMs = at === null ? FIRST_MS : Math.max(0, nowMs - at);
  const share = Math.max(1, Math.ceil((maps.length * Math.min(sinceMs, WITHIN_MS)) / WITHIN_MS));
  const longest = maps.toSorted((a, b) => (documents.get(a) ?? 0) - (documents.get(b) ?? 0));
  return new Set(longest.slice(0, share));
}

/** What is noted of documents that are read back now: later than all before, also within a millisecond, and after the clock was set back. */
export function momentOfReading({ documents }: ReadBack, nowMs: number): number {
  return [...documents.values()].reduce((latest, at) => Math.max(latest, at + 1), Math.floor(nowMs));
}
