import type { Drop } from '@bough/layout';
import type { ItemId } from '@bough/map';
import type { Rect, Spot } from '@bough/scene';
import { unreachable } from '@bough/base';
import { panBy, rectToScreen, toMap, toScreen, zoomAt } from '../camera/camera.ts';
import { addChild, addRoot } from '../commands/grow.ts';
import { tick } from '../commands/mark.ts';
import { dropAt, placeBy } from '../commands/rearrange.ts';
import { extended, selectionOf, toggled } from '../selection.ts';
import type { Intent, Target } from '../tools/pointer-tool.ts';
import type { Desk } from './desk.ts';
import { NO_PREVIEW, type Viewport } from './viewport.ts';

/** What gestures need beside desk and viewport. */
export interface GestureHost {
  openMenu(at: Spot): void;
  openHref(href: string): void;
  changed(): void;
}

const HANDLE_GAP = 16;
const HANDLE_REACH = { mouse: 13, touch: 24 } as const;
const HIT_REACH = { mouse: 4, touch: 14 } as const;
/** The hovered item keeps its handle while the pointer is this near. */
const HOVER_REACH = 34;
/** A drop lands in the tree when the pointer is this near to where it would stand; else it stays where it was put. */
const SNAP_REACH = 70;

/** Does what the pointers mean. */
export class Gestures {
  readonly #desk: Desk;
  readonly #viewport: Viewport;
  readonly #host: GestureHost;
  #hovered: { readonly id: ItemId; readonly side: -1 | 1 } | null = null;
  #band: ReadonlySet<ItemId> | null = null;

  constructor(desk: Desk, viewport: Viewport, host: GestureHost) {
    this.#desk = desk;
    this.#viewport = viewport;
    this.#host = host;
  }

