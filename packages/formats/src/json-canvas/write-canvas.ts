import { isRecord } from '@bough/base';
import { type Draft, type DraftItem, namesOf, unpackForeign } from '../shared/draft.ts';
import { canvasColour } from './colours.ts';
import { around, groupAround, groupsIn, type Rect } from './groups.ts';

// Boxes that came from a canvas stand where they stood; others stand in columns by level, below those. A group is as large as what is in
// it, and what is in it needs no edge from it.

const COLUMN = 360;
const ROW = 90;
const WIDTH = 280;
const HEIGHT = 60;
const MARGIN = 20;

/** The draft as JSON Canvas: items as boxes, the tree and the links as edges. */
export function writeCanvas(draft: Draft): string {
  const { items } = draft;
  const kept = items.map(({ fields }) => unpackForeign(fields.foreign ?? null, 'canvas').members);
  const ids = namesOf(
    draft,
    (foreign) => unpackForeign(foreign, 'canvas').members['id'],
    (key) => key,
  );
  const parents = parentsOf(items);
  const isGroup = (i: number): boolean => kept[i]?.['type'] === 'group';
  const rects = placed(items, kept, parents);
  growGroups(rects, parents, isGroup);
  const inGroup = contained(rects, parents, isGroup);
  const nodes = items.map((item, i) =>
    boxOf(item, rects[i] ?? EMPTY, { kept: kept[i] ?? {}, ids, isInGroup: inGroup.has(i) }),
  );
  const tree = items.flatMap((item, i) => {
    const above = items[parents[i] ?? -1];
    if (above === undefined || inGroup.has(i)) return [];
    const edge = kept[i]?.['edge'];
    const look = { fromSide: 'right', toSide: 'left', toEnd: 'none', ...(isRecord(edge) ? edge : {}) };
    return [
      { id: `tree-${ids.get(item.key) ?? ''}`, ...look, fromNode: ids.get(above.key), toNode: ids.get(item.key) },
    ];
  });
  const links = draft.links.map(({ from, to, label, arrow, ...own }, i) => ({
    id: `link-${i}`,
    fromNode: ids.get(from),
    toNode: ids.get(to),
    fromEnd: arrow === 'both' ? 'arrow' : 'none',
    toEnd: arrow === 'none' ? 'none' : 'arrow',
    ...(label === '' ? {} : { label }),
    ...coloured(own.colour),
    bough: own,
  }));
  return `${JSON.stringify({ nodes, edges: [...tree, ...links], bough: { title: '', ...draft.settings } }, null, 1)}\n`;
}

const EMPTY: Rect = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

/** The number of the item above each one, -1 above a root. */
function parentsOf(items: readonly DraftItem[]): number[] {
  const path: number[] = [];
  return items.map(({ level }, i) => {
    path.length = level - 1;
    const parent = path.at(-1) ?? -1;
    path.push(i);
    return parent;
  });
}

type Members = Readonly<Record<string, unknown>>;

/** Where each box stands: where it stood, moved with its root; else in its column. */
function placed(items: readonly DraftItem[], kept: readonly Members[], parents: readonly number[]): Rect[] {
  const stood = kept.map(rectOf);
  const lowest = stood.reduce(
    (most, rect) => Math.max(most, rect === null ? -Infinity : rect.y + rect.height),
    -Infinity,
  );
  const top = lowest === -Infinity ? 0 : lowest + ROW;
  const moved: { readonly x: number; readonly y: number }[] = [];
  let row = 0;
  let depth = 0;
  return items.map(({ level, fields: { offset } }, i) => {
    // A child beside its parent, further ones below.
    if (level <= depth) row++;
    depth = level;
    const rect = stood[i] ?? null;
    const root = level === 1 && offset !== null && offset !== undefined ? offset : null;
    const byRoot = rect === null || root === null ? { x: 0, y: 0 } : { x: root.x - rect.x, y: root.y - rect.y };
    const by = level === 1 ? byRoot : (moved[parents[i] ?? -1] ?? { x: 0, y: 0 });
    moved.push(by);
    if (rect !== null) return { ...rect, x: Math.round(rect.x + by.x), y: Math.round(rect.y + by.y) };
    const size = { width: numberIn(kept[i], 'width', WIDTH), height: numberIn(kept[i], 'height', HEIGHT) };
    const [x, y] = root === null ? [(level - 1) * COLUMN, top + row * ROW] : [root.x, root.y];
    return { ...size, x: Math.round(x), y: Math.round(y) };
  });
}

function rectOf(members: Members): Rect | null {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => numberIn(members, name, NaN));
  const rect = { x: x ?? NaN, y: y ?? NaN, width: width ?? NaN, height: height ?? NaN };
  return Object.values(rect).every((length) => Number.isFinite(length)) ? rect : null;
}

function numberIn(members: Members | undefined, name: string, other: number): number {
  const value = members?.[name];
  return typeof value === 'number' && Math.abs(value) < 1e7 ? value : other;
}

/** Each group as large as all that stands below it, the innermost first. */
function growGroups(rects: Rect[], parents: readonly number[], isGroup: (i: number) => boolean): void {
  for (let i = rects.length - 1; i >= 0; i--) {
    const parent = parents[i] ?? -1;
    const [group, member] = [rects[parent], rects[i]];
    if (group !== undefined && member !== undefined && isGroup(parent) && !isIn(member, group))
      rects[parent] = around(group, member, MARGIN);
  }
}

function isIn(member: Rect, group: Rect): boolean {
  const [x, y] = [member.x + member.width / 2, member.y + member.height / 2];
  return x > group.x && x < group.x + group.width && y > group.y && y < group.y + group.height;
}

/** The children of groups that a reader finds in them by their places alone: all of a group, or none, so that their order stays. */
function contained(
  rects: readonly Rect[],
  parents: readonly number[],
  isGroup: (i: number) => boolean,
): ReadonlySet<number> {
  const groups = groupsIn(rects, isGroup);
  const outside = new Set<number>();
  const inside = rects.flatMap((_, i) => {
    const parent = parents[i] ?? -1;
    if (parent < 0 || !isGroup(parent)) return [];
    if (groupAround(i, rects, groups) !== parent) outside.add(parent);
    return [i];
  });
  return new Set(inside.filter((i) => !outside.has(parents[i] ?? -1)));
}

interface Boxing {
  readonly kept: Members;
  readonly ids: ReadonlyMap<string, string>;
  readonly isInGroup: boolean;
}

function boxOf(item: DraftItem, rect: Rect, { kept, ids, isInGroup }: Boxing): object {
  const { text, offset, href, ...own } = item.fields;
  const { type = 'text', file } = kept;
  const words =
    type === 'group'
      ? { label: text }
      : type === 'file'
        ? { file }
        : type === 'link'
          ? { url: href ?? text }
          : { text };
  const way = href?.startsWith('item:') === true ? `item:${ids.get(href.slice(5)) ?? ''}` : href;
  const bough = {
    text,
    offset: offset ?? null,
    ...(way === undefined ? {} : { href: way }),
    ...own,
    ...(isInGroup ? { isInGroup } : {}),
  };
  return { id: ids.get(item.key), type, ...rect, ...words, ...coloured(own.colour), bough };
}

function coloured(colour: string | null | undefined): { readonly color?: string } {
  const color = canvasColour(colour);
  return color === null ? {} : { color };
}
