import { makeIds } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { type ItemId, newLinkId } from '@bough/map';
import { expect, it } from 'vitest';
import { another } from '../../testing/peers.ts';
import { Person } from '../../testing/person.ts';
import { PeerDrags, type SeenDrags } from './peer-drags.ts';
import { PeerPointers, type SeenPeer } from './peer-pointers.ts';

const there = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new Error('it is there');
  return value;
};
/** Ada drags these by so much; what Ben sees then is what he would see in his next frame. */
class Pair {
  readonly ada = new Person();
  readonly ben: Person;
  readonly drags = new PeerDrags();

  constructor(ben = new Person()) {
    this.ben = ben;
  }

  /** Ada, as Ben sees her now. */
  people(): readonly SeenPeer[] {
    const ada = another(there(this.ada.shared.at(-1)));
    return new PeerPointers().follow([ada], this.ben.session, 0, true).people;
  }

  /** What Ben sees of what Ada shows now. */
  seen(afterMs = 0): SeenDrags {
    this.ben.clock.advance(afterMs);
    return this.drags.follow(this.people(), this.ben.session, this.ben.clock.monotonic());
  }

  dragged(text: string, seen = this.seen()): { dx: number; dy: number } | null {
    const glide = seen.dragged.get(this.ben.named(text));
    return glide === undefined ? null : { dx: Math.round(glide.dx), dy: Math.round(glide.dy) };
  }
}

it('[EDIT-82] a branch that is dragged is seen by others where it is held, its line pulled along', () => {
  const pair = new Pair();
  const { ada, ben, drags } = pair;
  const from = ada.spot('oak');
  ada.drag(from, { x: from.x + 80, y: from.y + 40 }, {}, false);
  const shared = there(ada.shared.at(-1));
  const { scale } = ada.session.state.look.camera;
  expect(shared.dragged.map(([id]) => id)).toEqual([ada.named('oak')]);
  const seen = drags.follow(pair.people(), ben.session, 0);
  const glide = there(seen.dragged.get(ben.named('oak')));
  expect([glide.dx, glide.dy]).toEqual([expect.closeTo(80 / scale, 0), expect.closeTo(40 / scale, 0)]);
  expect(seen.pulled.has(ben.named('oak'))).toBe(true);
  expect(seen.isWaiting).toBe(false);
  // The next move is told by the pointer alone.
  ada.point('moved', { x: from.x + 90, y: from.y + 60 });
  expect(there(ada.shared.at(-1)).dragged).toEqual(shared.dragged);
  expect(there(ada.shared.at(-1)).cursor).not.toEqual(shared.cursor);
  expect(ada.outline).toBe(ben.outline);
});

it('[EDIT-82] what is let go stays for a moment, and goes home when no change comes', () => {
  const pair = new Pair();
  const { ada } = pair;
  const from = ada.spot('oak');
  ada.drag(from, { x: from.x + 80, y: from.y + 40 }, {}, false);
  const held = pair.dragged('oak');
  ada.session.dispatch({ kind: 'let-go' });
  expect(there(ada.shared.at(-1)).dragged).toEqual([]);
  const waiting = pair.seen(16);
  expect([pair.dragged('oak', waiting), waiting.isWaiting, waiting.left.size]).toEqual([held, true, 0]);
  const gone = pair.seen(400);
  expect([gone.dragged.size, gone.pulled.size, gone.isWaiting]).toEqual([0, 0, false]);
  expect([...gone.left.keys()]).toEqual([pair.ben.named('oak')]);
  expect(pair.seen().left.size).toBe(0);
});

it('[EDIT-82] the change that comes takes over where it was let go', () => {
  const pair = new Pair();
  const { ada, ben } = pair;
  const from = ada.spot('oak');
  ada.drag(from, { x: from.x + 200, y: from.y + 300 }, {}, false);
  const held = there(pair.dragged('oak'));
  ada.point('released', { x: from.x + 200, y: from.y + 300 });
  expect(pair.seen(16).isWaiting).toBe(true);
  const offset = there(ada.session.map.items.get(ada.named('oak'))).offset;
  ben.byOther({ kind: 'set', id: ben.named('oak'), fields: { offset } });
  const { left, dragged } = pair.seen(16);
  expect(dragged.size).toBe(0);
  // It stands where it was let go: next to nothing is left to go.
  const glide = there(left.get(ben.named('oak')));
  expect(Math.hypot(glide.dx, glide.dy)).toBeLessThan(Math.hypot(held.dx, held.dy) / 20);
});

