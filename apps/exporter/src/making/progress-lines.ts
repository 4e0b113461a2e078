import { type ExportState, exportState } from '@bough/contracts';
import { type RequestContext, type StreamAnswer, toProblem } from '@bough/service';
import type { MadeFile } from './kept-file.ts';
import type { Progress } from './renderer.ts';

// How far a file is, a line of JSON each time that it has come further, and now and then the last one again: so that whatever
// stands between here and the browser sees that somebody is still there, and that a browser that has gone is noticed.

const AGAIN_MS = 15_000;

/** The answer that tells it, until the file is made or cannot be. */
export function progressLines(
  make: (onProgress: (progress: Progress) => void, signal: AbortSignal) => Promise<MadeFile>,
  context: RequestContext,
  after: (delayMs: number, run: () => void) => () => void,
): StreamAnswer {
  return { kind: 'stream', chunks: lines(make, context, after), type: 'application/x-ndjson', fileName: null };
}

async function* lines(
  make: (onProgress: (progress: Progress) => void, signal: AbortSignal) => Promise<MadeFile>,
  context: RequestContext,
  after: (delayMs: number, run: () => void) => () => void,
): AsyncGenerator<Uint8Array> {
  const gone = new AbortController();
  const news: { state: ExportState | null; wake: () => void } = { state: null, wake: () => undefined };
  const say = (state: ExportState): void => {
    news.state = state;
    news.wake();
  };
  make(say, AbortSignal.any([context.signal, gone.signal])).then(
    ({ bytes, report }) => say({ state: 'done', bytes: bytes.length, report }),
    (failure: unknown) => say({ state: 'failed', problem: toProblem(failure, context.requestId) }),
  );
  try {
    for (let told: ExportState | null = null; ;) {
      if (news.state === told) {
        const { promise, resolve } = Promise.withResolvers<void>();
        news.wake = resolve;
        const cancel = after(AGAIN_MS, resolve);
        await promise;
        cancel();
      }
      told = news.state;
      if (told === null) continue;
      yield lineOf(told);
      if (told.state === 'done' || told.state === 'failed') return;
    }
  } finally {
    gone.abort();
  }
}

function lineOf(state: ExportState): Uint8Array {
  if (!exportState(state).ok) throw new Error(`a bug in Bough: ${state.state} is told in a way that nobody reads`);
  return Buffer.from(`${JSON.stringify(state)}\n`);
}
