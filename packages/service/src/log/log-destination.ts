import { close, constants, fstatSync, openSync, write } from 'node:fs';
import type { Cancel, Clock } from '@bough/base';

// Where log lines go: a bounded queue in front of a file descriptor. Node writes to a pipe or a terminal while everything
// else waits, so a reader that stops reading would stop the service; here the line is dropped and counted instead. One write
// is under way at a time. On Linux a pipe or a terminal is opened anew without blocking, which leaves the flags of the
// descriptor alone that other processes share; where that is not allowed, a thread of the pool waits in our place.

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
const WRITE_BYTES = 64 * 1024;
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

class BoundedQueue implements LogDestination {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #sink: LogSink;
  readonly #bound: number;
  readonly #gatherMs: number;
  readonly #lines: string[] = [];
  readonly #waiters = new Set<() => void>();
  #head = 0;
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
    if (this.#gatherMs === 0 || this.#queued >= WRITE_BYTES) this.#pump();
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

  #push(line: string): void {
    this.#lines.push(line);
    this.#queued += line.length;
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
    this.#put(Buffer.from(this.#take()));
  }

  #take(): string {
    let batch = '';
    while (this.#head < this.#lines.length && batch.length < WRITE_BYTES) batch += this.#lines[this.#head++] ?? '';
    if (this.#head === this.#lines.length || this.#head > 1_024) {
      this.#lines.splice(0, this.#head);
      this.#head = 0;
    }
    this.#queued -= batch.length;
    return batch;
  }

  #goOn(): void {
    this.#isWriting = false;
    this.#retryMs = RETRY_MS.first;
    this.#pump();
  }

  #put(bytes: Uint8Array): void {
    this.#sink.write(bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        this.#clock.after(this.#retryMs, () => this.#put(bytes));
        this.#retryMs = Math.min(RETRY_MS.longest, this.#retryMs * 2);
      } else if (error === null && written < bytes.length) {
        this.#put(bytes.subarray(written));
      } else if (error !== null) {
        this.#isRefused = true;
        this.#dropped += linesIn(bytes);
        this.#clock.after(REFUSED_MS, () => this.#goOn());
      } else {
        this.#isRefused = false;
        this.#goOn();
      }
    });
  }
}

function linesIn(bytes: Uint8Array): number {
  return bytes.reduce((lines, byte) => lines + Number(byte === LINE_END), 0);
}

/** A file descriptor as a sink. */
export function openLogSink(descriptor: number): LogSink {
  const own = reopenWithoutBlocking(descriptor);
  return {
    write: (bytes, done) => write(own ?? descriptor, bytes, 0, bytes.length, null, done),
    close: () => {
      if (own !== null) close(own, () => {});
    },
  };
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
