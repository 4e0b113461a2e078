import { workerData } from 'node:worker_threads';
import { serveTasks } from '@bough/service/tasks';
import { FOLDS } from './moments/fold-threads.ts';
import { boundGarbage } from './watch/garbage.ts';

// Where a docstore begins, and each of its threads: a thread loads its task and nothing else.

boundGarbage();
if (workerData === FOLDS.name) {
  serveTasks(FOLDS);
} else {
  const { serveDocstore } = await import('./serve.ts');
  await serveDocstore(new URL(import.meta.url));
}
