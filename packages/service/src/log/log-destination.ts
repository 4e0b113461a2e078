import { close, constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { assert, type Cancel, type Clock } from '@bough/base';

// Where log lines go: a bounded queue in front of a file descriptor. Node writes to a pipe or a terminal while everything
// else waits, so a reader that stops reading would stop the service; here the line is dropped and counted instead. One write
// is under way at a time. On Linux a pipe or a terminal is opened anew without blocking, which leaves the flags of the
// descriptor alone that other processes share. A file, or where that is not allowed, a thread of the pool waits in our place.

/** What takes bytes: calls back with how many it took; EAGAIN asks to be tried again. */
export interface LogSink {
  write(bytes: Uint8Array, done: (error: NodeJS.ErrnoException | null, written: number) => void): void;
  close(): void;
}
export interface LogDestination {
  /** Whether another line is taken; false counts as one that was dropped. */
  hasRoom(): boolean;
  /** Takes one line with its end, or drops it when the queue is full. */
  write(line: string): void;
  dropped(): number;
  flush(withinMs: number): Promise<void>;
}

const QUEUE_BYTES = 2 * 1024 * 1024;
const PAGE_BYTES = 64 * 1024;
/** No character takes more as UTF-8. */
const CHARACTER_BYTES = 3;
/** A reader that is behind is asked again less and less often: each attempt costs what many lines do. */
const RETRY_MS = { first: 5, longest: 80 };
/** How long a file that refused a write is left alone: its disk is full, say. */
const REFUSED_MS = 1_000;
/** What is left of a queue that holds no line any more. */
const SHORTEST_LINE = 100;
const LINE_END = 0x0a;
/** Lines are gathered for so long: a write costs several times what a line does. */
const GATHER_MS = 20;

/** A destination on this sink that holds at most `queueBytes` of lines, and writes what came within `gatherMs` together. */
export function createLogDestination(
  clock: Pick<Clock, 'after'>,
  sink: LogSink,
  queueBytes: number = QUEUE_BYTES,
  gatherMs: number = GATHER_MS,
): LogDestination {
  return new BoundedQueue({ clock, sink }, { bound: queueBytes, gatherMs });
}

/** Lines as bytes, whole and with their ends: what one write takes. */
interface Page {
  readonly bytes: Buffer;
  filled: number;
}

class BoundedQueue implements LogDestination {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #sink: LogSink;
  readonly #bound: number;
  readonly #gatherMs: number;
  readonly #full: Page[] = [];
  /** What new lines are written into. */
  #page = emptyPage();
  /** One to go on with: of two, one is filled while the other is being written. */
  #spare: Page | null = null;
  readonly #waiters = new Set<() => void>();
  #queued = 0;
  #dropped = 0;
  #reported = 0;
  #isWriting = false;
  /** The last write was refused: what is told of dropped lines waits until one was not. */
  #isRefused = false;
  #retryMs = RETRY_MS.first;
  #cancelGathering: Cancel | null = null;

  constructor(
    components: { readonly clock: Pick<Clock, 'after'>; readonly sink: LogSink },
    settings: { readonly bound: number; readonly gatherMs: number },
  ) {
    this.#clock = components.clock;
    this.#sink = components.sink;
    this.#bound = settings.bound;
    this.#gatherMs = settings.gatherMs;
  }

  hasRoom(): boolean {
    if (this.#queued < this.#bound - SHORTEST_LINE) return true;
    this.#dropped++;
    return false;
  }

  write(line: string): void {
    if (this.#queued + line.length > this.#bound) {
      this.#dropped++;
      return;
    }
    this.#push(line);
    if (this.#isWriting) return;
    if (this.#gatherMs === 0 || this.#queued >= PAGE_BYTES) this.#pump();
    else this.#cancelGathering ??= this.#clock.after(this.#gatherMs, () => this.#pump());
  }

  dropped(): number {
    return this.#dropped;
  }

  async flush(withinMs: number): Promise<void> {
    if (this.#queued === 0 && !this.#isWriting) return;
    this.#pump();
    if (this.#queued === 0 && !this.#isWriting) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(withinMs, resolve);
    this.#waiters.add(resolve);
    await promise;
    cancel();
    this.#waiters.delete(resolve);
  }

  /**
   * A line becomes bytes at once. Kept as a string it would be the thirty pieces that it was put together from, which are several times as
   * large as their text, and all of which the collector moves twice while the line waits.
   */
  #push(line: string): void {
    const most = line.length * CHARACTER_BYTES;
    if (most > PAGE_BYTES - this.#page.filled) this.#turn();
    let length: number;
    if (most > PAGE_BYTES) {
      const bytes = Buffer.from(line);
      length = bytes.length;
      this.#full.push({ bytes, filled: length });
    } else {
      length = this.#page.bytes.write(line, this.#page.filled);
      this.#page.filled += length;
    }
    this.#queued += length;
  }

  /** Goes on with an empty page. One that is mostly empty does not wait: what stands on it does. */
  #turn(): void {
    const { bytes, filled } = this.#page;
    if (filled === 0) return;
    if (filled < PAGE_BYTES / 2) {
      this.#full.push({ bytes: Buffer.from(bytes.subarray(0, filled)), filled });
      this.#page.filled = 0;
      return;
    }
    this.#full.push(this.#page);
    this.#page = this.#spare ?? emptyPage();
    this.#spare = null;
  }

  #pump(): void {
    if (this.#isWriting) return;
    this.#cancelGathering?.();
    this.#cancelGathering = null;
    if (!this.#isRefused && this.#dropped > this.#reported && this.#queued < this.#bound / 2) {
      this.#push(`{"level":"warn","msg":"log lines were dropped","dropped":${this.#dropped - this.#reported}}\n`);
      this.#reported = this.#dropped;
    }
    if (this.#queued === 0) {
      for (const wake of this.#waiters) wake();
      return;
    }
    this.#isWriting = true;
    if (this.#full.length === 0) this.#turn();
    const page = this.#full.shift();
    assert(page !== undefined, 'what is queued stands on a page');
    this.#queued -= page.filled;
    this.#put(page, 0);
  }

  #goOn(): void {
    this.#isWriting = false;
    this.#retryMs = RETRY_MS.first;
    this.#pump();
  }

  #put(page: Page, from: number): void {
    const bytes = page.bytes.subarray(from, page.filled);
    this.#sink.write(bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        this.#clock.after(this.#retryMs, () => this.#put(page, from));
        this.#retryMs = Math.min(RETRY_MS.longest, this.#retryMs * 2);
      } else if (error === null && written < bytes.length) {
        this.#put(page, from + written);
      } else if (error !== null) {
        this.#isRefused = true;
        this.#dropped += linesIn(bytes);
        this.#clock.after(REFUSED_MS, () => this.#goOn());
      } else {
        this.#isRefused = false;
        if (page.bytes.length === PAGE_BYTES) this.#spare = { bytes: page.bytes, filled: 0 };
        this.#goOn();
      }
    });
  }
}

function emptyPage(): Page {
  return { bytes: Buffer.allocUnsafeSlow(PAGE_BYTES), filled: 0 };
}

function linesIn(bytes: Uint8Array): number {
  return bytes.reduce((lines, byte) => lines + Number(byte === LINE_END), 0);
}

/** A file descriptor as a sink. */
export function openLogSink(descriptor: number): LogSink {
  const own = reopenWithoutBlocking(descriptor);
  if (own === null) {
    return { write: (bytes, done) => write(descriptor, bytes, 0, bytes.length, null, done), close: () => {} };
  }
  return { write: (bytes, done) => writeNow(own, bytes, done), close: () => close(own, () => {}) };
}

/** What never waits is written here: to wake a thread for it and to be woken by it costs more than the write. */
function writeNow(descriptor: number, bytes: Uint8Array, done: Parameters<LogSink['write']>[1]): void {
  let written: number;
  try {
    written = writeSync(descriptor, bytes);
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)), 0);
    return;
  }
  done(null, written);
}

function reopenWithoutBlocking(descriptor: number): number | null {
  try {
    const facts = fstatSync(descriptor);
    if (!facts.isFIFO() && !facts.isCharacterDevice()) return null;
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return null;
  }
}
