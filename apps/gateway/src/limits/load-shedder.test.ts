import type { Clock } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { LoadShedder, nextShare } from './load-shedder.ts';

const VISIT_MS = 3;
const LET_IN_MS = 0.3;
const REFUSE_MS = 0.1;
/** How long whoever was let in takes to ask for the rest. */
const AWAY_MS = 60;
const PATIENCE_MS = 2_000;

/** A process that does all work in the order in which it comes: so many visits a second begin, and this says how many of each second end in time. */
function serve(begun: (second: number) => number, seconds: number): number[] {
  const ended = Array.from({ length: seconds }, () => 0);
  const row: { left: number; readonly done: (nowMs: number) => void }[] = [];
  const away: { readonly untilMs: number; readonly fromMs: number }[] = [];
  let [share, credit, due, waitedMs, doorMs] = [1, 0, 0, 0, 0];
  let knockedAtMs: number | null = null;
  for (let ms = 0; ms < seconds * 1_000; ms++) {
    const nowMs = ms;
    if (ms % 50 === 0) {
      const before = waitedMs;
      waitedMs = Math.max(doorMs, knockedAtMs === null ? 0 : ms - knockedAtMs);
      share = nextShare(share, waitedMs, before);
      if (knockedAtMs === null) {
        knockedAtMs = ms;
        row.push({ left: REFUSE_MS, done: (atMs) => ([doorMs, knockedAtMs] = [atMs - nowMs, null]) });
      }
    }
    for (due += begun(Math.floor(ms / 1_000)) / 1_000; due >= 1; due--) {
      credit += share;
      if (credit < 1) row.push({ left: REFUSE_MS, done: () => undefined });
      else {
        credit--;
        row.push({ left: LET_IN_MS, done: (atMs) => away.push({ untilMs: atMs + AWAY_MS, fromMs: nowMs }) });
      }
    }
    for (let back = away[0]; back !== undefined && back.untilMs <= ms; back = away[0]) {
      const { fromMs } = back;
      away.shift();
      row.push({
        left: VISIT_MS - LET_IN_MS,
        done: (atMs) => {
          const second = Math.floor(atMs / 1_000);
          if (atMs - fromMs < PATIENCE_MS) ended[second] = (ended[second] ?? 0) + 1;
        },
      });
    }
    for (let work = 1; work > 0 && row[0] !== undefined;) {
      const [first] = row;
      const done = Math.min(work, first.left);
      first.left -= done;
      work -= done;
      if (first.left > 1e-9) continue;
      row.shift();
      first.done(ms);
    }
  }
  return ended;
}

test('[GW-100] at any load beyond what it can do a gateway goes on doing nearly all that it can, from the first second on', () => {
  const most = 1_000 / VISIT_MS;
  for (const times of [1.2, 2, 3]) {
    const served = serve(() => most * times, 30);
    const refusing = ((times - 1) * REFUSE_MS) / VISIT_MS;
    const mean = served.reduce((sum, each) => sum + each, 0) / served.length;
    expect(mean / most, `${times} times`).toBeGreaterThan(0.95 - refusing);
  }
});

test('[GW-100] nobody is turned away where there is room, and all are let in again when the crowd has gone', () => {
  const room = 800 / VISIT_MS;
  expect(
    serve(() => room, 10)
      .slice(1)
      .every((served) => served > room - 2),
  ).toBe(true);
  const served = serve((second) => (second < 10 ? 5 * room : room), 30);
  expect(served.slice(13).every((each) => each > room - 2)).toBe(true);
  expect(nextShare(1, 0, 0)).toBe(1);
  expect(nextShare(0.02, 60_000, 60_000)).toBe(0.02);
  // What comes and goes where there is room.
  expect(nextShare(1, 70, 0)).toBe(1);
});

/** A clock whose timers run when they are told to, as late as they are told. */
function lateClock(): { readonly clock: Clock; readonly run: (afterMs: number) => void } {
  let nowMs = 0;
  let due: () => void = () => undefined;
  const after: Clock['after'] = (_ms, run) => {
    due = run;
    return () => undefined;
  };
  const run = (afterMs: number): void => {
    nowMs += afterMs;
    due();
  };
  return { clock: { now: () => nowMs, monotonic: () => nowMs, after }, run };
}

const soon = async (): Promise<void> => undefined;

