import { threadId, workerData } from 'node:worker_threads';
import { serveTasks, type TaskKind } from '../process/task-threads.ts';

/** `fail` fails wherever it is done, `die` ends the thread that it is given to. */
export type FixtureTask = 'tell' | 'fail' | 'die';

const NAME = 'fixture tasks';
const isOwnThread = workerData === NAME;

/** Tells which thread did it. */
export const FIXTURE_TASKS: TaskKind<FixtureTask, { readonly thread: number }> = {
  name: NAME,
  most: 2,
  niceness: 1,
  work: async (task) => {
    if (task === 'fail') throw new Error(`failed on thread ${threadId}`);
    if (task === 'die' && isOwnThread) await dead();
    return { thread: threadId };
  },
};

if (isOwnThread) serveTasks(FIXTURE_TASKS);

/** Never kept: what is thrown where nobody waits for it ends the thread. */
async function dead(): Promise<never> {
  return await new Promise(() => {
    setImmediate(() => {
      throw new Error('the end of the thread');
    });
  });
}
