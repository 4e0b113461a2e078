import { type Clock, Failure, type MapId, utf8Encode } from '@bough/base';
import {
  type BlobStore,
  createLog,
  DEFAULT_SETTINGS,
  type DocumentLog,
  headKey,
  type LogPorts,
  MemoryStore,
  openLog,
  reconcileLog,
  restoreLog,
} from '@bough/bloblog';
import { apply, type Change, emptyMap, encodeMap, type MindMap } from '@bough/map';
import { isPurged } from '../backup/place/purged-marks.ts';
import { changeCodec } from '../changes/change-codec.ts';
import { fold } from '../changes/fold.ts';
import { decodeLabel, encodeLabel, labelOf } from '../documents/facts.ts';
import { BATCH, compareRows } from './compare-rows.ts';
import { BEFORE_ALL, changesAfter, type OldChange, type OldDocument, type OldPlace } from './old-place.ts';
import { mustReadRow, refused } from './read-row.ts';

// A document becomes a log in memory first, and is kept only once it is whole: its objects, then its head, first location, then second. So a
// kill leaves either nothing that opens or the whole document, and starting again meets one or the other.

/** Where documents move from, and to. */
export interface Moving {
  readonly ports: LogPorts;
  readonly place: OldPlace;
  readonly first: BlobStore;
  /** null: there is one location. */
  readonly second: BlobStore | null;
  /** Told before so many rows are read. */
  readonly pace: (changes: number) => Promise<void>;
}

/** What became of a document: its rows, all of them in both locations by now. `purged`: it was here, and was removed forever. */
export type Moved =
  | { readonly kind: 'moved' | 'there'; readonly map: MapId; readonly changes: number }
  | { readonly kind: 'purged'; readonly map: MapId };

const LOG_SETTINGS = { ...DEFAULT_SETTINGS, gatherMs: 0, spacingMs: 0 };
/** How often rows are looked for that came meanwhile. */
const LOOKS = 3;

/**
 * Moves the document, or what has come to it since it was moved, and compares every row with what both locations have. Throws an invalid DocstoreFailure
 * when its rows are no document, or when what is here is another one; what it says of the rows is then as it was.
 */
export async function moveDocument(moving: Moving, document: OldDocument): Promise<Moved> {
  const { ports, place, first, second, pace } = moving;
  const { map } = document;
  if (map === null) throw refused('it says no id that a map can have');
  if (await isPurged(first, map)) return { kind: 'purged', map };
  const isThere = await isHere(moving, map);
  if (!isThere) await makeWhole(moving, document, map);
  const locations = [['first', first] as const, ...(second === null ? [] : [['second', second] as const])];
  for (let look = 1; ; look++) {
    await mustReachSecond(moving, map);
    const { rows, log } = await compareRows({ ports, place, document, map, pace }, locations);
    if (rows <= log) return { kind: isThere && look === 1 ? 'there' : 'moved', map, changes: rows };
    if (look === LOOKS) throw refused('it is still written to in the old place');
    await append(moving, document, map);
  }
}

/** What a later attempt may find otherwise: storage or the old place away, another writer faster. */
export function isOfNow(failure: unknown): boolean {
  return failure instanceof Failure && (failure.kind === 'unavailable' || failure.kind === 'conflict');
}

/** Whether the first location has it; what the second alone has was lost here, and is brought back, not moved again. */
async function isHere({ ports, first, second }: Moving, map: MapId): Promise<boolean> {
  if ((await first.get(headKey(map))) !== null) return true;
  if (second === null || (await second.get(headKey(map))) === null) return false;
  await reconcileLog({ ports, first, second }, map);
  return true;
}

async function mustReachSecond({ ports, first, second }: Moving, map: MapId): Promise<void> {
  if (second === null) return;
  const { outcome, lost } = await reconcileLog({ ports, first, second }, map);
  if (outcome === 'ahead' || outcome === 'forked' || lost.length > 0)
    throw refused(`its two locations are not alike: npm run bough -- verify ${map}`);
}

/** Makes the log in memory, at the times of its changes, and keeps it. */
async function makeWhole({ ports, place, first, pace }: Moving, document: OldDocument, map: MapId): Promise<void> {
  const held = new MemoryStore(ports.clock);
  const clock = new ClockOfRows(ports.clock);
  const state = emptyMap();
  let log: DocumentLog<Change> | null = null;
  for await (const batch of changesAfter(place, document.name, BEFORE_ALL, BATCH)) {
    await pace(batch.length);
    const changes = readDense(map, batch, log?.seq ?? 0);
    clock.set(log === null ? changes[0] : changes.at(-1));
    const parts = { ports: { ...ports, clock }, store: held, codec: changeCodec };
    log ??= await createLog(parts, LOG_SETTINGS, map, { entries: [], label: '' });
    clock.set(changes.at(-1));
    await appendBatch(log, state, changes);
  }
  if (log === null) throw refused('it has no changes');
  await log.close();
  await restoreLog(ports, held, first, map);
}

/** Brings what has come in the old place since: on top of what is here, where nobody has written in it here. */
async function append({ ports, place, first, pace }: Moving, document: OldDocument, map: MapId): Promise<void> {
  const opened = await openLog({ ports, store: first, codec: changeCodec }, LOG_SETTINGS, map);
  if (opened === null) throw refused('it was removed meanwhile');
  const { log, replay } = opened;
  if (decodeLabel(log.head.label).trash !== null)
    throw refused('it is in the trash here, and has more there: restore it first');
  const state = fold(ports.compression, map, replay);
  for await (const batch of changesAfter(place, document.name, log.seq, BATCH)) {
    await pace(batch.length);
    await appendBatch(log, state, readDense(map, batch, log.seq));
  }
  await log.close();
}

async function appendBatch(log: DocumentLog<Change>, state: MindMap, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const applied = apply(state, change);
    if (!applied.ok) throw refused(`change ${change.counter} does not apply: ${applied.error.detail}`);
  }
  const written = log.append(changes, encodeLabel(labelOf(state)));
  if (log.isSealDue()) log.seal(() => utf8Encode(encodeMap(state)));
  await written;
}

/** The rows as changes; throws when a number is missing, or stands there twice. */
function readDense(map: MapId, batch: readonly OldChange[], after: number): readonly Change[] {
  return batch.map((row, at) => {
    if (row.seq < 1) throw refused(`a row has the number ${row.seq}, and they count from 1`);
    if (row.seq !== after + at + 1)
      throw refused(`change ${after + at + 1} is missing or is there twice: ${row.seq} comes next`);
    return mustReadRow(map, row);
  });
}

/** Now is when the last of the rows was written: so the document was made, and changed, when it was. */
class ClockOfRows implements Clock {
  readonly #clock: Clock;
  #at = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(change: Change | undefined): void {
    this.#at = Math.max(this.#at, change?.at ?? 0);
  }

  now(): number {
    return this.#at;
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  after(delayMs: number, run: () => void): () => void {
    return this.#clock.after(delayMs, run);
  }
}
