import type { Clock, Ids } from '@bough/base';
import type { Layout } from '@bough/layout';
import { type MindMap, type Op, Orders } from '@bough/map';
import type { Spot } from '@bough/scene';
import type { View } from './camera/camera.ts';
import type { Box, Context } from './context.ts';
import type { EditorComponents, EditorSettings, KeptFolds } from './ports/editor-types.ts';
import type { Intent } from './intent.ts';
import { next } from './next.ts';
import type { MapEvent, MapFacts, OpenMap } from './ports/open-map.ts';
import { type Folds, keptAfter, readFolds, turnedBetween, writeFolds } from './folding/folds.ts';
import { Picture } from './picture/picture.ts';
import { slideTextWidth } from './presenting.ts';
import { shownToOthers } from './pointers/shown-to-others.ts';
import { ToldPointer } from './pointers/told-pointer.ts';
import { FIRST_STATE, type State } from './state.ts';
import type { Effect } from './step.ts';

/** What stands on a page while the editor does: it reads what `next` must know, and does what the effects say. */
export interface Surface {
  readonly view: View;
  readonly box: Box;
  readonly canAsk: boolean;
  readonly imageAddress: (source: string) => string | null;
  perform(effect: Exclude<Effect, Effect<'undo' | 'redo' | 'share'>>): void;
  /** The box and the next frame may look different. */
  follow(): void;
}

/** A change may cost so much (64 for each op, and its text) before it is cut in two; the map's limit is a little above. */
const CHANGE_COST = 200_000;
const CHANGE_OPS = 2000;
const NO_BOX: Box = { value: '', caret: { start: 0, end: 0 }, isComposing: false, caretRect: null };

/** One person at an open map, and what `next` reads of both: takes intents one after another, keeps the state and the picture, and has the map changed. */
export class EditorSession implements Context {
  readonly open: OpenMap;
  readonly #clock: Clock;
  readonly ids: Ids;
  readonly orders: Orders;
  readonly #onChange: () => void;
  settings: EditorSettings;
  #state = FIRST_STATE;
  #picture: Picture;
  readonly #kept: KeptFolds | null;
  #surface: Surface | null = null;
  #version = 0;
  #cursor: Spot | null = null;
  readonly #toldPointer = new ToldPointer();
  /** What the map said while it was being changed by a step. */
  #heard: Intent[] | null = null;
  #depth = 0;
  #isChanged = false;

