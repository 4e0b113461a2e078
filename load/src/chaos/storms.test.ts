import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_BACKOFF } from '@bough/bloblog';
import { backoffMs } from '@bough/base';
import { Storms, stormProblem } from './storms.ts';

test('[L3] a store that is asked without pauses while it is away is found, and nothing that nobody can tell', () => {
  expect(stormProblem({ forMs: 3_000, before: 10, after: 2_000 })).toBe('asked 1990 times in 3000 ms in vain');
  expect(stormProblem({ forMs: 3_000, before: 10, after: 300 })).toBeNull();
  expect(stormProblem({ forMs: 1_000, before: 10, after: 2_000 })).toBeNull();
  expect(stormProblem({ forMs: 3_000, before: 2_000, after: 10 })).toBeNull();
  expect(stormProblem({ forMs: 3_000, before: null, after: 2_000 })).toBeNull();
  expect(stormProblem({ forMs: 3_000, before: 10, after: null })).toBeNull();
});

test('[L3] twenty who ask with the shortest pauses there are do not come near it', () => {
  const random = { fraction: () => 0 };
  let asked = 0;
  for (let [attempt, atMs] = [0, 0]; atMs < 2_500; atMs += backoffMs(DEFAULT_BACKOFF, attempt++, random)) asked++;
  expect(stormProblem({ forMs: 2_500, before: 0, after: 20 * asked })).toBeNull();
});

test('[L3] what a docstore counts is asked for on both sides of an outage', async () => {
  let failed = 5;
  const server = createServer((_, answer) => {
    answer.end(`bough_blob_seconds_count{location="first",call="get",outcome="failed"} ${failed}\n`);
    failed += 1_000;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  const [there, gone] = [
    { name: 'one', url: `http://127.0.0.1:${port}` },
    { name: 'two', url: 'http://127.0.0.1:1' },
  ];
  let nowMs = 0;
  const storms = new Storms([there, gone], () => nowMs);
  const isOver = await storms.begin('cut first');
  nowMs = 3_000;
  await isOver();
  expect(storms.problems).toEqual([expect.stringMatching(/^L3: cut first: one asked 1000 times/)]);
});
