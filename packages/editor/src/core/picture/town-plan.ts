import type { ItemBox, Layout } from '@bough/layout';
import { childrenOf, type ItemId, type MindMap } from '@bough/map';
import { type Colour, grow, type Rect, touches } from '@bough/scene';
import { createInterMeasurer } from '@bough/text';

// From afar the words of a map are bars. Those of its roots and of two levels of branches are drawn over it then, as large as words of
// the page: as on the plan of a town, whose streets have no names before its districts have. The branches of a root have their places
// first, one below the other as they stand, in smaller letters where room is short; its own name goes where they leave room, for the
// title says it too. The second level comes where the first has all of its names. Where two would lie on each other, that of the
// smaller branch is left out, and none reaches beyond the map, so that who sees all of it reads whole names. Nothing moves for them.

/** One item's words over the map. They keep their size on the screen, whatever the zoom. */
export interface FarWord {
  readonly id: ItemId;
  readonly words: string;
  /** 0 for a root. */
  readonly depth: number;
  readonly colour: Colour;
  readonly side: ItemBox['side'];
  /** The place of the map that they hang on, and how far it is on the screen from there to the left and the top of their room. */
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly width: number;
  readonly height: number;
  /** Of its letters. */
  readonly size: number;
}

/**
 * How words of each level are set: roots, branches, and theirs, the smaller size where there is little room; how wide they may be, and
 * of a narrow window which share.
 */
export const FAR_FACES = [
  { size: 18, small: 15, weight: 600, most: 260, share: 0.6 },
  { size: 15, small: 12, weight: 600, most: 200, share: 0.4 },
  { size: 12, small: 12, weight: 500, most: 150, share: 0.4 },
] as const;

/** Around words, to all sides. */
export const FAR_PAD = { x: 7, y: 3 } as const;
/** Plain words of roots, in the map's units. */
const ROOT_SIZE = 17;
/** How far beyond the map a name may reach, in pixels: less than is left around a map that is seen as a whole. */
const BEYOND = 24;
/** A map that leaves less room than that beside its middle cuts no names: nothing of them would be left. */
const LEAST_ROOM = 60;
/** Between one word and the next. */
const APART = 3;
/** In each doubling of the scale the words are chosen anew so many times: not in every frame of a zoom. */
const STEPS = 4;
/** More branches than that are not looked at, and no more words are shown. */
const MOST_BRANCHES = 3000;
const MOST_WORDS = 300;
/** Where words lie that have no room beside their item, by their own height. */
const SHOVES = [0, -1, 1, -2, 2];
/** Of a window's height: as far as names that stand one below the other may reach. */
const COLUMN_SHARE = 0.6;
/** While its plain words are larger than that, in pixels, a root's large ones stand in their place or nowhere. */
const ROOT_ASIDE_BELOW = 5;
/** Those of a root look for it in steps of so many pixels. */
const ROOT_STEP = 4;

const measurer = createInterMeasurer();
/** Made with the first large words: a browser takes its time for it. */
let signs: Intl.Segmenter | null = null;

/** The largest scale that is no larger, of those for which words are chosen: what has room there has room until the next. */
export function stepBelow(scale: number): number {
  return 2 ** (Math.floor(Math.log2(scale) * STEPS) / STEPS);
}

/** The large words of a map from so far, none of which lies on another, for a window of that size. */
export function townPlan(map: MindMap, layout: Layout, scale: number, window: Size): readonly FarWord[] {
  const [roots = [], first = [], second = []] = levelsOf(map, layout);
  const bounds = layout.bounds();
  const place = (isSmall: boolean) => {
    const plan: Plan = { layout, scale, window, isSmall, bounds, taken: new TakenRooms(scale), shown: [] };
    return { plan, isWhole: (roots.length === 1 && inColumns(plan, first)) || placed(plan, first) };
  };
  const large = place(false);
  const small = large.isWhole ? large : place(true);
  const { plan, isWhole } = small.isWhole || small.plan.shown.length > large.plan.shown.length ? small : large;
  const hasAll = placed(plan, roots) && isWhole;
  if (hasAll) placed(plan, second);
  return plan.shown;
}

/** Gives each branch its words, as far as there is room; answers whether each that has words has them. */
function placed(plan: Plan, level: readonly Branch[]): boolean {
  let isWhole = true;
  for (const branch of level) {
    if (plan.shown.length === MOST_WORDS) return false;
    const word = wordOf(plan, branch);
    if (word === null) continue;
    const free = offsetsOf(plan, branch, word)
      .map((aside) => ({ ...word, dy: word.dy + aside }))
      .find((one) => plan.taken.isFree(one));
    if (free === undefined) isWhole = false;
    else take(plan, free);
  }
  return isWhole;
}

