import { VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { createTiming, inTiming, timingNow } from './timing.ts';

test('[SVC-98] who asks from outside is told the time of each hop, where it is allowed, and otherwise nothing', () => {
  const clock = new VirtualClock();
  const timing = createTiming(clock, 'gateway');
  const asked = timing.wait('database');
  clock.advance(2);
  asked();
  clock.advance(3);
  timing.add('call-readDocument', 1);
  expect(timing.hops()).toBe('');
  timing.allow('readMap');
  expect(timing.hops()).toBe('gateway;dur=3.0;desc="readMap", database;dur=2.0');
});

test('[SVC-98] what is waited for at once counts once', () => {
  const clock = new VirtualClock();
  const timing = createTiming(clock, 'gateway');
  timing.allow('listMaps');
  clock.advance(1);
  const [first, second, other] = [timing.wait('database'), timing.wait('database'), timing.wait('mailer')];
  clock.advance(4);
  first();
  clock.advance(2);
  second();
  clock.advance(3);
  other();
  expect(timing.hops()).toBe('gateway;dur=1.0;desc="listMaps", database;dur=6.0, mailer;dur=9.0');
});

test("[SVC-98] of docstore's time that of its storage stands apart, and is never more than all of it", () => {
  const clock = new VirtualClock();
  const timing = createTiming(clock, 'gateway');
  timing.allow('readMap');
  const asked = timing.wait('docstore');
  clock.advance(10);
  asked();
  timing.merge('docstore.readDocument;dur=9.0, docstore.storage;dur=4.0');
  expect(timing.hops()).toBe('gateway;dur=0.0;desc="readMap", docstore;dur=6.0, storage;dur=4.0');
  timing.merge('docstore.storage;dur=70.5');
  expect(timing.hops()).toBe('gateway;dur=0.0;desc="readMap", docstore;dur=0.0, storage;dur=10.0');
  timing.merge('docstore.storage;dur=1.2.3');
  expect(timing.hops()).not.toContain('NaN');
});

test('[SVC-12] what is gathered under one name is one part', () => {
  const timing = createTiming(new VirtualClock(), 'docstore');
  for (let n = 0; n < 40; n++) timing.gather('storage', 0.5);
  timing.add('readDocument', 30);
  expect(timing.header()).toBe('docstore.storage;dur=20.0, docstore.readDocument;dur=30.0');
});

test('[SVC-98] a store that knows nothing of requests finds the timing of the one that it works for', async () => {
  const clock = new VirtualClock();
  const [one, other] = [createTiming(clock, 'docstore'), createTiming(clock, 'docstore')];
  const store = async (ms: number): Promise<void> => {
    await Promise.resolve();
    timingNow()?.gather('storage', ms);
  };
  await Promise.all([inTiming(one, () => store(1)), inTiming(other, () => store(2)), store(4)]);
  expect([one.header(), other.header()]).toEqual(['docstore.storage;dur=1.0', 'docstore.storage;dur=2.0']);
});
