import type { Clock } from '@bough/base';
import type { Spot } from '@bough/scene';
import {
  IDLE,
  type Intent,
  next,
  type Pointing,
  type Target,
  type ToolEvent,
  type ToolState,
} from '../tools/pointer-tool.ts';

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

/** Reads pointers and the wheel on the canvas, and feeds the pointer machine. Returns what undoes it. */
export function readPointers(surface: HTMLElement, host: PointerHost): () => void {
  let state: ToolState = IDLE;
  let last = { atMs: -1e9, x: 0, y: 0 };
  let cancelRest: () => void = () => undefined;
  const step = (event: ToolEvent): void => {
    const after = next(state, event);
    state = after.state;
    for (const intent of after.intents) host.perform(intent);
  };
  const spot = (event: MouseEvent): Spot => {
    const bounds = surface.getBoundingClientRect();
    return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
  };
  const pointing = (event: PointerEvent): Pointing => ({
    pointer: event.pointerId,
    at: spot(event),
    isTouch: event.pointerType === 'touch',
    isMiddle: event.button === 1,
    shift: event.shiftKey,
    mod: event.ctrlKey || event.metaKey,
  });
  const clicksAt = (at: Spot): number => {
    const nowMs = host.clock.monotonic();
    const isDouble = nowMs - last.atMs < DOUBLE_MS && Math.hypot(at.x - last.x, at.y - last.y) < DOUBLE_APART;
    last = isDouble ? { atMs: -1e9, x: 0, y: 0 } : { atMs: nowMs, ...at };
    return isDouble ? 2 : 1;
  };
  const onDown = (event: PointerEvent): void => {
    if (event.button > 1) return;
    // The keyboard stays in the words' box: a press on the canvas must not take it away.
    event.preventDefault();
    surface.setPointerCapture(event.pointerId);
    const at = pointing(event);
    host.finishEdit();
    const target = host.targetAt(at.at, at.isTouch);
    const isSelected = target.kind !== 'paper' && host.isSelected(target.id);
    step({ kind: 'down', pointing: at, target, isSelected });
    cancelRest();
    cancelRest = host.clock.after(REST_MS, () => step({ kind: 'rested' }));
  };
  const onMove = (event: PointerEvent): void => {
    if (state.kind === 'idle') host.hover(event.pointerType === 'touch' ? null : spot(event));
    else step({ kind: 'move', pointing: pointing(event) });
    if (state.kind !== 'pressed') cancelRest();
  };
  const onUp = (event: PointerEvent): void => {
    cancelRest();
    const at = pointing(event);
    step({ kind: 'up', pointing: at, clicks: state.kind === 'pressed' ? clicksAt(at.at) : 1 });
  };
  const onCancel = (): void => {
    cancelRest();
    step({ kind: 'cancel' });
  };
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    if (event.ctrlKey || event.metaKey) {
      host.perform({ kind: 'zoom', at: spot(event), factor: Math.exp((-event.deltaY * unit) / 300) });
      return;
    }
    const [dx, dy] = event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    host.perform({ kind: 'pan', dx: -dx * unit, dy: -dy * unit });
  };
  const onMenu = (event: MouseEvent): void => {
    event.preventDefault();
    const target = host.targetAt(spot(event), false);
    if (target.kind !== 'paper' && !host.isSelected(target.id)) {
      host.perform({ kind: 'select', id: target.id, how: 'only' });
    }
    host.perform({ kind: 'menu', at: spot(event) });
  };
  const onLeave = (): void => host.hover(null);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && state.kind !== 'idle') onCancel();
  };
  surface.addEventListener('pointerdown', onDown);
  surface.addEventListener('pointermove', onMove);
  surface.addEventListener('pointerup', onUp);
  surface.addEventListener('pointercancel', onCancel);
  surface.addEventListener('pointerleave', onLeave);
  surface.addEventListener('contextmenu', onMenu);
  surface.addEventListener('wheel', onWheel, { passive: false });
  addEventListener('keydown', onKey, true);
  return () => {
    cancelRest();
    removeEventListener('keydown', onKey, true);
  };
}
