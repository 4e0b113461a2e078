import { EMPTY_FIELDS, EMPTY_SETTINGS } from './fields.ts';
import type { Item, ItemFields, ItemId, Link, MindMap, Thread } from './model.ts';
import { subtreeOf } from './removed.ts';
import { type MapState, stateOf } from './state.ts';

// The stored form of a map, version 2: one JSON text, the same for equal maps, laid out in columns since those parse fastest.
//
//   {"format":"bough-map","version":2,
//    "settings":{...},              what differs from an empty map's
//    "items":{
//      "ids":[...], "orders":[...], "texts":[...],
//      "levels":[1,2,2,3,...],      roots on 1; each item before its children, siblings in order: this is the tree
//      "rest":[[3,{...}],...]},     the other fields of the item at that index that differ from an empty item's
//    "links":[...], "threads":[...] by id; those at removed items too
//    "removed":{"items":{...},      as above: each item on level 1 is the top of one removal
//      "log":[0,{...},...]}}        oldest first: 0 for the next subtree of items, an object for a comment
//
// Keys of objects stand in the order of the tables in fields.ts and of the types in model.ts.

/** The name of the format and the version that is written. */
export const FORMAT = 'bough-map';
export const FORMAT_VERSION = 2;

/** The columns of a forest of items. */
export interface ItemColumns {
  readonly ids: readonly string[];
  readonly orders: readonly string[];
  readonly texts: readonly string[];
  readonly levels: readonly number[];
  readonly rest: readonly (readonly [number, Partial<ItemFields>])[];
}

/** The whole map as text: equal maps, removed things included, give equal texts. */
export function encodeMap(map: MindMap): string {
  const state = stateOf(map);
  const removed = {
    items: columnsOf(state, goneRoots(state), state.goneItem),
    log: state.removals.map((removal) => (removal.kind === 'items' ? 0 : state.goneComments.get(removal.key))),
  };
  return JSON.stringify({
    format: FORMAT,
    version: FORMAT_VERSION,
    ...visiblePart(state, [...state.goneLinks.values()], [...state.goneThreads.values()]),
    removed,
  });
}

/** What a person can see of the map, as text, without what was removed: an undone change gives the same text as before. */
export function encodeVisible(map: MindMap): string {
  return JSON.stringify(visiblePart(stateOf(map), [], []));
}

function visiblePart(state: MapState, goneLinks: readonly Link[], goneThreads: readonly Thread[]): object {
  return {
    settings: differing(state.settings, EMPTY_SETTINGS),
    items: columnsOf(state, state.roots.snapshot(), state.liveItem),
    links: [...state.links.values(), ...goneLinks].sort(byId).map(plainLink),
    threads: [...state.threads.values(), ...goneThreads].sort(byId).map(plainThread),
  };
}

function goneRoots(state: MapState): ItemId[] {
  const roots: ItemId[] = [];
  for (const removal of state.removals) if (removal.kind === 'items') roots.push(removal.root);
  return roots;
}

function columnsOf(state: MapState, roots: readonly ItemId[], lookup: (id: ItemId) => Item | undefined): ItemColumns {
  const ids: string[] = [];
  const orders: string[] = [];
  const texts: string[] = [];
  const levels: number[] = [];
  const rest: [number, Partial<ItemFields>][] = [];
  const levelOf = new Map<ItemId, number>();
  for (const root of roots) {
    for (const id of subtreeOf(state, root)) {
      const item = lookup(id);
      if (item === undefined) continue;
      const level = item.parent === null ? 1 : (levelOf.get(item.parent) ?? 0) + 1;
      if (state.childList(id).length > 0) levelOf.set(id, level);
      const others = otherFields(item);
      if (others !== null) rest.push([ids.length, others]);
      ids.push(id);
      orders.push(item.order);
      texts.push(item.text);
      levels.push(level);
    }
  }
  return { ids, orders, texts, levels, rest };
}

const OTHER_FIELDS = Object.keys(EMPTY_FIELDS).filter((name) => name !== 'text');

function otherFields(item: Item): Partial<ItemFields> | null {
  let found: Record<string, unknown> | null = null;
  const from: Readonly<Record<string, unknown>> = item as unknown as Readonly<Record<string, unknown>>;
  const empty: Readonly<Record<string, unknown>> = EMPTY_FIELDS as unknown as Readonly<Record<string, unknown>>;
  for (const name of OTHER_FIELDS) {
    if (from[name] !== empty[name]) (found ??= {})[name] = plain(from[name]);
  }
  return found;
}

function differing(value: object, empty: object): object {
  const found: Record<string, unknown> = {};
  const from = new Map<string, unknown>(Object.entries(value));
  for (const [name, nothing] of Object.entries(empty)) {
    if (from.get(name) !== nothing) found[name] = from.get(name);
  }
  return found;
}

/** Points and images, which come from outside, with their keys in our order. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if ('x' in value && 'y' in value) return { x: value.x, y: value.y };
  if ('source' in value && 'width' in value && 'height' in value) {
    return { source: value.source, width: value.width, height: value.height };
  }
  return value;
}

function plainLink(link: Link): Link {
  const { id, from, to, label, colour, arrow, points } = link;
  return { id, from, to, label, colour, arrow, points: points.map(({ x, y }) => ({ x, y })) };
}

function plainThread(thread: Thread): Thread {
  const { id, item, isResolved, comments } = thread;
  return { id, item, isResolved, comments };
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}
