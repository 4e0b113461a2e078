import { childrenOf, type Item, type ItemId, type MindMap, type Touched } from '@bough/map';
import type { SceneTree } from '@bough/scene';
import type { TextMeasurer } from '@bough/text';
import { makeBody } from './body.ts';
import { type BranchColour, branchColour, sameColour } from './colours.ts';
import { itemBounds, itemGroup } from './item-group.ts';
import type { LayoutSettings, Moved } from './layout.ts';
import { levelOf, ROOTS_APART } from './measures.ts';
import type { Node } from './node.ts';
import { pack } from './pack.ts';

// The layout's own tree of visible items, kept in step with the map. An update names what it touched: those items are measured
// again, those lists of children compared, and from there up each ancestor packs its children anew until one's outline
// stays as it was. Every number of a node depends only on its item, its ancestors' inheritance (level, side, colour) and its
// descendants, so that following changes and placing afresh give the same numbers.

/** What one update has gathered so far. */
interface Work {
  readonly map: MindMap;
  /** Nodes to pack, by depth. */
  readonly toPack: Set<Node>[];
  readonly toDraw: Set<Node>;
  readonly changed: Set<string>;
  readonly removed: Set<string>;
  readonly moved: Moved[];
  rootsMoved: boolean;
}

export class PlacedTree {
  readonly nodes = new Map<string, Node>();
  readonly #scene: SceneTree;
  readonly #measurer: TextMeasurer;
  readonly #settings: LayoutSettings;
  #roots: Node[] = [];
  #known = new Set<Node>();

  constructor(scene: SceneTree, measurer: TextMeasurer, settings: LayoutSettings) {
    this.#scene = scene;
    this.#measurer = measurer;
    this.#settings = settings;
  }

  get roots(): readonly Node[] {
    return this.#roots;
  }

  /** Places everything. */
  build(map: MindMap): void {
    const work = newWork(map);
    this.#relist(null, work);
    this.#finish(work);
  }

  update(map: MindMap, touched: Touched): Pick<Work, 'changed' | 'removed' | 'moved'> {
    const work = newWork(map);
    if (touched.settings) for (const node of this.nodes.values()) this.#measure(node, work);
    for (const id of touched.removed) this.#drop(id, work);
    for (const id of touched.items) {
      const node = this.nodes.get(id);
      const item = map.items.get(id);
      if (node !== undefined && item?.parent !== (node.parent?.id ?? null)) this.#drop(id, work);
    }
    const lists = new Set(touched.parents);
    for (const id of touched.items) {
      const item = map.items.get(id);
      const node = this.nodes.get(id);
      if (
        item !== undefined &&
        (node === undefined ||
          item.side !== node.item.side ||
          item.offset !== node.item.offset ||
          item.colour !== node.item.colour)
      )
        lists.add(item.parent);
      if (node !== undefined && item !== undefined) {
        const wasFolded = this.#isFolded(node.item);
        node.item = item;
        if (wasFolded || this.#isFolded(item)) lists.add(id);
        this.#measure(node, work);
      } else this.#recount(item?.parent ?? null, work);
    }
    for (const id of touched.threads) {
      const thread = map.threads.get(id);
      if (thread !== undefined) this.#recount(thread.item, work);
    }
    for (const id of lists) this.#relist(id, work);
    this.#finish(work);
    return work;
  }

  /** Threads that are gone tell nothing of their item: whoever had comments is counted again. */
  recountComments(map: MindMap): ItemId[] {
    return [...this.nodes.values()].filter((node) => node.comments !== commentsOn(map, node.id)).map((node) => node.id);
  }

  #isFolded(item: Item): boolean {
    return item.isFolded && !this.#settings.ignoresFolds;
  }

