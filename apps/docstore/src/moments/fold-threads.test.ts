import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { FOLDS } from './fold-threads.ts';

/** Tells of every file that the thread loads. */
const HOOK = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { parentPort } from 'node:worker_threads';
  registerHooks({
    load(url, context, next) {
      parentPort?.postMessage(url);
      return next(url, context);
    },
  });`)}`;

test('[DOC-205] a thread that folds loads its task and nothing else of docstore', async () => {
  const entry = new URL('../main.ts', import.meta.url);
  const worker = new Worker(entry, { workerData: FOLDS.name, execArgv: ['--import', HOOK] });
  const loaded: string[] = [];
  const answered = new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', (message: unknown) => {
      if (typeof message === 'string') loaded.push(message);
      else resolve();
    });
  });
  // A thread has no origin: the second argument is what changes hands. What is no task is answered by null.
  worker.postMessage({}, []);
  await answered;
  await worker.terminate();
  expect(loaded).toContain(entry.href);
  const ofService = loaded.filter((url) => url.includes('/packages/service/') || url.endsWith('/serve.ts'));
  expect(ofService.map((url) => url.split('/').at(-1))).toEqual(['task-threads.ts']);
}, 60_000);