it('[EDIT-82] somebody who is gone drags nothing, and what is removed is nowhere', () => {
  const pair = new Pair();
  const { ada, ben } = pair;
  const from = ada.spot('oak');
  ada.drag(from, { x: from.x + 80, y: from.y + 40 }, {}, false);
  expect(pair.dragged('oak')).not.toBeNull();
  const nobody = (afterMs: number): SeenDrags => {
    ben.clock.advance(afterMs);
    return pair.drags.follow([], ben.session, ben.clock.monotonic());
  };
  expect(nobody(16).isWaiting).toBe(true);
  expect(nobody(400).left.size).toBe(1);
  expect(pair.dragged('oak')).not.toBeNull();
  ben.byOther({ kind: 'remove', id: ben.named('oak') });
  expect([...nobody(16).left, ...nobody(16).dragged]).toEqual([]);
});

it.each([
  ['types in', 'acorn', (ben: Person) => ben.press('F2')],
  ['types in, itself', 'oak', (ben: Person) => ben.press('F2')],
])('[EDIT-82] never moves what somebody else %s', (_what, mine, act) => {
  const pair = new Pair();
  pair.ben.select(mine);
  const from = pair.ada.spot('oak');
  pair.ada.drag(from, { x: from.x + 80, y: from.y + 40 }, {}, false);
  expect(pair.dragged('oak')).not.toBeNull();
  act(pair.ben);
  const seen = pair.seen(16);
  expect([seen.dragged.size, seen.pulled.size, seen.left.size]).toEqual([0, 0, 0]);
});

it.each(['oak', 'acorn'])('[EDIT-82] never moves what somebody else drags: %s, of the same branch', (mine) => {
  const pair = new Pair();
  const { ada, ben } = pair;
  const from = ada.spot('oak');
  ada.drag(from, { x: from.x + 80, y: from.y + 40 }, {}, false);
  const own = ben.spot(mine);
  ben.drag(own, { x: own.x + 30, y: own.y - 60 }, {}, false);
  expect(pair.dragged('oak')).toBeNull();
  // Nor what goes along with it: Ada takes the acorn out of the oak that Ben has.
  ada.session.dispatch({ kind: 'let-go' });
  const acorn = ada.spot('acorn');
  ada.drag(acorn, { x: acorn.x + 80, y: acorn.y + 40 }, {}, false);
  expect(pair.dragged('acorn')).toBeNull();
});

it('[EDIT-82] an item that is dragged alone leaves its branches where they are', () => {
  const pair = new Pair();
  const { ada, ben } = pair;
  const from = ada.spot('oak');
  ada.drag(from, { x: from.x + 80, y: from.y + 40 }, { alt: true }, false);
  const seen = pair.seen();
  const [oak, acorn] = [there(pair.dragged('oak', seen)), there(pair.dragged('acorn', seen))];
  expect([oak.dx + acorn.dx, oak.dy + acorn.dy]).toEqual([0, 0]);
  expect(oak.dx).toBeGreaterThan(0);
  expect(seen.pulled.has(ben.named('oak'))).toBe(false);
});

it('[EDIT-82] a finger is shown while it drags, and no longer', () => {
  const { ada } = new Pair();
  const from = ada.spot('oak');
  ada.select('oak');
  const touch = { isTouch: true };
  ada.drag(from, { x: from.x + 80, y: from.y + 40 }, touch, false);
  expect(there(ada.shared.at(-1)).dragged.map(([id]): ItemId => id)).toEqual([ada.named('oak')]);
  ada.point('released', { x: from.x + 80, y: from.y + 40 }, touch);
  expect(ada.shared.at(-1)).toMatchObject({ cursor: null, dragged: [] });
});

it('[EDIT-82] links within what others drag go along, and those to elsewhere are not seen meanwhile', () => {
  const pair = new Pair();
  const { ada, ben } = pair;
  const ids = makeIds(ben.clock, seededRandom(5));
  const [within, out] = [
    ['acorn', 'bark'],
    ['acorn', 'ash'],
  ].map((ends) => {
    const [from, to] = ends.map((words) => ben.named(words));
    const id = newLinkId(ids);
    const link = { id, from: there(from), to: there(to), label: '', colour: null, arrow: 'end', points: [] } as const;
    ben.byOther({ kind: 'link', link });
    return `link:${id}`;
  });
  const oak = ada.spot('oak');
  ada.drag(oak, { x: oak.x + 80, y: oak.y + 40 }, {}, false);
  const { dragged } = pair.seen();
  expect(dragged.get(there(within))).toEqual(dragged.get(ben.named('oak')));
  expect(dragged.get(there(out))?.alpha).toBe(0);
});
