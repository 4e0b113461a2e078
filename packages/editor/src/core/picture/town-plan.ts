import type { ItemBox, Layout } from '@bough/layout';
import { childrenOf, type ItemId, type MindMap } from '@bough/map';
import type { Colour, Rect } from '@bough/scene';
import { createInterMeasurer } from '@bough/text';

// From afar the words of a map are bars. Those of its roots and of two levels of branches are drawn over it then, as large as words of
// the page: as on the plan of a town, whose streets have no names before its districts have. Where two would lie on each other,
// the lesser is left out: the deeper one, or that of the smaller branch. Nothing of the map moves for them.

/** One item's words over the map. They keep their size on the screen, whatever the zoom. */
export interface FarWord {
  readonly id: ItemId;
  readonly words: string;
  /** 0 for a root. */
  readonly depth: number;
  readonly colour: Colour;
  /** The place of the map that they hang on, and how far it is on the screen from there to the left and the top of their room. */
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly width: number;
  readonly height: number;
}

/** How words of each level are set: roots, branches, and theirs; and how high plain words are, in pixels, when they begin to show and when they are all there: close to each other, since who stops between sees a smear. */
export const FAR_FACES = [
  { size: 18, weight: 600, most: 260, fades: { from: 6.6, to: 6.4 } },
  { size: 15, weight: 600, most: 200, fades: { from: 6.6, to: 6.4 } },
  { size: 12, weight: 500, most: 150, fades: { from: 4.6, to: 4.4 } },
] as const;

/** Around words, to all sides. */
export const FAR_PAD = { x: 7, y: 3 } as const;
/** The words of first branches, in the map's units: while these can be read, nothing is drawn over the map. */
const PLAIN_SIZE = 15;
/** Of the width of a window: on a phone words are cut sooner. */
const MOST_SHARE = 0.4;
/** Between one word and the next. */
const APART = 3;
/** In each doubling of the scale the words are chosen anew so many times: not in every frame of a zoom. */
const STEPS = 4;
/** More branches than that are not looked at, and no more words are shown. */
const MOST_BRANCHES = 3000;
const MOST_WORDS = 300;
/** Where words lie that have no room beside their item, by their own height. */
const SHOVES = [0, -1, 1, -2, 2];

const measurer = createInterMeasurer();
/** Made with the first large words: a browser takes its time for it. */
let signs: Intl.Segmenter | null = null;

/** How much of the large words of a level is seen at this scale: 0 while plain words can be read. */
export function farShare(scale: number, depth: number): number {
  const { from, to } = (FAR_FACES[depth] ?? FAR_FACES[2]).fades;
  const share = (from - PLAIN_SIZE * scale) / (from - to);
  return Math.min(1, Math.max(0, share));
}

/** The largest scale that is no larger, of those for which words are chosen: what has room there has room until the next. */
export function stepBelow(scale: number): number {
  return 2 ** (Math.floor(Math.log2(scale) * STEPS) / STEPS);
}

/** The large words of a map from so far, none of which lies on another, for a window of that width. */
export function townPlan(map: MindMap, layout: Layout, scale: number, across: number): readonly FarWord[] {
  const shown: FarWord[] = [];
  const taken = new Rooms();
  for (const { box, extent } of branchesOf(map, layout)) {
    const found = wordOf({ layout, scale, across, taken }, box, extent);
    if (found === null) continue;
    taken.take(roomOf(found, scale));
    shown.push(found);
    if (shown.length === MOST_WORDS) break;
  }
  return shown;
}

/** The large words as they were chosen last: anew when the map is another one, and a few times in each doubling of the scale. */
export class KeptPlan {
  #words: readonly FarWord[] = [];
  #of: readonly unknown[] = [];

