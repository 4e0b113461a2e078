import { assert } from '@bough/base';
import type { Glide, Group, HitTag, PlacedGroup, Rect, Spot } from './display-list.ts';
import { commandHolds } from './hit.ts';
import { grow, shift, touches, union } from './rect.ts';
import type { GroupSource, Scene } from './scene.ts';

// The scene as a tree of groups, each placed relative to its parent. The tree is also the spatial index: every node knows
// the extent of everything below it, so a search skips whole branches, and a pushed branch moves by changing one number.
// Extents are refreshed lazily, from the changed nodes up; groups are built when somebody first looks at them.

interface Node {
  readonly id: string;
  source: GroupSource;
  group: Group | null;
  parent: Node | null;
  readonly children: Set<Node>;
  x: number;
  y: number;
  /** Of the node with all below it, seen from its own origin; null: to be computed. */
  extent: Rect | null;
}

const MOST_DAMAGE = 16;
const STILL: Glide = new Map();

/** The scene that a layout fills. Every change is noted as damage, before and after. */
export class SceneTree implements Scene {
  readonly #nodes = new Map<string, Node>();
  readonly #roots = new Set<Node>();
  /** null: everything. */
  #damage: Rect[] | null = null;
  /** Nodes whose present picture is damage too, once it is known where they stand. */
  readonly #fresh = new Set<Node>();

