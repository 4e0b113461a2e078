import { createPalette } from '@bough/scene';
import type { Spot } from '@bough/scene';
import type { Peer } from '@bough/sync';
import { expect, it } from 'vitest';
import { NOTHING } from '../commands/selection.ts';
import { another, pointing } from '../testing/peers.ts';
import { Person } from '../testing/person.ts';
import type { OverlayState } from './overlay.ts';
import { OtherPeople } from './paint-people.ts';

const VIEW = { width: 800, height: 600, insets: { top: 50, right: 0, bottom: 0, left: 0 } };
const WINDOW = { x: 0, y: 0, width: 800, height: 600 };

/** What is written over the map, and where. */
function written(people: readonly Peer[], { session } = new Person()): (Spot & { readonly words: string })[] {
  const others = new OtherPeople();
  others.follow(people, session, 0);
  return writtenBy(others, session);
}

function writtenBy(others: OtherPeople, session: Person['session'], letter = 6): (Spot & { readonly words: string })[] {
  const state: OverlayState = {
    ...{ camera: { x: 0, y: 0, scale: 1 }, view: VIEW, palette: createPalette('light'), layout: session.layout },
    ...{ selection: NOTHING, editing: null, matches: new Set(), people: null, handle: null, drop: null, band: null },
    ...{
      isDragging: false,
      grips: [],
      line: null,
      link: null,
      linking: null,
      glides: new Map(),
      ghost: null,
      far: null,
    },
  };
  const seen: (Spot & { readonly words: string })[] = [];
  const known: Record<string, unknown> = {
    fillText: (words: string, x: number, y: number) => seen.push({ words, x, y }),
    getTransform: () => ({ a: 1 }),
    measureText: (words: string) => ({ width: letter * words.length }),
  };
  const context = new Proxy(known, { get: (all, name) => all[String(name)] ?? (() => undefined) });
  others.paint(context as unknown as CanvasRenderingContext2D, state, WINDOW);
  return seen;
}

it('[EDIT-112] who points within the window is named there, who points elsewhere at the edge, clear of the bars', () => {
  const [there, left, above] = written([
    another({ cursor: pointing(300, 200) }),
    another({ cursor: pointing(-900, 200) }, 2),
    another({ cursor: pointing(300, -900) }, 3),
  ]);
  expect(there).toMatchObject({ words: 'Ada', x: 317 });
  expect(left).toMatchObject({ words: 'Ada 2', x: 17 });
  expect(above).toMatchObject({ words: 'Ada 3' });
  expect(above?.y).toBeGreaterThan(50);
});

it('[EDIT-112] of twelve and more it is said at each edge how many point there', () => {
  const all = Array.from({ length: 14 }, (_, n) => another({ cursor: pointing(n < 9 ? 2_000 : -700, 300) }, n + 1));
  const seen = written([...all, another({ cursor: pointing(300, 200) }, 20)]);
  expect(seen.map(({ words }) => words).toSorted()).toEqual(['5', '9', 'Ada 20']);
  expect(seen.find(({ words }) => words === '9')?.x).toBeGreaterThan(760);
  expect(seen.find(({ words }) => words === '5')?.x).toBeLessThan(40);
});

it('[EDIT-112] names are measured anew once their face has come', () => {
  const { session } = new Person();
  const others = new OtherPeople();
  // Out of sight at the right: the name ends at the edge, so that where it begins says how wide it is.
  others.follow([another({ cursor: pointing(9000, 300) })], session, 0);
  const before = writtenBy(others, session, 6);
  expect(writtenBy(others, session, 10)).toEqual(before);
  others.faceCame();
  expect(writtenBy(others, session, 10)[0]?.x).toBe((before[0]?.x ?? 0) - 12);
});

it('[EDIT-71] while a map is presented, others are seen to point, and not what they have chosen', () => {
  const person = new Person();
  const others = [another({ selection: [...person.session.map.items.keys()], cursor: pointing(300, 200) })];
  const named = (): readonly string[] => written(others, person).map(({ words }) => words);
  expect(named()).toEqual(['Ada', 'Ada']);
  person.session.dispatch({ kind: 'run', command: 'present' });
  expect(named()).toEqual(['Ada']);
});
