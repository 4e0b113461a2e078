import { assert, Failure, pause } from '@bough/base';
import type { BlobStore, ETag } from '../store/blob-store.ts';
import type { Counters, LastSeen } from '../objects/counters.ts';
import { defer, type Deferred } from './deferred.ts';
import { LogFailure } from '../failure.ts';
import { encodeHead, type Head, type Spent, writeIdOf } from '../objects/head.ts';
import { headKey } from '../objects/keys.ts';
import type { Entry, LineCodec, LogPorts } from '../ports.ts';
import { replacedBy } from '../objects/objects-of.ts';
import { planSeal, type Sealed, type SealPlan, stillSpent, withSealed, writeSeal } from './seal.ts';
import type { LogSettings } from '../settings.ts';
import type { SeenHeads } from './seen-heads.ts';
import { removeAll } from '../store/remove-all.ts';
import { TailPacker } from '../objects/tail.ts';
import { writeHead } from './write-head.ts';

/** What an open log is made of. */
export interface LogParts<E extends Entry> {
  readonly ports: LogPorts;
  readonly store: BlobStore;
  readonly codec: LineCodec<E>;
  /** The identity of the location that `store` is, as heads keep it; absent: heads keep what they say. */
  readonly location?: string;
  /**
   * Called when a log is opened, with its head, null where there is none, before that is used: answers whether another one stands there by now,
   * as where the first location lost what the second has.
   */
  readonly beforeHead?: (log: string, head: Head | null) => Promise<boolean>;
  /** What this process saw of logs: a head that is older than that is refused. Absent: every head is taken as it is. */
  readonly seen?: SeenHeads;
  /** Called with every head that was won or opened, before anybody is told: a second location in `sync` mode waits here. */
  readonly afterHead?: (head: Head) => Promise<void>;
  /** Called with the keys that a head names no more, once it counts; nobody waits for it. Absent: they are removed at once. */
  readonly afterReplaced?: (head: Head, keys: readonly string[]) => void;
}

/** What an open log begins with: what was read, or what was just made. */
export interface LogBeginning {
  readonly head: Head;
  readonly etag: ETag;
  readonly counters: Counters;
}

/**
 * The one writer of one log in this process. It numbers what is handed to it at once, in order, and commits it by conditional
 * writes of the head, one in flight: what arrives meanwhile rides in the next one. After its first failure it stays failed:
 * nothing that was not yet durable will be acknowledged by it, and whoever owns it opens the log anew.
 */
export class DocumentLog<E extends Entry> {
  readonly #parts: LogParts<E>;
  readonly #settings: LogSettings;
  readonly #counters: Map<string, LastSeen>;
  readonly #packer: TailPacker;
  #head: Head;
  #etag: ETag;
  #seq: number;
  #tail: string[];
  #tailBytes: number;
  #spent: Map<string, number>;
  #label: string;
  #waiting: Deferred | null = null;
  #flying: Deferred | null = null;
  #failure: Failure | null = null;
  #sealing: 'no' | 'writing' | Sealed = 'no';
  #sealAtBytes: number;
  #sealTrouble: unknown = null;
  #lastWriteMs = -Infinity;
  /** Whose changes went with the last write, and whose wait for the next one. */
  #wrote: ReadonlySet<string> = new Set();
  #writing = new Set<string>();
  /** The ids of the writes that made the last heads of this log, as far as this writer knows. */
  #known: readonly string[];

  constructor(parts: LogParts<E> & LogBeginning, settings: LogSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#head = parts.head;
    this.#etag = parts.etag;
    this.#counters = new Map(parts.counters);
    this.#packer = new TailPacker(parts.ports.compression);
    this.#seq = parts.head.seq;
    this.#tail = [...parts.head.tail];
    this.#tailBytes = bytesOf(this.#tail);
    this.#spent = spentMap(parts.head.spent);
    this.#label = parts.head.label;
    this.#sealAtBytes = settings.tailBytes;
    this.#known = [parts.head.writeId];
  }

  /** The last number that was given, durable or not. */
  get seq(): number {
    return this.#seq;
  }

  /** The durable head. */
  get head(): Head {
    return this.#head;
  }

  /** Why the log is of no more use, or null while it is. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** How many bytes of lines wait to be sealed. */
  get tailBytes(): number {
    return this.#tailBytes;
  }