  targetAt(at: Spot, isTouch: boolean): Target {
    const { handle } = this.#viewport.preview;
    const reach = isTouch ? HANDLE_REACH.touch : HANDLE_REACH.mouse;
    if (handle !== null && this.#hovered !== null && Math.hypot(at.x - handle.x, at.y - handle.y) <= reach) {
      return { kind: 'plus', id: this.#hovered.id };
    }
    const { camera } = this.#viewport;
    const tolerance = (isTouch ? HIT_REACH.touch : HIT_REACH.mouse) / camera.scale;
    return this.#desk.picture.layout.hit(toMap(camera, at), tolerance) ?? { kind: 'paper' };
  }

  /** The mouse is here, or nowhere: the item below it shows its handle. */
  hover(at: Spot | null): void {
    const before = this.#hovered;
    this.#hovered = at === null || !this.#desk.canWrite ? null : this.#hoveredAt(at);
    if (before?.id === this.#hovered?.id && before?.side === this.#hovered?.side) return;
    this.showHandle();
    this.#host.changed();
  }

  /** Puts the handle where the hovered item is now. */
  showHandle(): void {
    this.#viewport.preview = { ...this.#viewport.preview, handle: this.#handleSpot() };
  }

  perform(intent: Intent): void {
    const { camera } = this.#viewport;
    switch (intent.kind) {
      case 'select': {
        const id = intent.id as ItemId;
        const after = intent.how === 'only' ? selectionOf([id]) : toggled(this.#desk.selection, id);
        this.#desk.select([...after.ids]);
        break;
      }
      case 'select-nothing':
        this.#desk.select([]);
        break;
      case 'open':
        if (intent.target.href !== undefined) this.#host.openHref(intent.target.href);
        else this.#openPart(intent.target.kind, intent.target.id as ItemId);
        break;
      case 'edit':
        if (this.#desk.canWrite) this.#desk.startEdit(intent.id as ItemId);
        break;
      case 'add-root':
        this.#desk.carryOut(addRoot(this.#desk.world(), toMap(camera, intent.at)));
        break;
      case 'add-branch':
        this.#addBranch(intent.id as ItemId, intent.at);
        break;
      case 'pan':
        this.#viewport.jump(panBy(camera, intent.dx, intent.dy));
        break;
      case 'zoom':
        this.#viewport.jump(zoomAt(camera, intent.at, intent.factor));
        break;
      case 'menu':
        this.#host.openMenu(intent.at);
        break;
      case 'forget':
        this.#forget();
        break;
      default:
        this.#drag(intent);
    }
    this.#host.changed();
  }

  #drag(intent: Extract<Intent, { kind: 'drag-items' | 'drop-items' | 'drag-branch' | 'band' }>): void {
    switch (intent.kind) {
      case 'drag-items':
        this.#dragItems(intent.id as ItemId, intent.from, intent.at);
        return;
      case 'drop-items':
        this.#dropItems(intent.id as ItemId, intent.from, intent.at);
        return;
      case 'drag-branch': {
        const at = toMap(this.#viewport.camera, intent.at);
        const box = this.#desk.picture.layout.box(intent.id as ItemId);
        const start = box?.exits[0] ?? at;
        const middle = (start.x + at.x) / 2;
        const curve = [start, { x: middle, y: start.y }, { x: middle, y: at.y }, at] as const;
        const ghost = { x: at.x - 30, y: at.y - 10, width: 60, height: 20 };
        const drop = { parent: intent.id as ItemId, index: 0, side: null, ghost, curve };
        this.#viewport.preview = { ...NO_PREVIEW, drop, isDragging: true };
        return;
      }
      case 'band':
        this.#drawBand(intent.from, intent.to, intent.isDone);
        return;
      default:
        unreachable(intent);
    }
  }

  #openPart(kind: string, id: ItemId): void {
    if (kind === 'checkbox') this.#desk.carryOut(tick(this.#desk.world(), id));
    const item = this.#desk.map.items.get(id);
    if (kind !== 'fold' || item === undefined) return;
    this.#desk.carryOut({ ops: [{ kind: 'set', id, fields: { isFolded: !item.isFolded } }] });
  }

  #addBranch(id: ItemId, at: Spot | null): void {
    const side = this.#hovered?.id === id ? this.#hovered.side : null;
    this.#forget();
    this.#desk.select([id]);
    const plan = addChild(this.#desk.world());
    const isRoot = this.#desk.map.items.get(id)?.parent === null;
    const made = plan?.edit;
    if (plan === null || made === undefined) return;
    const spot = at === null ? null : toMap(this.#viewport.camera, at);
    const box = this.#desk.picture.layout.box(id);
    const goesLeft = spot !== null && box !== null ? spot.x < box.x + box.width / 2 : side === -1;
    const ops = plan.ops.map((op) =>
      op.kind === 'add' && isRoot && (side !== null || spot !== null)
        ? { ...op, fields: { ...op.fields, side: goesLeft ? ('left' as const) : ('right' as const) } }
        : op,
    );
    const step = `branch:${made}`;
    if (!this.#desk.carryOut({ ops, select: [made] }, step)) return;
    const offset = spot === null ? null : this.#desk.picture.layout.offsetAt(made, { x: spot.x - 20, y: spot.y - 12 });
    if (offset !== null) this.#desk.carryOut({ ops: [{ kind: 'set', id: made, fields: { offset } }] }, step);
    this.#desk.startEdit(made, { before: id });
  }

  /** What a drag takes along: the selection when it began in it, else the item alone. */
  #taken(id: ItemId): ReadonlySet<ItemId> {
    const { ids } = this.#desk.selection;
    return ids.has(id) ? ids : new Set([id]);
  }

  #dragItems(id: ItemId, from: Spot, at: Spot): void {
    if (!this.#desk.canWrite) return;
    const { scale } = this.#viewport.camera;
    const taken = this.#taken(id);
    const glide = { dx: (at.x - from.x) / scale, dy: (at.y - from.y) / scale, alpha: 0.6 };
    const tops = [...taken].filter((one) => !this.#isCarried(one, taken));
    const drop = this.#snap(at, taken);
    const dragged = new Map(tops.map((one) => [one as string, glide]));
    this.#viewport.preview = { ...NO_PREVIEW, drop, dragged, isDragging: true };
  }

  #dropItems(id: ItemId, from: Spot, at: Spot): void {
    const { scale } = this.#viewport.camera;
    const taken = this.#taken(id);
    const drop = this.#snap(at, taken);
    this.#forget();
    const world = this.#desk.world();
    if (drop !== null) this.#desk.carryOut(dropAt(world, taken, drop));
    else this.#desk.carryOut(placeBy(world, taken, (at.x - from.x) / scale, (at.y - from.y) / scale));
    if (!this.#desk.selection.ids.has(id)) this.#desk.select([id]);
  }

  /** Where it would land in the tree, when the pointer means that; null: it stays where it is put. */
  #snap(at: Spot, taken: ReadonlySet<ItemId>): Drop | null {
    const { camera } = this.#viewport;
    const spot = toMap(camera, at);
    const drop = this.#desk.picture.layout.drop(spot, taken);
    if (drop === null || drop.parent === null) return null;
    const hit = this.#desk.picture.layout.hit(spot, 0);
    const isOver = hit !== null && hit.kind !== 'line' && hit.kind !== 'link' && !taken.has(hit.id as ItemId);
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

  #drawBand(from: Spot, to: Spot, isDone: boolean): void {
    this.#band ??= this.#desk.selection.ids;
    const band: Rect = {
      x: Math.min(from.x, to.x),
      y: Math.min(from.y, to.y),
      width: Math.abs(to.x - from.x),
      height: Math.abs(to.y - from.y),
    };
    const { camera } = this.#viewport;
    const corner = toMap(camera, band);
    const rect = { ...corner, width: band.width / camera.scale, height: band.height / camera.scale };
    const inside = this.#desk.picture.layout.itemsIn(rect);
    this.#desk.select([...extended({ ids: this.#band, focus: null }, inside).ids]);
    this.#viewport.preview = { ...NO_PREVIEW, band: isDone ? null : band };
    if (isDone) this.#band = null;
  }

  #forget(): void {
    this.#band = null;
    this.#viewport.preview = NO_PREVIEW;
    this.showHandle();
    this.#viewport.repaint();
  }

  #hoveredAt(at: Spot): { readonly id: ItemId; readonly side: -1 | 1 } | null {
    const hit = this.targetAt(at, false);
    const isItem = hit.kind !== 'paper' && hit.kind !== 'line' && hit.kind !== 'link';
    const id = isItem ? (hit.id as ItemId) : (this.#hovered?.id ?? null);
    const box = id === null ? null : this.#desk.picture.layout.box(id);
    if (id === null || box === null) return null;
    const seen = rectToScreen(this.#viewport.camera, box);
    const near =
      at.x > seen.x - HOVER_REACH &&
      at.x < seen.x + seen.width + HOVER_REACH &&
      at.y > seen.y - HOVER_REACH / 2 &&
      at.y < seen.y + seen.height + HOVER_REACH / 2;
    if (!isItem && !near) return null;
    if (box.side !== null) return { id, side: box.side === 'left' ? -1 : 1 };
    return { id, side: at.x < seen.x + seen.width / 2 ? -1 : 1 };
  }

  #handleSpot(): Spot | null {
    const hovered = this.#hovered;
    const box = hovered === null ? null : this.#desk.picture.layout.box(hovered.id);
    const isBusy = this.#viewport.preview.isDragging || this.#viewport.preview.band !== null;
    if (hovered === null || box === null || isBusy || this.#desk.editing === hovered.id) return null;
    const { camera } = this.#viewport;
    const exit = box.exits.find((one) => Math.sign(one.x - (box.x + box.width / 2)) === hovered.side) ?? box.exits[0];
    const edge = { x: hovered.side === 1 ? box.x + box.width : box.x, y: exit?.y ?? box.y + box.height / 2 };
    const spot = toScreen(camera, edge);
    return { x: spot.x + hovered.side * HANDLE_GAP, y: spot.y };
  }
}
