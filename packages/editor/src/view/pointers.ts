import type { Clock } from '@bough/base';
import type { Spot } from '@bough/scene';
import { flingOf, type Trace } from '../core/pointers/fling.ts';
import {
  IDLE,
  type Intent,
  next,
  type Pointing,
  type Target,
  type ToolEvent,
  type ToolState,
} from '../core/pointers/pointer-tool.ts';

/** What pointers need of the editor: what lies where, and somebody who does what they mean. */
export interface PointerHost {
  readonly clock: Clock;
  targetAt(at: Spot, isTouch: boolean): Target;
  isSelected(id: string): boolean;
  perform(intent: Intent): void;
  /** The mouse moved over the map, or left it (null); nothing is held down. */
  hover(at: Spot | null): void;
  /** A press outside the words that are edited: they are kept. */
  finishEdit(): void;
}

const REST_MS = 500;
const DOUBLE_MS = 350;
const DOUBLE_APART = 8;

const NO_CLICK = { atMs: -1e9, x: 0, y: 0 };

/**
 * The keyboard stays in the words' box: a press on the canvas must not take it away. That is said of the mouse, and of the mouse that
 * follows a finger: Firefox tells of no other finger once the first one's own press was prevented.
 */
function keepKeyboard(event: MouseEvent): void {
  if (event.button <= 1) event.preventDefault();
}

/** Reads pointers and the wheel on the canvas, and feeds the pointer machine, until `end`. */
export class Pointers {
  readonly #surface: HTMLElement;
  readonly #host: PointerHost;
  readonly #ended = new AbortController();
  #state: ToolState = IDLE;
  #last = NO_CLICK;
  /** Where the pointer that pans was lately. */
  #traces: Trace[] = [];
  #cancelRest: () => void = () => undefined;

  constructor(surface: HTMLElement, host: PointerHost) {
    this.#surface = surface;
    this.#host = host;
    const { signal } = this.#ended;
    surface.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    surface.addEventListener('mousedown', keepKeyboard, { signal });
    surface.addEventListener('pointermove', (event) => this.#move(event), { signal });
    surface.addEventListener('pointerup', (event) => this.#up(event), { signal });
    surface.addEventListener('pointercancel', () => this.#cancel(), { signal });
    surface.addEventListener('pointerleave', () => host.hover(null), { signal });
    surface.addEventListener('contextmenu', (event) => this.#menu(event), { signal });
    surface.addEventListener('wheel', (event) => this.#wheel(event), { passive: false, signal });
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || this.#state.kind === 'idle') return;
      // It ends what the hand does, and nothing else: what is dragged stays selected.
      event.preventDefault();
      event.stopPropagation();
      this.#cancel();
    };
    addEventListener('keydown', onKey, { capture: true, signal });
  }

  end(): void {
    this.#cancelRest();
    this.#ended.abort();
  }

  #step(event: ToolEvent): void {
    const after = next(this.#state, event);
    this.#state = after.state;
    for (const intent of after.intents) this.#host.perform(intent);
  }

  #down(event: PointerEvent): void {
    if (event.button > 1) return;
    this.#surface.setPointerCapture(event.pointerId);
    const pointing = this.#pointing(event);
    this.#host.finishEdit();
    const target = this.#host.targetAt(pointing.at, pointing.isTouch);
    const isSelected = target.kind !== 'paper' && this.#host.isSelected(target.id);
    this.#step({ kind: 'down', pointing, target, isSelected });
    this.#cancelRest();
    this.#cancelRest = this.#host.clock.after(REST_MS, () => this.#step({ kind: 'rested' }));
  }

  #move(event: PointerEvent): void {
    if (this.#state.kind === 'idle') this.#host.hover(event.pointerType === 'touch' ? null : this.#spot(event));
    else this.#step({ kind: 'move', pointing: this.#pointing(event) });
    if (this.#state.kind === 'panning') {
      this.#traces = [...this.#traces.slice(-20), { atMs: this.#host.clock.monotonic(), ...this.#spot(event) }];
    }
    if (this.#state.kind !== 'pressed') this.#cancelRest();
  }

  #up(event: PointerEvent): void {
    this.#cancelRest();
    const pointing = this.#pointing(event);
    const clicks = this.#state.kind === 'pressed' ? this.#clicksAt(pointing.at) : 1;
    const isPanning = this.#state.kind === 'panning';
    this.#step({ kind: 'up', pointing, clicks });
    const fling = isPanning ? flingOf(this.#traces, this.#host.clock.monotonic()) : null;
    this.#traces = [];
    if (fling !== null && this.#state.kind === 'idle') this.#host.perform({ kind: 'fling', ...fling });
  }

  #cancel(): void {
    this.#cancelRest();
    this.#step({ kind: 'cancel' });
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    if (event.ctrlKey || event.metaKey) {
      this.#host.perform({ kind: 'zoom', at: this.#spot(event), factor: Math.exp((-event.deltaY * unit) / 300) });
      return;
    }
    const [dx, dy] = event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    this.#host.perform({ kind: 'pan', dx: -dx * unit, dy: -dy * unit });
  }

  #menu(event: MouseEvent): void {
    event.preventDefault();
    const at = this.#spot(event);
    const target = this.#host.targetAt(at, false);
    if (target.kind !== 'paper' && !this.#host.isSelected(target.id)) {
      this.#host.perform({ kind: 'select', id: target.id, how: 'only' });
    }
    this.#host.perform({ kind: 'menu', at });
  }

  #spot(event: MouseEvent): Spot {
    const bounds = this.#surface.getBoundingClientRect();
    return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
  }

  #pointing(event: PointerEvent): Pointing {
    return {
      pointer: event.pointerId,
      at: this.#spot(event),
      isTouch: event.pointerType === 'touch',
      isMiddle: event.button === 1,
      shift: event.shiftKey,
      mod: event.ctrlKey || event.metaKey,
      alt: event.altKey,
    };
  }

  #clicksAt(at: Spot): number {
    const nowMs = this.#host.clock.monotonic();
    const isNear = Math.hypot(at.x - this.#last.x, at.y - this.#last.y) < DOUBLE_APART;
    const isDouble = nowMs - this.#last.atMs < DOUBLE_MS && isNear;
    this.#last = isDouble ? NO_CLICK : { atMs: nowMs, ...at };
    return isDouble ? 2 : 1;
  }
}
