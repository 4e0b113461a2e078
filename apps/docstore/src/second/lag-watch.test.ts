import { runVirtual, virtualPorts } from '@bough/bloblog/testing';
import type { Lag } from '@bough/bloblog';
import type { Log } from '@bough/service';
import { expect, test } from 'vitest';
import { lagWatch } from './lag-watch.ts';

test('[DOC-71] the log tells a lag beyond its limit, again when it has grown, and when it is over', async () => {
  const { clock } = virtualPorts(7);
  let sinceAt: number | null = null;
  const said: [string, unknown][] = [];
  const say =
    (level: string): Log['warn'] =>
    (message, details) =>
      void said.push([`${level}: ${message}`, details]);
  const log: Log = {
    debug: say('debug'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    with: () => log,
  };
  const trouble = new Error('away');
  const lag = (): Lag =>
    sinceAt === null
      ? { logs: 0, changes: 0, unsure: 0, apart: [], oldestMs: 0, trouble: null }
      : { logs: 2, changes: 12, unsure: 0, apart: [], oldestMs: clock.now() - sinceAt, trouble };
  const watch = lagWatch({ clock, log, lag }, { limitMs: 300_000 });
  const pass = async (ms: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    clock.after(ms, resolve);
    await runVirtual(clock, promise);
  };
  await watch.start?.();
  await pass(600_000);
  sinceAt = clock.now();
  await pass(299_000);
  expect(said).toEqual([]);
  await pass(20_000);
  const first = { documents: 2, changes: 12, seconds: 310, error: trouble };
  expect(said).toEqual([['warn: the second location is behind', first]]);
  await pass(800_000);
  expect(said).toHaveLength(1);
  await pass(400_000);
  expect(said).toHaveLength(2);
  sinceAt = null;
  await pass(20_000);
  expect(said.at(-1)?.[0]).toBe('info: the second location has caught up');
  await watch.stop?.();
});