  constructor(components: EditorComponents, settings: EditorSettings, onChange: () => void) {
    this.open = components.open;
    this.#clock = components.clock;
    this.orders = new Orders(components.random);
    this.#onChange = onChange;
    this.settings = settings;
    this.#kept = components.folds ?? null;
    if (this.#kept !== null) this.#state = { ...FIRST_STATE, folds: readFolds(this.#kept.read()) };
    this.ids = components.ids;
    this.#picture = this.#laidOut();
    this.open.subscribe((event) => this.#hear(event));
  }

  get map(): MindMap {
    return this.open.map;
  }
  get state(): State {
    return this.#state;
  }
  get picture(): Picture {
    return this.#picture;
  }
  get layout(): Layout {
    return this.#picture.layout;
  }
  get facts(): MapFacts {
    return this.open.facts();
  }
  get nowMs(): number {
    return this.#clock.monotonic();
  }
  get view(): View | null {
    return this.#surface?.view ?? null;
  }
  get box(): Box {
    return this.#surface?.box ?? NO_BOX;
  }
  get canAsk(): boolean {
    return this.#surface?.canAsk ?? false;
  }
  /** Counts every change of the map. */
  get version(): number {
    return this.#version;
  }

  /** What stands on the page now; null: the editor stands on none. */
  set surface(surface: Surface | null) {
    this.#surface = surface;
    this.changed();
  }

  /** Takes it; false when it could not be done. */
  dispatch(intent: Intent): boolean {
    this.#depth++;
    const isDone = this.#take(intent);
    this.#depth--;
    if (this.#depth === 0 && this.#isChanged) this.changed();
    return isDone;
  }

  readonly imageAddress = (source: string): string | null => this.#surface?.imageAddress(source) ?? null;

  /** Something that a snapshot or a frame shows may be different. */
  changed(): void {
    this.#depth++;
    this.#take({ kind: 'follow' });
    this.#depth--;
    this.#isChanged = false;
    this.#surface?.follow();
    this.#onChange();
  }

  /** A frame is painted as of this moment: nobody has to be told of it. */
  beginFrame(atMs: number): State {
    this.#state = next(this.#state, { kind: 'frame', atMs }, this).state;
    this.#share();
    return this.#state;
  }

  /** A frame was painted; the next one will look different again when it `isBusy`. */
  endFrame(isBusy: boolean): void {
    const { look } = this.#state;
    const isChanged = this.#isChanged;
    this.#depth++;
    this.#take({ kind: 'painted', isBusy });
    this.#depth--;
    const now = this.#state.look;
    if (now.isBusy !== look.isBusy || now.resting !== look.resting) this.changed();
    else this.#isChanged = isChanged;
  }

  /** Icons or formulas have come that the map may have. */
  showFigures(): void {
    if (this.#picture.showFigures(this.map)) this.changed();
  }

  #take(intent: Intent): boolean {
    const before = this.#state;
    const step = next(before, intent, this);
    if (step.isNewStep === true) this.open.endStep();
    this.#state = step.state;
    this.#fold(before);
    this.#breakLines();
    if (step.ops.length > 0 && !this.#change(step.ops, step.name)) {
      const refused = this.#state;
      this.#state = step.otherwise ?? before;
      this.#fold(refused);
      // Of many changes the first ones may have been made.
      this.#take({ kind: 'map-touched', peerItems: [], shift: null });
      if (step.otherwise === undefined) return false;
    }
    if (this.#state.editing !== before.editing) {
      const isStill = this.settings.reducedMotion || this.#surface === null;
      this.#picture.showSource(this.map, this.#state.editing, isStill ? null : this.nowMs);
    }
    if (this.#state !== before) this.#isChanged = true;
    for (const effect of step.effects) this.#perform(effect);
    // That nothing is dragged any more is said at once: where the page is hidden no frame comes.
    if (before.hand.drag !== null && this.#state.hand.drag === null) this.#share();
    let isDone = true;
    for (const one of step.next) isDone = this.#take(one) && isDone;
    return step.isDone ?? isDone;
  }

  /** The picture of the map as this person has it folded, which may be for the first time. */
  #laidOut(): Picture {
    const { folds } = this.#state;
    this.#state = next(this.#state, { kind: 'looked-first', isNew: false }, this).state;
    if (this.#state.folds !== folds) this.#keepFolds(folds);
    return new Picture(this.map, this.#state.folds.own, slideTextWidth(this.#state, this));
  }

  /** On a phone slides are broken into shorter lines: all of the map is laid out anew when that begins and ends. */
  #breakLines(): void {
    const width = slideTextWidth(this.#state, this);
    if (width === this.#picture.maxTextWidth) return;
    this.#version++;
    this.#picture = new Picture(this.map, this.#state.folds.own, width);
  }

  /** Picture and device follow what the person has folded for themself. */
  #fold({ folds: before, present }: State): void {
    const { folds } = this.#state;
    if (folds === before) return;
    if (folds.own !== before.own) {
      const isStill = this.settings.reducedMotion || this.#surface === null;
      const turned = turnedBetween(before.own, folds.own);
      this.#version++;
      this.#picture.showFolds(this.map, folds.own, turned, isStill ? null : this.nowMs);
    }
    // What is folded for a slide is forgotten with it.
    if (present !== null || this.#state.present !== null) return;
    if (folds.own !== before.own || folds.looked !== before.looked) this.#keepFolds(before);
  }

  #keepFolds(before: Folds): void {
    const kept = this.#kept;
    kept?.keep(writeFolds(keptAfter(readFolds(kept.read()), before, this.#state.folds)));
  }

  #perform(effect: Effect): void {
    switch (effect.kind) {
      case 'undo':
        this.open.undo();
        break;
      case 'redo':
        this.open.redo();
        break;
      case 'share':
        this.#cursor = effect.cursor;
        this.#share();
        break;
      default:
        this.#surface?.perform(effect);
    }
  }

  #change(ops: readonly Op[], name: string | undefined): boolean {
    const parts = inParts(ops);
    const step = parts.length > 1 ? (name ?? `many:${this.ids.short()}`) : name;
    const heard: Intent[] = [];
    this.#heard = heard;
    const isDone = parts.every((part) => this.open.change(part, step).ok);
    this.#heard = null;
    for (const intent of heard) this.#take(intent);
    return isDone;
  }

  #hear(event: MapEvent): void {
    this.#isChanged = true;
    const intent = this.#follow(event);
    if (intent !== null && this.#heard !== null) this.#heard.push(intent);
    else if (intent !== null) this.dispatch(intent);
    else if (this.#depth === 0) this.changed();
  }

  /** The picture follows at once; what it means is another intent. */
  #follow(event: MapEvent): Intent | null {
    switch (event.kind) {
      case 'replaced':
        this.#version++;
        this.#picture = this.#laidOut();
        this.#picture.showSource(this.map, this.#state.editing, null);
        return { kind: 'map-replaced' };
      case 'touched': {
        this.#version++;
        const { touched, isOwn } = event;
        const held = isOwn ? null : this.#state.editing;
        const before = held === null ? null : this.layout.box(held);
        const isStill = held !== null || this.settings.reducedMotion || this.#surface === null;
        this.#picture.update(this.map, touched, isStill ? null : this.nowMs);
        const after = held === null ? null : this.layout.box(held);
        const [dx, dy] =
          before === null || after === null ? [0, 0] : [after.entry.x - before.entry.x, after.entry.y - before.entry.y];
        const peerItems = isOwn ? [] : [...touched.items, ...touched.removed];
        return { kind: 'map-touched', peerItems, shift: dx === 0 && dy === 0 ? null : { x: dx, y: dy } };
      }
      case 'facts':
      case 'refused':
      case 'renewed':
        return null;
    }
  }

  /** What others see of this person. */
  #share(): void {
    const told = this.#toldPointer.tell(this.#cursor, this);
    this.open.share(shownToOthers(this.#state, this, this.#cursor, told));
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