/** Gives all branches of a root their words, on each side one below the other as they stand there; false: there is no room for all. */
function inColumns(plan: Plan, level: readonly Branch[]): boolean {
  const { scale, bounds, window } = plan;
  // A map that is flat on a high screen has room above and below.
  const spare = Math.max(BEYOND, (window.height * COLUMN_SHARE - bounds.height * scale) / 2);
  const [top, bottom] = [bounds.y * scale - spare, (bounds.y + bounds.height) * scale + spare];
  const sorted = level.toSorted((a, b) => a.box.y + a.box.height / 2 - (b.box.y + b.box.height / 2));
  const words = sorted.flatMap((branch) => wordOf(plan, branch) ?? []);
  if (words.length > MOST_WORDS) return false;
  const columns = [true, false].map((isLeft) => words.filter(({ side }) => (side === 'left') === isLeft));
  if (columns.some((column) => sum(column) > bottom - top)) return false;
  for (const column of columns) {
    const tops = apart(column, scale, top, bottom);
    for (const [i, word] of column.entries()) take(plan, { ...word, dy: (tops[i] ?? 0) - word.y * scale });
  }
  return true;
}

/** Where the words of a column begin, which stand in each other's way where they are: as many give way upwards as downwards. */
function apart(column: readonly FarWord[], scale: number, top: number, bottom: number): readonly number[] {
  const wanted = column.map(({ y, dy }) => y * scale + dy);
  const heights = column.map(({ height }) => height + APART);
  const down = pushed(wanted, heights);
  const up = pushed(
    wanted.toReversed().map((at, i) => -at - (heights.at(-1 - i) ?? 0)),
    heights.toReversed(),
  )
    .map((at, i) => -at - (heights.at(-1 - i) ?? 0))
    .toReversed();
  const middle = down.map((at, i) => (at + (up[i] ?? at)) / 2);
  let least = bottom + APART;
  const within = middle.toReversed().map((at, i) => (least = Math.min(at, least - (heights.at(-1 - i) ?? 0))));
  return pushed(within.toReversed(), heights, top);
}

/** Each where it wants to be, or right behind the one before it. */
function pushed(wanted: readonly number[], heights: readonly number[], from = -Infinity): readonly number[] {
  let free = from;
  return wanted.map((at, i) => {
    const here = Math.max(at, free);
    free = here + (heights[i] ?? 0);
    return here;
  });
}

function sum(column: readonly FarWord[]): number {
  return column.reduce((all, { height }) => all + height + APART, 0);
}

function take({ taken, shown }: Plan, word: FarWord): void {
  taken.take(word);
  shown.push(word);
}

interface ChosenWords {
  readonly words: readonly FarWord[];
  /** The same, by their items. */
  readonly names: ReadonlyMap<ItemId, FarWord>;
}

/** The large words as they were chosen last: anew when the map is another one, and a few times in each doubling of the scale. */
export class KeptPlan {
  #plan: ChosenWords = { words: [], names: new Map() };
  #of: readonly unknown[] = [];

  get last(): ChosenWords {
    return this.#plan;
  }

