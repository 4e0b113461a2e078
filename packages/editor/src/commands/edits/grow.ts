import { childrenOf, type Item, type ItemFields, type ItemId, type MindMap, newItemId, type Op } from '@bough/map';
import { freeSpot } from './free-spot.ts';
import type { OutlineNode } from './outline.ts';
import { topmost } from './tree-walk.ts';
import type { Plan, World } from '../world.ts';

// Commands that make items.

const HUES = 8;

/** A branch of its own: the last child of the focused item. */
export function addChild(world: World, text = ''): Plan | null {
  const parent = focusedItem(world);
  if (parent === null) return addRoot(world, freeSpot(world));
  const id = newItemId(world.ids);
  const last = childrenOf(world.map, parent.id).at(-1) ?? null;
  const order = world.orders.between(orderOf(world.map, last), null);
  const fields = { ...fieldsBelow(world, parent), ...(text === '' ? {} : { text }) };
  const unfold: Op[] = parent.isFolded ? [{ kind: 'set', id: parent.id, fields: { isFolded: false } }] : [];
  return { ops: [...unfold, { kind: 'add', id, parent: parent.id, order, fields }], select: [id], edit: id };
}

/** An item of the same parent, right after or before the focused one; next to a root it is its branch. */
export function addBeside(world: World, where: 'after' | 'before'): Plan | null {
  const item = focusedItem(world);
  if (item === null || item.parent === null) return addChild(world);
  const id = newItemId(world.ids);
  const parent = world.map.items.get(item.parent);
  const atRoot = parent !== undefined && parent.parent === null;
  const across = atRoot && where === 'after' ? sideAcross(world, item, parent.id) : null;
  const order =
    across === null ? orderBeside(world, item, where) : world.orders.between(lastOrder(world, item.parent), null);
  const fields: Partial<ItemFields> = atRoot
    ? { colour: world.layout.nextHue(item.parent), side: across ?? world.layout.box(item.id)?.side ?? item.side }
    : {};
  return { ops: [{ kind: 'add', id, parent: item.parent, order, fields }], select: [id], edit: id };
}

/**
 * The other side, when a branch after this one had better grow there: this one is the last of its side, which is the taller one and
 * has three branches more. Whoever writes down a list beside the root gets both sides so.
 */
function sideAcross(world: World, item: Item, root: ItemId): 'left' | 'right' | null {
  const sides = childrenOf(world.map, root).map((id) => ({ id, side: world.layout.box(id)?.side }));
  const own = sides.find(({ id }) => id === item.id)?.side;
  const alike = sides.filter(({ side }) => side === own);
  if (alike.at(-1)?.id !== item.id || 2 * alike.length < sides.length + 3) return null;
  const lighter = world.layout.lighterSide(root);
  return lighter === own ? null : lighter;
}

/** An item that stands free, at a point of the map. */
export function addRoot(world: World, at: { readonly x: number; readonly y: number }): Plan {
  const id = newItemId(world.ids);
  const last = childrenOf(world.map, null).at(-1) ?? null;
  const order = world.orders.between(orderOf(world.map, last), null);
  const offset = { x: Math.round(at.x), y: Math.round(at.y) };
  return { ops: [{ kind: 'add', id, parent: null, order, fields: { offset } }], select: [id], edit: id };
}

/** A parent between the selected siblings and the one that they had; only siblings can have one. */
export function insertParent(world: World): Plan | null {
  const tops = topmost(world.map, world.selection.ids);
  const first = tops[0];
  if (first === undefined || tops.some((item) => item.parent !== first.parent)) return null;
  const id = newItemId(world.ids);
  const { side, colour, offset } = first;
  const order = orderBeside(world, first, 'before');
  const ops: Op[] = [{ kind: 'add', id, parent: first.parent, order, fields: { side, colour, offset } }];
  for (const item of tops) {
    ops.push({ kind: 'move', id: item.id, parent: id, order: item.order });
    if (item.offset !== null) ops.push({ kind: 'set', id: item.id, fields: { offset: null } });
  }
  return { ops, select: [id], edit: id };
}

/** One branch that holds all of the text, line breaks and all. */
export function growOne(world: World, text: string): Plan | null {
  const words = text.replaceAll(/\r\n?/g, '\n').trim();
  return words === '' ? null : growTrees(world, [{ text: words, checkbox: null, children: [] }]);
}

/** Trees below the focused item, or standing free when nothing is selected; everything in one step. */
export function growTrees(world: World, nodes: readonly OutlineNode[]): Plan | null {
  if (nodes.length === 0) return null;
  const ops: Op[] = [];
  const made: ItemId[] = [];
  const parent = focusedItem(world);
  const put = (node: OutlineNode, below: ItemId | null, order: string, fields: Partial<ItemFields>): ItemId => {
    const id = newItemId(world.ids);
    const checkbox = node.checkbox === null ? {} : { checkbox: node.checkbox };
    ops.push({ kind: 'add', id, parent: below, order, fields: { ...fields, ...checkbox, text: node.text } });
    let last: string | null = null;
    for (const child of node.children) {
      last = world.orders.between(last, null);
      put(child, id, last, {});
    }
    return id;
  };
  if (parent?.isFolded === true) ops.push({ kind: 'set', id: parent.id, fields: { isFolded: false } });
  let last = orderOf(world.map, childrenOf(world.map, parent?.id ?? null).at(-1) ?? null);
  for (const [index, node] of nodes.entries()) {
    last = world.orders.between(last, null);
    const offset = { x: Math.round(world.middle.x), y: Math.round(world.middle.y + index * 60) };
    made.push(
      put(
        node,
        parent?.id ?? null,
        last,
        parent === null ? { offset } : fieldsBelow(world, parent, index, nodes.length),
      ),
    );
  }
  return { ops, select: made };
}

/**
 * What a new child of this item starts with: on a root the lighter side and the next hue. Of several at once the first half
 * stands there, the rest across, in hues that follow each other.
 */
export function fieldsBelow(world: World, parent: Item, index = 0, of = 1): Partial<ItemFields> {
  if (parent.parent !== null) return {};
  const lighter = world.layout.lighterSide(parent.id);
  const other = lighter === 'left' ? 'right' : 'left';
  const hue = (Number(world.layout.nextHue(parent.id)) + index) % HUES;
  return { side: index < of / 2 ? lighter : other, colour: String(hue) };
}

/** The item that keys act on, as it is in the map. */
export function focusedItem(world: World): Item | null {
  return world.selection.focus === null ? null : (world.map.items.get(world.selection.focus) ?? null);
}

/** An order key right after or before a sibling. */
export function orderBeside(world: World, item: Item, where: 'after' | 'before'): string {
  const siblings = childrenOf(world.map, item.parent);
  const at = siblings.indexOf(item.id);
  const other = orderOf(world.map, siblings[where === 'after' ? at + 1 : at - 1] ?? null);
  return where === 'after' ? world.orders.between(item.order, other) : world.orders.between(other, item.order);
}

/** The order key of the last child, null when there is none. */
export function lastOrder(world: World, parent: ItemId | null): string | null {
  return orderOf(world.map, childrenOf(world.map, parent).at(-1) ?? null);
}

function orderOf(map: MindMap, id: ItemId | null): string | null {
  return id === null ? null : (map.items.get(id)?.order ?? null);
}
