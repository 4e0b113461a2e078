import { assert } from '@bough/base';
import { type Lookup, standsBefore } from '../state/child-list.ts';
import { compareComments } from '../model/comments.ts';
import { problemOfFields, problemOfSettings } from '../model/fields.ts';
import { isRecoveredItem } from '../model/identity.ts';
import { LIMITS } from '../model/limits.ts';
import type { Item, ItemId, MindMap } from '../model/model.ts';
import { isOrderKey } from '../model/order.ts';
import { problemOfLink } from '../ops/link.ts';
import { sizeOfGone, subtreeOf } from './removed.ts';
import { sizeOfComment, sizeOfItem, sizeOfLink } from '../model/size.ts';
import { commentKey, type MapState, sizeOfComments, stateOf } from '../state/state.ts';

/**
 * Everything that is wrong with a map: cycles, orphans, items out of order, dangling links, values that a field cannot hold,
 * limits passed, indexes that do not say what is there. Nothing ever should be. Costs the whole map.
 */
export function check(map: MindMap): string[] {
  const state = stateOf(map);
  const problems: string[] = [];
  const say = (problem: string): void => void problems.push(problem);
  checkForest(state, state.items, state.roots.snapshot(), say);
  const goneRoots: ItemId[] = [];
  for (const removal of state.removals) if (removal.kind === 'items') goneRoots.push(removal.root);
  checkForest(state, state.goneItems, goneRoots, say);
  for (const id of state.items.keys()) if (state.goneItems.has(id)) say(`item ${id} is both live and gone`);
  checkShelves(state, say);
  checkLinks(state, say);
  checkThreads(state, say);
  checkChat(state, say);
  checkRemovals(state, say);
  const settings = problemOfSettings(state.settings);
  if (settings !== null) say(settings);
  if (state.items.size > LIMITS.items) say('more items than a map may have');
  checkSize(state, say);
  return problems;
}

type Say = (problem: string) => void;

function checkForest(
  state: MapState,
  items: Pick<ReadonlyMap<ItemId, Item>, 'get' | 'size'>,
  roots: readonly ItemId[],
  say: Say,
): void {
  const lookup: Lookup = (id) => items.get(id);
  const isLive = items === state.items;
  if (isLive) checkSiblings(null, roots, lookup, say);
  if (isLive) checkReach(state, null, roots, say);
  let level = 1;
  let seen = 0;
  const reached = new Set<ItemId>();
  for (let row: readonly ItemId[] = roots; row.length > 0; level++) {
    if (level > LIMITS.depth) say('more levels than a map may have');
    const next: ItemId[] = [];
    for (const id of row) {
      if (reached.has(id)) {
        say(`item ${id} stands at two places`);
        continue;
      }
      reached.add(id);
      seen++;
      const item = lookup(id);
      if (item === undefined) {
        say(`child ${id} is no item`);
        continue;
      }
      if (level === 1 && item.parent !== null) say(`root ${id} has a parent`);
      checkItem(item, say);
      const children = state.childList(id);
      checkSiblings(id, children, lookup, say);
      checkReach(state, id, children, say);
      for (const child of children) next.push(child);
    }
    row = next;
  }
  if (seen !== items.size) say(`${items.size - seen} items hang below no root`);
}

function checkItem(item: Item, say: Say): void {
  const { id, parent: _, order, ...fields } = item;
  const problem = problemOfFields(fields);
  if (problem !== null) say(`item ${id}: ${problem}`);
  if (!isOrderKey(order)) say(`item ${id}: order is not an order key`);
}

function checkSiblings(parent: ItemId | null, children: readonly ItemId[], lookup: Lookup, say: Say): void {
  let before: Item | undefined;
  for (const id of children) {
    const item = lookup(id);
    if (item === undefined) continue;
    if (item.parent !== parent) say(`item ${id} is among the children of an item that is not its parent`);
    if (before !== undefined && !standsBefore(before, item)) say(`item ${id} is out of order`);
    before = item;
  }
}

function checkReach(state: MapState, id: ItemId | null, children: readonly ItemId[], say: Say): void {
  const reach = (id === null ? state.roots : state.children.get(id))?.reach ?? 0;
  for (const child of children) {
    if ((state.children.get(child)?.reach ?? 0) + 1 > reach) {
      say(`${id === null ? 'the map' : `item ${id}`} does not know how deep it reaches`);
      return;
    }
  }
}

function checkShelves(state: MapState, say: Say): void {
  for (const [items, shelves] of [
    [state.items, state.shelves],
    [state.goneItems, state.goneShelves],
  ] as const) {
    let count = 0;
    for (const id of items.keys()) if (isRecoveredItem(id)) count++;
    const isWhole = count === shelves.size && [...shelves].every((id) => items.has(id));
    if (!isWhole) say('the index of what holds recovered items does not fit');
  }
}

