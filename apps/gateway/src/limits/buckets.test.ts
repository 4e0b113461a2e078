import { VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { ProcessBus } from '../bus/process-bus.ts';
import { Buckets } from './buckets.ts';
import { type LimitName, LIMITS, RateLimits, TooMany } from './rate-limits.ts';
import { tryTake } from './token-bucket.ts';

function limitsOf(clock: VirtualClock): RateLimits {
  return new RateLimits({ clock, bus: new ProcessBus({ clock }) }, { factor: 1 });
}

/** Somebody uses up these limits. */
function useUp(limits: RateLimits, ...names: readonly LimitName[]): void {
  for (const name of names) {
    for (let n = 0; n < LIMITS[name].burst; n++) limits.mustTake(name, 'ada');
    expect(() => limits.mustTake(name, 'ada')).toThrow(TooMany);
  }
}

test('[GW-412] whoever has used up a limit stays refused, however many others ask for something else', () => {
  const limits = limitsOf(new VirtualClock());
  const names = ['codes by person', 'password by address', 'proof by person'] as const;
  useUp(limits, ...names);
  for (let n = 0; n < 27_000; n++) {
    limits.mustTake('requests by person', `somebody ${n}`);
    limits.mustTake('sign-in by address and network', `somebody ${n}`);
  }
  for (const name of names) {
    expect(() => limits.mustTake(name, 'ada')).toThrow(TooMany);
    expect(() => limits.mustHave(name, 'ada')).toThrow(TooMany);
  }
});

test('[GW-412] nor do others help who ask for the same, and use up less', () => {
  const name = 'codes by person';
  const limits = limitsOf(new VirtualClock());
  useUp(limits, name);
  for (let n = 0; n < 51_000; n++) limits.mustTake(name, `somebody ${n}`);
  expect(() => limits.mustTake(name, 'ada')).toThrow(TooMany);
});

test('[GW-412] a queue that is full is as long as before when others have come', async () => {
  const clock = new VirtualClock();
  const limits = limitsOf(clock);
  const name = 'requests by network address';
  const taken: Promise<void>[] = [];
  // What comes at once, and what waits for its turn within four seconds.
  for (let n = 0; n < LIMITS[name].burst + 4 * LIMITS[name].perSecond; n++) {
    taken.push(limits.mustTakeInTurn(name, 'a network'));
  }
  for (let n = 0; n < 51_000; n++) limits.mustTake('documents by person', `somebody ${n}`);
  await expect(limits.mustTakeInTurn(name, 'a network')).rejects.toThrow(TooMany);
  clock.advance(4_000);
  expect(await Promise.all(taken)).toHaveLength(taken.length);
});

test('[GW-412] no more subjects are remembered than that, and what is full again is forgotten first', () => {
  const buckets = new Buckets({ most: 1_000 });
  const [quick, slow] = [
    { burst: 10, perSecond: 10 },
    { burst: 10, perSecond: 0.001 },
  ];
  const take = (limit: string, subject: string, settings: typeof quick, nowMs: number): void => {
    const next = tryTake(buckets.get(limit, subject), settings, nowMs);
    if (next !== null) buckets.keep(limit, subject, next, settings);
  };
  for (let n = 0; n < 5_000; n++) {
    take('quick', `somebody ${n}`, quick, 0);
    expect(buckets.count).toBeLessThanOrEqual(1_000);
  }
  for (let n = 0; n < 800; n++) take('slow', `somebody ${n}`, slow, 200);
  // All of the quick ones were full again by then, so that nothing of the slow ones had to go.
  expect(Array.from({ length: 800 }, (_, n) => buckets.get('slow', `somebody ${n}`)?.left)).toEqual(
    Array.from({ length: 800 }, () => 9),
  );
});
