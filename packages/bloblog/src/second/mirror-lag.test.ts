import { pause } from '@bough/base';
import { expect, test } from 'vitest';
import type { DocumentLog } from '../log/document-log.ts';
import type { Head } from '../objects/head.ts';
import { LateMarks } from './late-marks.ts';
import { Mirror } from './mirror.ts';
import { createLog } from '../log/open-log.ts';
import { readHead } from '../log/read-log.ts';
import { purgeLog } from '../upkeep/purge-log.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import {
  FaultyStore,
  MemoryStore,
  NO_FAULTS,
  type Note,
  noteCodec,
  runVirtual,
  virtualPorts,
} from '../testing/index.ts';

const BACKOFF = { firstMs: 10, longestMs: 500, giveUpMs: 2_000 };
const HOUR_MS = 3_600_000;

/** So many logs of one change each, both locations having all of them. */
async function world(count: number) {
  const ports = virtualPorts(33);
  const [first, memory] = [new MemoryStore(ports.clock), new MemoryStore(ports.clock)];
  const second = new FaultyStore({ inner: memory, ...ports }, { ...NO_FAULTS, slowestMs: 1 });
  const asked: string[] = [];
  const get = second.get.bind(second);
  second.get = (...call) => (asked.push(call[0]), get(...call));
  const marks = new LateMarks(first);
  const run = <T>(work: Promise<T>): Promise<T> => runVirtual(ports.clock, work);
  const start = (): Mirror => new Mirror({ ports, first, second, marks }, { backoff: BACKOFF });
  let mirror = start();
  const logs: DocumentLog<Note>[] = [];
  for (let i = 0; i < count; i++) {
    const parts = { ports, store: first, codec: noteCodec, afterHead: async (head: Head) => mirror.note(head) };
    logs.push(await run(createLog(parts, DEFAULT_SETTINGS, `log-${i}`, { entries: [note(1)], label: '' })));
  }
  const pass = (ms: number): Promise<void> => run(pause(ports.clock, ms));
  await pass(1_000);
  /** Another process takes over, with what it finds noted. */
  const restart = async (): Promise<void> => {
    await run(mirror.close());
    mirror = start();
    for await (const [log, mark] of marks.all()) {
      mirror.resume(log, mark, (await readHead({ ports, store: first }, log))?.head.seq ?? 0);
    }
  };
  return { ports, first, memory, second, asked, logs, run, pass, restart, mirror: () => mirror };
}

function note(counter: number): Note {
  return { client: 'ann', counter, text: `number ${counter}` };
}

test('[LOG-87] how far the second location is behind outlives the process, in changes and in time', async () => {
  const w = await world(3);
  expect(w.mirror().lag()).toEqual({ logs: 0, changes: 0, unsure: 0, apart: [], oldestMs: 0, trouble: null });
  w.second.isDown = true;
  const [one, two] = w.logs;
  for (let n = 2; n <= 6; n++) await w.run(one?.append([note(n)], '') ?? Promise.reject(new Error('no log')));
  await w.pass(HOUR_MS);
  await w.run(two?.append([note(2)], '') ?? Promise.reject(new Error('no log')));
  await w.pass(HOUR_MS);
  const before = w.mirror().lag();
  expect(before).toMatchObject({ logs: 2, changes: 6 });
  expect(before.oldestMs).toBeGreaterThanOrEqual(2 * HOUR_MS);
  for (let i = 0; i < 3; i++) {
    await w.restart();
    await w.pass(HOUR_MS);
  }
  const after = w.mirror().lag();
  expect(after).toMatchObject({ logs: 2, changes: 6, trouble: expect.anything() as unknown });
  expect(after.oldestMs).toBeGreaterThanOrEqual(5 * HOUR_MS);
  w.second.isDown = false;
  await w.pass(5_000);
  expect(w.mirror().lag()).toEqual({ logs: 0, changes: 0, unsure: 0, apart: [], oldestMs: 0, trouble: null });
  expect([...w.first.objects.keys()].filter((key) => key.startsWith('behind/'))).toEqual([]);
  expect((await readHead({ ports: w.ports, store: w.memory }, 'log-0'))?.head.seq).toBe(6);
});

test('[LOG-88] a location that is away is asked by one, however many logs wait; back again, all are copied soon', async () => {
  const w = await world(200);
  w.second.isDown = true;
  await Promise.all(w.logs.map((log) => w.run(log.append([note(2)], ''))));
  await w.pass(60_000);
  expect(w.mirror().lag()).toMatchObject({ logs: 200, changes: 200 });
  w.asked.length = 0;
  await w.pass(HOUR_MS);
  // At most one look each longest pause, each of one read.
  expect(w.asked.length).toBeGreaterThan(HOUR_MS / BACKOFF.longestMs / 2);
  expect(w.asked.length).toBeLessThan((HOUR_MS / BACKOFF.longestMs) * 5);
  w.second.isDown = false;
  await w.pass(10_000);
  expect(w.mirror().lag().logs).toBe(0);
  for (const log of w.logs) {
    expect((await readHead({ ports: w.ports, store: w.memory }, log.head.log))?.head.seq).toBe(2);
  }
});

test('[LOG-87] what was purged meanwhile is waited for no more', async () => {
  const w = await world(1);
  w.second.isDown = true;
  await w.run(w.logs[0]?.append([note(2)], '') ?? Promise.reject(new Error('no log')));
  await w.pass(60_000);
  await w.run(purgeLog(w.first, 'log-0'));
  w.second.isDown = false;
  await w.pass(10_000);
  expect(w.mirror().lag().logs).toBe(0);
  expect([...w.first.objects.keys()]).toEqual([]);
});
