import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { document } from '../testing/maps.ts';
import { DRAW_FLAGS, STOP, STOPPED } from './draw-process.ts';
import { messagesFrom, sendMessage } from './messages.ts';
import { serveDrawing } from './serve-drawing.ts';

const job = (title: string, items: number, format: 'svg' | 'png' | 'pdf') =>
  ({ document: document(title, items), theme: 'light', part: 'whole', format }) as const;

test('[EXP-4] what draws hears between two things that it draws that nobody wants them, and draws the next', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  // However fast the machine draws: it listens each time that it may.
  const served = serveDrawing(input, output, { deafMs: 0, muchBytes: Infinity });
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

test('[EXP-9] what a large file took is let go behind its answer, not in the midst of the next one', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const collect = vi.fn();
  vi.stubGlobal('gc', collect);
  onTestFinished(() => void vi.unstubAllGlobals());
  const served = serveDrawing(input, output, { deafMs: 0, muchBytes: 0 });
  sendMessage(input, job('large', 2, 'svg'));
  expect((await messagesFrom(output).next()).value).toMatchObject({ ok: true });
  await expect.poll(() => collect.mock.calls.length).toBe(1);
  input.end();
  await served;
  const [small, answers] = [new PassThrough(), new PassThrough()];
  const done = serveDrawing(small, answers, { deafMs: 0, muchBytes: Infinity });
  sendMessage(small, job('small', 2, 'svg'));
  small.end();
  await done;
  expect(collect).toHaveBeenCalledTimes(1);
  expect(DRAW_FLAGS).toContain('--expose-gc');
});

test('[EXP-33] what was stopped costs nothing any more: it is let go before the next file', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const collect = vi.fn();
  vi.stubGlobal('gc', collect);
  onTestFinished(() => void vi.unstubAllGlobals());
  const write = vi.spyOn(output, 'write');
  const served = serveDrawing(input, output, { deafMs: 0, muchBytes: 0 });
  const answers = messagesFrom(output);
  sendMessage(input, job('unwanted', 5_000, 'pdf'));
  sendMessage(input, STOP);
  expect((await answers.next()).value).toBe(STOPPED);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(collect).not.toHaveBeenCalled();
  sendMessage(input, job('wanted', 2, 'svg'));
  expect((await answers.next()).value).toMatchObject({ ok: true });
  const [[letGo = 0], answered] = [collect.mock.invocationCallOrder, write.mock.invocationCallOrder.at(-1)];
  expect(letGo).toBeGreaterThan(0);
  expect(letGo).toBeLessThan(answered ?? 0);
  input.end();
  await served;
});
