import type { ItemId, LinkId } from '@bough/map';
import type { Rect, Spot } from '@bough/scene';
import { unreachable } from '@bough/base';
import { panBy, rectToScreen, toMap, toScreen, zoomAt } from '../core/camera/camera.ts';
import { bendLine, bendLink, resize } from '../commands/bend.ts';
import { addChild, addRoot, insertParent } from '../commands/grow.ts';
import { changeLink } from '../commands/links.ts';
import { tick } from '../commands/mark.ts';
import { presetOf } from '../commands/presets.ts';
import { straighten } from '../commands/tidy.ts';
import { extended, selectionOf, toggled } from '../commands/selection.ts';
import type { EditorSettings } from '../core/editor-types.ts';
import type { Intent, Target } from '../core/pointers/pointer-tool.ts';
import type { CommandId } from '../commands/command-id.ts';
import type { Desk } from './desk.ts';
import { Drags } from './drags.ts';
import { gripsOf } from './grips.ts';
import { NO_PREVIEW, type Viewport } from './viewport.ts';

/** What gestures need beside desk and viewport. */
export interface GestureHost {
  readonly settings: () => EditorSettings;
  readonly nowMs: () => number;
  openMenu(at: Spot): void;
  openHref(href: string): void;
  /** Something that the page shows: colours, a note, comments, icons. */
  ask(command: CommandId, at: Spot | null): void;
  changed(): void;
}

const HANDLE_GAP = 16;
const HANDLE_REACH = { mouse: 13, touch: 24 } as const;
const HIT_REACH = { mouse: 4, touch: 14 } as const;
/** The hovered item keeps its handle while the pointer is this near. */
const HOVER_REACH = 34;
const GRIP_REACH = { mouse: 8, touch: 22 } as const;

/** Intents that are no looking, selecting or dragging. */
type ChangingKind =
  | 'open'
  | 'add-root'
  | 'add-branch'
  | 'insert-parent'
  | 'colour'
  | 'select-link'
  | 'straighten'
  | 'bend'
  | 'resize';

/** Does what the pointers mean. */
export class Gestures {
  readonly #desk: Desk;
  readonly #viewport: Viewport;
  readonly #host: GestureHost;
  #hovered: { readonly id: ItemId; readonly side: -1 | 1 } | null = null;
  #band: ReadonlySet<ItemId> | null = null;
  /** Where the line was held when the last step of bending ended. */
  #bentAt: Spot | null = null;
  /** How wide it was when resizing began. */
  #widthBefore: number | null = null;
  readonly #drags: Drags;

  constructor(desk: Desk, viewport: Viewport, host: GestureHost) {
    this.#desk = desk;
    this.#viewport = viewport;
    this.#host = host;
    this.#drags = new Drags(desk, viewport);
  }

  targetAt(at: Spot, isTouch: boolean): Target {
    const { handle } = this.#viewport.preview;
    const reach = isTouch ? HANDLE_REACH.touch : HANDLE_REACH.mouse;
    if (handle !== null && this.#hovered !== null && Math.hypot(at.x - handle.x, at.y - handle.y) <= reach) {
      return { kind: 'plus', id: this.#hovered.id };
    }
    const gripReach = isTouch ? GRIP_REACH.touch : GRIP_REACH.mouse;
    for (const { grip, id, spot } of gripsOf(this.#desk, this.#viewport.camera)) {
      if (Math.hypot(at.x - spot.x, at.y - spot.y) <= gripReach) return { kind: 'grip', id, grip };
    }
    const { camera } = this.#viewport;
    const tolerance = (isTouch ? HIT_REACH.touch : HIT_REACH.mouse) / camera.scale;
    return this.#desk.picture.layout.hit(toMap(camera, at), tolerance) ?? { kind: 'paper' };
  }

  /** The mouse is here, or nowhere: the item below it shows its handle. */
  hover(at: Spot | null): void {
    const before = this.#hovered;
    if (this.#desk.linking !== null) {
      this.#viewport.preview = { ...this.#viewport.preview, pointer: at };
      this.#host.changed();
    }
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
      case 'select':
        this.#select(intent.id as ItemId, intent.how);
        break;
      case 'select-nothing':
        this.#desk.stopLinking();
        this.#desk.select([]);
        break;
      case 'edit':
        if (this.#desk.canWrite) this.#desk.startEdit(intent.id as ItemId);
        break;
      case 'pan':
        this.#viewport.jump(panBy(camera, intent.dx, intent.dy));
        break;
      case 'fling':
        this.#viewport.glide(panBy(camera, intent.dx, intent.dy), this.#host.nowMs());
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
      case 'drag-items':
        this.#forgetHandle();
        if (intent.isDone) this.#dropItems(intent);
        else this.#drags.drag(intent.id as ItemId, intent.from, intent.at, intent.how);
        break;
      case 'drag-branch':
        this.#dragBranch(intent.id as ItemId, intent.at);
        break;
      case 'band':
        this.#drawBand(intent.from, intent.to, intent.isDone);
        break;
      default:
        this.#change(intent);
    }
    this.#host.changed();
  }

  /** What makes, opens or bends something. */
  #change(intent: Extract<Intent, { kind: ChangingKind }>): void {
    const desk = this.#desk;
    const { camera } = this.#viewport;
    switch (intent.kind) {
      case 'open':
        if (intent.target.href !== undefined) this.#openHref(intent.target.href);
        else this.#openPart(intent.target.kind, intent.target.id as ItemId);
        return;
      case 'add-root':
        desk.carryOut(addRoot(desk.world(), toMap(camera, intent.at)));
        return;
      case 'add-branch':
        this.#addBranch(intent.id as ItemId, intent.at);
        return;
      case 'insert-parent':
        desk.select([intent.id as ItemId]);
        desk.carryOut(insertParent(desk.world()));
        return;
      case 'colour':
        if (desk.canWrite) this.#host.ask('colour', intent.at);
        return;
      case 'select-link':
        desk.selectLink(intent.id as LinkId);
        return;
      case 'straighten':
        if (intent.what === 'link') desk.carryOut(changeLink(desk.world(), intent.id as LinkId, { points: [] }));
        else desk.carryOut(straighten({ ...desk.world(), selection: selectionOf([intent.id as ItemId]) }));
        return;
      case 'bend':
        this.#bend(intent);
        return;
      case 'resize':
        this.#resize(intent);
        return;
      default:
        unreachable(intent);
    }
  }

  #select(id: ItemId, how: 'only' | 'toggle'): void {
    const desk = this.#desk;
    if (how === 'only' && desk.linking !== null) {
      desk.finishLink(id);
      return;
    }
    desk.select([...(how === 'only' ? selectionOf([id]) : toggled(desk.selection, id)).ids]);
    const { preset } = this.#host.settings();
    if (how === 'only' && desk.canWrite && presetOf(preset).clickEdits) desk.startEdit(id);
  }

