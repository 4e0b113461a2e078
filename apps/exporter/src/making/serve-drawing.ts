import type { Readable, Writable } from 'node:stream';
import { setImmediate as turnOfEvents } from 'node:timers/promises';
import { ok } from '@bough/base';
import { render } from '../drawing/render.ts';
import { type Answer, type Job, STOP, STOPPED } from './draw-process.ts';
import { messagesFrom, sendMessage } from './messages.ts';

/** How long it draws without listening: what is heard sooner was hardly worth hearing. */
const DEAF_MS = 10;
/** Heap after a large map. */
const MUCH_BYTES = 128 * 1024 * 1024;

/** The drawing process's side: answers each job in turn, and resolves when nobody is at the other end any more. */
export async function serveDrawing(
  input: Readable,
  output: Writable,
  { deafMs, muchBytes } = { deafMs: DEAF_MS, muchBytes: MUCH_BYTES },
): Promise<void> {
  let stop = (): void => undefined;
  const letGo = (): void => {
    if (process.memoryUsage().heapUsed > muchBytes) globalThis.gc?.();
  };
  let isStopped = false;
  let drawn: Promise<void> = Promise.resolve();
  for await (const message of messagesFrom(input)) {
    if (message === STOP) stop();
    else if (isJob(message)) {
      await drawn;
      if (isStopped) letGo();
      const asked = new Stopping(deafMs);
      stop = () => asked.stop();
      drawn = answerOf(message, asked).then((answer) => {
        sendMessage(output, answer);
        // What was drawn of a large map is let go at once, which takes a tenth of a second behind the answer: the collector itself would come
        // only in the midst of the next file, and what both take would stand beside each other. Who has left is worth no such work: of what
        // was stopped it is let go before the next file.
        isStopped = answer === STOPPED;
        if (!isStopped) letGo();
      });
    } else throw new TypeError('that is no job');
  }
  await drawn;
}

async function answerOf(job: Job, asked: Stopping): Promise<Answer> {
  if ('file' in job) {
    // What draws never reads: what only reading needs is memory that large pictures want.
    const { readMaps } = await import('../reading/read-maps.ts');
    // Reading does not listen: nobody who leaves waits for it, since a process that does not stop is ended.
    return ok(await readMaps(job));
  }
  return (await render(job, () => asked.heard())) ?? STOPPED;
}

/** Whether what is being drawn is still wanted. */
class Stopping {
  readonly #deafMs: number;
  #isStopped = false;
  #heardAt = performance.now();

  constructor(deafMs: number) {
    this.#deafMs = deafMs;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Messages come in only when nothing is drawn: now and then there is a moment for them. */
  async heard(): Promise<boolean> {
    if (performance.now() - this.#heardAt >= this.#deafMs) {
      await turnOfEvents();
      this.#heardAt = performance.now();
    }
    return this.#isStopped;
  }
}

/** The service is the one who writes; this only keeps a mistake from becoming a riddle. */
function isJob(message: unknown): message is Job {
  if (typeof message !== 'object' || message === null) return false;
  if ('file' in message) return message.file instanceof Uint8Array;
  return 'document' in message && message.document instanceof Uint8Array;
}
