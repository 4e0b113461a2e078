import { childrenOf, type Item, type ItemId, type Link, type LinkId, type MindMap, type Op, Orders } from '@bough/map';
import type { Rect, Spot } from '@bough/scene';
import { linkItems } from '../commands/links.ts';
import type { Plan, World } from '../commands/world.ts';
import type { EditorComponents } from '../core/editor-types.ts';
import { findItems, stepIn } from '../core/find.ts';
import { besides } from '../core/focus.ts';
import type { MapEvent, OpenMap } from '../core/open-map.ts';
import { NOTHING, pruned, type Selection, selectionOf } from '../commands/selection.ts';
import { Picture } from '../core/picture/picture.ts';

/** What the desk tells its editor. */
export interface DeskListener {
  /** Anything that a snapshot or a frame shows may be different. */
  readonly onChange: () => void;
  /** The picture is another one: everything is painted anew. */
  readonly onReplaced: () => void;
  readonly onPeer: (items: number) => void;
  /** A peer's change moved what is being edited by so much: the camera goes along, so that it stays where it is seen. */
  readonly onShifted: (dx: number, dy: number) => void;
  /** The item is selected and should be looked at. */
  readonly onGoTo: () => void;
  /** Reads whether things may move, and what time it is then. */
  readonly motionMs: () => number | null;
}

/** A change may cost so much (64 for each op, and its text) before it is cut in two; the map's limit is a little above. */
const CHANGE_COST = 200_000;
const CHANGE_OPS = 2000;

/** The open map with what one person has selected, is editing and looks for: the editor without a screen. */
export class Desk {
  readonly open: OpenMap;
  readonly #components: EditorComponents;
  readonly #listener: DeskListener;
  readonly #orders: Orders;
  #picture: Picture;
  #selection: Selection = NOTHING;
  #editing: ItemId | null = null;
  /** The new item that is edited, and what was selected before it. */
  #fresh: { readonly id: ItemId; readonly before: ItemId | null } | null = null;
  #find: { readonly query: string; readonly found: readonly ItemId[]; readonly at: number } | null = null;
  #middle: Spot = { x: 0, y: 0 };
  #link: LinkId | null = null;
  #linking: ItemId | null = null;
  #focusOn: ItemId | null = null;
  #faded: ReadonlySet<string> = new Set();
  #version = 0;
  readonly #isReadOnly: () => boolean;

