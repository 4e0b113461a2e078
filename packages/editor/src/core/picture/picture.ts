import { createLayout, type Gone, ICON_NAME, type Layout } from '@bough/layout';
import type { ItemId, MindMap, Touched } from '@bough/map';
import type { PlacedGroup } from '@bough/scene';
import { createInterMeasurer, formulasIn } from '@bough/text';
import { type Folds, NO_FOLDS } from '../folding/folds.ts';
import { continued, type Glide, glideAt, type Motion, withdrawnAt } from './motion.ts';
import { pageFigures } from './page-figures.ts';

/** More than this many new, pushed or removed branches at once (an import, a big unfolding) stand or are gone at once. */
const MOST_MOVING = 200;

const measurer = createInterMeasurer();
const MARKS = /[*_~`[\\#<$]|https?:/;
const NOTHING_TOUCHED: Touched = {
  items: new Set(),
  removed: new Set(),
  parents: new Set(),
  links: new Set(),
  threads: new Set(),
  messages: new Set(),
  settings: false,
};

/** The laid-out map and what of it is on the move. Costs what changed, never what the map is. */
export class Picture {
  readonly layout: Layout;
  /** Where words without a width of their own are broken; null: where they always are. */
  readonly maxTextWidth: number | null;
  #source: ItemId | null = null;
  readonly #motions = new Map<string, Motion>();
  #leaving: { readonly gone: Gone; readonly startMs: number }[] = [];
  #begunMs: number | null = null;

  constructor(map: MindMap, folds = NO_FOLDS.own, maxTextWidth: number | null = null) {
    this.maxTextWidth = maxTextWidth;
    const width = maxTextWidth === null ? {} : { maxTextWidth };
    this.layout = createLayout(map, measurer, { figures: pageFigures, folds, ...width });
  }

  get isMoving(): boolean {
    return this.#motions.size > 0 || this.#leaving.length > 0;
  }

  /** Follows a change; `nowMs` is null when nothing should move. */
  update(map: MindMap, touched: Touched, nowMs: number | null): void {
    const wasMoving = this.isMoving;
    const { added, removed, gone, moved } = this.layout.update(map, touched);
    for (const id of removed) this.#motions.delete(id);
    if (nowMs === null) return;
    if (moved.length <= MOST_MOVING)
      for (const { id, dx, dy } of moved) this.#motions.set(id, continued(this.#motions.get(id), -dx, -dy, nowMs));
    if (added.size <= MOST_MOVING) this.#grow(map, added, nowMs);
    if (removed.size <= MOST_MOVING) for (const one of gone) this.#leaving.push({ gone: one, startMs: nowMs });
    if (!wasMoving && this.isMoving) this.#begunMs = nowMs;
  }

  /** What others dragged goes home from where it was seen. */
  letGo(left: ReadonlyMap<string, Glide>, nowMs: number): void {
    for (const [id, { dx, dy, alpha }] of left) this.#motions.set(id, { dx, dy, alpha, startMs: nowMs });
  }

  /** The item's words stand as they are written while somebody edits them, so that the box over them covers nothing else. */
  showSource(map: MindMap, id: ItemId | null, nowMs: number | null): void {
    const items = new Set([this.#source, id].flatMap((one) => (one !== null && map.items.has(one) ? [one] : [])));
    if (id === this.#source) return;
    this.#source = id;
    this.layout.showSource(id);
    if ([...items].some((one) => hasMarks(map, one))) this.update(map, { ...NOTHING_TOUCHED, items }, nowMs);
  }

  /** Follows what this person folds and opens for themself; `turned` are the items of which that says something else. */
  showFolds(map: MindMap, folds: Folds['own'], turned: ReadonlySet<ItemId>, nowMs: number | null): void {
    this.layout.showFolds(folds);
    this.update(map, { ...NOTHING_TOUCHED, items: new Set([...turned].filter((id) => map.items.has(id))) }, nowMs);
  }

  /** When what is on the move began, before which nothing was: told once, to the first frame since. */
  takeBegun(): number | null {
    const begunMs = this.isMoving ? this.#begunMs : null;
    this.#begunMs = null;
    return begunMs;
  }

  /** Icons or formulas have come: the items that have some are placed and drawn anew. False: there are none. */
  showFigures(map: MindMap): boolean {
    const items = new Set<ItemId>();
    for (const { id, icon, text } of map.items.values()) {
      if ((icon !== null && ICON_NAME.test(icon)) || formulasIn(text).length > 0) items.add(id);
    }
    if (items.size > 0) this.layout.update(map, { ...NOTHING_TOUCHED, items });
    return items.size > 0;
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

  /** What withdraws, where it is now; what is gone is forgotten. */
  leaving(nowMs: number): PlacedGroup[] {
    if (this.#leaving.length === 0) return [];
    const seen = this.#leaving.map((one) => ({ one, groups: withdrawnAt(one.gone, one.startMs, nowMs) }));
    this.#leaving = seen.flatMap(({ one, groups }) => (groups === null ? [] : [one]));
    return seen.flatMap(({ groups }) => groups ?? []);
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

/** Whether words may look different from how they are written. */
function hasMarks(map: MindMap, id: ItemId): boolean {
  return MARKS.test(map.items.get(id)?.text ?? '');
}
