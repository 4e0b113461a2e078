import { threadId } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { TaskThreads } from './task-threads.ts';
import { FIXTURE_TASKS, type FixtureTask } from '../testing/fixture-tasks.ts';

function threads(): TaskThreads<FixtureTask, { readonly thread: number }> {
  const begun = new TaskThreads(FIXTURE_TASKS, { entry: new URL('../testing/fixture-tasks.ts', import.meta.url) });
  onTestFinished(() => begun.stop());
  return begun;
}

test('[SVC-91] tasks are done on other threads, of which there are as many as the kind allows', async () => {
  const { run } = threads();
  const done = await Promise.all(Array.from({ length: 6 }, () => run('tell')));
  const ids = new Set(done.map(({ thread }) => thread));
  expect(ids.size).toBe(FIXTURE_TASKS.most);
  expect(ids).not.toContain(threadId);
});

test('[SVC-91] a task that fails there fails as it does here, and the thread goes on', async () => {
  const { run } = threads();
  const { thread } = await run('tell');
  await expect(run('fail')).rejects.toThrow(`failed on thread ${threadId}`);
  expect(await run('tell')).toEqual({ thread });
});

test('[SVC-91] a task whose thread dies is done here, and another thread takes the next', async () => {
  const { run } = threads();
  for (let n = 0; n <= FIXTURE_TASKS.most; n++) expect(await run('die')).toEqual({ thread: threadId });
  expect((await run('tell')).thread).not.toBe(threadId);
});
