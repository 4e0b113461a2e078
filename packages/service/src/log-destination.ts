import { close, constants, fstatSync, openSync, write } from 'node:fs';
import type { Clock } from '@bough/base';

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
  /** Takes one line with its end, or drops it when the queue is full. */
  write(line: string): void;
  dropped(): number;
  flush(withinMs: number): Promise<void>;
}

const QUEUE_BYTES = 2 * 1024 * 1024;
const WRITE_BYTES = 64 * 1024;
const RETRY_MS = 5;

/** A destination on this sink that holds at most `queueBytes` of lines. */
export function createLogDestination(
  clock: Pick<Clock, 'after'>,
  sink: LogSink,
  queueBytes: number = QUEUE_BYTES,
): LogDestination {
  const queue: string[] = [];
  let queued = 0;
  let head = 0;
  let dropped = 0;
  let reported = 0;
  let isWriting = false;
  const waiters = new Set<() => void>();

  const take = (): string => {
    let batch = '';
    while (head < queue.length && batch.length < WRITE_BYTES) batch += queue[head++] ?? '';
    if (head === queue.length || head > 1_024) {
      queue.splice(0, head);
      head = 0;
    }
    queued -= batch.length;
    return batch;
  };
  const put = (bytes: Uint8Array): void => {
    sink.write(bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        clock.after(RETRY_MS, () => put(bytes));
      } else if (error === null && written < bytes.length) {
        put(bytes.subarray(written));
      } else {
        isWriting = false;
        pump();
      }
    });
  };
  const pump = (): void => {
    if (isWriting) return;
    if (dropped > reported && queued < queueBytes / 2) {
      const line = `{"level":"warn","msg":"log lines were dropped","dropped":${dropped - reported}}\n`;
      reported = dropped;
      queue.push(line);
      queued += line.length;
    }
    if (queued === 0) {
      for (const wake of waiters) wake();
      return;
    }
    isWriting = true;
    put(Buffer.from(take()));
  };
  return {
    write: (line) => {
      if (queued + line.length > queueBytes) {
        dropped++;
        return;
      }
      queue.push(line);
      queued += line.length;
      pump();
    },
    dropped: () => dropped,
    flush: (withinMs) =>
      new Promise((resolve) => {
        if (queued === 0 && !isWriting) return resolve();
        const cancel = clock.after(withinMs, () => wake());
        const wake = (): void => {
          cancel();
          waiters.delete(wake);
          resolve();
        };
        waiters.add(wake);
      }),
  };
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
