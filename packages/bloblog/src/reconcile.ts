import type { BlobStore, ListPage } from './blob-store.ts';
import { isMissing, LogFailure } from './failure.ts';
import { forkOf } from './fork.ts';
import { hasMore, type Head } from './head.ts';
import { apartPrefixes } from './keys.ts';
import { renewedHead } from './lineages.ts';
import { copyObject, Mirror, type MirrorParts } from './mirror.ts';
import { objectsOf } from './objects-of.ts';
import { DEFAULT_BACKOFF } from './backoff.ts';
import { LOOKS, readHead } from './read-log.ts';

/** What reconciling one log came to. */
export interface Reconciled {
  /** Objects that were missing or damaged in the first location and were brought back from the second. */
  readonly broughtBack: readonly string[];
  readonly outcome: 'same' | 'copied' | 'restored' | 'ahead' | 'forked' | 'nothing';
}

/**
 * Makes the second location what the first is: copies what is missing there, brings back to the first what it lost and the
 * second has whole, a whole log included, which begins a new lineage then: the first may have had more. Touches nothing when the
 * second has more changes than the first, or when one went on without the other's: that is for a person to decide (see verify).
 */
export async function reconcileLog(parts: MirrorParts, log: string): Promise<Reconciled> {
  for (let look = 1; ; look++) {
    try {
      return await reconcileOnce(parts, log);
    } catch (failure) {
      // A writer that goes on meanwhile may have replaced what its older head named.
      if (!isMissing(failure) || look === LOOKS) throw failure;
    }
  }
}

async function reconcileOnce(parts: MirrorParts, log: string): Promise<Reconciled> {
  const mirror = new Mirror(parts, { backoff: DEFAULT_BACKOFF });
  const first = await readOrNull(parts, parts.first, log);
  const second = await readOrNull(parts, parts.second, log);
  if (first === null) {
    if (second === null) return { broughtBack: [], outcome: 'nothing' };
    const back = new Mirror({ ...parts, first: parts.second, second: parts.first }, { backoff: DEFAULT_BACKOFF });
    const head = renewedHead(parts.ports, second);
    await back.copy(head);
    await mirror.copy(head);
    await copyApart(parts.second, parts.first, log);
    return { broughtBack: objectsOf(second), outcome: 'restored' };
  }
  if (second !== null && forkOf(first, second) !== null) return { broughtBack: [], outcome: 'forked' };
  if (second !== null && hasMore(second, first)) return { broughtBack: [], outcome: 'ahead' };
  const broughtBack = await bringBack(parts, first);
  await copyApart(parts.first, parts.second, log);
  for (const key of objectsOf(first)) {
    if (!(await isWhole(parts.second, key))) await copyObject(parts.first, parts.second, key);
  }
  if (second?.writeId === first.writeId) return { broughtBack, outcome: 'same' };
  await mirror.copy(first);
  return { broughtBack, outcome: 'copied' };
}

/** A head that is damaged counts as lost: the other location has to help out. */
async function readOrNull(parts: MirrorParts, store: BlobStore, log: string): Promise<Head | null> {
  try {
    return (await readHead({ ports: parts.ports, store }, log))?.head ?? null;
  } catch (failure) {
    if (failure instanceof LogFailure && failure.kind === 'corrupt') return null;
    throw failure;
  }
}

async function bringBack(parts: MirrorParts, head: Head): Promise<readonly string[]> {
  const back: string[] = [];
  for (const key of objectsOf(head)) {
    if (await isWhole(parts.first, key)) continue;
    await copyObject(parts.second, parts.first, key);
    back.push(key);
  }
  return back;
}

async function isWhole(store: BlobStore, key: string): Promise<boolean> {
  try {
    return (await store.get(key)) !== null;
  } catch (failure) {
    if (failure instanceof LogFailure && failure.kind === 'corrupt') return false;
    throw failure;
  }
}

/** Copies what stands apart from a log and is in one location but not in the other. */
export async function copyApart(from: BlobStore, to: BlobStore, log: string): Promise<void> {
  for (const prefix of apartPrefixes(log)) await copyBelow(from, to, prefix);
}

async function copyBelow(from: BlobStore, to: BlobStore, prefix: string): Promise<void> {
  for (let after: string | null = null; ;) {
    const here: ListPage = await from.list(prefix, { after });
    const there: ListPage = await to.list(prefix, { after });
    const has = new Set(there.entries.map((entry) => entry.key));
    for (const { key } of here.entries) if (!has.has(key)) await copyObject(from, to, key);
    if (here.next === null) return;
    after = here.next;
  }
}
