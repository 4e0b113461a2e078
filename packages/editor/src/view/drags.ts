import type { Drop } from '@bough/layout';
import type { ItemId } from '@bough/map';
import type { Spot } from '@bough/scene';
import { toMap } from '../core/camera/camera.ts';
import { dropAlone, placeAlone } from '../commands/alone.ts';
import { dropAt, placeBy } from '../commands/rearrange.ts';
import type { Glide } from '../core/picture/motion.ts';
import type { DragHow } from '../core/pointers/pointer-tool.ts';
import type { Desk } from './desk.ts';
import { NO_PREVIEW, type Viewport } from './viewport.ts';

/** A drop lands in the tree when the pointer is this near to where it would stand; else it stays where it was put. */
const SNAP_REACH = 70;

/** Items on their way under the pointer: what is taken along, what would become of it, and what does when it is let go. */
export class Drags {
  readonly #desk: Desk;
  readonly #viewport: Viewport;
  /** Where what is dragged stood when the drag began: others may move it meanwhile, the pointer keeps it. */
  #anchors: ReadonlyMap<ItemId, Spot> | null = null;

  constructor(desk: Desk, viewport: Viewport) {
    this.#desk = desk;
    this.#viewport = viewport;
  }

  drag(id: ItemId, from: Spot, at: Spot, how: DragHow): void {
    if (!this.#desk.canWrite) return;
    const taken = this.#taken(id, how);
    const tops = [...taken].filter((one) => !this.#isCarried(one, taken));
    this.#anchors ??= new Map(tops.flatMap((one) => this.#placeOf(one)));
    const { scale } = this.#viewport.camera;
    const dragged = new Map<string, Glide>();
    for (const [one, anchor] of this.#anchors) {
      const [now] = this.#placeOf(one);
      if (now === undefined) continue;
      const dx = anchor.x - now[1].x + (at.x - from.x) / scale;
      const dy = anchor.y - now[1].y + (at.y - from.y) / scale;
      dragged.set(one, { dx, dy, alpha: 0.6 });
      if (how === 'alone')
        for (const child of this.#desk.childrenOf(one)) dragged.set(child, { dx: -dx, dy: -dy, alpha: 1 / 0.6 });
    }
    const drop = this.#snap(at, taken, how);
    this.#viewport.preview = { ...NO_PREVIEW, drop, dragged, isDragging: true };
  }

  drop(id: ItemId, from: Spot, at: Spot, how: DragHow): void {
    const { scale } = this.#viewport.camera;
    const taken = this.#taken(id, how);
    const drop = this.#snap(at, taken, how);
    this.forget();
    const world = this.#desk.world();
    const [dx, dy] = [(at.x - from.x) / scale, (at.y - from.y) / scale];
    if (how === 'alone')
      this.#desk.carryOut(drop === null ? placeAlone(world, id, dx, dy) : dropAlone(world, id, drop));
    else if (drop !== null) this.#desk.carryOut(dropAt(world, taken, drop));
    else if (how === 'branch') this.#desk.carryOut(placeBy(world, taken, dx, dy));
    if (!this.#desk.selection.ids.has(id)) this.#desk.select([id]);
  }

  forget(): void {
    this.#anchors = null;
  }

  /** What a drag takes along: the selection when it began in it, else the item alone. */
  #taken(id: ItemId, how: DragHow): ReadonlySet<ItemId> {
    const { ids } = this.#desk.selection;
    return how === 'branch' && ids.has(id) ? ids : new Set([id]);
  }

  /** Where it would land in the tree, when the pointer means that; null: it stays where it is put. */
  #snap(at: Spot, taken: ReadonlySet<ItemId>, how: DragHow): Drop | null {
    const { camera } = this.#viewport;
    const spot = toMap(camera, at);
    const drop = this.#desk.picture.layout.drop(spot, taken);
    if (drop === null || drop.parent === null) return null;
    if (how === 'transplant') return drop;
    const hit = this.#desk.picture.layout.hit(spot, 0);
    const isOver =
      hit !== null && hit.kind !== 'line' && hit.kind !== 'link' && ![...taken].some((id) => id === hit.id);
    const middle = { x: drop.ghost.x + drop.ghost.width / 2, y: drop.ghost.y + drop.ghost.height / 2 };
    const apart = Math.hypot(middle.x - spot.x, middle.y - spot.y);
    return isOver || apart * Math.min(1, camera.scale) < SNAP_REACH ? drop : null;
  }

  #isCarried(id: ItemId, taken: ReadonlySet<ItemId>): boolean {
    for (let at = this.#desk.map.items.get(id)?.parent; at !== null && at !== undefined;) {
      if (taken.has(at)) return true;
      at = this.#desk.map.items.get(at)?.parent;
    }
    return false;
  }

  #placeOf(id: ItemId): readonly (readonly [ItemId, Spot])[] {
    const box = this.#desk.picture.layout.box(id);
    return box === null ? [] : [[id, box.entry]];
  }
}
