import { createPalette } from '@bough/scene';
import type { Spot } from '@bough/scene';
import type { Peer } from '@bough/sync';
import { expect, it } from 'vitest';
import { NOTHING } from '../../commands/selection.ts';
import { another, pointing } from '../../testing/peers.ts';
import { Person } from '../../testing/person.ts';
import type { OverlayState } from '../overlay.ts';
import { type Canvas, type Marks, PICTURE_PARTS, RING_PARTS } from './marks.ts';
import { type Layer, OtherPeople } from './other-people.ts';

const VIEW = { width: 800, height: 600, insets: { top: 50, right: 0, bottom: 0, left: 0 } };

type Written = Spot & { readonly words: string };

/** Draws where words are pictures that say them, with letters that are so wide. */
class Paper implements Layer {
  letter = 6;
  seen: Written[] = [];
  rings = 0;
  readonly #words = new Map<number, string>();
  readonly #drawn = new Map<Canvas, string>();

  readonly canvas = (): Canvas => {
    const words = (text: string): void => void this.#drawn.set(canvas, text);
    const known: Record<string, unknown> = {
      fillText: words,
      measureText: (text: string) => ({ width: this.letter * text.length }),
    };
    const context = new Proxy(known, { get: (all, name) => all[String(name)] ?? (() => undefined) });
    const canvas = { getContext: () => context } as unknown as Canvas;
    return canvas;
  };
  take(number: number, drawn: Canvas): void {
    this.#words.set(number, this.#drawn.get(drawn) ?? '');
  }
  forget(): void {
    this.#words.clear();
  }
  show({ pictures, rings }: Marks): void {
    this.rings = rings.length / RING_PARTS;
    this.seen = Array.from({ length: pictures.length / PICTURE_PARTS }, (_, n) => {
      const [number = 0, x = 0, y = 0] = pictures.subarray(n * PICTURE_PARTS);
      return { words: this.#words.get(number) ?? '', x, y };
    });
  }
  end(): void {
    this.seen = [];
  }
}

/** What is written over the map, and where its picture lies. */
function written(people: readonly Peer[], person = new Person()): readonly Written[] {
  const paper = new Paper();
  const others = new OtherPeople(
    paper.canvas,
    (onHere) => onHere(paper),
    () => undefined,
  );
  others.follow(people, person.session, 0);
  return writtenBy(others, person.session, paper);
}

function writtenBy(others: OtherPeople, session: Person['session'], paper: Paper): readonly Written[] {
  expect(others.show(PEN, stateOf(session), 1)).toBeNull();
  return paper.seen;
}

const PEN = new Proxy({}, { get: () => () => undefined }) as CanvasRenderingContext2D;

function stateOf({ layout }: Person['session']): OverlayState {
  return {
    ...{ camera: { x: 0, y: 0, scale: 1 }, view: VIEW, palette: createPalette('light'), layout },
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
}

it('[EDIT-112] who points within the window is named there, who points elsewhere at the edge, clear of the bars', () => {
  const [there, left, above] = written([
    another({ cursor: pointing(300, 200) }),
    another({ cursor: pointing(-900, 200) }, 2),
    another({ cursor: pointing(300, -900) }, 3),
  ]);
  expect(there).toMatchObject({ words: 'Ada', x: 298 });
  expect(left).toMatchObject({ words: 'Ada 2', x: 5 });
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
  const paper = new Paper();
  const others = new OtherPeople(
    paper.canvas,
    (onHere) => onHere(paper),
    () => undefined,
  );
  // Out of sight at the right: the name ends at the edge, so that where it begins says how wide it is.
  others.follow([another({ cursor: pointing(9000, 300) })], session, 0);
  const before = writtenBy(others, session, paper);
  paper.letter = 10;
  expect(writtenBy(others, session, paper)).toEqual(before);
  others.drawAnew();
  expect(writtenBy(others, session, paper)[0]?.x).toBe((before[0]?.x ?? 0) - 12);
});

it('[EDIT-71] while a map is presented, others are seen to point, and not what they have chosen', () => {
  const person = new Person();
  const others = [another({ selection: [...person.session.map.items.keys()], cursor: pointing(300, 200) })];
  const named = (): readonly string[] => written(others, person).map(({ words }) => words);
  expect(named()).toEqual(['Ada', 'Ada']);
  person.session.dispatch({ kind: 'run', command: 'present' });
  expect(named()).toEqual(['Ada']);
});

it('[EDIT-127] what others leave is drawn by the page until a worker is there, and when it is lost', () => {
  const { session } = new Person();
  const paper = new Paper();
  const laid: unknown[] = [];
  const pen = { drawImage: (picture: unknown) => laid.push(picture) } as unknown as CanvasRenderingContext2D;
  const turns: (() => void)[] = [];
  let told = 0;
  const others = new OtherPeople(
    paper.canvas,
    (onHere, onLost) => turns.push(() => onHere(paper), onLost),
    () => told++,
  );
  others.follow([another({ cursor: pointing(300, 200) })], session, 0);
  const laidNow = (): number => {
    laid.length = 0;
    others.show(pen, stateOf(session), 1)?.paint(pen);
    return laid.length;
  };
  const words = (): readonly string[] => paper.seen.map((each) => each.words);
  const seen = [[laidNow(), words(), told]];
  for (const turn of turns) {
    turn();
    seen.push([laidNow(), words(), told]);
  }
  expect(seen).toEqual([
    [1, [], 0],
    [0, ['Ada'], 1],
    [1, [], 2],
  ]);
});
