import type { Spot } from '@bough/scene';
import type { Intent } from '../core/intent.ts';
import type { Pointing } from '../core/pointers/pointer-tool.ts';

/** What hears pointers: takes an intent, and says whether anything could be done. */
type Take = (intent: Intent) => boolean;

/**
 * The keyboard stays in the words' box: a press on the canvas must not take it away. That is said of the mouse, and of the mouse that
 * follows a finger: Firefox tells of no other finger once the first one's own press was prevented.
 */
function keepKeyboard(event: MouseEvent): void {
  if (event.button <= 1) event.preventDefault();
}

/** Tells what pointers and the wheel do on the canvas, until the signal comes. */
export function hearPointers(surface: HTMLElement, take: Take, signal: AbortSignal): void {
  const report = (kind: 'pressed' | 'moved' | 'released', event: PointerEvent): void => {
    take({ kind, pointing: pointingOf(surface, event) });
  };
  const on = <K extends keyof HTMLElementEventMap>(kind: K, listener: (event: HTMLElementEventMap[K]) => void): void =>
    surface.addEventListener(kind, listener, { signal, passive: false });
  on('pointerdown', (event) => {
    if (event.button > 1) return;
    surface.setPointerCapture(event.pointerId);
    report('pressed', event);
  });
  on('mousedown', keepKeyboard);
  on('pointermove', (event) => report('moved', event));
  on('pointerup', (event) => report('released', event));
  on('pointercancel', () => take({ kind: 'let-go' }));
  on('pointerleave', () => take({ kind: 'left' }));
  on('contextmenu', (event) => {
    event.preventDefault();
    take({ kind: 'menu-asked', at: spotOf(surface, event) });
  });
  on('wheel', (event) => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    const isZoom = event.ctrlKey || event.metaKey;
    const isSideways = event.shiftKey && event.deltaX === 0 && !isZoom;
    const [dx, dy] = isSideways ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    take({ kind: 'wheel', at: spotOf(surface, event), dx: dx * unit, dy: dy * unit, isZoom });
  });
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !take({ kind: 'let-go' })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', onKey, { capture: true, signal });
}

/** Where it is, in CSS pixels from the surface's top left. */
export function spotOf(surface: HTMLElement, event: MouseEvent): Spot {
  const bounds = surface.getBoundingClientRect();
  return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
}

function pointingOf(surface: HTMLElement, event: PointerEvent): Pointing {
  return {
    pointer: event.pointerId,
    atMs: event.timeStamp,
    at: spotOf(surface, event),
    isTouch: event.pointerType === 'touch',
    isMiddle: event.button === 1,
    shift: event.shiftKey,
    mod: event.ctrlKey || event.metaKey,
    alt: event.altKey,
  };
}