  /** `version` counts every change of what the layout shows. */
  from(
    shown: { readonly map: MindMap; readonly layout: Layout; readonly version: number },
    scale: number,
    { width, height }: Size,
  ): ChosenWords {
    const { map, layout, version } = shown;
    const step = stepBelow(scale);
    const of = [map, layout, version, step, width, height];
    if (of.some((one, i) => one !== this.#of[i])) {
      const words = townPlan(map, layout, step, { width, height });
      this.#plan = { words, names: new Map(words.map((word) => [word.id, word])) };
    }
    this.#of = of;
    return this.#plan;
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Plan {
  readonly layout: Layout;
  readonly scale: number;
  readonly window: Size;
  readonly isSmall: boolean;
  readonly bounds: Rect;
  readonly taken: TakenRooms;
  readonly shown: FarWord[];
}

interface Branch {
  readonly box: ItemBox;
  readonly extent: Rect;
  /** How far to the right the middle is of what it grows from. */
  readonly middle: number;
}

/** Roots, their branches and those of these; of one level the larger ones first. */
function levelsOf(map: MindMap, layout: Layout): readonly (readonly Branch[])[] {
  const found: (readonly Branch[])[] = [];
  let count = 0;
  let level: readonly ItemId[] = childrenOf(map, null);
  for (let depth = 0; depth < FAR_FACES.length && count < MOST_BRANCHES; depth++) {
    const branches = level.flatMap((id) => {
      const [box, extent] = [layout.box(id), layout.subtreeBounds(id)];
      const parent = map.items.get(id)?.parent ?? null;
      const from = (parent === null ? null : layout.box(parent)) ?? box;
      return box === null || extent === null || from === null ? [] : [{ box, extent, middle: from.x + from.width / 2 }];
    });
    const sorted = branches.toSorted((a, b) => b.extent.height - a.extent.height || b.box.hidden - a.box.hidden);
    found.push(sorted.slice(0, MOST_BRANCHES - count));
    count += branches.length;
    level = branches.flatMap(({ box }) => (box.isFolded ? [] : childrenOf(map, box.id)));
  }
  return found;
}

/** The words of an item beside where it stands; null: it has none. */
function wordOf(plan: Plan, branch: Branch): FarWord | null {
  const { scale } = plan;
  const { box } = branch;
  const plain = (plan.layout.words(box.id)?.lines ?? []).map(({ text }) => text).join(' ');
  const { size: large, small, weight, most, share } = FAR_FACES[box.depth] ?? FAR_FACES[2];
  const size = plan.isSmall ? small : large;
  const room = roomBeside(plan, branch) - 2 * FAR_PAD.x;
  const beside = room < LEAST_ROOM ? Infinity : room;
  const [words, length] = cut(plain.trim(), size, weight, Math.min(most, plan.window.width * share, beside));
  if (words === '') return null;
  const width = length + 2 * FAR_PAD.x;
  const height = Math.round(size * 1.35) + 2 * FAR_PAD.y;
  // From where it stands words go outward, over their own branch, so that those of both sides never meet.
  const inward = Math.min(FAR_PAD.x, (box.width * scale) / 2);
  const outward = box.side === null ? -width / 2 : box.side === 'left' ? inward - width : -inward;
  const x = box.side === null ? box.x + box.width / 2 : box.side === 'left' ? box.x + box.width : box.x;
  const dx = outward + insideBy(plan, branch, x * scale + outward, width);
  const { id, depth, colour, side } = box;
  return { id, words, depth, colour, side, x, y: box.y + box.height / 2, dx, dy: -height / 2, width, height, size };
}

/** How wide words may be between the middle of what their item grows from and the edge of the map. */
function roomBeside({ bounds, scale }: Plan, { box, middle }: Branch): number {
  if (box.side === null) return Infinity;
  const far = box.side === 'left' ? middle - bounds.x : bounds.x + bounds.width - middle;
  return far * scale + BEYOND - APART;
}

/** How far its words may lie from where an item stands: up or down within its branch, those of a root as far as the map is seen. */
function offsetsOf({ scale, bounds }: Plan, { extent }: Branch, { depth, y, height }: FarWord): readonly number[] {
  if (depth > 0) {
    const [up, down] = [(extent.y - y) * scale, (extent.y + extent.height - y) * scale];
    const shoves = SHOVES.map((shove) => shove * (height + APART));
    return shoves.filter((aside) => aside === 0 || (aside >= up && aside <= down));
  }
  if (ROOT_SIZE * scale > ROOT_ASIDE_BELOW) return [0];
  const up = (y - bounds.y) * scale + BEYOND + APART - height / 2;
  const down = (bounds.y + bounds.height - y) * scale + BEYOND + APART - height / 2;
  const steps = Math.ceil(Math.max(up, down, 0) / ROOT_STEP);
  return Array.from({ length: 2 * steps + 1 }, (_, i) => (i % 2 === 0 ? i / 2 : -(i + 1) / 2) * ROOT_STEP).filter(
    (aside) => aside === 0 || (aside >= -up && aside <= down),
  );
}

/** How far a name that would reach beyond the map comes back to it, but never to the other side of what it grows from. */
function insideBy({ bounds, scale }: Plan, { box: { side }, middle }: Branch, left: number, width: number): number {
  const least = bounds.x * scale - BEYOND;
  const most = (bounds.x + bounds.width) * scale + BEYOND - width;
  if (side === 'left') return Math.max(0, Math.min(least, middle * scale - APART - width) - left);
  if (side === 'right') return Math.min(0, Math.max(most, middle * scale + APART) - left);
  return most < least ? 0 : Math.min(Math.max(left, least), most) - left;
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

/**
 * The items whose plain words would be torn: they reach out from under a large word, or stand so close to it that both are read
 * together. A root keeps its name, which stands in no other place.
 */
export function tornBy(words: readonly FarWord[], layout: Layout, scale: number): ReadonlySet<ItemId> {
  const torn = new Set<ItemId>();
  for (const word of words) {
    const { x, y, width, height } = grow(roomOf(word, scale), APART);
    const room = { x: x / scale, y: y / scale, width: width / scale, height: height / scale };
    for (const id of layout.itemsIn(room)) {
      const box = torn.has(id) ? null : layout.words(id);
      if (box !== null && touches(box, room) && layout.box(id)?.side !== null) torn.add(id);
    }
  }
  return torn;
}

/** The rooms that are taken, at the scale for which words are chosen, and at the next one for which they are chosen anew. */
class TakenRooms {
  readonly #rooms: readonly (readonly [number, Rooms])[];

  constructor(scale: number) {
    this.#rooms = [scale, scale * 2 ** (1 / STEPS)].map((at) => [at, new Rooms()]);
  }

  isFree(word: FarWord): boolean {
    return this.#rooms.every(([scale, rooms]) => rooms.isFree(roomOf(word, scale)));
  }

  take(word: FarWord): void {
    for (const [scale, rooms] of this.#rooms) rooms.take(roomOf(word, scale));
  }
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