  /** `version` counts every change of what the layout shows. */
  from(
    shown: { readonly map: MindMap; readonly layout: Layout; readonly version: number },
    scale: number,
    across: number,
  ): readonly FarWord[] {
    const { map, layout, version } = shown;
    const step = stepBelow(scale);
    const of = [map, layout, version, step, across];
    if (of.some((one, i) => one !== this.#of[i])) this.#words = townPlan(map, layout, step, across);
    this.#of = of;
    return this.#words;
  }
}

interface Plan {
  readonly layout: Layout;
  readonly scale: number;
  readonly across: number;
  readonly taken: Rooms;
}

interface Branch {
  readonly box: ItemBox;
  readonly extent: Rect;
}

/** Roots, their branches and those of these: the upper ones first, of one level the larger ones. */
function branchesOf(map: MindMap, layout: Layout): readonly Branch[] {
  const found: Branch[] = [];
  let level: readonly ItemId[] = childrenOf(map, null);
  for (let depth = 0; depth < FAR_FACES.length && found.length < MOST_BRANCHES; depth++) {
    const branches = level.flatMap((id) => {
      const [box, extent] = [layout.box(id), layout.subtreeBounds(id)];
      return box === null || extent === null ? [] : [{ box, extent }];
    });
    found.push(...branches.toSorted((a, b) => b.extent.height - a.extent.height || b.box.hidden - a.box.hidden));
    level = branches.flatMap(({ box }) => (box.isFolded ? [] : childrenOf(map, box.id)));
  }
  return found.slice(0, MOST_BRANCHES);
}

/** The words of an item where they have room: beside where it stands, else a little above or below, within its branch; null: there is none. */
function wordOf({ layout, scale, across, taken }: Plan, box: ItemBox, extent: Rect): FarWord | null {
  const { size, weight, most } = FAR_FACES[box.depth] ?? FAR_FACES[2];
  const plain = (layout.words(box.id)?.lines ?? []).map(({ text }) => text).join(' ');
  const [words, length] = cut(plain.trim(), size, weight, Math.min(most, across * MOST_SHARE));
  if (words === '') return null;
  const width = length + 2 * FAR_PAD.x;
  const height = Math.round(size * 1.35) + 2 * FAR_PAD.y;
  // From where it stands words go outward, over their own branch, so that those of both sides never meet.
  const inward = Math.min(FAR_PAD.x, (box.width * scale) / 2);
  const dx = box.side === null ? -width / 2 : box.side === 'left' ? inward - width : -inward;
  const x = box.side === null ? box.x + box.width / 2 : box.side === 'left' ? box.x + box.width : box.x;
  const y = box.y + box.height / 2;
  const { id, depth, colour } = box;
  for (const shove of SHOVES) {
    const aside = shove * (height + APART);
    const isWithin = y + aside / scale >= extent.y && y + aside / scale <= extent.y + extent.height;
    const word: FarWord = { id, words, depth, colour, x, y, dx, dy: aside - height / 2, width, height };
    if ((shove === 0 || isWithin) && taken.isFree(roomOf(word, scale))) return word;
  }
  return null;
}

/** No longer than that, with dots where something is left out; and how long that is. */
function cut(words: string, size: number, weight: number, most: number): readonly [string, number] {
  const lengthOf = (text: string): number => measurer.width(text, { family: 'sans', size, weight, italic: false });
  signs ??= new Intl.Segmenter();
  const letters = Array.from(signs.segment(words.slice(0, 200)), ({ segment }) => segment);
  const whole = letters.join('');
  const length = lengthOf(whole);
  if (length <= most && whole === words) return [whole, length];
  let [fits, tooMany] = [0, letters.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (lengthOf(`${letters.slice(0, middle).join('')}…`) <= most) fits = middle;
    else tooMany = middle;
  }
  const shortened = `${letters.slice(0, fits).join('').trimEnd()}…`;
  return [shortened, lengthOf(shortened)];
}

/** Where a word lies on a screen whose top left is the map's origin. */
export function roomOf({ x, y, dx, dy, width, height }: FarWord, scale: number): Rect {
  return { x: x * scale + dx, y: y * scale + dy, width, height };
}

const CELL = 128;

/** The rooms that are taken, by the squares that they touch. */
class Rooms {
  readonly #cells = new Map<string, Rect[]>();

  isFree(room: Rect): boolean {
    const { x, y, width, height } = room;
    const [right, bottom] = [x + width + APART, y + height + APART];
    for (const key of cellsOf(room))
      for (const one of this.#cells.get(key) ?? [])
        if (one.x < right && one.y < bottom && one.x + one.width + APART > x && one.y + one.height + APART > y)
          return false;
    return true;
  }

  take(room: Rect): void {
    for (const key of cellsOf(room)) {
      const cell = this.#cells.get(key);
      if (cell === undefined) this.#cells.set(key, [room]);
      else cell.push(room);
    }
  }
}

/** With the air around it, so that what is next to it in another square is found. */
function* cellsOf({ x, y, width, height }: Rect): Generator<string> {
  for (let i = Math.floor((x - APART) / CELL); i <= Math.floor((x + width + APART) / CELL); i++)
    for (let j = Math.floor((y - APART) / CELL); j <= Math.floor((y + height + APART) / CELL); j++) yield `${i} ${j}`;
}
