import { type Clock, Failure, type MapId, type PersonId } from '@bough/base';
import { allBelow, type BlobEntry, type BlobStore, entriesBelow } from '@bough/bloblog';
import { DocstoreFailure } from '../failure.ts';
import { KeptBudget } from './kept-budget.ts';

// Files that were made of a map, so that who asks for the same one next need not wait for it. They are copies of what the log
// holds: sealed as everything else, in the first location alone, and gone for ever with the map. They stand apart from the logs,
//
//   exports/<map>/<number>-<hash of how it was asked for>.<piece>
//
// so that one listing finds what is old, and nothing that looks after logs ever meets one. They come in pieces, which are sealed and
// written between the changes of people who edit, and no disk is asked to be sure of them before that: what a power cut took, or took the
// half of, is made anew. The first piece comes last, so what has one was wholly there.

export interface KeptExportsParts {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly store: BlobStore;
  /** Told what keeps old files from being removed: they are tried again the next time. */
  readonly onTrouble: (failure: unknown) => void;
}
/** A piece of a file that was made of a map. */
export interface NewPiece {
  /** The file's. */
  readonly name: string;
  readonly piece: number;
  readonly bytes: Uint8Array;
  /** Who asked for the file; null: nobody who is known. */
  readonly by: PersonId | null;
}
export interface KeptExportsSettings {
  /** How long a file is kept. */
  readonly ageMs: number;
  /** How many bytes all files of one map may take: the oldest go first. */
  readonly bytesOfMap: number;
  /** How many bytes are kept in the name of one person while a file is kept, and how many by this process. */
  readonly bytesOfPerson: number;
  readonly bytesOfAll: number;
  /** How many pieces they may be of, so that one listing finds them. */
  readonly piecesOfMap: number;
  /** How often old files are looked for. */
  readonly sweepEveryMs: number;
}

const MIB = 1024 * 1024;
export const KEPT_EXPORTS: KeptExportsSettings = {
  ageMs: 7 * 24 * 3_600_000,
  bytesOfMap: 64 * MIB,
  bytesOfPerson: 512 * MIB,
  bytesOfAll: 8 * 1024 * MIB,
  piecesOfMap: 900,
  sweepEveryMs: 6 * 3_600_000,
};
const ALL = 'exports/';
/** Pieces between two listings of a map's files, at most; maps of which a listing is remembered; what a seal adds to a piece, at most. */
const [MOST_SINCE, MOST_LISTED, SEALED_BYTES] = [16, 100, 256] as const;

/** Where the files made of a map are. */
function exportsPrefix(map: string): string {
  return `${ALL}${map}/`;
}

/** Removes all files made of a map. */
export async function removeExports(store: BlobStore, map: string): Promise<void> {
  for (;;) {
    const { entries } = await store.list(exportsPrefix(map));
    if (entries.length === 0) return;
    for (const { key } of entries) await store.remove(key);
  }
}

/** Keeps files made of maps for some days, within a bound for each map. */
export class KeptExports {
  readonly #parts: KeptExportsParts;
  readonly #settings: KeptExportsSettings;
  readonly #budget: KeptBudget;
  /** What the files of a map came to when they were listed last, and what was kept since. */
  readonly #listed = new Map<MapId, { bytes: number; count: number; since: number }>();
  #cancel = (): void => {};
  #sweeping: Promise<void> = Promise.resolve();

  constructor(parts: KeptExportsParts, settings: KeptExportsSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#budget = new KeptBudget(parts.clock, { ...settings, overMs: settings.ageMs });
  }

  /** A piece of the file of that name; throws an absent DocstoreFailure when there is none, or when its time is over. */
  async read(map: MapId, name: string, piece: number): Promise<Uint8Array> {
    const bytes = await this.#tryRead(exportsPrefix(map) + pieceName(name, piece));
    if (bytes !== null) return bytes;
    throw new DocstoreFailure(`The map ${map} has no stored file ${name}.`, {
      kind: 'absent',
      code: 'docstore/no-export',
    });
  }

