import { createLayout, type Layout } from '@bough/layout';
import type { ItemId, MindMap, Touched } from '@bough/map';
import { createInterMeasurer } from '@bough/text';
import { continued, type Glide, glideAt, type Motion } from '../motion/motion.ts';

/** More than this many new branches at once (an import, a big unfolding) stand at once. */
const MOST_GROWING = 200;

const measurer = createInterMeasurer();

/** The laid-out map and what of it is on the move. Costs what changed, never what the map is. */
export class Picture {
  readonly layout: Layout;
  readonly #motions = new Map<string, Motion>();

  constructor(map: MindMap) {
    this.layout = createLayout(map, measurer);
  }

  get isMoving(): boolean {
    return this.#motions.size > 0;
  }

  /** Follows a change; `nowMs` is null when nothing should move. */
  update(map: MindMap, touched: Touched, nowMs: number | null): void {
    const { added, removed, moved } = this.layout.update(map, touched);
    for (const id of removed) this.#motions.delete(id);
    if (nowMs === null) return;
    for (const { id, dx, dy } of moved) this.#motions.set(id, continued(this.#motions.get(id), -dx, -dy, nowMs));
    if (added.size <= MOST_GROWING) this.#grow(map, added, nowMs);
  }

  /** Who is how far from their place now; what has arrived is forgotten. */
  glides(nowMs: number): Map<string, Glide> {
    const glides = new Map<string, Glide>();
    for (const [id, motion] of this.#motions) {
      const glide = glideAt(motion, nowMs);
      if (glide === null) this.#motions.delete(id);
      else glides.set(id, glide);
    }
    return glides;
  }

  /** New branches come out of their parent; those below another new one ride with it. */
  #grow(map: MindMap, grown: ReadonlySet<string>, nowMs: number): void {
    for (const id of grown) {
      const item = map.items.get(id as ItemId);
      if (item?.parent === null || item?.parent === undefined || grown.has(item.parent)) continue;
      const box = this.layout.box(item.id);
      const parent = this.layout.box(item.parent);
      if (box === null || parent === null) continue;
      const exit = parent.exits.find((one) => one.x < parent.x + parent.width / 2 === (box.side === 'left'));
      const from = exit ?? parent.exits[0] ?? parent;
      const dx = (from.x - box.entry.x) * 0.5;
      this.#motions.set(id, { dx, dy: (from.y - box.entry.y) * 0.5, alpha: 0, startMs: nowMs });
    }
  }
}
