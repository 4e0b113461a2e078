import type { Op, Splice } from '../change.ts';
import { childrenOf } from '../apply.ts';
import { newCommentId, newItemId, newLinkId, newThreadId } from '../identity.ts';
import type { ItemFields, ItemId, Link, MindMap, OrderKey, Settings } from '../model.ts';
import { orderBetween } from '../order.ts';
import type { Dice } from './dice.ts';

// Ops as people would make them who look at the given map, each lawful for it, and now and then one that is not.

/** How often each kind comes up; texts and moves collide most, so they come up most. */
const KINDS = [
  'add', 'add', 'add', 'add', 'set', 'set', 'move', 'move', 'move', 'splice', 'splice', 'splice', 'splice',
  'remove', 'remove', 'link', 'unlink', 'comment', 'edit-comment', 'resolve', 'settings', 'restore',
] as const; // prettier-ignore

/** One to four ops, each lawful on the map before the first of them; `memory` brings up items that were seen earlier. */
export function randomOps(dice: Dice, map: MindMap, memory: Memory): Op[] {
  const ops: Op[] = [];
  for (let i = 1 + (dice.chance(0.2) ? dice.below(4) : 0); i > 0; i--) {
    const op = randomOp(dice, map, memory);
    if (op !== null) ops.push(op);
  }
  return ops;
}

/** What a run has seen: ids that may be gone by now. */
export class Memory {
  readonly items: ItemId[] = [];

  note(id: ItemId): ItemId {
    this.items.push(id);
    if (this.items.length > 500) this.items.shift();
    return id;
  }
}

function randomOp(dice: Dice, map: MindMap, memory: Memory): Op | null {
  const kind = dice.one(KINDS);
  const id = someItem(dice, map, memory);
  if (kind === 'add' || id === undefined) {
    return { kind: 'add', id: memory.note(newItemId(dice.ids)), ...somePlace(dice, map), fields: someFields(dice) };
  }
  switch (kind) {
    case 'set':
      return { kind, id, fields: someFields(dice) };
    case 'move':
      return {
        kind,
        id,
        ...somePlace(dice, map),
        ...(dice.chance(0.3) ? { side: dice.one(['left', 'right', null]) } : {}),
      };
    case 'splice':
      return randomSplice(dice, map, id);
    case 'remove':
      return { kind, id };
    case 'restore':
      return { kind, id: dice.any(memory.items) ?? id, ...somePlace(dice, map) };
    case 'link':
      return randomLink(dice, map, id, memory);
    case 'unlink':
      return withDefined(dice.any([...map.links.keys()]), (link) => ({ kind, id: link }));
    case 'settings':
      return { kind, fields: someSettings(dice) };
    case 'comment':
    case 'edit-comment':
    case 'resolve':
      return randomTalk(dice, map, id, kind);
  }
}

/** A splice on the item as the map shows it, or at the start of nothing when the map does not. */
function randomSplice(dice: Dice, map: MindMap, id: ItemId): Splice {
  const field = dice.chance(0.8) ? 'text' : 'note';
  const text = map.items.get(id)?.[field] ?? '';
  const [a, b] = [dice.cut(text), dice.cut(text)];
  const at = Math.min(a, b);
  const end = dice.chance(0.5) ? at : Math.max(a, b);
  return { kind: 'splice', id, field, at, remove: end - at, insert: dice.text() };
}

function randomLink(dice: Dice, map: MindMap, from: ItemId, memory: Memory): Op | null {
  const to = someItem(dice, map, memory);
  if (to === undefined || to === from) return null;
  const id = (dice.chance(0.4) ? dice.any([...map.links.keys()]) : undefined) ?? newLinkId(dice.ids);
  const points = dice.chance(0.3) ? [{ x: dice.below(100), y: -dice.below(100) - 1 }] : [];
  const arrow = dice.one<Link['arrow']>(['none', 'end', 'both']);
  return { kind: 'link', link: { id, from, to, label: dice.text(), colour: null, arrow, points } };
}

