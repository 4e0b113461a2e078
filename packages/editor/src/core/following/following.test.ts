import type { PeerId } from '@bough/base';
import { NOBODY_HERE, type Peer } from '@bough/sync';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { another } from '../../testing/peers.ts';
import { Person } from '../../testing/person.ts';
import { freeOf, middleOf, rectToScreen, toMap, type View } from '../camera/camera.ts';
import { isFollowed, leaderOf } from './leader.ts';

const [ADA, BEN] = [another({}, 1), another({}, 2)];
const SMALL: View = { width: 390, height: 700, insets: { top: 52, right: 12, bottom: 64, left: 12 } };
let ada: Person;
let ben: Person;

beforeEach(() => {
  [ada, ben] = [new Person(), new Person()];
  [ada.self, ben.self] = [ADA.peer, BEN.peer];
});

/** What each shows reaches the other, and both look until nothing moves. */
function meet(): void {
  for (let round = 0; round < 3; round++) {
    ada.others = [{ ...BEN, state: ben.shared.at(-1) ?? NOBODY_HERE }];
    ben.others = [{ ...ADA, state: ada.shared.at(-1) ?? NOBODY_HERE }];
    for (const one of [ada, ben]) {
      one.session.changed();
      one.look();
    }
  }
}

function follow(who: Person, whom: Peer | null): void {
  meet();
  who.session.dispatch({ kind: 'follow-peer', peer: whom?.peer ?? null });
  meet();
}

/** The place of the map in the middle of the window. */
function middle(one: Person) {
  return toMap(one.session.state.look.camera, middleOf(one.view));
}

function pan(one: Person, dx: number, dy: number): void {
  one.session.dispatch({ kind: 'wheel', at: { x: 200, y: 300 }, dx, dy, isZoom: false });
  one.look();
}

it('[EDIT-120] who follows somebody sees at least what they see, with its middle in the middle, in a window of any size', () => {
  ben.view = SMALL;
  ben.session.changed();
  ben.look();
  follow(ben, ADA);
  pan(ada, 700, -300);
  meet();
  expect(middle(ben).x).toBeCloseTo(middle(ada).x, 0);
  expect(middle(ben).y).toBeCloseTo(middle(ada).y, 0);
  const { camera } = ada.session.state.look;
  const seen = { ...toMap(camera, { x: 0, y: 0 }), width: 1280 / camera.scale, height: 800 / camera.scale };
  const here = rectToScreen(ben.session.state.look.camera, seen);
  const free = freeOf(SMALL);
  expect(here.x).toBeGreaterThanOrEqual(free.x - 1);
  expect(here.x + here.width).toBeLessThanOrEqual(free.x + free.width + 1);
  expect(here.width).toBeGreaterThan(free.width - 2);
  expect(here.y + here.height).toBeLessThanOrEqual(free.y + free.height + 1);
  expect(ben.snapshot.following).toEqual({ peer: ADA.peer, name: 'Ada', hue: ADA.hue, isHere: true });
});

it('[EDIT-120] what is followed is a place beside an item, wherever that stands for either', () => {
  follow(ben, ADA);
  ben.select('oak');
  ben.press('Space');
  ben.look();
  expect(ben.session.layout.box(ben.named('acorn'))).toBeNull();
  follow(ben, ADA);
  ada.select('bark');
  for (let n = 0; n < 2; n++) ada.session.dispatch({ kind: 'run', command: 'centre' });
  ada.session.dispatch({ kind: 'run', command: 'centre' });
  ada.look();
  meet();
  const [theirs, mine] = [ada.session.layout.box(ada.named('oak')), ben.session.layout.box(ben.named('oak'))];
  if (theirs === null || mine === null) throw new Error('it is seen by both');
  expect(ben.snapshot.following).not.toBeNull();
  expect(Number.isFinite(middle(ben).x)).toBe(true);
});

it('[EDIT-121] who moves, or turns a page, has their own view again; what happens without them ends nothing', () => {
  follow(ben, ADA);
  ada.select('oak');
  pan(ada, 40, 40);
  ben.byOther({ kind: 'set', id: ben.named('elm'), fields: { text: 'elms' } });
  ben.select('ash');
  meet();
  expect(ben.snapshot.following).not.toBeNull();
  pan(ben, 5, 0);
  expect(ben.snapshot.following).toBeNull();
  const { camera } = ben.session.state.look;
  pan(ada, 400, 0);
  meet();
  expect(ben.session.state.look.camera).toEqual(camera);
});

