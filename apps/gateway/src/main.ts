import { workerData } from 'node:worker_threads';
import { serveTasks } from '@bough/service/tasks';
import { SEARCHES } from './features/search-index/search-threads.ts';

// Where a gateway begins, and each of its threads: a thread loads its task and nothing else.

if (workerData === SEARCHES.name) {
  serveTasks(SEARCHES);
} else {
  const { serveGateway } = await import('./serve.ts');
  await serveGateway(new URL(import.meta.url));
}
