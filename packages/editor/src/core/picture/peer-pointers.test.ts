import type { Spot } from '@bough/scene';
import { expect, it } from 'vitest';
import { another } from '../../testing/peers.ts';
import { Person } from '../../testing/person.ts';
import { PeerPointers, RESTS_AFTER_MS, type SeenPointers } from './peer-pointers.ts';

const FRAME_MS = 1_000 / 60;
/** No way takes longer. */
const WAY_MS = 48;

/** Where the first of them is seen to point. */
function spotIn({ people }: SeenPointers): Spot | null {
  return people[0]?.state.cursor ?? null;
}

/** Somebody points here and there, heard of so often; what is seen in each frame. */
function watch(everyMs: number, forMs: number, spotAt: (ms: number) => Spot): (Spot & { readonly ms: number })[] {
  const pointers = new PeerPointers();
  const seen: (Spot & { readonly ms: number })[] = [];
  for (let ms = 0; ms < forMs; ms += FRAME_MS) {
    const heardMs = Math.floor(ms / everyMs) * everyMs;
    const spot = spotIn(pointers.follow([another({ cursor: spotAt(heardMs) })], ms, false));
    if (spot !== null) seen.push({ ...spot, ms });
  }
  return seen;
}

it('[EDIT-110] a pointer that is heard of twenty times a second moves in almost every frame, and jumps in none', () => {
  const seen = watch(50, 1_000, (ms) => ({ x: ms, y: 0 })).slice(12);
  const steps = seen.slice(1).map(({ x }, at) => x - (seen[at]?.x ?? 0));
  // A jump would be 50 at once, and nothing in the two frames behind it.
  expect(steps.filter((step) => step > 4).length / steps.length).toBeGreaterThan(0.9);
  expect(Math.max(...steps)).toBeLessThan(40);
});

it('[EDIT-110] it is where it was heard of before the next word of it would be late, however seldom those come', () => {
  for (const everyMs of [50, 100, 400]) {
    for (const { x, ms } of watch(everyMs, 2_000, (at) => ({ x: at, y: 0 }))) {
      const heardMs = Math.floor((ms - WAY_MS - FRAME_MS) / everyMs) * everyMs;
      expect(x, `${everyMs} ms apart, at ${ms}`).toBeGreaterThanOrEqual(heardMs);
    }
  }
});

it('[EDIT-110] one that comes is at its place at once, and one that rests asks for no frame', () => {
  const pointers = new PeerPointers();
  const come = pointers.follow([another({ cursor: { x: 40, y: 30 } })], 0, false);
  expect([spotIn(come), come.isMoving]).toEqual([{ x: 40, y: 30 }, false]);
  expect(pointers.follow([another({ cursor: { x: 60, y: 30 } })], 50, false).isMoving).toBe(true);
  const there = pointers.follow([another({ cursor: { x: 60, y: 30 } })], 200, false);
  expect([spotIn(there), there.isMoving]).toEqual([{ x: 60, y: 30 }, false]);
});

it('[EDIT-111] a pointer that rests goes after a while, comes back where it moves, and stays while something is held', () => {
  const pointers = new PeerPointers();
  const at = { x: 40, y: 30 };
  const [ada, ben] = [
    another({ cursor: at }),
    another({ cursor: at, dragged: [[new Person().named('oak'), 0, 0]] }, 2),
  ];
  const first = pointers.follow([ada, ben], 0, false);
  expect(first.nextRestMs).toBe(RESTS_AFTER_MS);
  const fading = pointers.follow([ada, ben], RESTS_AFTER_MS + 100, false);
  expect(fading.people.map(({ alpha }) => alpha)).toEqual([expect.closeTo(0.5), 1]);
  expect(fading.isMoving).toBe(true);
  const gone = pointers.follow([ada, ben], RESTS_AFTER_MS + 1_000, false);
  expect(gone.people.map(({ state }) => state.cursor)).toEqual([null, at]);
  expect([gone.isMoving, gone.nextRestMs]).toEqual([false, null]);
  const back = pointers.follow([another({ cursor: { x: 900, y: 30 } }), ben], RESTS_AFTER_MS + 1_020, false);
  expect(spotIn(back)).toEqual({ x: 900, y: 30 });
});

it('[EDIT-110] where nothing is to move, it stands where it was heard of last', () => {
  const pointers = new PeerPointers();
  pointers.follow([another({ cursor: { x: 0, y: 0 } })], 0, true);
  const moved = pointers.follow([another({ cursor: { x: 90, y: 0 } })], 50, true);
  expect([spotIn(moved), moved.isMoving]).toEqual([{ x: 90, y: 0 }, false]);
  expect(pointers.follow([another({ cursor: { x: 90, y: 0 } })], RESTS_AFTER_MS + 60, true).people[0]?.alpha).toBe(0);
});
