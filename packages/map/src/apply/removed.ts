import { assert } from '@bough/base';
import type { Backstep } from './backwards.ts';
import { fitsBelow } from '../model/depth.ts';
import { LIMITS } from '../model/limits.ts';
import type { Item, ItemId, Link, LinkId } from '../model/model.ts';
import { sizeOfComment, sizeOfItem } from '../model/size.ts';
import type { Removal } from '../state/removal-log.ts';
import type { MapState } from '../state/state.ts';
import { no, type No, type Step } from './step.ts';

// How items go and come back. A removed subtree keeps its shape and leaves the live part whole; any part of it can be taken
// back on its own later. What nobody took back goes for good when newer removals need its room (`letGo`).

/** Takes a live item and all below it out of the live part: the newest removal. */
export function takeAway(step: Step, item: Item): Removal {
  const { map, touched } = step;
  map.detach(item, 'live');
  touched.parent(item.parent);
  const subtree = subtreeOf(map, item.id);
  for (const id of subtree) {
    const below = must(map.items.get(id));
    map.switchItem(id === item.id ? { ...below, parent: null } : below, 'gone');
    touched.removed(id);
  }
  for (const id of subtree) {
    for (const linkId of map.linksOf.get(id) ?? []) {
      const link = map.links.get(linkId);
      if (link === undefined) continue;
      map.switchLink(link, 'gone');
      touched.link(linkId);
    }
    for (const threadId of map.threadsOf.get(id) ?? []) {
      map.switchThread(must(map.threads.get(threadId)), 'gone');
      touched.thread(threadId);
    }
  }
  return map.pushRemoval({ kind: 'items', root: item.id }, sizeOfGone(map, subtree));
}

/** Makes a part of an older removal the newest removal. */
export function takeApart(step: Step, item: Item): void {
  const { map } = step;
  const cut = cutOut(step, item, subtreeOf(map, item.id));
  map.switchItem({ ...item, parent: null }, 'gone');
  step.backwards.nameRemoval(map.pushRemoval({ kind: 'items', root: item.id }, cut.size), cut.mend);
}

/** Puts a gone item and all below it back among the live ones, at the place named here, which must be free of its own subtree. */
export function takeBack(step: Step, item: Item, parent: ItemId | null, order: string): No | null {
  const { map, touched } = step;
  const subtree = subtreeOf(map, item.id);
  if (map.items.size + subtree.length > LIMITS.items) return no('limit', `a map has at most ${LIMITS.items} items`);
  if (!fitsBelow(map, parent, item.id)) return no('limit', `a map has at most ${LIMITS.depth} levels`);
  cutOut(step, item, subtree);
  for (const id of subtree) {
    const below = must(map.goneItems.get(id));
    map.switchItem(id === item.id ? { ...below, parent, order } : below, 'live');
    touched.item(id);
  }
  map.attach(must(map.items.get(item.id)), 'live');
  touched.parent(parent);
  for (const id of subtree) {
    if (map.childList(id).length > 0) touched.parent(id);
    for (const linkId of map.linksOf.get(id) ?? []) wakeLink(step, linkId);
    for (const threadId of map.threadsOf.get(id) ?? []) {
      map.switchThread(must(map.goneThreads.get(threadId)), 'live');
      touched.thread(threadId);
    }
  }
  return null;
}

/** Lets go of the oldest removals while what is kept is too large; those from `firstStamp` on, of the change at hand, stay. */
export function letGo(map: MapState, firstStamp: number): void {
  while (map.goneSize > LIMITS.removed) {
    const oldest = map.removals.at(0);
    if (oldest === undefined || oldest.stamp >= firstStamp) return;
    map.dropRemoval(oldest);
    if (oldest.kind === 'comment') map.dropGoneComment(oldest.key);
    else for (const id of subtreeOf(map, oldest.root)) forget(map, must(map.goneItems.get(id)));
  }
}

/** The item and all below it, each before its children, siblings in order. */
export function subtreeOf(map: MapState, root: ItemId): ItemId[] {
  const found: ItemId[] = [];
  const open: ItemId[] = [root];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    found.push(id);
    const children = map.childList(id);
    for (let i = children.length - 1; i >= 0; i--) open.push(must(children[i]));
  }
  return found;
}

/** What a removal counts for the items given: they, and the comments on them. */
export function sizeOfGone(map: MapState, ids: readonly ItemId[]): number {
  let size = 0;
  for (const id of ids) {
    size += sizeOfItem(must(map.goneItems.get(id)));
    for (const threadId of map.threadsOf.get(id) ?? []) {
      for (const comment of must(map.goneThreads.get(threadId)).comments) size += sizeOfComment(comment);
    }
  }
  return size;
}

/** Takes a gone subtree out of the removal that it belongs to; answers how large it is, and what mends that removal. */
function cutOut(step: Step, item: Item, subtree: readonly ItemId[]): { size: number; mend: Backstep | null } {
  const { map } = step;
  const removal: Removal = must(map.removalOf(item.id));
  if (removal.kind === 'items' && removal.root === item.id) {
    map.dropRemoval(removal);
    return { size: removal.size, mend: null };
  }
  const size = sizeOfGone(map, subtree);
  map.detach(item, 'gone');
  step.touched.parent(item.parent);
  map.shrinkRemoval(removal, size);
  const { id, parent, order } = item;
  return { size, mend: step.backwards.mendItem(removal, { kind: 'restore', id, parent, order }) };
}

/** A gone link comes back with the second of its ends. */
function wakeLink(step: Step, id: LinkId): void {
  const link = step.map.goneLinks.get(id);
  if (link === undefined || !step.map.items.has(link.from) || !step.map.items.has(link.to)) return;
  step.map.switchLink(link, 'live');
  step.touched.link(id);
}

/** Drops a gone link for good, as somebody wants who does not know that it is gone. */
export function dropGoneLink(step: Step, link: Link): void {
  const removals: Removal[] = [];
  for (const end of [link.from, link.to]) {
    if (step.map.goneItems.has(end)) removals.push(must(step.map.removalOf(end)));
  }
  step.map.dropLink(link.id);
  step.backwards.mendLast(removals, { kind: 'link', link });
}

function forget(map: MapState, item: Item): void {
  for (const id of [...(map.linksOf.get(item.id) ?? [])]) map.dropLink(id);
  for (const id of [...(map.threadsOf.get(item.id) ?? [])]) map.dropGoneThread(must(map.goneThreads.get(id)));
  map.dropGoneItem(item);
}

function must<T>(value: T | undefined): T {
  assert(value !== undefined, 'an index names what is there');
  return value;
}
