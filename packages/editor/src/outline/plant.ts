import type { Ids, Random } from '@bough/base';
import { childrenOf, type ItemFields, type ItemId, type MindMap, newItemId, type Op, Orders } from '@bough/map';
import type { OpenMap } from '../open-map.ts';
import { type OutlineNode, parseOutline } from './outline.ts';

interface Seeds {
  readonly ids: Pick<Ids, 'short'>;
  readonly orders: Pick<Orders, 'between'>;
}

const HUES = 8;

/** Operations that make the outline a new map: its first line the words of the map's one empty root, or a root of its own. */
export function plantOps(map: MindMap, outline: string, { ids, orders }: Seeds): Op[] {
  const [top] = parseOutline(outline);
  if (top === undefined) return [];
  const ops: Op[] = [];
  const add = (node: OutlineNode, parent: ItemId | null, order: string, fields: Partial<ItemFields>): ItemId => {
    const id = newItemId(ids);
    const checkbox = node.checkbox === null ? {} : { checkbox: node.checkbox };
    ops.push({ kind: 'add', id, parent, order, fields: { ...fields, ...checkbox, text: node.text } });
    return id;
  };
  const addBelow = (
    parent: ItemId,
    nodes: readonly OutlineNode[],
    fields: (at: number) => Partial<ItemFields>,
  ): void => {
    let order: string | null = null;
    for (const [at, node] of nodes.entries()) {
      order = orders.between(order, null);
      addBelow(add(node, parent, order, fields(at)), node.children, () => ({}));
    }
  };
  const root = emptyRootOf(map);
  if (root !== null) ops.push({ kind: 'set', id: root, fields: { text: top.text } });
  const sides = spreadSides(top.children);
  addBelow(root ?? add(top, null, orders.between(null, null), {}), top.children, (at) => ({
    side: sides[at] ?? 'right',
    colour: String(at % HUES),
  }));
  return ops;
}

/** Sides for the branches of a root: the first ones right until half of all there is stands there, the rest left. */
export function spreadSides(branches: readonly OutlineNode[]): ('left' | 'right')[] {
  const sizes = branches.map(sizeOf);
  const half = sizes.reduce((sum, size) => sum + size, 0) / 2;
  let right = 0;
  return sizes.map((size) => {
    const side = right === 0 || right + size / 2 <= half ? 'right' : 'left';
    if (side === 'right') right += size;
    return side;
  });
}

function sizeOf(node: OutlineNode): number {
  return node.children.reduce((sum, child) => sum + sizeOf(child), 1);
}

function emptyRootOf(map: MindMap): ItemId | null {
  const roots = childrenOf(map, null);
  const [only] = roots;
  if (only === undefined || roots.length > 1 || childrenOf(map, only).length > 0) return null;
  return map.items.get(only)?.text === '' ? only : null;
}

/** Plants the outline into a map that was just made, as soon as it is open. */
export function plant(
  open: OpenMap,
  outline: string,
  { ids, random }: { readonly ids: Seeds['ids']; readonly random: Random },
): void {
  const seeds = { ids, orders: new Orders(random) };
  let stop = (): void => {};
  const tryNow = (): boolean => {
    if (open.facts().status.kind === 'opening') return false;
    if (emptyRootOf(open.map) !== null) open.change(plantOps(open.map, outline, seeds));
    return true;
  };
  if (tryNow()) return;
  stop = open.subscribe(() => {
    if (tryNow()) stop();
  });
}