  /** Brings the list of children (null: of roots) in step with the map. Hidden lists make the fold above them count again. */
  #relist(id: ItemId | null, work: Work): void {
    const parent = id === null ? null : this.nodes.get(id);
    if (parent === undefined) {
      this.#recount(id, work);
      return;
    }
    const isHidden = parent !== null && this.#isFolded(parent.item);
    const ids = isHidden ? [] : childrenOf(work.map, id);
    const old = parent === null ? this.#roots : parent.children;
    const wanted = new Set<ItemId>(ids);
    const gone = old.filter((child) => !wanted.has(child.id));
    for (const child of gone) this.#drop(child.id, work);
    const sides = parent === null || parent.depth > 0 ? null : sidesOf(work.map, ids);
    const list: Node[] = [];
    ids.forEach((childId, place) => {
      const item = work.map.items.get(childId);
      if (item === undefined) return;
      const isPlaced = item.offset !== null;
      const side =
        isPlaced && parent !== null ? ((item.offset?.x ?? 0) < 0 ? -1 : 1) : (sides?.get(childId) ?? parent?.side ?? 1);
      const colour =
        parent === null ? rootColour(item) : branchColour(item, parent.depth === 0 ? null : parent.colour, place);
      const known = this.nodes.get(childId);
      if (known === undefined) list.push(this.#grow(item, parent, side, colour, work));
      else {
        known.item = item;
        this.#inherit(known, side, colour, isPlaced, work);
        list.push(known);
      }
    });
    if (parent === null) {
      this.#roots = list;
      work.rootsMoved = true;
    } else {
      parent.children = list;
      this.#measure(parent, work);
    }
  }

  /** A new node with everything visible below it; without recursion, since maps may be deep. */
  #grow(item: Item, parent: Node | null, side: 1 | -1, colour: BranchColour | null, work: Work): Node {
    const top = this.#node(item, parent, side, colour, work);
    const open = [top];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (this.#isFolded(node.item)) continue;
      const ids = childrenOf(work.map, node.id);
      const sides = node.depth === 0 ? sidesOf(work.map, ids) : null;
      let place = 0;
      for (const id of ids) {
        const child = work.map.items.get(id);
        if (child === undefined) continue;
        const own = child.offset === null ? (sides?.get(id) ?? node.side) : child.offset.x < 0 ? -1 : 1;
        const shade = branchColour(child, node.depth === 0 ? null : node.colour, place++);
        const grown = this.#node(child, node, own, shade, work);
        node.children.push(grown);
        open.push(grown);
      }
    }
    return top;
  }

  #node(item: Item, parent: Node | null, side: 1 | -1, colour: BranchColour | null, work: Work): Node {
    const depth = parent === null ? 0 : parent.depth + 1;
    const hidden = this.#isFolded(item) ? countBelow(work.map, item.id) : 0;
    const comments = commentsOn(work.map, item.id);
    const body = this.#body(item, depth, side, comments, hidden, work.map);
    const node: Node = {
      id: item.id,
      item,
      parent,
      children: [],
      depth,
      side,
      colour,
      body,
      x: 0,
      y: 0,
      isPlaced: item.offset !== null,
      hidden,
      comments,
      top: [],
      bottom: [],
      span: { left: 0, right: 0 },
    };
    this.nodes.set(item.id, node);
    packLater(node, work);
    work.toDraw.add(node);
    return node;
  }

  #body(item: Item, depth: number, side: 1 | -1, comments: number, hidden: number, map: MindMap): Node['body'] {
    const { defaultShape } = map.settings;
    const context = { level: levelOf(depth), side, comments, hidden, defaultShape };
    return makeBody(item, { ...context, settings: this.#settings, measurer: this.#measurer });
  }

  #measure(node: Node, work: Work): void {
    node.hidden = this.#isFolded(node.item) ? countBelow(work.map, node.id) : 0;
    node.comments = commentsOn(work.map, node.id);
    node.body = this.#body(node.item, node.depth, node.side, node.comments, node.hidden, work.map);
    packLater(node, work);
    work.toDraw.add(node);
    // Children's branches begin at this node's end, and this node's line is its children's first stretch.
    for (const child of node.children) work.toDraw.add(child);
  }

  /** Side and colour come from above; where they change, everything below changes with them. */
  #inherit(top: Node, side: 1 | -1, colour: BranchColour | null, isPlaced: boolean, work: Work): void {
    if (top.isPlaced !== isPlaced) {
      top.isPlaced = isPlaced;
      if (top.parent !== null) packLater(top.parent, work);
    }
    const open: { node: Node; side: 1 | -1; colour: BranchColour | null }[] = [{ node: top, side, colour }];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const { node } = one;
      const isSide = node.side === one.side;
      if (isSide && sameColour(node.colour, one.colour)) continue;
      node.side = one.side;
      node.colour = one.colour;
      if (isSide) work.toDraw.add(node);
      else this.#measure(node, work);
      if (node.depth === 0) continue;
      for (const child of node.children) {
        const below = child.isPlaced ? child.side : node.side;
        open.push({ node: child, side: below, colour: branchColour(child.item, node.colour, 0) });
      }
    }
  }

  /** The nearest visible item at or above `id` shows a count of something hidden: it is measured again. */
  #recount(id: ItemId | null, work: Work): void {
    for (let at = id; at !== null; at = work.map.items.get(at)?.parent ?? null) {
      const node = this.nodes.get(at);
      if (node === undefined) continue;
      this.#measure(node, work);
      return;
    }
  }

  #drop(id: ItemId, work: Work): void {
    const top = this.nodes.get(id);
    if (top === undefined) return;
    if (top.parent === null) {
      this.#roots = this.#roots.filter((root) => root !== top);
      work.rootsMoved = true;
    } else {
      top.parent.children = top.parent.children.filter((child) => child !== top);
      packLater(top.parent, work);
    }
    const open = [top];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      this.nodes.delete(node.id);
      this.#known.delete(node);
      work.toDraw.delete(node);
      work.toPack[node.depth]?.delete(node);
      work.removed.add(node.id);
      open.push(...node.children);
    }
    this.#scene.remove(id);
  }

  #finish(work: Work): void {
    const moved = (child: Node, dx: number, dy: number): void => {
      work.toDraw.add(child);
      if (this.#known.has(child)) work.moved.push({ id: child.id, dx, dy });
    };
    for (let depth = work.toPack.length - 1; depth >= 0; depth--) {
      for (const node of work.toPack[depth] ?? []) {
        if (!pack(node, moved)) continue;
        if (node.parent !== null) packLater(node.parent, work);
        else work.rootsMoved = true;
      }
    }
    if (work.rootsMoved) this.#placeRoots(moved);
    this.#draw(work);
  }

  /** Roots stand side by side, those placed by hand where they were put. */
  #placeRoots(moved: (child: Node, dx: number, dy: number) => void): void {
    let end: number | null = null;
    for (const root of this.#roots) {
      let x = 0;
      let y = 0;
      if (root.item.offset !== null) ({ x, y } = root.item.offset);
      else {
        x = end === null ? 0 : end + ROOTS_APART + root.span.left;
        end = x + root.span.right;
      }
      if (root.x === x && root.y === y) continue;
      const [dx, dy] = [x - root.x, y - root.y];
      root.x = x;
      root.y = y;
      moved(root, dx, dy);
    }
  }

  #draw(work: Work): void {
    // Parents first: the scene wants them there.
    const order = [...work.toDraw].sort((a, b) => a.depth - b.depth);
    for (const node of order) {
      const source = { id: node.id, bounds: itemBounds(node), build: () => itemGroup(node) };
      this.#scene.put(source, node.parent?.id ?? null, node.x, node.y);
      this.#known.add(node);
      work.changed.add(node.id);
      work.removed.delete(node.id);
    }
  }
}

