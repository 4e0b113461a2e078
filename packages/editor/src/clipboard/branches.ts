import { isRecord, tryJson } from '@bough/base';
import {
  childrenOf,
  EMPTY_FIELDS,
  type Item,
  type ItemFields,
  type ItemId,
  type Link,
  type MindMap,
  newItemId,
  newLinkId,
  type Op,
  parseOps,
} from '@bough/map';
import { fieldsBelow, focusedItem, lastOrder } from '../commands/edits/grow.ts';
import { topmost } from '../commands/edits/tree-walk.ts';
import type { Plan, World } from '../commands/world.ts';

// Branches with all that they have, as Bough copies them for itself. JSON:
//
//   { "bough": "branches", "items": [{ "parent": <index or null>, "fields": { ... } }],
//     "links": [{ "from": <index>, "to": <index>, "label", "colour", "arrow", "points" }],
//     "images": { "<source>": "<address in the map that they were copied from>" } }
//
// Items stand before what is below them; `fields` has what differs from an empty item. What is read is checked as ops are.

/** The type under which the browser's clipboard keeps it. */
export const BRANCHES_TYPE = 'application/x-bough-branches+json';

const MOST_ITEMS = 20_000;
const OPS_AT_ONCE = 1000;

/** The branches as text; links only where both ends are copied. */
export function writeBranches(
  map: MindMap,
  ids: ReadonlySet<ItemId>,
  addressOf: (source: string) => string | null = () => null,
): string {
  const images: Record<string, string> = {};
  const items: { parent: number | null; fields: Partial<ItemFields> }[] = [];
  const places = new Map<ItemId, number>();
  const waiting: { item: Item; parent: number | null }[] = topmost(map, ids)
    .map((item) => ({ item, parent: null }))
    .toReversed();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const place = items.length;
    places.set(at.item.id, place);
    items.push({ parent: at.parent, fields: filled(at.item) });
    const source = at.item.image?.source ?? '';
    const address = source.startsWith('asset:') ? addressOf(source) : null;
    if (address !== null) images[source] = address;
    for (const id of childrenOf(map, at.item.id).toReversed()) {
      const item = map.items.get(id);
      if (item !== undefined) waiting.push({ item, parent: place });
    }
  }
  const links = [...map.links.values()].flatMap(({ from, to, label, colour, arrow, points }) => {
    const ends = [places.get(from), places.get(to)];
    return ends.includes(undefined) ? [] : [{ from: ends[0], to: ends[1], label, colour, arrow, points }];
  });
  return JSON.stringify({ bough: 'branches', items, links, ...(Object.keys(images).length === 0 ? {} : { images }) });
}

/** The branches once more, below the focused item (or standing free); null when the text is none of ours. */
export function pasteBranches(world: World, text: string): Plan | null {
  const found = read(text);
  if (found === null || found.items.length === 0) return null;
  const parent = focusedItem(world);
  const ids = found.items.map(() => newItemId(world.ids));
  const ops: unknown[] = [];
  const lasts = new Map<ItemId | null, string | null>([[parent?.id ?? null, lastOrder(world, parent?.id ?? null)]]);
  if (parent?.isFolded === true) ops.push({ kind: 'set', id: parent.id, fields: { isFolded: false } });
  const count = found.items.filter((item) => item.parent === null).length;
  let tops = 0;
  const placed = (at: number): Partial<ItemFields> => {
    if (parent !== null) return { offset: null, ...fieldsBelow(world, parent, at, count) };
    return { offset: { x: Math.round(world.middle.x), y: Math.round(world.middle.y) + at * 60 } };
  };
  for (const [index, { parent: place, fields }] of found.items.entries()) {
    const isTop = place === null;
    const below = isTop ? (parent?.id ?? null) : ids[place];
    if (below === undefined) return null;
    const order = world.orders.between(lasts.get(below) ?? null, null);
    lasts.set(below, order);
    ops.push({
      kind: 'add',
      id: ids[index],
      parent: below,
      order,
      fields: isTop ? { ...fields, ...placed(tops++) } : fields,
    });
  }
  for (const link of found.links) {
    const { from, to, ...rest } = link;
    ops.push({ kind: 'link', link: { ...rest, id: newLinkId(world.ids), from: ids[from], to: ids[to] } });
  }
  const checked = checkedOps(ops);
  const made = found.items.flatMap((item, index) => (item.parent === null ? (ids[index] ?? []) : []));
  return checked === null ? null : { ops: checked, select: made };
}

/** In parts, since one change may not have so many. */
function checkedOps(ops: readonly unknown[]): Op[] | null {
  const checked: Op[] = [];
  for (let from = 0; from < ops.length; from += OPS_AT_ONCE) {
    const parsed = parseOps(ops.slice(from, from + OPS_AT_ONCE));
    if (!parsed.ok) return null;
    checked.push(...parsed.value);
  }
  return checked;
}

interface Found {
  readonly items: readonly { readonly parent: number | null; readonly fields: object }[];
  readonly links: readonly (Omit<Link, 'id' | 'from' | 'to'> & { readonly from: number; readonly to: number })[];
}

function read(text: string): Found | null {
  const value = tryJson(text);
  if (!isRecord(value) || value['bough'] !== 'branches') return null;
  const { items, links } = value;
  if (!Array.isArray(items) || !Array.isArray(links) || items.length > MOST_ITEMS) return null;
  const isItem = (one: unknown, index: number): boolean =>
    isRecord(one) && isRecord(one['fields']) && (one['parent'] === null || isPlace(one['parent'], index));
  const isLink = (one: unknown): boolean =>
    isRecord(one) && isPlace(one['from'], items.length) && isPlace(one['to'], items.length);
  // The shape is checked here, every field by parseOps afterwards.
  return items.every(isItem) && links.every(isLink) ? (value as unknown as Found) : null;
}

function isPlace(value: unknown, below: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < below;
}

/** What a person has set on it. */
function filled(item: Item): Partial<ItemFields> {
  const { id: _id, parent: _parent, order: _order, ...fields } = item;
  const empty = new Map<string, unknown>(Object.entries(EMPTY_FIELDS));
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== empty.get(name)));
}