  /** Makes the group, or replaces it where it stands. A parent must be there already; null puts it at the top. */
  put(source: GroupSource, parent: string | null, x: number, y: number): void {
    const above = parent === null ? null : this.#must(parent);
    const old = this.#nodes.get(source.id);
    if (old === undefined) {
      const node: Node = { id: source.id, source, group: null, parent: above, children: new Set(), x, y, extent: null };
      this.#nodes.set(source.id, node);
      (above?.children ?? this.#roots).add(node);
      this.#stale(above);
      this.#fresh.add(node);
      return;
    }
    this.#hurt(old);
    old.source = source;
    old.group = null;
    if (old.parent !== above) {
      this.#stale(old.parent);
      (old.parent?.children ?? this.#roots).delete(old);
      old.parent = above;
      (above?.children ?? this.#roots).add(old);
    }
    old.x = x;
    old.y = y;
    this.#stale(old);
  }

  /** Moves a group with all below it. */
  place(id: string, x: number, y: number): void {
    const node = this.#must(id);
    if (node.x === x && node.y === y) return;
    this.#hurt(node);
    node.x = x;
    node.y = y;
    this.#stale(node.parent);
  }

  /** Takes a group out with all below it; one that is not there is no matter. */
  remove(id: string): void {
    const node = this.#nodes.get(id);
    if (node === undefined) return;
    this.#hurt(node);
    (node.parent?.children ?? this.#roots).delete(node);
    this.#stale(node.parent);
    const gone = [node];
    for (let one = gone.pop(); one !== undefined; one = gone.pop()) {
      this.#nodes.delete(one.id);
      this.#fresh.delete(one);
      gone.push(...one.children);
    }
  }

  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  bounds(): Rect | null {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const root of this.#roots) {
      const extent = extentOf(root);
      left = Math.min(left, root.x + extent.x);
      top = Math.min(top, root.y + extent.y);
      right = Math.max(right, root.x + extent.x + extent.width);
      bottom = Math.max(bottom, root.y + extent.y + extent.height);
    }
    return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top };
  }

  /** Around a group with all below it; null when there is no such group. */
  extentAt(id: string): Rect | null {
    const node = this.#nodes.get(id);
    if (node === undefined) return null;
    const origin = originOf(node);
    return shift(extentOf(node), origin.x, origin.y);
  }

  originOf(id: string): Spot | null {
    const node = this.#nodes.get(id);
    return node === undefined ? null : originOf(node);
  }

  visible(rect: Rect, glide: Glide = STILL): PlacedGroup[] {
    const found: PlacedGroup[] = [];
    let furthest = 0;
    for (const { dx, dy } of glide.values()) furthest = Math.max(furthest, Math.abs(dx), Math.abs(dy));
    this.#search(
      grow(rect, furthest),
      (node, x, y, alpha) => {
        node.group ??= node.source.build();
        found.push({ group: node.group, x, y, alpha });
      },
      glide,
    );
    return found;
  }

  /** Like `visible`, but only who and where: nothing is built. */
  ids(rect: Rect): { readonly id: string; readonly x: number; readonly y: number }[] {
    const found: { readonly id: string; readonly x: number; readonly y: number }[] = [];
    this.#search(rect, (node, x, y) => found.push({ id: node.id, x, y }));
    return found;
  }

  hit(point: Spot, tolerance: number): HitTag | null {
    const around = grow({ x: point.x, y: point.y, width: 0, height: 0 }, tolerance);
    const near = this.visible(around);
    return (tolerance > 0 ? topmost(near, point, 0) : null) ?? topmost(near, point, tolerance);
  }

  takeDamage(): readonly Rect[] | null {
    const damage = this.#damage;
    if (damage !== null) for (const node of this.#fresh) this.#hurt(node);
    this.#fresh.clear();
    this.#damage = [];
    return damage;
  }

  #must(id: string): Node {
    const node = this.#nodes.get(id);
    assert(node !== undefined, `the scene has a group ${id}`);
    return node;
  }

  #search(rect: Rect, found: (node: Node, x: number, y: number, alpha: number) => void, glide: Glide = STILL): void {
    const open: { node: Node; x: number; y: number; alpha: number }[] = [];
    const push = (nodes: ReadonlySet<Node>, x: number, y: number, alpha: number): void => {
      const from = open.length;
      for (const node of nodes) {
        const way = glide.size === 0 ? undefined : glide.get(node.id);
        if (way === undefined) open.push({ node, x: x + node.x, y: y + node.y, alpha });
        else open.push({ node, x: x + node.x + way.dx, y: y + node.y + way.dy, alpha: alpha * way.alpha });
      }
      for (let a = from, b = open.length - 1; a < b; a++, b--) {
        const [first, last] = [open[a], open[b]];
        if (first !== undefined && last !== undefined) [open[a], open[b]] = [last, first];
      }
    };
    for (const root of this.#roots) extentOf(root);
    push(this.#roots, 0, 0, 1);
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const { node, x, y, alpha } = one;
      if (!rectsTouch(rect, extentOf(node), x, y)) continue;
      if (rectsTouch(rect, node.source.bounds, x, y)) found(node, x, y, alpha);
      if (node.children.size > 0) push(node.children, x, y, alpha);
    }
  }

  /** The node's picture is damage as it is now and as it will be. */
  #hurt(node: Node): void {
    if (this.#damage === null) return;
    const origin = originOf(node);
    addDamage(this.#damage, shift(extentOf(node), origin.x, origin.y));
    this.#fresh.add(node);
  }

  #stale(node: Node | null): void {
    for (let one = node; one !== null && one.extent !== null; one = one.parent) one.extent = null;
  }
}

function rectsTouch(a: Rect, b: Rect, x: number, y: number): boolean {
  return a.x <= b.x + x + b.width && b.x + x <= a.x + a.width && a.y <= b.y + y + b.height && b.y + y <= a.y + a.height;
}

function originOf(node: Node): Spot {
  let [x, y] = [node.x, node.y];
  for (let above = node.parent; above !== null; above = above.parent) {
    x += above.x;
    y += above.y;
  }
  return { x, y };
}

/** Without recursion: maps can be deeper than the stack. */
function extentOf(top: Node): Rect {
  if (top.extent !== null) return top.extent;
  const order = [top];
  for (let i = 0; i < order.length; i++) {
    for (const child of order[i]?.children ?? []) if (child.extent === null) order.push(child);
  }
  for (const node of order.toReversed()) {
    let { x, y } = node.source.bounds;
    let right = x + node.source.bounds.width;
    let bottom = y + node.source.bounds.height;
    for (const child of node.children) {
      const extent = child.extent ?? child.source.bounds;
      x = Math.min(x, child.x + extent.x);
      y = Math.min(y, child.y + extent.y);
      right = Math.max(right, child.x + extent.x + extent.width);
      bottom = Math.max(bottom, child.y + extent.y + extent.height);
    }
    node.extent = { x, y, width: right - x, height: bottom - y };
  }
  return top.extent ?? top.source.bounds;
}

function topmost(near: readonly PlacedGroup[], point: Spot, tolerance: number): HitTag | null {
  for (const layer of ['commands', 'under'] as const) {
    for (const { group, x, y } of near.toReversed()) {
      const command = group[layer].findLast(
        (one) => one.hit !== undefined && commandHolds(one, point.x - x, point.y - y, tolerance),
      );
      if (command?.hit !== undefined) return command.hit;
    }
  }
  return null;
}

function addDamage(damage: Rect[], rect: Rect): void {
  for (let i = 0; i < damage.length; i++) {
    const other = damage[i];
    if (other !== undefined && touches(other, rect)) {
      damage.splice(i, 1);
      addDamage(damage, union(other, rect));
      return;
    }
  }
  damage.push(rect);
  if (damage.length > MOST_DAMAGE) damage.splice(0, damage.length, damage.reduce(union));
}