  /** What went wrong with the last sealing, or null; sealing is tried again when the tail has grown on. */
  get sealTrouble(): unknown {
    return this.#sealTrouble;
  }

  /** What the log last saw from a writer, durable or not. */
  lastSeen(writer: string): LastSeen {
    return this.#counters.get(writer) ?? { counter: 0, seq: 0 };
  }

  /** Every writer that there ever was, with what the log last saw of them, durable or not. */
  writers(): IterableIterator<readonly [string, LastSeen]> {
    return this.#counters.entries();
  }

  /**
   * Numbers the entries from `seq + 1` on and resolves when they, and all before them, are durable; rejects with a LogFailure
   * when that is not known. Each counter must be greater than its writer's last one. No entries: the label alone is replaced.
   */
  append(entries: readonly E[], label: string): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    for (const entry of entries) this.#take(entry);
    this.#label = label;
    this.#waiting ??= defer();
    const { promise } = this.#waiting;
    if (this.#flying === null) void this.#commitAll();
    return promise;
  }

  /** Notes a counter that was spent on a refused change; durable with the next append, which this does not begin. */
  spend(writer: string, counter: number): void {
    const last = this.lastSeen(writer);
    assert(counter > last.counter, `counter ${counter} of ${writer} comes after ${last.counter}`);
    // What lies below it is spent with it: a head has one entry of each writer, however much is refused.
    this.#spent.set(writer, counter);
    this.#counters.set(writer, { counter, seq: last.seq });
  }

  /** Resolves when everything that has a number now is durable. */
  durable(): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return (this.#waiting ?? this.#flying)?.promise ?? Promise.resolve();
  }

  /** Whether the tail is long enough to be sealed, and no sealing is under way. */
  isSealDue(): boolean {
    return this.#failure === null && this.#sealing === 'no' && this.#tailBytes >= this.#sealAtBytes;
  }

  /**
   * Begins to seal everything that has a number now; `state` must be the fold of exactly that, and is asked for at once or not
   * at all. Goes on in the background; the next head that is written names what was sealed.
   */
  seal(state: () => Uint8Array): void {
    assert(this.#sealing === 'no', 'one sealing at a time');
    const { ports } = this.#parts;
    const plan = planSeal(ports, this.#settings, this.#head, this.#tail, this.#counters, state);
    this.#sealing = 'writing';
    void this.#writeSeal(plan);
  }

  /**
   * Whether the head in the store, as it is after this was asked, is one that this writer has read or written: then nobody else
   * has written since. Costs one conditional read, without bytes while nothing happened.
   */
  async isCurrent(): Promise<boolean> {
    if (this.#failure !== null) return false;
    const key = headKey(this.#head.log);
    // A read that begins now finds none of those that came before the present one, unless somebody put it back.
    const before = this.#known.slice(0, Math.max(0, this.#known.indexOf(this.#head.writeId)));
    const found = await this.#parts.store.getIfChanged(key, this.#etag);
    if (typeof found === 'string') return found === 'unchanged';
    const writeId = writeIdOf(key, found.bytes);
    return found.etag === this.#etag || (this.#known.includes(writeId) && !before.includes(writeId));
  }

  /** Takes nothing more; resolves when what was taken is durable or has failed. */
  async close(): Promise<void> {
    const failure = new LogFailure(`the log ${this.#head.log} was closed`, {
      kind: 'unavailable',
      code: 'bloblog/closed',
    });
    try {
      await this.durable();
    } catch {
      // Whoever waited for it has been told.
    }
    this.#failure ??= failure;
  }

  #take(entry: E): void {
    const writer = this.#parts.codec.writerOf(entry);
    const last = this.lastSeen(writer);
    assert(entry.counter > last.counter, `counter ${entry.counter} of ${writer} comes after ${last.counter}`);
    const line = this.#parts.codec.encode(entry);
    this.#tail.push(line);
    this.#tailBytes += line.length + 1;
    this.#writing.add(writer);
    this.#seq++;
    this.#counters.set(writer, { counter: entry.counter, seq: this.#seq });
  }

  async #commitAll(): Promise<void> {
    while (this.#waiting !== null && this.#failure === null) {
      this.#flying = this.#waiting;
      try {
        await this.#space();
        // What arrived while waiting for the spacing rides along.
        this.#waiting = null;
        await this.#commit();
        this.#flying.resolve();
      } catch (failure) {
        this.#fail(failure);
      }
    }
    this.#flying = null;
  }

  async #space(): Promise<void> {
    const { clock } = this.#parts.ports;
    const { spacingMs, gatherMs } = this.#settings;
    const leastMs = this.#areSeveral() ? Math.max(spacingMs, gatherMs) : spacingMs;
    const waitMs = this.#lastWriteMs + leastMs - clock.monotonic();
    if (waitMs > 0) await pause(clock, waitMs);
    this.#lastWriteMs = clock.monotonic();
    this.#wrote = this.#writing;
    this.#writing = new Set();
  }

  /** Somebody who writes alone waits for nothing; where several write, the same picture is worth more than the last few milliseconds. */
  #areSeveral(): boolean {
    const [one] = this.#writing;
    if (one === undefined) return false;
    return this.#writing.size > 1 || this.#wrote.size > 1 || (this.#wrote.size === 1 && !this.#wrote.has(one));
  }

