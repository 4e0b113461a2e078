import { childrenOf, type Item, type ItemId, type MindMap, type Touched } from '@bough/map';
import type { SceneTree } from '@bough/scene';
import type { TextMeasurer } from '@bough/text';
import { measureBody, textSettingsOf } from './body.ts';
import { type BranchColour, branchColour, sameColour } from './colours.ts';
import { itemBounds, itemGroup } from './item-group.ts';
import type { Kit } from './kit.ts';
import type { LayoutSettings } from './layout.ts';
import { ROOTS_APART } from './measures.ts';
import { exitTo, Node, originOf } from './node.ts';
import { type OnMove, pack } from './pack.ts';
import { commentCounts, countBelow, sidesOf } from './read-map.ts';
import { Rows } from './rows.ts';
import { newWork, packLater, type Work } from './work.ts';

// The layout's own tree of visible items, kept in step with the map. An update names what it touched: those items are measured
// again, those lists of children compared, and from there up each ancestor packs its children anew until one's outline
// stays as it was. Every number of a node depends only on its item, its ancestors' inheritance (level, side, colour) and its
// descendants, so that following changes and placing afresh give the same numbers.

export class PlacedTree {
  readonly nodes = new Map<string, Node>();
  readonly #scene: SceneTree;
  readonly #kit: Kit;
  #roots: Node[] = [];

