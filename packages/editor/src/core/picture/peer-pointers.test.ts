import type { Spot } from '@bough/scene';
import { expect, it } from 'vitest';
import { another, pointing } from '../../testing/peers.ts';
import { Person } from '../../testing/person.ts';
import { PeerPointers, RESTS_AFTER_MS, type SeenPointers } from './peer-pointers.ts';

const FRAME_MS = 1_000 / 60;
/** The map of the person who looks. */
const here = new Person().session;
/** No way takes longer. */
const WAY_MS = 48;

/** Where the first of them is seen to point. */
function spotIn({ people }: SeenPointers): Spot | null {
  return people[0]?.spot ?? null;
}

/** Somebody points here and there, heard of so often; what is seen in each frame. */
function watch(everyMs: number, forMs: number, spotAt: (ms: number) => Spot): (Spot & { readonly ms: number })[] {
  const pointers = new PeerPointers();
  const seen: (Spot & { readonly ms: number })[] = [];
  for (let ms = 0; ms < forMs; ms += FRAME_MS) {
    const heardMs = Math.floor(ms / everyMs) * everyMs;
    const spot = spotIn(pointers.follow([another({ cursor: { item: null, ...spotAt(heardMs) } })], here, ms, false));
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
  const come = pointers.follow([another({ cursor: pointing(40, 30) })], here, 0, false);
  expect([spotIn(come), come.isMoving]).toEqual([{ x: 40, y: 30 }, false]);
  expect(pointers.follow([another({ cursor: pointing(60, 30) })], here, 50, false).isMoving).toBe(true);
  const there = pointers.follow([another({ cursor: pointing(60, 30) })], here, 200, false);
  expect([spotIn(there), there.isMoving]).toEqual([{ x: 60, y: 30 }, false]);
});

it('[EDIT-111] a pointer that rests goes after a while, comes back where it moves, and stays while something is held', () => {
  const pointers = new PeerPointers();
  const at = { x: 40, y: 30 };
  const [ada, ben] = [
    another({ cursor: pointing(40, 30) }),
    another({ cursor: pointing(40, 30), dragged: [[new Person().named('oak'), 0, 0]] }, 2),
  ];
  const first = pointers.follow([ada, ben], here, 0, false);
  expect(first.nextRestMs).toBe(RESTS_AFTER_MS);
  const fading = pointers.follow([ada, ben], here, RESTS_AFTER_MS + 100, false);
  expect(fading.people.map(({ alpha }) => alpha)).toEqual([expect.closeTo(0.5), 1]);
  expect(fading.isMoving).toBe(true);
  const gone = pointers.follow([ada, ben], here, RESTS_AFTER_MS + 1_000, false);
  expect(gone.people.map(({ spot }) => spot)).toEqual([null, at]);
  expect([gone.isMoving, gone.nextRestMs]).toEqual([false, null]);
  const back = pointers.follow([another({ cursor: pointing(900, 30) }), ben], here, RESTS_AFTER_MS + 1_020, false);
  expect(spotIn(back)).toEqual({ x: 900, y: 30 });
});

it('[EDIT-110] where nothing is to move, it stands where it was heard of last', () => {
  const pointers = new PeerPointers();
  pointers.follow([another({ cursor: pointing(0, 0) })], here, 0, true);
  const moved = pointers.follow([another({ cursor: pointing(90, 0) })], here, 50, true);
  expect([spotIn(moved), moved.isMoving]).toEqual([{ x: 90, y: 0 }, false]);
  expect(
    pointers.follow([another({ cursor: pointing(90, 0) })], here, RESTS_AFTER_MS + 60, true).people[0]?.alpha,
  ).toBe(0);
});

it('[EDIT-125] a pointer is seen beside the item that it is told from, wherever that stands here, and goes along with it', () => {
  const pointers = new PeerPointers();
  const ben = new Person();
  const bark = ben.named('bark');
  const cursor = pointing(5, 3, bark);
  const seen = (nowMs: number): Spot | null =>
    spotIn(pointers.follow([another({ cursor })], ben.session, nowMs, false));
  const beside = (words: string): Spot => {
    const { x, y } = ben.session.layout.box(ben.named(words))?.entry ?? { x: NaN, y: NaN };
    return { x: x + 5, y: y + 3 };
  };
  const first = beside('bark');
  expect(seen(0)).toEqual(first);
  ben.byOther({ kind: 'set', id: ben.named('oak'), fields: { offset: { x: 40, y: 60 } } });
  expect(beside('bark')).not.toEqual(first);
  expect(seen(1_000)).toEqual(first);
  expect(seen(1_000 + WAY_MS)).toEqual(beside('bark'));
  ben.select('oak');
  // What is folded here has the place of what it is folded in.
  ben.press('Space');
  ben.look();
  expect(ben.session.layout.box(bark)).toBeNull();
  seen(2_000);
  expect(seen(2_000 + WAY_MS)).toEqual(beside('oak'));
  // Its item has moved, and not the hand.
  expect(pointers.follow([another({ cursor })], ben.session, RESTS_AFTER_MS + 500, false).people[0]?.alpha).toBe(0);
  // Of an item that has not come yet nobody knows where it is.
  const elsewhere = new Person('elsewhere').session;
  expect(spotIn(new PeerPointers().follow([another({ cursor })], elsewhere, 0, true))).toBeNull();
});