test('[GW-100] a few visitors are never turned away, however late the process is, and nobody knocks for them', () => {
  const { clock, run } = lateClock();
  let knocks = 0;
  const shedder = new LoadShedder({ clock, knock: async () => void knocks++ });
  for (let visit = 0; visit < 15; visit++) expect(shedder.tryEnter()).toBe(true);
  expect(knocks).toBe(0);
  for (let second = 0; second < 30; second++) {
    for (let visit = 0; visit < 15; visit++) expect(shedder.tryEnter()).toBe(true);
    run(1_000);
  }
  expect(shedder.share).toBe(0.02);
  shedder.stop();
});

test('[GW-588] one moment in which the process does something else turns nobody away', async () => {
  const { clock, run } = lateClock();
  const shedder = new LoadShedder({ clock, knock: soon });
  for (let look = 0; look < 30; look++) {
    for (let visit = 0; visit < 40; visit++) expect(shedder.tryEnter()).toBe(true);
    const isLate = look % 10 === 5;
    if (!isLate) for (let turn = 0; turn < 3; turn++) await Promise.resolve();
    run(isLate ? 450 : 50);
    for (let turn = 0; turn < 3; turn++) await Promise.resolve();
  }
  expect(shedder.share).toBe(1);
  shedder.stop();
});

test('[GW-100] many are turned away while somebody who knocks waits long, though timers run in time', async () => {
  const { clock, run } = lateClock();
  const knocks: (() => void)[] = [];
  const knock = (): Promise<void> => new Promise((resolve) => knocks.push(resolve));
  const shedder = new LoadShedder({ clock, knock });
  const look = async (): Promise<void> => {
    for (let visit = 0; visit < 40; visit++) shedder.tryEnter();
    run(50);
    await Promise.resolve();
  };
  // Answered at once.
  for (let n = 0; n < 20; n++) {
    await look();
    knocks.pop()?.();
    await Promise.resolve();
  }
  expect(shedder.share).toBe(1);
  // Not answered for a second, and then late again and again.
  for (let n = 0; n < 20; n++) await look();
  expect(knocks).toHaveLength(1);
  expect(shedder.share).toBeLessThan(0.1);
  knocks.pop()?.();
  await Promise.resolve();
  await look();
  expect(knocks).toHaveLength(1);
  expect(shedder.share).toBeLessThan(0.1);
  // In time again.
  for (let n = 0; n < 100; n++) {
    knocks.pop()?.();
    await Promise.resolve();
    await look();
  }
  expect(shedder.share).toBe(1);
  shedder.stop();
});

test('[GW-583] a crowd that goes while a knock still waits long leaves nothing behind: all are let in, and nobody looks or knocks', async () => {
  const clock = new VirtualClock();
  let waitMs = 2_000;
  let knocks = 0;
  const knock = (): Promise<void> => {
    knocks++;
    return new Promise((resolve) => clock.after(waitMs, resolve));
  };
  const shedder = new LoadShedder({ clock, knock });
  const pass = async (ms: number, visits: number): Promise<void> => {
    for (let at = 0; at < ms; at += 10) {
      for (let visit = 0; visit < visits; visit++) shedder.tryEnter();
      clock.advance(10);
      await Promise.resolve();
    }
  };
  await pass(5_000, 4);
  expect(shedder.share).toBe(0.02);
  waitMs = 1;
  await pass(6_000, 0);
  expect(shedder.share).toBe(1);
  expect(clock.nextDueMs()).toBeNull();
  const before = knocks;
  for (let second = 0; second < 10; second++) {
    for (let visit = 0; visit < 15; visit++) expect(shedder.tryEnter()).toBe(true);
    await pass(1_000, 0);
  }
  expect([shedder.share, knocks]).toEqual([1, before]);
});

test('[GW-100] at the worst one of fifty is let in', () => {
  const { clock, run } = lateClock();
  const shedder = new LoadShedder({ clock, knock: soon });
  for (let look = 0; look < 60; look++) {
    expect(shedder.tryEnter()).toBe(true);
    run(50);
  }
  expect(shedder.share).toBe(1);
  for (let look = 0; look < 60; look++) {
    shedder.tryEnter();
    run(900);
  }
  expect(shedder.share).toBe(0.02);
  while (shedder.tryEnter()) {
    // As many at once as come in at any time.
  }
  expect(Array.from({ length: 100 }, () => shedder.tryEnter()).filter((isIn) => isIn)).toHaveLength(2);
  shedder.stop();
});