function randomTalk(dice: Dice, map: MindMap, item: ItemId, kind: 'comment' | 'edit-comment' | 'resolve'): Op | null {
  const thread = dice.any([...map.threads.values()]);
  if (kind === 'comment' || thread === undefined) {
    const joined = dice.chance(0.5) ? thread : undefined;
    const at = { thread: joined?.id ?? newThreadId(dice.ids), item: joined?.item ?? item };
    return { kind: 'comment', ...at, id: newCommentId(dice.ids), text: dice.text() };
  }
  if (kind === 'resolve') return { kind, thread: thread.id, isResolved: dice.chance(0.5) };
  return withDefined(dice.any(thread.comments), (comment) => {
    return { kind, thread: thread.id, id: comment.id, text: dice.chance(0.5) ? null : dice.text() };
  });
}

function withDefined<T>(value: T | undefined, make: (value: T) => Op): Op | null {
  return value === undefined ? null : make(value);
}

/** Mostly an item of the map, sometimes one from memory. */
function someItem(dice: Dice, map: MindMap, memory: Memory): ItemId | undefined {
  const id = dice.any(memory.items);
  if (id !== undefined && (map.items.has(id) || dice.chance(0.1))) return id;
  return dice.any([...map.items.keys()]);
}

function somePlace(dice: Dice, map: MindMap): { parent: ItemId | null; order: OrderKey } {
  const parent = dice.chance(0.1) ? null : (dice.any([...map.items.keys()]) ?? null);
  const siblings = childrenOf(map, parent);
  const at = dice.below(siblings.length + 1);
  const order = (i: number): OrderKey | null => {
    const id = siblings[i];
    return id === undefined ? null : (map.items.get(id)?.order ?? null);
  };
  return { parent, order: orderBetween(order(at - 1), order(at), dice.random) };
}

function someFields(dice: Dice): Partial<ItemFields> {
  const all: Partial<ItemFields>[] = [
    { text: dice.text(8) },
    { note: dice.text() },
    { side: dice.one(['left', 'right', null]) },
    { offset: dice.chance(0.3) ? null : { x: dice.below(500) - 250, y: dice.below(500) - 250.5 } },
    { colour: dice.one(['3', '#a0b1c2', null]) },
    { size: dice.one([0.5, 2, 4, null]) },
    { shape: dice.one(['pill', 'none', 'diamond', null]) },
    { width: dice.one([120, 80.25, null]) },
    { align: dice.one(['start', 'end', null]) },
    { icon: dice.one(['star', '🌳', null]) },
    { image: dice.one([{ source: `asset:${'0'.repeat(64)}`, width: 10, height: 20 }, null]) },
    { href: dice.one(['https://example.org/a?b=c', 'mailto:a@example.org', 'item:AAAAAAAAAAAA', null]) },
    { checkbox: dice.one(['open', 'done', null]) },
    { isFolded: dice.chance(0.5) },
    { linePoints: dice.one([[{ x: 1, y: 2 }], null]) },
    { lineStyle: dice.one(['dashed', 'solid', null]) },
    { foreign: dice.one(['{"mm":[]}', null]) },
  ];
  const fields: Partial<ItemFields> = { text: dice.text(8) };
  for (let i = dice.below(4); i > 0; i--) Object.assign(fields, dice.any(all));
  if (dice.chance(0.5) && Object.keys(fields).length > 1) delete (fields as { text?: string }).text;
  return fields;
}

function someSettings(dice: Dice): Partial<Settings> {
  return dice.one<Partial<Settings>>([
    { title: dice.text() },
    { defaultShape: dice.one(['pill', null]) },
    { lineStyle: dice.one(['dotted', null]), title: dice.text() },
    { foreign: dice.one(['{"opml":[]}', null]) },
  ]);
}
