import { assert } from '@bough/base';
import { addDamage } from './damage.ts';
import type { Faded, Glide, Group, HitTag, PlacedGroup, Rect, Spot } from './display-list.ts';
import { hitAmong } from './hit.ts';
import { grow } from './rect.ts';
import type { GroupSource, Scene } from './scene.ts';
import { EXTENT, FIRST, LAST, NEXT, NONE, OWN, PARENT, PREVIOUS, Slots, X, Y } from './slots.ts';

// The scene as a tree of groups, each placed relative to its parent. The tree is also the spatial index: every slot knows
// the extent of everything below it, so a search skips whole branches, and a pushed branch moves by changing one number.
// Extents are refreshed lazily, from the changed slots up; groups are built when somebody first looks at them.

const STILL: Glide = new Map();
const CLEAR: Faded = new Set();

/** How groups are shown for a while, whatever the map says. */
interface Showing {
  readonly glide: Glide;
  readonly faded: Faded;
}

const PLAIN: Showing = { glide: STILL, faded: CLEAR };

/** The scene that a layout fills. Every change is noted as damage, before and after. */
export class SceneTree implements Scene {
  readonly #slots = new Slots();
  readonly #sources: (GroupSource | null)[] = [];
  readonly #groups: (Group | null)[] = [];
  /** 1: the extent is to be computed. Then those of all above are too. */
  readonly #isStale: number[] = [];
  /** null: everything. */
  #damage: Rect[] | null = null;
  /** Slots whose present picture is damage too, once it is known where they stand. */
  readonly #fresh = new Set<number>();
  /** Groups were only added until now, each after its parent, and no extent was asked for. */
  #isPlanting = true;
  readonly #walk = new Walk();

  /** Room for so many groups more, so that it need not be made piece by piece. */
  reserve(count: number): void {
    this.#slots.reserve(count);
  }

