import { CHAIN_START } from '../objects/chain.ts';
import type { LastSeen } from '../objects/counters.ts';
import type { ETag } from '../store/blob-store.ts';
import { DocumentLog, type LogParts } from './document-log.ts';
import { isMissing, LogFailure } from '../failure.ts';
import { encodeHead, type Head } from '../objects/head.ts';
import { firstLineage } from '../objects/lineages.ts';
import { writeRenewed } from '../upkeep/renew-log.ts';
import { headKey, snapshotKey, type SnapshotRef } from '../objects/keys.ts';
import type { Entry } from '../ports.ts';
import { countersAfter, LOOKS, readHead, readStart, type Replay } from './read-log.ts';
import { mustNotBeRolledBack } from './seen-heads.ts';
import type { LogSettings } from '../settings.ts';
import { encodeSnapshot } from '../objects/snapshot.ts';
import { writeHead } from './write-head.ts';

/** An open log and what its state is to be folded from. */
export interface OpenedLog<E extends Entry> {
  readonly log: DocumentLog<E>;
  readonly replay: Replay<E>;
}

/**
 * Opens the log, or answers null when there is none: one read, one more for a big snapshot, a third for what came after it. One
 * that another location wrote is given a new lineage first, by one write.
 */
export async function openLog<E extends Entry>(
  parts: LogParts<E>,
  settings: LogSettings,
  name: string,
): Promise<OpenedLog<E> | null> {
  for (let attempt = 1; ; attempt++) {
    const found = await headHere(parts, settings, name);
    if (found === null) return null;
    try {
      const replay = await readStart(parts, found.head);
      await parts.afterHead?.(found.head);
      const counters = countersAfter(parts.codec, found.head, replay);
      return { log: new DocumentLog({ ...parts, ...found, counters }, settings), replay };
    } catch (failure) {
      // A newer head may have replaced, and somebody removed, what this one names.
      if (!isMissing(failure) || attempt === LOOKS) throw failure;
    }
  }
}

/** The head as it is opened here: with a new lineage, written first, where another location than this one wrote it. */
async function headHere<E extends Entry>(
  parts: LogParts<E>,
  settings: LogSettings,
  name: string,
): Promise<{ readonly head: Head; readonly etag: ETag } | null> {
  for (let hasLooked = false; ; hasLooked = true) {
    const seen = parts.seen?.of(name) ?? null;
    const found = await readHead(parts, name);
    if (!hasLooked && (await parts.beforeHead?.(name, found?.head ?? null)) === true) continue;
    if (found === null) return null;
    mustNotBeRolledBack(found.head, seen);
    parts.seen?.note(found.head);
    if (!isFromElsewhere(found.head, parts.location)) return found;
    const here = await writeRenewed(parts, found, { location: parts.location, backoff: settings.backoff });
    if (here === null) continue;
    parts.seen?.note(here.head);
    return here;
  }
}

/** A head that does not say where it was written is of an older version: its own name is good until its next write. */
function isFromElsewhere(head: Head, location: string | undefined): location is string {
  return location !== undefined && head.location !== null && head.location !== location;
}

/** What a log begins with. */
export interface FirstHead<E extends Entry> {
  readonly entries: readonly E[];
  readonly label: string;
  /** A state that is not the fold of any changes: a copy of another log's. It stands under the number 0. */
  readonly state?: Uint8Array;
}

/** Makes a log with its first changes; throws `bloblog/exists` when there is one. */
export async function createLog<E extends Entry>(
  parts: LogParts<E>,
  settings: LogSettings,
  name: string,
  first: FirstHead<E>,
): Promise<DocumentLog<E>> {
  const { ports, store } = parts;
  const nowMs = Math.floor(ports.clock.now());
  const ref = first.state === undefined ? null : await putState(parts, name, first.state);
  const writeId = ports.ids.short();
  const head: Head = {
    log: name,
    writeId,
    seq: first.entries.length,
    createdAt: nowMs,
    changedAt: nowMs,
    label: first.label,
    edition: 0,
    lineages: [firstLineage(writeId)],
    location: parts.location ?? null,
    segments: [],
    sealedTo: 0,
    sealedChain: CHAIN_START,
    start: ref === null ? { kind: 'empty' } : { kind: 'object', ref },
    keyframes: ref === null ? [] : [ref],
    spent: [],
    tail: first.entries.map((entry) => parts.codec.encode(entry)),
  };
  const write = { key: headKey(name), etag: null, bytes: encodeHead(ports.compression, head), writeId: head.writeId };
  const outcome = await writeHead({ ...ports, store }, write, settings.backoff);
  if (outcome.kind === 'lost') {
    throw new LogFailure(`the log ${name} exists`, { kind: 'conflict', code: 'bloblog/exists' });
  }
  parts.seen?.note(head);
  await parts.afterHead?.(head);
  const counters = new Map<string, LastSeen>();
  for (const [i, entry] of first.entries.entries())
    counters.set(parts.codec.writerOf(entry), { counter: entry.counter, seq: i + 1 });
  return new DocumentLog({ ...parts, head, etag: outcome.etag, counters }, settings);
}

async function putState<E extends Entry>(parts: LogParts<E>, log: string, state: Uint8Array): Promise<SnapshotRef> {
  const { compression, ids } = parts.ports;
  const packedState = compression.compress(state, 'small');
  const bytes = encodeSnapshot(compression, { log, seq: 0, chain: CHAIN_START, counters: new Map(), packedState });
  const ref: SnapshotRef = { seq: 0, id: ids.short(), size: bytes.length };
  await parts.store.put(snapshotKey(log, ref), bytes);
  return ref;
}
