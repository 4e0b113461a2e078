import type { ServerFrame } from '@bough/sync';
import { expect, test } from 'vitest';
import { newsProblems } from './news.ts';

/** A line on which the change under that counter came, or none; what it submits is counted. */
function lineWith(counter: number | null) {
  const said = { count: 0, cut: false };
  const frame = { kind: 'changes', changes: [{ client: 'page', counter }] } as unknown as ServerFrame;
  const welcome = { kind: 'welcome', counter: 7 } as Extract<ServerFrame, { kind: 'welcome' }>;
  return {
    said,
    bye: null,
    welcome: async () => welcome,
    submit: (from: number, ops: readonly unknown[]) => {
      said.count = ops.length;
      return from + ops.length - 1;
    },
    heard: async (matches: (frame: ServerFrame) => boolean) => (matches(frame) ? frame : null),
  };
}

test.each([
  { there: 107, found: 0 },
  { there: 106, found: 1 },
  { there: null, found: 1 },
])('[HOUSE-96] the other gateway has the last of many changes, or it is told: $there', async ({ there, found }) => {
  const [here, other] = [lineWith(107), lineWith(there)];
  let cuts = 0;
  const cutBus = async (): Promise<void> => {
    expect(here.said.count).toBe(0);
    cuts++;
  };
  expect(await newsProblems({ client: 'page', here, there: other, cutBus }, 10)).toHaveLength(found);
  expect([here.said.count, cuts]).toEqual([100, 1]);
});

test('[HOUSE-96] what its author was not told either shows nothing', async () => {
  const parts = { client: 'page', here: lineWith(null), there: lineWith(null), cutBus: async () => undefined };
  await expect(newsProblems(parts, 10)).rejects.toThrow('was not kept');
});
