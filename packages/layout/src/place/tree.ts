import { childrenOf, type Item, type ItemId, type MindMap, type Touched } from '@bough/map';
import type { SceneTree } from '@bough/scene';
import { measureBody } from '../measure/body.ts';
import { type BranchColour, branchColour, sameColour } from '../measure/colours.ts';
import { ROOTS_APART } from '../measure/measures.ts';
import { type LayoutPass, newPass, packLater } from './layout-pass.ts';
import { exitTo, Node, type NodeContext, originOf } from './node.ts';
import { type OnMove, pack } from './pack.ts';
import { countBelow, openComments, sidesOf, ThreadItems } from './read-map.ts';

// The layout's own tree of visible items, kept in step with the map. An update is one pass in phases: what it touched is measured
// again and those lists of children are compared; from there up each ancestor packs its children anew until one's outline
// stays as it was; roots are put side by side; what is new or other is drawn. Every number of a node depends only on its item,
// its ancestors' inheritance (level, side, colour) and its descendants, so that following changes and placing afresh give the
// same numbers.

export class PlacedTree {
  readonly nodes = new Map<string, Node>();
  readonly #scene: SceneTree;
  readonly #context: NodeContext;
  readonly #threads = new ThreadItems();
  #roots: Node[] = [];

  constructor(scene: SceneTree, context: NodeContext) {
    this.#scene = scene;
    this.#context = context;
  }

  showSource(id: ItemId | null): void {
    this.#context.source = id;
  }

  showFolds(folds: ReadonlyMap<ItemId, boolean>): void {
    this.#context.folds = folds;
  }

  /** Places everything: every node after its children, then drawn after its parent, without a note of what changed. */
  build(map: MindMap): void {
    const pass = newPass(map);
    this.#follow(map);
    this.#threads.readAll(map);
    const order: Node[] = [];
    this.#context.rows.reserve(map.items.size);
    childrenOf(map, null).forEach((id) => {
      const item = map.items.get(id);
      if (item !== undefined) this.#roots.push(this.#grow(item, null, 1, rootColour(item), pass, order));
    });
    for (let i = order.length - 1; i >= 0; i--) {
      const node = order[i];
      if (node !== undefined && (node.depth === 0 || node.children.length > 0)) pack(node, ignore);
    }
    this.#placeRoots(ignore);
    this.#scene.reserve(order.length);
    for (const node of order) this.#draw(node);
  }

  /** Follows one or several changes; answers what it measured, moved and drew. */
  update(map: MindMap, touched: Touched): LayoutPass {
    const pass = newPass(map);
    if (touched.settings && this.#follow(map)) for (const node of this.nodes.values()) this.#measure(node, pass);
    for (const id of touched.removed) this.#drop(id, pass);
    for (const id of touched.items) {
      const node = this.nodes.get(id);
      const item = map.items.get(id);
      if (node !== undefined && item?.parent !== (node.parent?.id ?? null)) this.#drop(id, pass);
    }
    const lists = new Set(touched.parents);
    for (const id of touched.items) {
      const item = map.items.get(id);
      const node = this.nodes.get(id);
      // One that is new stands in a list that was touched; one that is folded away shows nothing.
      if (item === undefined || node === undefined) continue;
      const { side, offset, colour } = node.item;
      if (item.side !== side || item.offset !== offset || item.colour !== colour) lists.add(item.parent);
      const isFolded = this.#isFolded(item);
      if (node.isFolded !== isFolded) lists.add(id);
      node.isFolded = isFolded;
      node.item = item;
      this.#measure(node, pass);
    }
    for (const id of this.#threads.follow(map, touched.threads)) {
      const node = this.nodes.get(id);
      if (node !== undefined && node.comments !== openComments(map, id)) this.#measure(node, pass);
    }
    for (const id of lists) this.#relist(id, pass);
    for (const node of pass.toCount) {
      node.hidden = node.isFolded ? countBelow(map, node.id) : 0;
      this.#measure(node, pass);
    }
    this.#finish(pass);
    // What only stands elsewhere now was taken out and put back.
    pass.gone = pass.gone.filter(({ groups }) => groups.every(({ group }) => pass.removed.has(group.id)));
    return pass;
  }

  /** Takes over the map's own settings; true when they say something else about how items look. */
  #follow(map: MindMap): boolean {
    const { defaultShape, lineStyle } = map.settings;
    const isSame = this.#context.defaultShape === defaultShape && this.#context.lineStyle === lineStyle;
    this.#context.defaultShape = defaultShape;
    this.#context.lineStyle = lineStyle;
    return !isSame;
  }