  constructor(components: EditorComponents, listener: DeskListener, isReadOnly: () => boolean) {
    this.#isReadOnly = isReadOnly;
    this.open = components.open;
    this.#components = components;
    this.#listener = listener;
    this.#orders = new Orders(components.random);
    this.#picture = new Picture(this.open.map);
    this.open.subscribe((event) => this.#heard(event));
  }

  get map(): MindMap {
    return this.open.map;
  }
  get picture(): Picture {
    return this.#picture;
  }
  /** Counts every change of the map. */
  get version(): number {
    return this.#version;
  }
  get selection(): Selection {
    return this.#selection;
  }
  get editing(): ItemId | null {
    return this.#editing;
  }
  get found(): readonly ItemId[] {
    return this.#find?.found ?? [];
  }
  get findState(): { readonly query: string; readonly matches: number; readonly at: number } | null {
    const find = this.#find;
    return find === null ? null : { query: find.query, matches: find.found.length, at: find.at };
  }
  get focused(): Item | null {
    return this.#selection.focus === null ? null : (this.map.items.get(this.#selection.focus) ?? null);
  }
  /** Whether this person may change the map, as far as is known. */
  get canWrite(): boolean {
    const { role, status } = this.open.facts();
    if (this.#isReadOnly()) return false;
    const isOpen = status.kind === 'outdated' ? status.isOpen : status.kind !== 'closed' && status.kind !== 'opening';
    return isOpen && (role === null || role === 'edit' || role === 'own');
  }

  /** Where new roots go. */
  set middle(middle: Spot) {
    this.#middle = middle;
  }

  world(): World {
    const { ids } = this.#components;
    const { layout } = this.#picture;
    return { map: this.map, selection: this.#selection, layout, ids, orders: this.#orders, middle: this.#middle };
  }

  /** Does what a command wants; false when the map refused it. */
  carryOut(plan: Plan | null, step?: string): boolean {
    if (plan === null || (plan.ops.length > 0 && !this.canWrite)) return false;
    const before = this.#selection.focus;
    if (plan.ops.length > 0 && !this.#changeAll(plan.ops, step)) return false;
    if (plan.select !== undefined) this.select(plan.select);
    if (plan.edit !== undefined && this.canWrite) {
      const isFresh = plan.ops.some((op) => op.kind === 'add' && op.id === plan.edit);
      this.startEdit(plan.edit, isFresh ? { before } : undefined);
    }
    return true;
  }

  /** The item of that name, however the name came. */
  itemOf(id: string): Item | undefined {
    return this.map.items.get(id as ItemId);
  }

  childrenOf(id: ItemId): readonly ItemId[] {
    return childrenOf(this.map, id);
  }

  /** The link that is selected, as it is now. */
  get link(): Link | null {
    return this.#link === null ? null : (this.map.links.get(this.#link) ?? null);
  }
  /** Around the selected link, on the map. */
  get linkRect(): Rect | null {
    const link = this.link;
    const [from, to] = [link?.from, link?.to].map((id) => (id === undefined ? null : this.#picture.layout.box(id)));
    if (link === null || from == null || to == null) return null;
    const middle = { x: (from.x + to.x + to.width) / 2, y: (from.y + to.y + to.height) / 2 };
    const spots = [
      from.entry,
      to.entry,
      ...link.points.map((point) => ({ x: middle.x + point.x, y: middle.y + point.y })),
    ];
    const [left, right] = [Math.min(...spots.map((spot) => spot.x)), Math.max(...spots.map((spot) => spot.x))];
    const [top, bottom] = [Math.min(...spots.map((spot) => spot.y)), Math.max(...spots.map((spot) => spot.y))];
    return { x: left, y: top, width: right - left, height: bottom - top };
  }
  selectLink(id: LinkId | null): void {
    if (id !== null) this.select([]);
    this.#link = id;
    this.#listener.onChange();
  }

  /** The item from which a link is being drawn: the next item that is chosen is its other end. */
  get linking(): ItemId | null {
    return this.#linking;
  }
  startLinking(id: ItemId): void {
    this.endEdit();
    this.#linking = id;
    this.#listener.onChange();
  }
  stopLinking(): void {
    if (this.#linking === null) return;
    this.#linking = null;
    this.#listener.onChange();
  }
  finishLink(to: ItemId): boolean {
    const from = this.#linking;
    this.#linking = null;
    const isDone = from !== null && this.carryOut(linkItems(this.world(), from, to));
    this.#listener.onChange();
    return isDone;
  }

  /** The branch that alone is shown clearly, and what is faded for it. */
  get focusOn(): ItemId | null {
    return this.#focusOn;
  }
  get faded(): ReadonlySet<string> {
    return this.#faded;
  }
  set focusOn(id: ItemId | null) {
    this.#focusOn = id !== null && this.map.items.has(id) ? id : null;
    this.#faded = this.#focusOn === null ? new Set() : besides(this.map, this.#focusOn);
    this.#listener.onChange();
  }

  /** Unfolds the way to an item, selects it and looks at it. */
  goTo(id: ItemId): void {
    if (!this.map.items.has(id)) return;
    const folded: Op[] = [];
    for (let at = this.map.items.get(id)?.parent ?? null; at !== null; at = this.map.items.get(at)?.parent ?? null) {
      if (this.map.items.get(at)?.isFolded === true) folded.push({ kind: 'set', id: at, fields: { isFolded: false } });
    }
    if (folded.length > 0) this.carryOut({ ops: folded });
    this.select([id]);
    this.#listener.onGoTo();
  }

  select(ids: readonly ItemId[]): void {
    this.endEdit();
    this.#link = null;
    this.#selection = selectionOf(ids.filter((id) => this.map.items.has(id)));
    this.#listener.onChange();
  }

  /** `fresh` is given for an item that was just made: left empty, it goes again, and `before` is selected. */
  startEdit(id: ItemId, fresh?: { readonly before: ItemId | null }): void {
    if (this.#editing === id || !this.map.items.has(id)) return;
    if (this.#selection.focus !== id || this.#selection.ids.size > 1) this.select([id]);
    this.#editing = id;
    this.#fresh = fresh === undefined ? null : { id, ...fresh };
    this.open.endStep();
    this.#listener.onChange();
  }

  /** Keeps what was typed; a new item that stayed empty goes again. */
  endEdit(): void {
    const id = this.#editing;
    if (id === null) return;
    const item = this.map.items.get(id);
    const fresh = this.#fresh;
    this.#editing = null;
    this.#fresh = null;
    this.open.endStep();
    if (fresh?.id === id && item !== undefined && item.text === '' && this.#isNeedless(item)) {
      this.open.change([{ kind: 'remove', id }]);
      const next = [fresh.before, item.parent].find((one) => one !== null && this.map.items.has(one)) ?? null;
      this.#selection = next === null ? NOTHING : selectionOf([next]);
    }
    this.#listener.onChange();
  }

  find(query: string | null): void {
    if (query === null) this.#find = null;
    else {
      const found = findItems(this.map, query);
      this.#find = { query, found, at: found.length === 0 ? -1 : 0 };
    }
    this.#listener.onChange();
  }

  /** The next match, or the one before; null when nothing is looked for or found. */
  stepFind(by: 1 | -1): ItemId | null {
    const find = this.#find;
    if (find === null) return null;
    const at = stepIn(find.found.length, find.at, by);
    this.#find = { ...find, at };
    this.#listener.onChange();
    return find.found[at] ?? null;
  }

  /** The match that is looked at. */
  get match(): ItemId | null {
    return this.#find?.found[this.#find.at] ?? null;
  }

  /** A root that nobody has written in, alone on its map. */
  get emptyRoot(): ItemId | null {
    const roots = childrenOf(this.map, null);
    const root = this.map.items.size === 1 && roots[0] !== undefined ? this.map.items.get(roots[0]) : undefined;
    return root !== undefined && root.text === '' ? root.id : null;
  }

  #isNeedless(item: Item): boolean {
    return childrenOf(this.map, item.id).length === 0 && (item.parent !== null || this.map.items.size > 1);
  }

  #changeAll(ops: readonly Op[], step: string | undefined): boolean {
    const parts = inParts(ops);
    const name = parts.length > 1 ? (step ?? `many:${this.#components.ids.short()}`) : step;
    return parts.every((part) => this.open.change(part, name).ok);
  }

  #heard(event: MapEvent): void {
    if (event.kind === 'touched' || event.kind === 'replaced') this.#version++;
    switch (event.kind) {
      case 'replaced':
        this.#picture = new Picture(this.map);
        this.#prune();
        this.focusOn = this.#focusOn;
        this.#listener.onReplaced();
        break;
      case 'touched':
        this.#follow(event);
        this.#prune();
        if (this.#focusOn !== null) this.focusOn = this.#focusOn;
        if (!event.isOwn) this.#listener.onPeer(event.touched.items.size + event.touched.removed.size);
        break;
      case 'facts':
      case 'refused':
      case 'renewed':
        break;
    }
    this.#listener.onChange();
  }

  /** What somebody else does never moves what is being edited: the picture moves around it. */
  #follow(event: MapEvent & { readonly kind: 'touched' }): void {
    const held = event.isOwn ? null : this.#editing;
    const before = held === null ? null : this.#picture.layout.box(held);
    this.#picture.update(this.map, event.touched, held === null ? this.#listener.motionMs() : null);
    const after = held === null ? null : this.#picture.layout.box(held);
    if (before === null || after === null) return;
    const [dx, dy] = [after.entry.x - before.entry.x, after.entry.y - before.entry.y];
    if (dx !== 0 || dy !== 0) this.#listener.onShifted(dx, dy);
  }

  /** Icons or formulas have come that the map may have. */
  showFigures(): void {
    if (this.#picture.showFigures(this.map)) this.#listener.onChange();
  }

  #prune(): void {
    if (this.#editing !== null && !this.map.items.has(this.#editing)) this.#editing = null;
    const { focus } = this.#selection;
    this.#selection = pruned(this.#selection, (id) => this.map.items.has(id));
    if (focus !== null && this.#selection.focus === null) this.#listener.onChange();
  }
}

/** Ops cut so that each part is a change that the map takes. */
function inParts(ops: readonly Op[]): Op[][] {
  const parts: Op[][] = [];
  let part: Op[] = [];
  let cost = 0;
  for (const op of ops) {
    const text = op.kind === 'add' ? (op.fields.text?.length ?? 0) + (op.fields.note?.length ?? 0) : 0;
    if (part.length >= CHANGE_OPS || (part.length > 0 && cost + 64 + text > CHANGE_COST)) {
      parts.push(part);
      part = [];
      cost = 0;
    }
    part.push(op);
    cost += 64 + text;
  }
  parts.push(part);
  return parts;
}