  /**
   * Keeps a piece in the name of a person, unless they or this process have kept too much: then the file is made anew the next time. Lets
   * the oldest files of the map go where they all take too much: not only with the first piece, which comes last and may never come.
   */
  async keep(map: MapId, { name, piece, bytes, by }: NewPiece): Promise<void> {
    if (!this.#budget.tryTake(by, bytes.length)) return;
    const { store } = this.#parts;
    await store.put(exportsPrefix(map) + pieceName(name, piece), bytes, { isCopy: true });
    if (piece === 0 || !this.#isKnownToFit(map, bytes.length)) await this.#trim(map);
  }

  /** Lets the oldest files of the map go where all take too much. */
  async #trim(map: MapId): Promise<void> {
    const { store } = this.#parts;
    const { bytesOfMap, piecesOfMap } = this.#settings;
    const entries = await allBelow(store, exportsPrefix(map));
    let [left, count] = [sizeOf(entries), entries.length];
    for (const pieces of filesOf(entries)) {
      if (left <= bytesOfMap && count <= piecesOfMap) break;
      for (const { key } of pieces) await store.remove(key);
      left -= sizeOf(pieces);
      count -= pieces.length;
    }
    this.#listed.delete(map);
    this.#listed.set(map, { bytes: left, count, since: 0 });
    const [oldest] = this.#listed.keys();
    if (this.#listed.size > MOST_LISTED && oldest !== undefined) this.#listed.delete(oldest);
  }

  /** Whether this piece cannot be too much by what the last listing found: a listing for each piece would take longer than the piece. */
  #isKnownToFit(map: MapId, length: number): boolean {
    const { bytesOfMap, piecesOfMap } = this.#settings;
    const listed = this.#listed.get(map);
    // Other processes keep pieces of the map too.
    if (listed === undefined || listed.since >= MOST_SINCE) return false;
    listed.bytes += length + SEALED_BYTES;
    listed.count++;
    listed.since++;
    return listed.bytes <= bytesOfMap && listed.count <= piecesOfMap;
  }

  async #tryRead(key: string): Promise<Uint8Array | null> {
    try {
      return (await this.#parts.store.get(key))?.bytes ?? null;
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.kind !== 'corrupt') throw failure;
      await this.#parts.store.remove(key);
      return null;
    }
  }

  /** Looks for old files now and then, until `stop`. */
  start(): void {
    this.#cancel = this.#parts.clock.after(this.#settings.sweepEveryMs, () => {
      this.#sweeping = this.sweep().then(
        () => undefined,
        (failure: unknown) => this.#parts.onTrouble(failure),
      );
      this.start();
    });
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    this.#cancel();
    await this.#sweeping;
  }

  /** Removes every file whose time is over; answers how many. Two processes that do it at once remove the same. */
  async sweep(): Promise<number> {
    const { store, clock } = this.#parts;
    const before = clock.now() - this.#settings.ageMs;
    let removed = 0;
    for await (const { key, modifiedAt } of entriesBelow(store, ALL)) {
      if (modifiedAt > before) continue;
      await store.remove(key);
      removed++;
    }
    return removed;
  }
}

function pieceName(name: string, piece: number): string {
  return `${name}.${piece}`;
}

function sizeOf(pieces: readonly BlobEntry[]): number {
  return pieces.reduce((sum, { size }) => sum + size, 0);
}

/** The pieces of each file, the oldest file first. */
function filesOf(entries: readonly BlobEntry[]): readonly (readonly BlobEntry[])[] {
  const files = Map.groupBy(entries, ({ key }) => key.slice(0, key.lastIndexOf('.')));
  const newest = (pieces: readonly BlobEntry[]): number => Math.max(...pieces.map(({ modifiedAt }) => modifiedAt));
  return [...files.values()].toSorted((a, b) => newest(a) - newest(b));
}
