import { keysApart } from './apart.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { bringHome } from './bring-home.ts';
import { tryDamage, isMissing, LogFailure } from '../failure.ts';
import { forkOf } from './fork.ts';
import { hasMore, type Head } from '../objects/head.ts';
import { renewedHead } from '../objects/renewed-head.ts';
import { Mirror, type MirrorParts } from './mirror.ts';
import { objectsOf } from '../objects/objects-of.ts';
import { DEFAULT_BACKOFF } from '../store/store-backoff.ts';
import { LOOKS, readHead } from '../log/read-log.ts';
import { repairLog, repairObjects, replaceHead } from '../upkeep/repair-log.ts';

/** What reconciling one log came to. */
export interface Reconciled {
  /** Objects that were missing or damaged in the first location and were brought back from the second. */
  readonly broughtBack: readonly string[];
  /** How many objects were missing or damaged in the second location, and are there now. */
  readonly sent: number;
  /** Objects that neither location has whole. */
  readonly lost: readonly string[];
  readonly outcome: 'same' | 'copied' | 'restored' | 'ahead' | 'forked' | 'nothing';
}

/**
 * Makes the second location what the first is: copies what is missing there, brings back to the first what it lost and the
 * second has whole, the end of a log or a whole one included, which begins a new lineage then: the first may have had more. Touches
 * nothing when each has changes that the other has not: that is for a person to decide (see verify).
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
  const { ports, first, second } = parts;
  const mirror = new Mirror(parts, { backoff: DEFAULT_BACKOFF });
  const here = await readOrTrouble(parts, first, log);
  const there = await readOrTrouble(parts, second, log);
  if (here === null && there === null) return { broughtBack: [], sent: 0, lost: [], outcome: 'nothing' };
  if (here === null && !(there instanceof LogFailure) && there !== null) return restore(parts, mirror, there);
  if (here === null || here instanceof LogFailure) {
    const { repaired, lost } = await repairLog(ports, first, second, log);
    const head = (await readHead({ ports, store: first }, log))?.head;
    if (head !== undefined) await mirror.copy(head);
    return { broughtBack: repaired, sent: 0, lost: lost.map(({ key }) => key), outcome: 'restored' };
  }
  if (there !== null && !(there instanceof LogFailure)) {
    if (forkOf(here, there) !== null) return { broughtBack: [], sent: 0, lost: [], outcome: 'forked' };
    if (hasMore(there, here)) return await bringBack(parts, mirror, log);
  }
  const { repaired, lost } = await repairLog(ports, first, second, log);
  const copied = await repairObjects(second, first, [...objectsOf(here), ...(await keysApart([first, second], log))]);
  const gone = [...new Set([...lost, ...copied.lost].map(({ key }) => key))];
  if (there instanceof LogFailure) await replaceHead({ ...ports, store: second }, log, here);
  else if (there?.writeId === here.writeId)
    return { broughtBack: repaired, sent: copied.repaired.length, lost: gone, outcome: 'same' };
  else if (gone.length === 0) await mirror.copy(here);
  return { broughtBack: repaired, sent: copied.repaired.length, lost: gone, outcome: 'copied' };
}

/** The second location has more: where that goes on from what the first has, the first lost it, and gets it back. */
async function bringBack(parts: MirrorParts, mirror: Mirror, log: string): Promise<Reconciled> {
  const brought = await bringHome(parts, log);
  if (brought === null) return { broughtBack: [], sent: 0, lost: [], outcome: 'ahead' };
  const head = (await readHead({ ports: parts.ports, store: parts.first }, log))?.head;
  if (head !== undefined) await mirror.copy(head);
  return { broughtBack: brought.keys, sent: 0, lost: [], outcome: 'restored' };
}

/** The first location has nothing of it: what the second has is brought back, and begins a new lineage, as there may have been more. */
async function restore(parts: MirrorParts, mirror: Mirror, head: Head): Promise<Reconciled> {
  const { ports, first, second } = parts;
  const keys = [...objectsOf(head), ...(await keysApart([first, second], head.log))];
  const { repaired, lost } = await repairObjects(first, second, keys);
  const back = renewedHead(ports, head);
  await replaceHead({ ...ports, store: first }, head.log, back);
  await mirror.copy(back);
  return { broughtBack: repaired, sent: 0, lost: lost.map(({ key }) => key), outcome: 'restored' };
}

/** The head, null when there is none, or what keeps it from being read. */
async function readOrTrouble(parts: MirrorParts, store: BlobStore, log: string): Promise<Head | LogFailure | null> {
  try {
    return (await readHead({ ports: parts.ports, store }, log))?.head ?? null;
  } catch (failure) {
    const damage = tryDamage(failure);
    if (damage !== null) return damage;
    throw failure;
  }
}
