import { unreachable } from '@bough/base';
import { EMPTY_SETTINGS } from '../model/fields.ts';
import { chatOf } from '../state/attached.ts';
import { ForestWriter } from '../state/forest.ts';
import type { Item, ItemId, Link, MindMap, Thread } from '../model/model.ts';
import { type MapState, stateOf } from '../state/state.ts';
import { FORMAT_VERSION } from './upgrade.ts';

// The stored form of a map: one JSON text, the same for equal maps, laid out in columns since those parse fastest.
//
//   {"format":"bough-map","version":3,   FORMAT_VERSION
//    "settings":{...},              what differs from an empty map's
//    "items":{
//      "ids":[...], "orders":[...], "texts":[...],
//      "levels":[1,2,2,3,...],      roots on 1; each item before its children, siblings in order: this is the tree
//      "rest":[[3,{...}],...]},     the other fields of the item at that index that differ from an empty item's
//    "links":[...], "threads":[...] by id; those at removed items too
//    "chat":[...],                  messages by time
//    "removed":{"items":{...},      as above: each item on level 1 is the top of one removal
//      "log":[0,{...},...]}}        oldest first: 0 for the next subtree of items, an object for a comment
//
// Keys of objects stand in the order of the tables in fields.ts and of the types in model.ts.

/** The name of the format. */
export const FORMAT = 'bough-map';

/** The whole map as text: equal maps, removed things included, give equal texts. */
export function encodeMap(map: MindMap): string {
  const state = stateOf(map);
  const visible = visiblePart(state, [...state.goneLinks.values()], [...state.goneThreads.values()]);
  return textOf(visible, removedPart(state));
}

/**
 * What a person can see of the map, as the text of a map that nothing was removed from: an undone change gives the same text as before.
 * With `comments: 'none'` as a map on which nobody ever commented.
 */
export function encodeVisible(map: MindMap, { comments = 'all' }: { readonly comments?: 'all' | 'none' } = {}): string {
  const visible = visiblePart(stateOf(map), [], []);
  const shown = comments === 'all' ? visible : { ...visible, threads: [], chat: [] };
  return textOf(shown, { items: new ForestWriter().columns(), log: [] });
}

function textOf(visible: object, removed: object): string {
  return JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, ...visible, removed });
}

function visiblePart(state: MapState, goneLinks: readonly Link[], goneThreads: readonly Thread[]): object {
  return {
    settings: differing(state.settings, EMPTY_SETTINGS),
    items: liveColumns(state),
    links: [...state.links.values(), ...goneLinks].sort(byId).map(plainLink),
    threads: [...state.threads.values(), ...goneThreads].sort(byId).map(plainThread),
    chat: chatOf(state),
  };
}

function liveColumns(state: MapState): object {
  const writer = new ForestWriter();
  for (const root of state.roots.snapshot()) writeSubtree(state, writer, root, state.liveItem);
  return writer.columns();
}

function removedPart(state: MapState): object {
  const { removals } = state;
  const writer = new ForestWriter();
  const log: unknown[] = [];
  for (const removal of removals.pieces()) {
    switch (removal.kind) {
      case 'items':
        writeSubtree(state, writer, removal.root, state.goneItem);
        log.push(0);
        break;
      case 'stored':
        if (removals.forest !== null) writer.copy(removals.forest, removal.from, removal.to);
        for (let i = 0; i < removal.count; i++) log.push(0);
        break;
      case 'comment':
        log.push(state.goneComments.get(removal.key));
        break;
      default:
        unreachable(removal);
    }
  }
  return { items: writer.columns(), log };
}

function writeSubtree(
  state: MapState,
  writer: ForestWriter,
  root: ItemId,
  lookup: (id: ItemId) => Item | undefined,
): void {
  /** By level: the siblings there, and how many of them have been written. */
  const rows: (readonly ItemId[])[] = [[root]];
  const written = [0];
  for (let level = 1; level > 0;) {
    const at = written[level - 1] ?? 0;
    const id = rows[level - 1]?.[at];
    if (id === undefined) {
      level--;
      continue;
    }
    written[level - 1] = at + 1;
    const item = lookup(id);
    if (item === undefined) continue;
    writer.put(item, level);
    const children = state.childList(id);
    if (children.length === 0) continue;
    rows[level] = children;
    written[level] = 0;
    level++;
  }
}

function differing(value: object, empty: object): object {
  const found: Record<string, unknown> = {};
  const from = new Map<string, unknown>(Object.entries(value));
  for (const [name, nothing] of Object.entries(empty)) {
    if (from.get(name) !== nothing) found[name] = from.get(name);
  }
  return found;
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