  async #commit(): Promise<void> {
    const { ports, store } = this.#parts;
    const sealed = typeof this.#sealing === 'string' ? null : this.#sealing;
    const head = this.#nextHead(sealed);
    const bytes = encodeHead(ports.compression, head, this.#packer);
    const write = { key: headKey(head.log), etag: this.#etag, bytes, writeId: head.writeId };
    this.#known = [...this.#known.slice(1 - MOST_KNOWN), head.writeId];
    const outcome = await writeHead({ ...ports, store }, write, this.#settings.backoff);
    if (outcome.kind === 'lost') {
      throw new LogFailure(`another writer has the log ${head.log}`, { kind: 'conflict', code: 'bloblog/lost' });
    }
    const before = this.#head;
    this.#head = head;
    this.#etag = outcome.etag;
    this.#parts.seen?.note(head);
    if (sealed !== null) this.#forget(sealed, before.sealedTo);
    await this.#parts.afterHead?.(head);
    if (sealed !== null) this.#drop(head, replacedBy(before, head));
  }

  #nextHead(sealed: Sealed | null): Head {
    const { ports } = this.#parts;
    const { changedAt, edition } = this.#head;
    const hasChange = this.#seq > this.#head.seq;
    const next: Head = {
      ...this.#head,
      writeId: ports.ids.short(),
      seq: this.#seq,
      changedAt: hasChange ? Math.max(changedAt, Math.floor(ports.clock.now())) : changedAt,
      label: this.#label,
      location: this.#parts.location ?? this.#head.location,
      edition: hasChange ? edition : edition + 1,
      spent: this.#spentList(),
      tail: [...this.#tail],
    };
    return sealed === null ? next : withSealed(next, sealed);
  }

  #spentList(): readonly Spent[] {
    return [...this.#spent].map(([writer, counter]) => ({ writer, counter }));
  }

  #forget(sealed: Sealed, sealedTo: number): void {
    this.#tail = this.#tail.slice(sealed.segment.to - sealedTo);
    this.#tailBytes = bytesOf(this.#tail);
    this.#spent = spentMap(stillSpent(this.#spentList(), sealed.counters));
    this.#sealAtBytes = this.#settings.tailBytes;
    this.#sealing = 'no';
  }

  #drop(head: Head, keys: readonly string[]): void {
    if (keys.length === 0) return;
    if (this.#parts.afterReplaced === undefined) void removeAll(this.#parts.store, keys);
    else this.#parts.afterReplaced(head, keys);
  }

  async #writeSeal(plan: SealPlan): Promise<void> {
    try {
      const { ports, store } = this.#parts;
      this.#sealing = await writeSeal(ports, store, this.#head.log, plan);
      this.#sealTrouble = null;
    } catch (trouble) {
      this.#sealing = 'no';
      this.#sealAtBytes = this.#tailBytes + this.#settings.tailBytes;
      this.#sealTrouble = trouble;
    }
  }

  #fail(reason: unknown): void {
    this.#failure =
      reason instanceof Failure
        ? reason
        : new LogFailure('the log failed', { kind: 'unavailable', code: 'bloblog/unavailable', cause: reason });
    this.#flying?.reject(this.#failure);
    this.#waiting?.reject(this.#failure);
    this.#waiting = null;
  }
}

/** More writes than can end while one read is under way. */
const MOST_KNOWN = 64;

function spentMap(spent: readonly Spent[]): Map<string, number> {
  return new Map(spent.map(({ writer, counter }) => [writer, counter]));
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
