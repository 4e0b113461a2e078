import { VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { busContract } from '../testing/bus/bus-contract.ts';
import { ProcessBus } from './process-bus.ts';

const clock = new VirtualClock();
const bus = new ProcessBus({ clock });
busContract(() => ({ bus, other: bus, pass: async (ms) => clock.advance(ms) }));

test('[GW-8] a message is heard after the step that sent it, and closing forgets everything', async () => {
  const own = new ProcessBus({ clock });
  const heard: string[] = [];
  await own.subscribe('topic', (message) => heard.push(message));
  own.publish('topic', 'one');
  expect(heard).toEqual([]);
  await Promise.resolve();
  expect(heard).toEqual(['one']);
  expect([own.reachesOthers, own.isUp, own.isWhole]).toEqual([false, true, true]);
  own.onGap()();
  await own.tryClaim('key', 1_000);
  const due = clock.nextDueMs();
  await own.close();
  expect(clock.nextDueMs()).not.toBe(due);
  own.publish('topic', 'two');
  await Promise.resolve();
  expect(heard).toEqual(['one']);
});
