import { type StoreBackoff } from '../store/store-backoff.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { isContinued } from './continued.ts';
import { isMissing, LogFailure } from '../failure.ts';
import { forkOf, forkText } from './fork.ts';
import { encodeHead, hasMore, type Head } from '../objects/head.ts';
import { headKey } from '../objects/keys.ts';
import type { LateMark, LateMarks } from './late-marks.ts';
import { objectsOf, replacedBy } from '../objects/objects-of.ts';
import type { LogPorts } from '../ports.ts';
import { LOOKS, readHead } from '../log/read-log.ts';
import {
  type HeadAge,
  isHopeless,
  type Known,
  type Lag,
  lagOf,
  type Lane,
  newLane,
  type Replaced,
  want,
  withoutBytes,
} from './mirror-lane.ts';
import { removeAll } from '../store/remove-all.ts';
import { RetryTurns } from '../store/retry-turns.ts';
import { writeHead } from '../log/write-head.ts';

// The second location gets what a head names before it gets the head, and never a head that is older than the one it has: so
// at every moment it is a true prefix of the first, and opens on its own. Its head, too, is only ever replaced under its
// ETag: of two mirrors of one log the one that is behind finds out and leaves. What the new head of the second location names no
// more is removed there; what a head of the first one names no more is removed once the second has that head too, so that
// nothing goes that a head of either location names.

/** Both locations, each with its own sealing. */
export interface MirrorParts {
  readonly ports: LogPorts;
  readonly first: BlobStore;
  readonly second: BlobStore;
  /** Where logs that are behind are noted for the next process; absent: nowhere. */
  readonly marks?: LateMarks;
}

/** Copies heads, and what they name, from the first location to the second; one copy of a log at a time, the newest head wins. */
export class Mirror {
  readonly #parts: MirrorParts;
  readonly #backoff: StoreBackoff;
  readonly #lanes = new Map<string, Lane>();
  /** What the second location has, of logs that nothing is waiting for. */
  readonly #known = new Map<string, Known>();
  /** Logs that may lack something in the second location: an earlier process wrote to them, and did not note how far it came. */
  #unsure = new Set<string>();
  readonly #turns: RetryTurns;
  #isClosed = false;
  #notes = 0;

  constructor(parts: MirrorParts, settings: { readonly backoff: StoreBackoff }) {
    this.#parts = parts;
    this.#backoff = settings.backoff;
    this.#turns = new RetryTurns(parts.ports, settings);
  }

