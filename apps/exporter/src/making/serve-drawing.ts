import type { Readable, Writable } from 'node:stream';
import { render, type RenderJob } from '../drawing/render.ts';
import { warmUp } from '../drawing/warm-up.ts';
import { WARM_UP } from './draw-process.ts';
import { messagesFrom, sendMessage } from './messages.ts';

/** The drawing process's side: answers each job in turn, and resolves when nobody is at the other end any more. */
export async function serveDrawing(input: Readable, output: Writable): Promise<void> {
  for await (const message of messagesFrom(input)) {
    if (message === WARM_UP) await warmUp();
    else if (isJob(message)) sendMessage(output, await render(message));
    else throw new TypeError('that is no job');
  }
}

/** The service is the one who writes; this only keeps a mistake from becoming a riddle. */
function isJob(message: unknown): message is RenderJob {
  return (
    typeof message === 'object' && message !== null && 'document' in message && message.document instanceof Uint8Array
  );
}
