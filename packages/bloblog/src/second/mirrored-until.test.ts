import { pause, utf8Encode } from '@bough/base';
import { expect, test } from 'vitest';
import type { Head } from '../objects/head.ts';
import { LateMarks } from './late-marks.ts';
import { Mirror } from './mirror.ts';
import { MirroredUntil, unsureLogs } from './mirrored-until.ts';
import { createLog } from '../log/open-log.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { FaultyStore, MemoryStore, NO_FAULTS, noteCodec, runVirtual, virtualPorts } from '../testing/index.ts';

const BACKOFF = { firstMs: 10, longestMs: 500, giveUpMs: 2_000 };
const HOUR_MS = 3_600_000;

function world() {
  const ports = virtualPorts(34);
  const [first, memory] = [new MemoryStore(ports.clock), new MemoryStore(ports.clock)];
  const second = new FaultyStore({ inner: memory, ...ports }, { ...NO_FAULTS, slowestMs: 1 });
  const marks = new LateMarks(first);
  const run = <T>(work: Promise<T>): Promise<T> => runVirtual(ports.clock, work);
  const start = (): Mirror => new Mirror({ ports, first, second, marks }, { backoff: BACKOFF });
  const make = async (mirror: Mirror, log: string) => {
    const parts = { ports, store: first, codec: noteCodec, afterHead: async (head: Head) => mirror.note(head) };
    const entries = [{ client: 'ann', counter: 1, text: 'one' }];
    return await run(createLog(parts, DEFAULT_SETTINGS, log, { entries, label: '' }));
  };
  const pass = (ms: number): Promise<void> => run(pause(ports.clock, ms));
  return { ports, first, second, marks, run, start, make, pass };
}

test('[LOG-140] what waits for its turn to be copied is marked before it waits', async () => {
  const w = world();
  const mirror = w.start();
  w.second.isDown = true;
  await w.make(mirror, 'log-0');
  await w.pass(60_000);
  for (let i = 1; i <= 20; i++) await w.make(mirror, `log-${i}`);
  await w.pass(1);
  const marked: string[] = [];
  for await (const [log] of w.marks.all()) marked.push(log);
  expect(marked).toHaveLength(21);
});

test('[LOG-141] what was written since the second location was known to have everything, and has no mark, is not known', async () => {
  const w = world();
  const mirror = w.start();
  await w.make(mirror, 'log-0');
  await w.pass(HOUR_MS);
  expect(await unsureLogs(w.first, 'there')).toEqual(['log-0']);
  const one = new MirroredUntil({ clock: w.ports.clock, first: w.first, self: 'one', of: 'there' });
  await one.note(w.ports.clock.now());
  expect(await unsureLogs(w.first, 'there')).toEqual([]);
  await w.make(mirror, 'log-1');
  await w.make(mirror, 'log-2');
  await w.marks.note('log-2', { seq: 0, sinceAt: 5 });
  expect(await unsureLogs(w.first, 'there')).toEqual(['log-1']);
  // A clock of another service may go after ours.
  await one.note(w.ports.clock.now() + 1_000);
  expect(await unsureLogs(w.first, 'there')).toEqual(['log-1']);
  // Of two processes the one that knows less counts, until it has said nothing for long.
  await w.pass(HOUR_MS);
  await new MirroredUntil({ clock: w.ports.clock, first: w.first, self: 'two', of: 'there' }).note(w.ports.clock.now());
  expect(await unsureLogs(w.first, 'there')).toEqual([]);
  expect([...w.first.objects.keys()].filter((key) => key.startsWith('mirrored/'))).toEqual(['mirrored/two']);
  expect(await unsureLogs(w.first, 'elsewhere')).toEqual(['log-0', 'log-1']);
  await w.first.put('mirrored/three', utf8Encode('{'));
  expect(await unsureLogs(w.first, 'there')).toEqual(['log-0', 'log-1']);
});

test('[LOG-142] a log of which nothing is known counts from nothing, in this process and in what it notes', async () => {
  const w = world();
  const before = w.start();
  w.second.isDown = true;
  const log = await w.make(before, 'log-0');
  // Killed before it could note anything: the next process asks nobody.
  for (const key of w.first.objects.keys()) if (key.startsWith('behind/')) w.first.objects.delete(key);
  for (let n = 2; n <= 90; n++) await w.run(log.append([{ client: 'ann', counter: n, text: 'more' }], ''));
  await w.run(before.close());
  for (const key of w.first.objects.keys()) if (key.startsWith('behind/')) w.first.objects.delete(key);
  const mirror = w.start();
  mirror.mayLack(await unsureLogs(w.first, 'there'));
  expect(mirror.lag()).toMatchObject({ logs: 0, unsure: 1 });
  mirror.note(log.head);
  expect(mirror.lag()).toMatchObject({ logs: 1, changes: 90, unsure: 0 });
  await w.pass(60_000);
  expect(await w.marks.find('log-0')).toMatchObject({ seq: 0 });
  w.second.isDown = false;
  await w.pass(60_000);
  expect(mirror.lag()).toMatchObject({ logs: 0, changes: 0, unsure: 0 });
});

test('[LOG-142] what was noted before it was known that nothing is known is noted again', async () => {
  const w = world();
  const mirror = w.start();
  const log = await w.make(mirror, 'log-0');
  await w.pass(1_000);
  await w.run(mirror.close());
  const next = w.start();
  w.second.isDown = true;
  await w.run(log.append([{ client: 'ann', counter: 2, text: 'two' }], ''));
  next.note(log.head);
  await w.pass(60_000);
  expect(await w.marks.find('log-0')).toMatchObject({ seq: 1 });
  next.mayLack(['log-0']);
  // At once: the process may be killed before it tries again.
  await w.pass(1);
  expect(await w.marks.find('log-0')).toMatchObject({ seq: 0 });
  // Compared after all: what is behind is known exactly.
  next.compared();
  expect(next.lag()).toMatchObject({ logs: 1, unsure: 0 });
});