function newWork(map: MindMap): Work {
  return {
    map,
    toPack: [],
    toDraw: new Set(),
    changed: new Set(),
    removed: new Set(),
    moved: [],
    rootsMoved: false,
  };
}

function packLater(node: Node, work: Work): void {
  let at = work.toPack[node.depth];
  if (at === undefined) {
    at = new Set();
    for (let depth = work.toPack.length; depth <= node.depth; depth++) work.toPack[depth] ??= new Set();
    at = work.toPack[node.depth] ?? at;
  }
  at.add(node);
}

/** Sides of a root's children: as set; those without one fill the right side with the first half, the left with the rest. */
function sidesOf(map: MindMap, ids: readonly ItemId[]): Map<ItemId, 1 | -1> {
  const free = ids.filter((id) => map.items.get(id)?.side === null && map.items.get(id)?.offset === null);
  const right = new Set(free.slice(0, Math.ceil(free.length / 2)));
  return new Map(
    ids.map((id) => [id, (map.items.get(id)?.side ?? (right.has(id) ? 'right' : 'left')) === 'right' ? 1 : -1]),
  );
}

function rootColour(item: Item): BranchColour | null {
  return item.colour === null ? null : branchColour(item, null, 0);
}

function countBelow(map: MindMap, id: ItemId): number {
  let count = 0;
  const open = [...childrenOf(map, id)];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    count++;
    for (const child of childrenOf(map, at)) open.push(child);
  }
  return count;
}

function commentsOn(map: MindMap, id: ItemId): number {
  if (map.threads.size === 0) return 0;
  let count = 0;
  for (const thread of map.threads.values())
    if (thread.item === id && !thread.isResolved) count += thread.comments.length;
  return count;
}