  /** How far the second location is behind, as far as this process knows. */
  lag(): Lag {
    const unsure = [...this.#unsure].filter((log) => !this.#lanes.has(log)).length;
    return lagOf(this.#lanes, unsure, this.#parts.ports.clock.now());
  }

  /** How often something was to be copied. */
  get notes(): number {
    return this.#notes;
  }

  /** Since when, by the wall clock, something may have been written that is neither in the second location nor marked; null: nothing. */
  unmarkedSince(): number | null {
    const unmarked = [...this.#lanes.values()].filter((lane) => !lane.isMarked);
    return unmarked.length === 0 ? null : Math.min(...unmarked.map(({ sinceAt }) => sinceAt));
  }

  /** Told which logs the second location may lack something of, before it can be asked: they count from nothing, rather than too little. */
  mayLack(logs: readonly string[]): void {
    for (const log of logs) {
      if (this.#known.has(log)) continue;
      this.#unsure.add(log);
      const lane = this.#lanes.get(log);
      if (lane === undefined || lane.known !== null) continue;
      lane.there = 0;
      // Noted again, where it was noted as more.
      if (lane.isMarked) void this.#mark(log, lane);
    }
  }

  /** Told that the two locations were compared: what is behind is resumed, and the rest is known. */
  compared(): void {
    this.#unsure = new Set();
  }

  /**
   * Goes on with a log that is known to be behind: brings whatever is the newest by then. `seq` is the last number of the first location;
   * `isMarked` says whether the mark is there already.
   */
  resume(log: string, mark: LateMark, seq: number, isMarked = true): void {
    const lane = this.#lanes.get(log) ?? this.#lane(log, mark.seq);
    lane.there = Math.min(lane.there, mark.seq);
    lane.sinceAt = Math.min(lane.sinceAt, mark.sinceAt);
    lane.isMarked ||= isMarked;
    want(lane, 'newest', seq);
    lane.running ??= this.#run(log, lane, 'forever');
  }

  /** Copies in the background, and goes on trying until it has succeeded or the mirror is closed. */
  note(head: Head): void {
    void this.#copy(head, 'forever');
  }

  /** Resolves when the second location has this head or a newer one; rejects when it could not be brought there in time. */
  async copy(head: Head): Promise<void> {
    await this.#copy(head, 'once');
    const there = (this.#known.get(head.log) ?? this.#lanes.get(head.log)?.known)?.head;
    const { trouble } = this.#lanes.get(head.log) ?? { trouble: null };
    if (trouble instanceof LogFailure && trouble.kind === 'corrupt') throw trouble;
    if (there === undefined || hasMore(head, there)) throw behind(head, this.#lanes.get(head.log)?.trouble);
  }

  /** The last number of a log that the second location is known to have; 0 where nothing is known. */
  reached(log: string): number {
    return (this.#known.get(log) ?? this.#lanes.get(log)?.known)?.head.seq ?? 0;
  }

  /** Whether the second location gave no answer when it was asked last. */
  get isAway(): boolean {
    return this.#turns.isAway;
  }

  /** Tells what the second location was just seen to have: the very head that the first has. */
  sawSame(log: string, known: Known): void {
    if (!this.#lanes.has(log)) this.#remember(log, known);
  }

  /** Removes these keys from the first location once the second has this head, or a newer one: `head` names them no more. */
  dropReplaced(head: Head, keys: readonly string[]): void {
    const lane = this.#lanes.get(head.log);
    const { writeId, seq, edition, sealedTo } = head;
    const replaced: Replaced = { by: { writeId, seq, edition, sealedTo }, keys };
    const there = this.#known.get(head.log);
    // What does not fit is an orphan, and collected later.
    if (lane !== undefined) lane.replaced = [...lane.replaced, replaced].slice(-MOST_REPLACED);
    else if (there !== undefined) this.#drop([replaced], there.head);
  }

  /** Resolves when nothing is waiting, or at the latest when what runs has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#turns.close();
    await Promise.allSettled([...this.#lanes.values()].map((lane) => lane.running ?? Promise.resolve()));
  }

  #copy(head: Head, how: 'once' | 'forever'): Promise<void> {
    // A head that comes after none was waited for continues what was there before it, unless nobody knows what that is.
    this.#notes++;
    const there = this.#unsure.has(head.log) ? 0 : Math.max(0, head.seq - 1);
    const lane = this.#lanes.get(head.log) ?? this.#lane(head.log, there);
    want(lane, head, head.seq);
    lane.running ??= this.#run(head.log, lane, how);
    return lane.running;
  }

  #lane(log: string, there: number): Lane {
    const lane = newLane(this.#known.get(log) ?? null, there, this.#parts.ports.clock.now());
    this.#lanes.set(log, lane);
    return lane;
  }

  async #run(log: string, lane: Lane, how: 'once' | 'forever'): Promise<void> {
    while (lane.wanted !== null) {
      const hasTurn = how === 'forever' && (lane.trouble !== null || this.#turns.isAway);
      // It may wait for long, and the process may be killed meanwhile.
      if (hasTurn && !lane.isMarked) await this.#mark(log, lane);
      if (hasTurn) await this.#turns.take();
      if (hasTurn && this.#isClosed) break;
      const trouble = await this.#tryBring(log, lane);
      if (hasTurn) this.#turns.end(trouble === null || isHopeless(trouble));
      if (trouble === null) {
        await this.#unmark(log, lane);
        continue;
      }
      if (how === 'once') break;
      if (!hasTurn && !isHopeless(trouble)) this.#turns.failed();
      if (!lane.isMarked) await this.#mark(log, lane);
      lane.wanted = 'newest';
      if (isHopeless(trouble) || this.#isClosed) break;
    }
    lane.running = null;
    if (lane.wanted !== null) return;
    this.#lanes.delete(log);
    this.#remember(log, lane.known);
  }

  /** Brings what is wanted now; answers what went wrong, null when nothing did. */
  async #tryBring(log: string, lane: Lane): Promise<unknown> {
    const { asked, wanted } = lane;
    try {
      const head = wanted === 'newest' ? await this.#newest(log) : wanted;
      lane.seq = Math.max(lane.seq, head?.seq ?? 0);
      lane.known = head === null ? null : await this.#bring(head, lane.known);
      lane.trouble = null;
      if (lane.known !== null) {
        lane.there = lane.known.head.seq;
        lane.replaced = this.#drop(lane.replaced, lane.known.head);
      }
      if (lane.asked === asked) lane.wanted = null;
      return null;
    } catch (trouble) {
      lane.trouble = trouble;
      lane.known = null;
      return trouble;
    }
  }

  async #newest(log: string): Promise<Head | null> {
    const { ports, first } = this.#parts;
    return (await readHead({ ports, store: first }, log))?.head ?? null;
  }

  /** So that the next process knows of it; tried again with the next failure where it cannot be noted. */
  async #mark(log: string, lane: Lane): Promise<void> {
    const { marks } = this.#parts;
    try {
      const before = (await marks?.find(log)) ?? { seq: lane.there, sinceAt: lane.sinceAt };
      lane.there = Math.min(lane.there, before.seq);
      lane.sinceAt = Math.floor(Math.min(lane.sinceAt, before.sinceAt));
      // It may turn out meanwhile that less is there than was known.
      for (let noted = Infinity; lane.there < noted;) {
        noted = lane.there;
        await marks?.note(log, { seq: noted, sinceAt: lane.sinceAt });
      }
      lane.isMarked = true;
    } catch {
      // The log itself has a trouble already, which is told.
    }
  }

  async #unmark(log: string, lane: Lane): Promise<void> {
    if (!lane.isMarked) return;
    lane.isMarked = false;
    // One that stays is looked at by the next process, and goes then.
    await this.#parts.marks?.forget(log).catch(() => undefined);
  }

  #remember(log: string, known: Known | null): void {
    this.#known.delete(log);
    this.#unsure.delete(log);
    if (known !== null) this.#known.set(log, { ...known, head: withoutBytes(known.head) });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }

  /** Removes what the second location's head is past; answers what is left. */
  #drop(replaced: readonly Replaced[], there: Head): Replaced[] {
    const left = replaced.filter((each) => isNewer(each.by, there));
    const past = replaced.filter((each) => !left.includes(each)).flatMap((each) => each.keys);
    void removeAll(this.#parts.first, past);
    return left;
  }

  /** Brings the head to the second location unless that has a newer one; answers what is there now. */
  async #bring(head: Head, known: Known | null): Promise<Known> {
    const { ports, first } = this.#parts;
    let [newest, there] = [head, known];
    for (let look = 1; ; look++) {
      try {
        return await this.#bringThis(newest, there);
      } catch (failure) {
        if (!isMissing(failure) || look === LOOKS) throw failure;
      }
      // A newer head of the first location may have replaced what this one names: then that one is to be copied.
      const found = await readHead({ ports, store: first }, head.log);
      if (found !== null && isNewer(found.head, newest)) newest = found.head;
      there = null;
    }
  }

  async #bringThis(head: Head, known: Known | null): Promise<Known> {
    const { ports, second } = this.#parts;
    for (let there = known; ;) {
      if (there === null) {
        there = await readHead({ ports, store: second }, head.log);
        if (there !== null) await this.#checkLineage(head, there.head);
      }
      if (there !== null && !isNewer(head, there.head)) return there;
      await this.#copyObjects(head, there?.head ?? null);
      const bytes = encodeHead(ports.compression, head);
      const write = { key: headKey(head.log), etag: there?.etag ?? null, bytes, writeId: head.writeId };
      const outcome = await writeHead({ ...ports, store: second }, write, this.#backoff);
      if (outcome.kind === 'won') {
        if (there !== null) void removeAll(second, replacedBy(there.head, head));
        return { head, etag: outcome.etag };
      }
      there = null;
    }
  }

  /** One of the two heads must continue the other: else one location lost changes, and only a person may decide. */
  async #checkLineage(head: Head, there: Head): Promise<void> {
    const { ports, first } = this.#parts;
    const fork = forkOf(head, there);
    if (fork !== null) throw forked(head.log, forkText(fork, head, there));
    let longer = head;
    if (there.seq > head.seq) {
      // Another process may have written and mirrored meanwhile; then the first location has it too by now.
      const now = await readHead({ ports, store: first }, head.log);
      if (now === null || now.head.seq < there.seq)
        throw diverged(head.log, `has ${there.seq} changes, the first fewer`);
      longer = now.head;
    }
    if (there.seq === 0 || (await isContinued(ports, first, there, longer))) return;
    throw diverged(head.log, `has another change ${there.seq}`);
  }

  async #copyObjects(head: Head, there: Head | null): Promise<void> {
    const has = new Set(there === null ? [] : objectsOf(there));
    for (const key of objectsOf(head)) {
      if (!has.has(key)) await copyObject(this.#parts.first, this.#parts.second, key);
    }
  }
}

const MOST_KNOWN = 2_000;
const MOST_REPLACED = 1_000;

/** Copies one object as it is under its own key; throws when it is not there. */
export async function copyObject(from: BlobStore, to: BlobStore, key: string): Promise<void> {
  const blob = await from.get(key);
  if (blob === null)
    throw new LogFailure(`${key} is not there to be copied`, { kind: 'corrupt', code: 'bloblog/missing' });
  await to.put(key, blob.bytes);
}

/** One log's heads are ordered by their number, by the edition of their label, then by how much is sealed. */
function isNewer(head: HeadAge, there: HeadAge): boolean {
  if (head.writeId === there.writeId || hasMore(there, head)) return false;
  return hasMore(head, there) || head.sealedTo >= there.sealedTo;
}

function settleHint(log: string): string {
  return `npm run bough -- settle ${log} --keep first (or second) says what would be lost, and ends it.`;
}

function diverged(log: string, how: string): LogFailure {
  return new LogFailure(`the second location of ${log} ${how}: one of the two lost changes`, {
    kind: 'corrupt',
    code: 'bloblog/diverged',
    hint: settleHint(log),
  });
}

function forked(log: string, how: string): LogFailure {
  return new LogFailure(`${log}: ${how}`, {
    kind: 'corrupt',
    code: 'bloblog/forked',
    hint: settleHint(log),
  });
}

function behind(head: Head, cause: unknown): LogFailure {
  return new LogFailure(`the second location does not have change ${head.seq} of ${head.log}`, {
    kind: 'unavailable',
    code: 'bloblog/unavailable',
    hint: 'Is the second location up? In sync mode nothing is acknowledged without it.',
    cause,
  });
}
