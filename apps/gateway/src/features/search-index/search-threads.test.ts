import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { SEARCHES } from './search-threads.ts';

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

test('[GW-391] a search thread loads its task, no package and nothing of the service', async () => {
  const entry = new URL('../../main.ts', import.meta.url);
  const worker = new Worker(entry, { workerData: SEARCHES.name, execArgv: ['--import', HOOK] });
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
  expect(loaded.filter((url) => url.includes('/node_modules/') || url.endsWith('/serve.ts'))).toEqual([]);
}, 60_000);