function checkLinks(state: MapState, say: Say): void {
  let indexed = 0;
  for (const links of state.linksOf.values()) indexed += links.size;
  if (indexed !== 2 * (state.links.size + state.goneLinks.size)) say('the index of links does not fit');
  for (const link of [...state.links.values(), ...state.goneLinks.values()]) {
    const { id, from, to } = link;
    const problem = problemOfLink(link);
    if (problem !== null) say(`link ${id}: ${problem}`);
    const isLive = state.items.has(from) && state.items.has(to);
    const isThere = [from, to].every((end) => state.items.has(end) || state.goneItems.has(end));
    if (!isThere) say(`link ${id} has an end that is not there`);
    if (state.links.has(id) !== isLive || state.goneLinks.has(id) === isLive) say(`link ${id} is on the wrong side`);
    const isIndexed = state.linksOf.get(from)?.has(id) === true && state.linksOf.get(to)?.has(id) === true;
    if (!isIndexed) say(`link ${id} is not in the index`);
  }
  if (state.links.size + state.goneLinks.size > LIMITS.links) say('more links than a map may have');
}

function checkThreads(state: MapState, say: Say): void {
  let indexed = 0;
  for (const threads of state.threadsOf.values()) indexed += threads.size;
  if (indexed !== state.threads.size + state.goneThreads.size) say('the index of threads does not fit');
  for (const thread of [...state.threads.values(), ...state.goneThreads.values()]) {
    const { id, item, comments } = thread;
    const isLive = state.items.has(item);
    if (!isLive && !state.goneItems.has(item)) say(`thread ${id} is on an item that is not there`);
    if (state.threads.has(id) !== isLive || state.goneThreads.has(id) === isLive)
      say(`thread ${id} is on the wrong side`);
    if (state.threadsOf.get(item)?.has(id) !== true) say(`thread ${id} is not in the index`);
    if (comments.length === 0) say(`thread ${id} is empty`);
    if (comments.length > LIMITS.comments) say(`thread ${id} has more comments than a thread may have`);
    comments.forEach((comment, i) => {
      const before = comments[i - 1];
      if (before !== undefined && compareComments(before, comment) >= 0) say(`thread ${id} is out of order`);
    });
  }
  if (state.threads.size + state.goneThreads.size > LIMITS.threads) say('more threads than a map may have');
}

function checkChat({ chat, goneComments }: MapState, say: Say): void {
  for (const [id, message] of chat) {
    if (message.id !== id) say(`message ${id} has another name`);
    if (goneComments.has(commentKey(null, id))) say(`message ${id} is both there and removed`);
  }
  if (chat.size > LIMITS.chat) say('more messages than a chat may have');
}

function checkRemovals(state: MapState, say: Say): void {
  let size = 0;
  let stamp = -1;
  let comments = 0;
  for (const removal of state.removals) {
    if (removal.stamp <= stamp) say('removals are out of order');
    stamp = removal.stamp;
    size += removal.size;
    const name = removal.kind === 'items' ? removal.root : removal.key;
    if (state.removals.named(name) !== removal) say('the index of removals does not fit');
    if (removal.kind === 'comment') comments++;
    const gone = removal.kind === 'comment' ? state.goneComments.get(removal.key) : undefined;
    if (removal.kind === 'comment' && gone === undefined) say('a removal names a comment that is not there');
    const actual =
      removal.kind === 'items' ? sizeOfGone(state, subtreeOf(state, removal.root)) : sizeOfGoneComment(gone);
    if (actual !== removal.size) say(`a removal holds ${actual} and says ${removal.size}`);
  }
  if (size !== state.goneSize) say(`removals hold ${size} and the map says ${state.goneSize}`);
  if (comments !== state.goneComments.size) say('a removed comment belongs to no removal');
}

function sizeOfGoneComment(gone: { readonly comment: { readonly text: string } } | undefined): number {
  return gone === undefined ? 0 : sizeOfComment(gone.comment);
}

function checkSize(state: MapState, say: Say): void {
  let size = 0;
  for (const items of [state.items, state.goneItems]) for (const item of items.values()) size += sizeOfItem(item);
  for (const links of [state.links, state.goneLinks]) for (const link of links.values()) size += sizeOfLink(link);
  for (const threads of [state.threads, state.goneThreads]) for (const t of threads.values()) size += sizeOfComments(t);
  for (const message of state.chat.values()) size += sizeOfComment(message);
  for (const gone of state.goneComments.values()) size += sizeOfComment(gone.comment);
  assert(Number.isSafeInteger(size), 'sizes add up');
  if (size !== state.size) say(`the map holds ${size} and says ${state.size}`);
}