it('[EDIT-121] somebody who leaves is waited for, and followed again when they are back by another socket', () => {
  follow(ben, ADA);
  ben.others = [];
  ben.session.changed();
  expect(ben.snapshot.following).toMatchObject({ name: 'Ada', isHere: false });
  pan(ada, 300, 0);
  const back: Peer = { ...another({}, 7), person: ADA.person, name: 'Ada', state: { ...NOBODY_HERE } };
  ben.others = [back];
  ben.session.changed();
  ben.session.beginFrame(ben.clock.monotonic());
  expect(ben.shared.at(-1)?.follows).toBe(ADA.peer);
  expect(ben.snapshot.following).toMatchObject({ peer: back.peer, isHere: true });
});

it('[EDIT-122] a view is told to nobody while nobody has it', () => {
  meet();
  expect(ada.shared.at(-1)?.view).toBeNull();
  follow(ben, ADA);
  expect(ada.shared.at(-1)?.view).toMatchObject({ item: expect.any(String) });
  expect(ben.shared.at(-1)).toMatchObject({ follows: ADA.peer, view: null });
  follow(ben, null);
  expect(ada.shared.at(-1)?.view).toBeNull();
});

it('[EDIT-122] two who follow each other stay where they are', () => {
  follow(ben, ADA);
  follow(ada, BEN);
  const before = [ada, ben].map((one) => one.session.state.look.camera);
  for (let n = 0; n < 5; n++) meet();
  expect([ada, ben].map((one) => one.session.state.look.camera)).toEqual(before);
  expect(ada.shared.at(-1)?.view).toBeNull();
});

it('[EDIT-123] who follows somebody that presents has each slide as it is turned, and the map when it ends', () => {
  follow(ben, ADA);
  ada.session.dispatch({ kind: 'run', command: 'present' });
  ada.look();
  meet();
  expect(ben.snapshot.present).toEqual(ada.snapshot.present);
  ada.session.dispatch({ kind: 'run', command: 'present-next' });
  ada.look();
  meet();
  expect(ada.snapshot.present?.at).toBe(1);
  expect(ben.snapshot.present).toEqual(ada.snapshot.present);
  const [mine, theirs] = [ben, ada].map((one) => one.session.state.look.camera);
  expect(mine?.scale).toBeCloseTo(theirs?.scale ?? 0, 2);
  expect(mine?.x).toBeCloseTo(theirs?.x ?? 0, 0);
  expect(ben.snapshot.following).not.toBeNull();
  ada.session.dispatch({ kind: 'end-present' });
  ada.look();
  meet();
  expect([ada.snapshot.present, ben.snapshot.present]).toEqual([null, null]);
  expect(ben.snapshot.following).not.toBeNull();
});

it('[EDIT-123] who turns a page by themself goes on alone', () => {
  follow(ben, ADA);
  ada.session.dispatch({ kind: 'run', command: 'present' });
  ada.look();
  meet();
  ben.session.dispatch({ kind: 'run', command: 'present-next' });
  ben.look();
  meet();
  expect(ben.snapshot).toMatchObject({ following: null, present: { at: 1 } });
  expect(ada.snapshot.present?.at).toBe(0);
});

it('[EDIT-122] of people who follow each other in any way, each has one leader or none, who follows nobody', () => {
  const someone = fc.option(fc.integer({ min: 1, max: 6 }), { nil: null });
  fc.assert(
    fc.property(fc.array(someone, { minLength: 5, maxLength: 5 }), (whom) => {
      const peerOf = (n: number): PeerId => another({}, n).peer;
      const people = whom.map((n, at) => another({ follows: n === null ? null : peerOf(n) }, at + 1));
      for (const { peer } of people) {
        const leader = leaderOf(people, peer);
        expect(leader?.state.follows ?? null).toBeNull();
      }
      // The sixth is the person here, who follows nobody.
      const isLed = people.some((_, at) => ledBySix(whom, at));
      expect(isFollowed({ people, self: peerOf(6) })).toBe(isLed);
    }),
  );
});

function ledBySix(whom: readonly (number | null)[], from: number): boolean {
  let at: number | null = from;
  for (let step = 0; step <= whom.length && at !== null; step++) {
    const next: number | null = whom[at] ?? null;
    if (next === 6) return true;
    at = next === null ? null : next - 1;
  }
  return false;
}
