import { VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { Lookout, LOOKS, type Look } from './lookout.ts';

interface Stand {
  readonly clock: VirtualClock;
  readonly lookout: Lookout;
  /** When each look began, and what was known then. */
  readonly looks: (Look & { readonly atMs: number })[];
  isWhole: boolean;
  readonly gap: () => void;
  /** Ends the look that is under way. */
  end: () => void;
  /** Passes so much time, with every look ended at once. */
  pass(ms: number): Promise<void>;
}

function stand({ holds = false } = {}): Stand {
  const clock = new VirtualClock();
  const gaps = new Set<() => void>();
  const own = { isWhole: true, end: (): void => undefined };
  const looks: Stand['looks'] = [];
  const bus = {
    reachesOthers: true,
    get isWhole() {
      return own.isWhole;
    },
    onGap: (run: () => void) => (gaps.add(run), () => gaps.delete(run)),
  };
  const lookout = new Lookout({ clock, bus, onTrouble: () => undefined });
  lookout.onLook(async (look) => {
    looks.push({ ...look, atMs: clock.monotonic() });
    if (holds) await new Promise<void>((resolve) => (own.end = resolve));
  });
  lookout.onLook(() => Promise.reject(new Error('the database is away')));
  lookout.start();
  return Object.assign(own, {
    clock,
    lookout,
    looks,
    gap: () => gaps.forEach((run) => run()),
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 10) {
        clock.advance(10);
        for (let turn = 0; turn < 6; turn++) await Promise.resolve();
      }
    },
  });
}

test('[GW-133] while all is well there is a look every few seconds', async () => {
  const { looks, pass, lookout } = stand();
  await pass(4 * LOOKS.calmMs);
  expect(looks.length).toBeGreaterThan(2);
  expect(looks.length).toBeLessThan(7);
  expect(looks.every(({ isDeaf, isAfterGap }) => !isDeaf && !isAfterGap)).toBe(true);
  lookout.stop();
  const before = looks.length;
  await pass(2 * LOOKS.calmMs);
  expect(looks).toHaveLength(before);
});

test('[GW-133] however many gaps are told, looks are no closer than a moment; while messages are lost they come twice a second', async () => {
  const own = stand();
  await own.pass(100);
  own.isWhole = false;
  const fromMs = own.clock.monotonic();
  for (let n = 0; n < 300; n++) {
    own.gap();
    await own.pass(10);
  }
  const during = own.looks.filter(({ atMs }) => atMs > fromMs);
  expect(during[0]).toMatchObject({ isDeaf: true, isAfterGap: true });
  expect((during[0]?.atMs ?? 0) - fromMs).toBeLessThan(LOOKS.leastMs + 20);
  expect(during.length).toBeLessThanOrEqual(3_000 / LOOKS.leastMs + 1);
  const stormy = own.looks.length;
  await own.pass(5_000);
  expect(own.looks.length - stormy).toBeGreaterThan(8);
  expect(own.looks.length - stormy).toBeLessThanOrEqual(11);
  own.isWhole = true;
  own.gap();
  await own.pass(1_000);
  expect(own.looks.at(-1)).toMatchObject({ isDeaf: false, isAfterGap: true });
});

test('[GW-133] one look at a time, and a gap that is told meanwhile has its own', async () => {
  const own = stand({ holds: true });
  await own.pass(100);
  expect(own.looks).toHaveLength(1);
  own.gap();
  await own.pass(3_000);
  expect(own.looks).toHaveLength(1);
  own.end();
  await own.pass(20);
  expect(own.looks.map(({ isAfterGap }) => isAfterGap)).toEqual([false, true]);
});

test('[GW-133] what is heard elsewhere of a gateway that hears nobody counts for some seconds', async () => {
  const own = stand();
  await own.pass(1_000);
  own.lookout.othersAreDeaf();
  expect(own.lookout.isDeaf).toBe(true);
  const before = own.looks.length;
  await own.pass(LOOKS.othersMs - 100);
  expect(own.looks.length - before).toBeGreaterThan(7);
  await own.pass(200);
  expect(own.lookout.isDeaf).toBe(false);
});
