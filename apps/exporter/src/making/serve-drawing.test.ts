import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { document } from '../testing/maps.ts';
import { STOP, STOPPED } from './draw-process.ts';
import { messagesFrom, sendMessage } from './messages.ts';
import { serveDrawing } from './serve-drawing.ts';

const job = (title: string, items: number, format: 'svg' | 'png' | 'pdf') =>
  ({ document: document(title, items), theme: 'light', part: 'whole', format }) as const;

test('[EXP-4] what draws hears between two things that it draws that nobody wants them, and draws the next', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  // However fast the machine draws: it listens each time that it may.
  const served = serveDrawing(input, output, 0);
  const answers = messagesFrom(output);
  for (const format of ['pdf', 'png', 'svg'] as const) {
    sendMessage(input, job('unwanted', 5_000, format));
    sendMessage(input, STOP);
    expect((await answers.next()).value).toBe(STOPPED);
    sendMessage(input, job('wanted', 2, format));
    expect((await answers.next()).value).toMatchObject({ ok: true, value: { title: 'wanted' } });
    // It came too late: nobody is answered twice.
    sendMessage(input, STOP);
  }
  input.end();
  await served;
});
