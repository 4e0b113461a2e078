import type { Readable, Writable } from 'node:stream';
import { setImmediate as turnOfEvents } from 'node:timers/promises';
import { render, type RenderJob } from '../drawing/render.ts';
import { STOP, STOPPED } from './draw-process.ts';
import { messagesFrom, sendMessage } from './messages.ts';

/** How long it draws without listening: what is heard sooner was hardly worth hearing. */
const DEAF_MS = 10;

/** The drawing process's side: answers each job in turn, and resolves when nobody is at the other end any more. */
export async function serveDrawing(input: Readable, output: Writable, deafMs = DEAF_MS): Promise<void> {
  let stop = (): void => undefined;
  let drawn: Promise<void> = Promise.resolve();
  for await (const message of messagesFrom(input)) {
    if (message === STOP) stop();
    else if (isJob(message)) {
      await drawn;
      const asked = new Stopping(deafMs);
      stop = () => asked.stop();
      drawn = render(message, () => asked.heard()).then((answer) => sendMessage(output, answer ?? STOPPED));
    } else throw new TypeError('that is no job');
  }
  await drawn;
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
function isJob(message: unknown): message is RenderJob {
  return (
    typeof message === 'object' && message !== null && 'document' in message && message.document instanceof Uint8Array
  );
}