  constructor(scene: SceneTree, measurer: TextMeasurer, settings: LayoutSettings) {
    this.#scene = scene;
    const textSettings = textSettingsOf(settings);
    this.#kit = {
      settings,
      measurer,
      textSettings,
      rows: new Rows(),
      boundsOf: itemBounds,
      draw: itemGroup,
      defaultShape: null,
      lineStyle: null,
    };
  }

  get roots(): readonly Node[] {
    return this.#roots;
  }

  /** Places everything: every node after its children, then drawn after its parent, without a note of what changed. */
  build(map: MindMap): void {
    const work = newWork(map);
    this.#follow(map);
    const order: Node[] = [];
    this.#kit.rows.reserve(map.items.size);
    childrenOf(map, null).forEach((id) => {
      const item = map.items.get(id);
      if (item !== undefined) this.#roots.push(this.#grow(item, null, 1, rootColour(item), work, order));
    });
    for (let i = order.length - 1; i >= 0; i--) {
      const node = order[i];
      if (node !== undefined && (node.depth === 0 || node.children.length > 0)) pack(node, ignore);
    }
    this.#placeRoots(ignore);
    this.#scene.reserve(order.length);
    for (const node of order) this.#draw(node);
  }

  update(map: MindMap, touched: Touched): Pick<Work, 'changed' | 'added' | 'removed' | 'gone' | 'moved'> {
    const work = newWork(map);
    if (touched.settings && this.#follow(map)) for (const node of this.nodes.values()) this.#measure(node, work);
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
    // What only stands elsewhere now was taken out and put back.
    work.gone = work.gone.filter(({ groups }) => groups.every(({ group }) => work.removed.has(group.id)));
    return work;
  }

  /** Threads that are gone tell nothing of their item: whoever had comments is counted again. */
  recountComments(map: MindMap): ItemId[] {
    const counts = commentCounts(map);
    return [...this.nodes.values()]
      .filter((node) => node.comments !== (counts.get(node.id) ?? 0))
      .map((node) => node.id);
  }

  /** Takes over the map's own settings; true when they say something else about how items look. */
  #follow(map: MindMap): boolean {
    const { defaultShape, lineStyle } = map.settings;
    const isSame = this.#kit.defaultShape === defaultShape && this.#kit.lineStyle === lineStyle;
    this.#kit.defaultShape = defaultShape;
    this.#kit.lineStyle = lineStyle;
    return !isSame;
  }

  #isFolded(item: Item): boolean {
    return item.isFolded && !this.#kit.settings.ignoresFolds;
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
      if (known === undefined) list.push(this.#growLater(item, parent, side, colour, work));
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
      this.#adopt(parent, list);
      this.#measure(parent, work);
    }
  }

  /** A new branch in an update: packed and drawn with the rest of it. */
  #growLater(item: Item, parent: Node | null, side: 1 | -1, colour: BranchColour | null, work: Work): Node {
    const grown: Node[] = [];
    const top = this.#grow(item, parent, side, colour, work, grown);
    for (const node of grown) {
      packLater(node, work);
      work.toDraw.add(node);
    }
    return top;
  }

  /** A new node with everything visible below it, parents first in `order`; without recursion, since maps may be deep. */
  #grow(item: Item, parent: Node | null, side: 1 | -1, colour: BranchColour | null, work: Work, order: Node[]): Node {
    const top = this.#node(item, parent, side, colour, work);
    // Depth first, as the items lie in memory: in a large map that is worth more than anything else here.
    const open = [top];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      order.push(node);
      if (this.#isFolded(node.item)) continue;
      const ids = childrenOf(work.map, node.id);
      if (ids.length === 0) continue;
      const sides = node.depth === 0 ? sidesOf(work.map, ids) : null;
      const children: Node[] = [];
      for (const id of ids) {
        const child = work.map.items.get(id);
        if (child === undefined) continue;
        const own = child.offset === null ? (sides?.get(id) ?? node.side) : child.offset.x < 0 ? -1 : 1;
        const shade = node.depth === 0 ? branchColour(child, null, children.length) : undefined;
        children.push(this.#node(child, node, own, shade, work));
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

  #node(item: Item, parent: Node | null, side: 1 | -1, colour: BranchColour | null | undefined, work: Work): Node {
    const node = new Node(this.#kit, item, parent, side, colour);
    if (item.isFolded) node.hidden = this.#isFolded(item) ? countBelow(work.map, item.id) : 0;
    if (work.comments.size > 0) node.comments = work.comments.get(item.id) ?? 0;
    measureBody(node);
    this.nodes.set(item.id, node);
    return node;
  }

  #adopt(parent: Node, children: readonly Node[]): void {
    parent.children = children;
    parent.hasPlaced = children.some((child) => child.isPlaced);
  }

  #measure(node: Node, work: Work): void {
    node.hidden = this.#isFolded(node.item) ? countBelow(work.map, node.id) : 0;
    node.comments = work.comments.get(node.id) ?? 0;
    measureBody(node);
    packLater(node, work);
    work.toDraw.add(node);
    // Children that stand where its end puts them take their branch along; others are reached anew.
    for (const child of node.children) if (node.depth === 0 || child.isPlaced) work.toDraw.add(child);
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
      if (isSide && (!node.hasColour || sameColour(node.colour, one.colour))) continue;
      node.side = one.side;
      if (node.hasColour || node.depth < 2) node.colour = one.colour;
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
    const { parent } = top;
    const from = originOf(parent ?? top);
    const exit = parent === null ? { x: 0, y: 0 } : exitTo(parent, top.side);
    if (parent === null) {
      this.#roots = this.#roots.filter((root) => root !== top);
      work.rootsMoved = true;
    } else {
      this.#adopt(
        parent,
        parent.children.filter((child) => child !== top),
      );
      packLater(parent, work);
    }
    const open = [top];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      this.nodes.delete(node.id);
      this.#kit.rows.give(node.row);
      work.toDraw.delete(node);
      work.toPlace.delete(node);
      work.toPack[node.depth]?.delete(node);
      work.removed.add(node.id);
      open.push(...node.children);
    }
    const groups = this.#scene.remove(top);
    if (groups.length > 0) work.gone.push({ groups, from: { x: from.x + exit.x, y: from.y + exit.y } });
  }

  #finish(work: Work): void {
    const moved: OnMove = (child, dx, dy, isBent) => {
      if (!child.isDrawn) return;
      if (isBent || child.item.linePoints !== null) work.toDraw.add(child);
      else work.toPlace.add(child);
      if (dx !== 0 || dy !== 0) work.moved.push({ id: child.id, dx, dy });
    };
    for (let depth = work.toPack.length - 1; depth >= 0; depth--) {
      for (const node of work.toPack[depth] ?? []) {
        if (!pack(node, moved)) continue;
        if (node.parent !== null) packLater(node.parent, work);
        else work.rootsMoved = true;
      }
    }
    if (work.rootsMoved) this.#placeRoots(moved);
    for (const node of work.toPlace) {
      if (!work.toDraw.has(node)) this.#scene.place(node, node.x, node.y);
    }
    // Parents first: the scene wants them there.
    for (const node of [...work.toDraw].sort((a, b) => a.depth - b.depth)) {
      if (!node.isDrawn) work.added.add(node.id);
      this.#draw(node);
      work.changed.add(node.id);
      work.removed.delete(node.id);
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