  #isFolded(item: Item): boolean {
    const { settings, folds } = this.#context;
    return (folds.get(item.id) ?? item.isFolded) && !settings.ignoresFolds;
  }

  /** Brings the list of children (null: of roots) in step with the map. Hidden lists make the fold above them count again. */
  #relist(id: ItemId | null, pass: LayoutPass): void {
    const parent = id === null ? null : this.nodes.get(id);
    if (parent === undefined) {
      this.#recount(id, pass);
      return;
    }
    const isHidden = parent?.isFolded === true;
    const ids = isHidden ? [] : childrenOf(pass.map, id);
    const old = parent === null ? this.#roots : parent.children;
    const wanted = new Set<ItemId>(ids);
    const gone = old.filter((child) => !wanted.has(child.id));
    for (const child of gone) this.#drop(child.id, pass);
    const sides = parent === null || parent.depth > 0 ? null : sidesOf(pass.map, ids);
    const list: Node[] = [];
    ids.forEach((childId, place) => {
      const item = pass.map.items.get(childId);
      if (item === undefined) return;
      const isPlaced = item.offset !== null;
      const side =
        isPlaced && parent !== null ? ((item.offset?.x ?? 0) < 0 ? -1 : 1) : (sides?.get(childId) ?? parent?.side ?? 1);
      const colour =
        parent === null ? rootColour(item) : branchColour(item, parent.depth === 0 ? null : parent.colour, place);
      const known = this.nodes.get(childId);
      if (known === undefined) list.push(this.#growLater(item, parent, side, colour, pass));
      else {
        known.item = item;
        this.#inherit(known, side, colour, isPlaced, pass);
        list.push(known);
      }
    });
    if (parent === null) {
      this.#roots = list;
      pass.rootsMoved = true;
    } else {
      this.#adopt(parent, list);
      pass.toCount.add(parent);
    }
  }

  /** A new branch in an update: packed and drawn with the rest of it. */
  #growLater(item: Item, parent: Node | null, side: 1 | -1, colour: BranchColour | null, pass: LayoutPass): Node {
    const grown: Node[] = [];
    const top = this.#grow(item, parent, side, colour, pass, grown);
    for (const node of grown) {
      packLater(node, pass);
      pass.toDraw.add(node);
    }
    return top;
  }

  /** A new node with everything visible below it, parents first in `order`; without recursion, since maps may be deep. */
  #grow(
    item: Item,
    parent: Node | null,
    side: 1 | -1,
    colour: BranchColour | null,
    pass: LayoutPass,
    order: Node[],
  ): Node {
    const top = this.#node(item, parent, side, colour, pass);
    // Depth first, as the items lie in memory: in a large map that is worth more than anything else here.
    const open = [top];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      order.push(node);
      if (node.isFolded) continue;
      const ids = childrenOf(pass.map, node.id);
      if (ids.length === 0) continue;
      const sides = node.depth === 0 ? sidesOf(pass.map, ids) : null;
      const children: Node[] = [];
      for (const id of ids) {
        const child = pass.map.items.get(id);
        if (child === undefined) continue;
        const own = child.offset === null ? (sides?.get(id) ?? node.side) : child.offset.x < 0 ? -1 : 1;
        const shade = node.depth === 0 ? branchColour(child, null, children.length) : undefined;
        children.push(this.#node(child, node, own, shade, pass));
        if (child.offset !== null) node.hasPlaced = true;
      }
      node.children = children;
      for (let i = children.length - 1; i >= 0; i--) {
        const child = children[i];
        if (child !== undefined) open.push(child);
      }
    }
    return top;
  }

  #node(
    item: Item,
    parent: Node | null,
    side: 1 | -1,
    colour: BranchColour | null | undefined,
    pass: LayoutPass,
  ): Node {
    const node = new Node(this.#context, item, parent, side, colour);
    node.isFolded = this.#isFolded(item);
    if (node.isFolded) node.hidden = countBelow(pass.map, item.id);
    node.comments = openComments(pass.map, item.id);
    measureBody(node, this.#context);
    this.nodes.set(item.id, node);
    return node;
  }

  #adopt(parent: Node, children: readonly Node[]): void {
    parent.children = children;
    parent.hasPlaced = children.some((child) => child.isPlaced);
  }

  #measure(node: Node, pass: LayoutPass): void {
    node.comments = openComments(pass.map, node.id);
    measureBody(node, this.#context);
    packLater(node, pass);
    pass.toDraw.add(node);
    // Children that stand where its end puts them take their branch along; others are reached anew.
    for (const child of node.children) if (node.depth === 0 || child.isPlaced) pass.toDraw.add(child);
  }

  /** Side and colour come from above; where they change, everything below changes with them. */
  #inherit(top: Node, side: 1 | -1, colour: BranchColour | null, isPlaced: boolean, pass: LayoutPass): void {
    if (top.isPlaced !== isPlaced) {
      top.isPlaced = isPlaced;
      if (top.parent !== null) packLater(top.parent, pass);
    }
    const open: { node: Node; side: 1 | -1; colour: BranchColour | null }[] = [{ node: top, side, colour }];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const { node } = one;
      const isSide = node.side === one.side;
      if (isSide && (!node.hasColour || sameColour(node.colour, one.colour))) continue;
      node.side = one.side;
      if (node.hasColour || node.depth < 2) node.colour = one.colour;
      if (isSide) pass.toDraw.add(node);
      else this.#measure(node, pass);
      if (node.depth === 0) continue;
      for (const child of node.children) {
        const below = child.isPlaced ? child.side : node.side;
        open.push({ node: child, side: below, colour: branchColour(child.item, node.colour, 0) });
      }
    }
  }

  /** The nearest visible item at or above `id` tells how much it hides: it counts again. */
  #recount(id: ItemId | null, pass: LayoutPass): void {
    for (let at = id; at !== null; at = pass.map.items.get(at)?.parent ?? null) {
      const node = this.nodes.get(at);
      if (node === undefined) continue;
      pass.toCount.add(node);
      return;
    }
  }

  #drop(id: ItemId, pass: LayoutPass): void {
    const top = this.nodes.get(id);
    if (top === undefined) return;
    const { parent } = top;
    const from = originOf(parent ?? top);
    const exit = parent === null ? { x: 0, y: 0 } : exitTo(parent, top.side);
    if (parent === null) {
      this.#roots = this.#roots.filter((root) => root !== top);
      pass.rootsMoved = true;
    } else {
      this.#adopt(
        parent,
        parent.children.filter((child) => child !== top),
      );
      packLater(parent, pass);
    }
    const open = [top];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      this.nodes.delete(node.id);
      this.#context.rows.give(node.row);
      pass.toCount.delete(node);
      pass.toDraw.delete(node);
      pass.toPlace.delete(node);
      pass.toPack[node.depth]?.delete(node);
      pass.removed.add(node.id);
      open.push(...node.children);
    }
    const groups = this.#scene.remove(top);
    if (groups.length > 0) pass.gone.push({ groups, from: { x: from.x + exit.x, y: from.y + exit.y } });
  }

  #finish(pass: LayoutPass): void {
    const moved: OnMove = (child, dx, dy, isBent) => {
      if (!child.isDrawn) return;
      if (isBent || child.item.linePoints !== null) pass.toDraw.add(child);
      else pass.toPlace.add(child);
      if (dx !== 0 || dy !== 0) pass.moved.push({ id: child.id, dx, dy });
    };
    for (let depth = pass.toPack.length - 1; depth >= 0; depth--) {
      for (const node of pass.toPack[depth] ?? []) {
        if (!pack(node, moved)) continue;
        if (node.parent !== null) packLater(node.parent, pass);
        else pass.rootsMoved = true;
      }
    }
    if (pass.rootsMoved) this.#placeRoots(moved);
    for (const node of pass.toPlace) {
      if (!pass.toDraw.has(node)) this.#scene.place(node, node.x, node.y);
    }
    // Parents first: the scene wants them there.
    for (const node of [...pass.toDraw].sort((a, b) => a.depth - b.depth)) {
      if (!node.isDrawn) pass.added.add(node.id);
      this.#draw(node);
      pass.changed.add(node.id);
      pass.removed.delete(node.id);
    }
  }

  /** Roots stand side by side, those placed by hand where they were put. */
  #placeRoots(moved: OnMove): void {
    let end: number | null = null;
    for (const root of this.#roots) {
      let x = 0;
      let y = 0;
      if (root.item.offset !== null) ({ x, y } = root.item.offset);
      else {
        x = end === null ? 0 : end + ROOTS_APART + root.reach.left;
        end = x + root.reach.right;
      }
      if (root.x === x && root.y === y) continue;
      const dx = x - root.x;
      const dy = y - root.y;
      root.moveTo(x, y);
      moved(root, dx, dy, false);
    }
  }

  #draw(node: Node): void {
    node.isDrawn = true;
    this.#scene.put(node, node.parent, node.x, node.y);
  }
}

const ignore: OnMove = () => undefined;

function rootColour(item: Item): BranchColour | null {
  return item.colour === null ? null : branchColour(item, null, 0);
}
