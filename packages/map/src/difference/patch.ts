import { emptyMap } from '../apply/apply.ts';
import type { Touched } from '../apply/outcome.ts';
import type {
  Comment,
  CommentId,
  Item,
  ItemId,
  Link,
  LinkId,
  MindMap,
  Settings,
  Thread,
  ThreadId,
} from '../model/model.ts';
import { type MapState, stateOf } from '../state/state.ts';
import { isSameValue } from './same-value.ts';

/** What makes one moment of a map another, as plain data: only for maps that are shown, since what was removed is lost. */
export interface Patch {
  /** Items as they are in the other moment, new ones among them. */
  readonly items: readonly Item[];
  readonly removed: readonly ItemId[];
  readonly links: readonly Link[];
  readonly unlinked: readonly LinkId[];
  readonly threads: readonly Thread[];
  readonly ended: readonly ThreadId[];
  /** Messages of the chat. */
  readonly messages: readonly Comment[];
  readonly unsaid: readonly CommentId[];
  /** null: they stay. */
  readonly settings: Settings | null;
}

/** What makes `before` what `after` is; costs both of them, little where they share their values. */
export function patchBetween(before: MindMap, after: MindMap): Patch {
  return {
    items: changedIn(before.items, after.items),
    removed: goneIn(before.items, after.items),
    links: changedIn(before.links, after.links),
    unlinked: goneIn(before.links, after.links),
    threads: changedIn(before.threads, after.threads),
    ended: goneIn(before.threads, after.threads),
    messages: changedIn(before.chat, after.chat),
    unsaid: goneIn(before.chat, after.chat),
    settings: isSameValue(before.settings, after.settings) ? null : after.settings,
  };
}

function changedIn<K, V>(before: ReadonlyMap<K, V>, after: ReadonlyMap<K, V>): readonly V[] {
  const changed: V[] = [];
  for (const [id, value] of after) if (!isSameValue(before.get(id), value)) changed.push(value);
  return changed;
}

function goneIn<K, V>(before: ReadonlyMap<K, V>, after: ReadonlyMap<K, V>): readonly K[] {
  return [...before.keys()].filter((id) => !after.has(id));
}

/** Another map with what can be seen of this one, but for the comments; shares the items with it. */
export function copyToShow(map: MindMap): MindMap {
  const copy = emptyMap();
  applyPatch(copy, { ...patchBetween(copy, map), threads: [], messages: [] });
  return copy;
}

/** Makes the map the other moment, at the cost of the patch; answers what is to be drawn anew. The patch must be one of this map's. */
export function applyPatch(map: MindMap, patch: Patch): Touched {
  const state = stateOf(map);
  const parents = placeItems(state, patch);
  for (const id of patch.unlinked) state.dropLink(id);
  for (const link of patch.links) state.putLink(link, 'live');
  for (const id of patch.ended) dropThread(state, id);
  for (const thread of patch.threads) {
    // It may be a thread of this name on another item.
    dropThread(state, thread.id);
    state.putThread(thread);
  }
  for (const id of patch.unsaid) state.dropMessage(id);
  for (const message of patch.messages) state.putMessage(message);
  if (patch.settings !== null) state.putSettings(patch.settings);
  state.takeJournal();
  return {
    items: new Set(patch.items.map(({ id }) => id)),
    removed: new Set(patch.removed),
    parents,
    links: new Set([...patch.links.map(({ id }) => id), ...patch.unlinked]),
    threads: new Set([...patch.threads.map(({ id }) => id), ...patch.ended]),
    messages: new Set([...patch.messages.map(({ id }) => id), ...patch.unsaid]),
    settings: patch.settings !== null,
  };
}

/** Everything that goes or stands elsewhere is taken out before anything is put in: lists of children are in order all along. */
function placeItems(state: MapState, { items, removed }: Patch): ReadonlySet<ItemId | null> {
  const parents = new Set<ItemId | null>();
  const takeOut = (item: Item): void => {
    state.detach(item, 'live');
    parents.add(item.parent);
  };
  for (const id of removed) {
    const item = state.items.get(id);
    if (item !== undefined) takeOut(item);
  }
  const placed: Item[] = [];
  for (const item of items) {
    const was = state.items.get(item.id);
    if (was !== undefined && was.parent === item.parent && was.order === item.order) continue;
    if (was !== undefined) takeOut(was);
    placed.push(item);
  }
  for (const id of removed) state.dropItem(id);
  for (const item of items) state.putItem(item);
  for (const item of placed) {
    state.attach(item, 'live');
    parents.add(item.parent);
  }
  for (const id of removed) parents.delete(id);
  return parents;
}

function dropThread(state: MapState, id: ThreadId): void {
  const thread = state.threads.get(id);
  if (thread !== undefined) state.putThread({ ...thread, comments: [] });
}