  /** Makes the source's group, or replaces it where it stands. A parent must be there already; null puts it at the top. */
  put(source: GroupSource, parent: GroupSource | null, x: number, y: number): void {
    const slots = this.#slots;
    const above = parent === null ? NONE : this.#must(parent);
    let slot = source.slot ?? NONE;
    if (slot === NONE) {
      slot = slots.take();
      source.slot = slot;
      slots.hang(slot, above);
      this.#isStale[slot] = 1;
      this.#stale(above);
      if (this.#damage !== null) this.#fresh.add(slot);
    } else {
      assert(this.#sources[slot] === source, 'a source is of one scene');
      this.#isPlanting = false;
      this.#hurt(slot);
      if (slots.link(slot, PARENT) !== above) {
        this.#stale(slots.link(slot, PARENT));
        slots.unhang(slot);
        slots.hang(slot, above);
        this.#stale(above);
      }
      this.#stale(slot);
    }
    const { bounds } = source;
    this.#sources[slot] = source;
    this.#groups[slot] = null;
    slots.setNumber(slot, X, x);
    slots.setNumber(slot, Y, y);
    slots.setEdges(slot, OWN, bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height);
  }

  /** Moves a group with all below it. */
  place(source: GroupSource, x: number, y: number): void {
    const slot = this.#must(source);
    if (this.#slots.number(slot, X) === x && this.#slots.number(slot, Y) === y) return;
    this.#hurt(slot);
    this.#slots.setNumber(slot, X, x);
    this.#slots.setNumber(slot, Y, y);
    this.#stale(this.#slots.link(slot, PARENT));
  }

  /** Takes a group out with all below it, and answers those that were ever seen, where they stood; what is not there is no matter. */
  remove(source: GroupSource): readonly PlacedGroup[] {
    const top = source.slot ?? NONE;
    if (top === NONE) return [];
    this.#isPlanting = false;
    this.#hurt(top);
    const above = this.#slots.link(top, PARENT);
    const origin = above === NONE ? { x: 0, y: 0 } : this.#originOf(above);
    this.#stale(above);
    this.#slots.unhang(top);
    const seen: PlacedGroup[] = [];
    this.#walk.clear();
    this.#push(top, origin.x, origin.y, 1, STILL);
    for (let slot = this.#walk.pop(); slot !== NONE; slot = this.#walk.pop()) {
      const { x, y } = this.#walk;
      const group = this.#groups[slot] ?? null;
      if (group !== null) seen.push({ group, x, y, alpha: 1, isFaded: false });
      for (let child = this.#slots.link(slot, FIRST); child !== NONE; child = this.#slots.link(child, NEXT))
        this.#push(child, x, y, 1, STILL);
      const gone = this.#sources[slot] ?? null;
      if (gone !== null) gone.slot = NONE;
      this.#sources[slot] = null;
      this.#groups[slot] = null;
      this.#fresh.delete(slot);
      this.#slots.give(slot);
    }
    return seen;
  }

  bounds(): Rect | null {
    const slots = this.#slots;
    let left = Infinity;
    let top = Infinity;
    let right = -Infinity;
    let bottom = -Infinity;
    for (let root = slots.firstTop; root !== NONE; root = slots.link(root, NEXT)) {
      this.#refresh(root);
      const x = slots.number(root, X);
      const y = slots.number(root, Y);
      left = Math.min(left, x + slots.number(root, EXTENT));
      top = Math.min(top, y + slots.number(root, EXTENT + 1));
      right = Math.max(right, x + slots.number(root, EXTENT + 2));
      bottom = Math.max(bottom, y + slots.number(root, EXTENT + 3));
    }
    return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top };
  }

  /** Around a group with all below it; null when it is not in the scene. */
  extentOf(source: GroupSource): Rect | null {
    const slot = source.slot ?? NONE;
    return slot === NONE ? null : this.#extentOf(slot);
  }

  /** Where the group's origin stands; null when it is not in the scene. */
  originOf(source: GroupSource): Spot | null {
    const slot = source.slot ?? NONE;
    return slot === NONE ? null : this.#originOf(slot);
  }

  visible(rect: Rect, glide: Glide = STILL, least = 0, faded: Faded = CLEAR): PlacedGroup[] {
    const found: PlacedGroup[] = [];
    let furthest = 0;
    for (const { dx, dy } of glide.values()) furthest = Math.max(furthest, Math.abs(dx), Math.abs(dy));
    const area = grow(rect, furthest);
    this.#search(area, { glide, faded }, least, (slot, x, y, alpha, isFaded) => {
      const group = this.#groups[slot] ?? this.#sources[slot]?.build();
      assert(group !== undefined, 'a slot in the tree has a source');
      this.#groups[slot] = group;
      found.push({ group, x, y, alpha, isFaded });
    });
    return found;
  }

  /** Like `visible`, but only who and where: nothing is built. */
  ids(rect: Rect): { readonly id: string; readonly x: number; readonly y: number }[] {
    const found: { readonly id: string; readonly x: number; readonly y: number }[] = [];
    this.#search(rect, PLAIN, 0, (slot, x, y) => found.push({ id: this.#sources[slot]?.id ?? '', x, y }));
    return found;
  }

  hit(point: Spot, tolerance: number): HitTag | null {
    return hitAmong((rect) => this.visible(rect), point, tolerance);
  }

  takeDamage(): readonly Rect[] | null {
    const damage = this.#damage;
    if (damage !== null) for (const slot of this.#fresh) addDamage(damage, this.#extentOf(slot));
    this.#fresh.clear();
    this.#damage = [];
    return damage;
  }

  /** All of it counts as damage, so that what is put, placed and removed until it is taken need not be told apart. */
  damageAll(): void {
    this.#damage = null;
    this.#fresh.clear();
  }

  #must(source: GroupSource): number {
    const slot = source.slot ?? NONE;
    assert(slot !== NONE, 'the scene has the group');
    return slot;
  }

  #search(
    rect: Rect,
    { glide, faded }: Showing,
    least: number,
    found: (slot: number, x: number, y: number, alpha: number, isFaded: boolean) => void,
  ): void {
    const { x: left, y: top } = rect;
    const right = left + rect.width;
    const bottom = top + rect.height;
    const slots = this.#slots;
    for (let root = slots.firstTop; root !== NONE; root = slots.link(root, NEXT)) this.#refresh(root);
    const walk = this.#walk;
    walk.clear();
    for (let one = slots.lastTop; one !== NONE; one = slots.link(one, PREVIOUS)) this.#push(one, 0, 0, 1, glide);
    for (let slot = walk.pop(); slot !== NONE; slot = walk.pop()) {
      const { x, y, alpha } = walk;
      const isFaded = walk.isFaded || (faded.size > 0 && faded.has(this.#sources[slot]?.id ?? ''));
      const width = left - x;
      const height = top - y;
      if (
        slots.number(slot, EXTENT) > right - x ||
        slots.number(slot, EXTENT + 1) > bottom - y ||
        slots.number(slot, EXTENT + 2) < width ||
        slots.number(slot, EXTENT + 3) < height
      )
        continue;
      if (
        slots.number(slot, OWN) <= right - x &&
        slots.number(slot, OWN + 1) <= bottom - y &&
        slots.number(slot, OWN + 2) >= width &&
        slots.number(slot, OWN + 3) >= height
      )
        found(slot, x, y, alpha, isFaded);
      if (least > 0 && this.#isSmall(slot, least)) continue;
      for (let child = slots.link(slot, LAST); child !== NONE; child = slots.link(child, PREVIOUS))
        this.#push(child, x, y, alpha, glide, isFaded);
    }
  }

  #push(slot: number, x: number, y: number, alpha: number, glide: Glide, isFaded = false): void {
    const way = glide.size === 0 ? undefined : glide.get(this.#sources[slot]?.id ?? '');
    const atX = x + this.#slots.number(slot, X);
    const atY = y + this.#slots.number(slot, Y);
    if (way === undefined) this.#walk.push(slot, atX, atY, alpha, isFaded);
    else this.#walk.push(slot, atX + way.dx, atY + way.dy, alpha * way.alpha, isFaded);
  }

  #isSmall(slot: number, least: number): boolean {
    const slots = this.#slots;
    return (
      slots.number(slot, EXTENT + 2) - slots.number(slot, EXTENT) < least &&
      slots.number(slot, EXTENT + 3) - slots.number(slot, EXTENT + 1) < least
    );
  }

  /** The slot's picture is damage as it is now and as it will be. */
  #hurt(slot: number): void {
    if (this.#damage === null) return;
    addDamage(this.#damage, this.#extentOf(slot));
    this.#fresh.add(slot);
  }

  #stale(slot: number): void {
    for (let one = slot; one !== NONE && this.#isStale[one] === 0; one = this.#slots.link(one, PARENT))
      this.#isStale[one] = 1;
  }

  #originOf(slot: number): Spot {
    let x = 0;
    let y = 0;
    for (let one = slot; one !== NONE; one = this.#slots.link(one, PARENT)) {
      x += this.#slots.number(one, X);
      y += this.#slots.number(one, Y);
    }
    return { x, y };
  }

  #extentOf(slot: number): Rect {
    this.#refresh(slot);
    const { x, y } = this.#originOf(slot);
    const slots = this.#slots;
    const left = slots.number(slot, EXTENT);
    const top = slots.number(slot, EXTENT + 1);
    return {
      x: x + left,
      y: y + top,
      width: slots.number(slot, EXTENT + 2) - left,
      height: slots.number(slot, EXTENT + 3) - top,
    };
  }

  /** Computes the extents at and below the slot that are stale; without recursion: maps can be deeper than the stack. */
  #refresh(top: number): void {
    if (this.#isStale[top] === 0) return;
    if (this.#isPlanting) {
      this.#isPlanting = false;
      this.#slots.fold(this.#sources.length);
      this.#isStale.fill(0);
      return;
    }
    const slots = this.#slots;
    const order = [top];
    for (let i = 0; i < order.length; i++) {
      for (let child = slots.link(order[i] ?? NONE, FIRST); child !== NONE; child = slots.link(child, NEXT))
        if (this.#isStale[child] === 1) order.push(child);
    }
    for (let i = order.length - 1; i >= 0; i--) {
      const slot = order[i] ?? NONE;
      let left = slots.number(slot, OWN);
      let high = slots.number(slot, OWN + 1);
      let right = slots.number(slot, OWN + 2);
      let bottom = slots.number(slot, OWN + 3);
      for (let child = slots.link(slot, FIRST); child !== NONE; child = slots.link(child, NEXT)) {
        const x = slots.number(child, X);
        const y = slots.number(child, Y);
        left = Math.min(left, x + slots.number(child, EXTENT));
        high = Math.min(high, y + slots.number(child, EXTENT + 1));
        right = Math.max(right, x + slots.number(child, EXTENT + 2));
        bottom = Math.max(bottom, y + slots.number(child, EXTENT + 3));
      }
      slots.setEdges(slot, EXTENT, left, high, right, bottom);
      this.#isStale[slot] = 0;
    }
  }
}

/** What a search has still to look at, kept between searches. */
class Walk {
  x = 0;
  y = 0;
  alpha = 1;
  isFaded = false;
  #length = 0;
  readonly #slots: number[] = [];
  readonly #faded: boolean[] = [];
  readonly #spots: number[] = [];

  clear(): void {
    this.#length = 0;
  }

  push(slot: number, x: number, y: number, alpha: number, isFaded: boolean): void {
    const at = this.#length++;
    this.#slots[at] = slot;
    this.#faded[at] = isFaded;
    this.#spots[at * 3] = x;
    this.#spots[at * 3 + 1] = y;
    this.#spots[at * 3 + 2] = alpha;
  }

  /** The slot that was pushed last, its place and look in the fields above; NONE when there is none. */
  pop(): number {
    if (this.#length === 0) return NONE;
    const at = --this.#length;
    this.x = this.#spots[at * 3] ?? 0;
    this.y = this.#spots[at * 3 + 1] ?? 0;
    this.alpha = this.#spots[at * 3 + 2] ?? 1;
    this.isFaded = this.#faded[at] === true;
    return this.#slots[at] ?? NONE;
  }
}