  #dropItems(intent: Extract<Intent, { kind: 'drag-items' }>): void {
    this.#drags.drop(intent.id as ItemId, intent.from, intent.at, intent.how);
    this.#forget();
  }

  #dragBranch(id: ItemId, spot: Spot): void {
    const at = toMap(this.#viewport.camera, spot);
    const box = this.#desk.picture.layout.box(id);
    const start = box?.exits[0] ?? at;
    const middle = (start.x + at.x) / 2;
    const curve = [start, { x: middle, y: start.y }, { x: middle, y: at.y }, at] as const;
    const ghost = { x: at.x - 30, y: at.y - 10, width: 60, height: 20 };
    const drop = { parent: id, index: 0, side: null, ghost, curve };
    this.#viewport.preview = { ...NO_PREVIEW, drop, isDragging: true };
  }

  #bend({ id, what, at, isDone }: Extract<Intent, { kind: 'bend' }>): void {
    const desk = this.#desk;
    const spot = toMap(this.#viewport.camera, at);
    const plan =
      what === 'line'
        ? bendLine(desk.world(), id as ItemId, spot, this.#bentAt ?? spot)
        : bendLink(desk.world(), id as LinkId, spot);
    desk.carryOut(plan, `bend:${id}`);
    this.#bentAt = isDone ? null : spot;
    if (isDone) desk.open.endStep();
  }

  #resize({ id, grip, from, at, isDone }: Extract<Intent, { kind: 'resize' }>): void {
    const desk = this.#desk;
    const item = desk.map.items.get(id as ItemId);
    const { layout } = desk.picture;
    if (item === undefined) return;
    const now = grip === 'image' ? item.image?.width : (item.width ?? layout.words(item.id)?.width);
    this.#widthBefore ??= now ?? 100;
    const outward = layout.box(item.id)?.side === 'left' ? -1 : 1;
    const by = ((at.x - from.x) / this.#viewport.camera.scale) * outward;
    desk.carryOut(resize(desk.world(), item.id, grip, this.#widthBefore, by), `resize:${id}`);
    if (isDone) {
      this.#widthBefore = null;
      desk.open.endStep();
    }
  }

  #openHref(href: string): void {
    const id = /^item:(.*)$/.exec(href)?.[1];
    if (id === undefined) this.#host.openHref(href);
    else this.#desk.goTo(id as ItemId);
  }

  #openPart(kind: string, id: ItemId): void {
    if (kind === 'checkbox') this.#desk.carryOut(tick(this.#desk.world(), id));
    if (kind === 'note' || kind === 'icon') this.#host.ask(kind, null);
    if (kind === 'comments') this.#host.ask('comment', null);
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

  #forgetHandle(): void {
    this.#hovered = null;
  }

  #forget(): void {
    this.#band = null;
    this.#drags.forget();
    if (this.#bentAt !== null || this.#widthBefore !== null) this.#desk.open.endStep();
    this.#bentAt = null;
    this.#widthBefore = null;
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
