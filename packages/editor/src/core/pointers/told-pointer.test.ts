import { expect, it } from 'vitest';
import type { Spot } from '@bough/scene';
import type { PeerCursor } from '@bough/sync';
import { another } from '../../testing/peers.ts';
import { Person } from '../../testing/person.ts';
import { toMap } from '../camera/camera.ts';
import { PeerPointers } from '../picture/peer-pointers.ts';

function told(one: Person): PeerCursor {
  one.look();
  const cursor = one.shared.at(-1)?.cursor;
  if (cursor === null || cursor === undefined) throw new Error('it points somewhere');
  return cursor;
}

function pointsAt(one: Person, spot: Spot): PeerCursor {
  one.point('moved', spot);
  return told(one);
}

/** Where somebody sees what another one points at, on their map. */
function seenBy(one: Person, cursor: PeerCursor): Spot | null {
  return new PeerPointers().follow([another({ cursor })], one.session, 0, true).people[0]?.spot ?? null;
}

const WORDS = ['oak', 'trees', 'ash', 'yew', 'elm'];

/** The middle of the item, on this person's map. */
function middleOf(one: Person, words: string): Spot {
  const box = one.session.layout.box(one.named(words));
  if (box === null) throw new Error('it is seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

it('[EDIT-125] what somebody points at is what the others see them point at, whatever they have folded', () => {
  const [ada, ben] = [new Person(), new Person()];
  ben.select('oak');
  ben.press('Space');
  ben.look();
  for (const words of WORDS) {
    const at = middleOf(ben, words);
    const seen = seenBy(ben, pointsAt(ada, ada.spot(words)));
    expect(seen?.x).toBeCloseTo(at.x, 0);
    expect(seen?.y).toBeCloseTo(at.y, 0);
  }
  const isMoved = (words: string) => Math.abs(middleOf(ben, words).y - middleOf(ada, words).y) > 1;
  expect(WORDS.some(isMoved)).toBe(true);
});

it('[EDIT-125] a pointer stays with its item while it is near, and has none far from all of them', () => {
  const ada = new Person();
  const elm = ada.spot('elm');
  const first = pointsAt(ada, elm);
  expect(first.item).toBe(ada.named('elm'));
  const { item, y } = pointsAt(ada, { x: elm.x, y: elm.y + 50 });
  expect([item, y > first.y]).toEqual([first.item, true]);
  expect(pointsAt(ada, ada.spot('yew')).item).toBe(ada.named('yew'));
  const far = { x: elm.x, y: elm.y + 9_000 };
  expect(pointsAt(ada, far)).toEqual({ item: null, ...rounded(toMap(ada.session.state.look.camera, far)) });
});

it('[EDIT-125] of a pointer that rests nothing new is told where the map moves, until its item is gone', () => {
  const ada = new Person();
  const before = pointsAt(ada, ada.spot('elm'));
  ada.byOther({ kind: 'set', id: ada.named('elm'), fields: { offset: { x: 30, y: 80 } } });
  expect(told(ada)).toBe(before);
  ada.byOther({ kind: 'remove', id: ada.named('elm') });
  expect(told(ada).item).not.toBe(before.item);
});

it('[EDIT-125] what is dragged is not what its pointer is told from: it is elsewhere once it is let go', () => {
  const ada = new Person();
  const from = ada.spot('elm');
  pointsAt(ada, from);
  ada.drag(from, { x: from.x + 30, y: from.y + 20 }, {}, false);
  expect(told(ada).item).not.toBe(ada.named('elm'));
  const held = told(ada);
  ada.point('released', { x: from.x + 30, y: from.y + 20 });
  expect(told(ada).item).toBe(held.item);
});

function rounded({ x, y }: Spot): Spot {
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
}
