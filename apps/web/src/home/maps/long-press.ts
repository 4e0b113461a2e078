import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const HELD_MS = 450;
/** A finger that moves further than this scrolls. */
const STILL_PX = 10;

interface Held {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly x: number;
  readonly y: number;
}

/** Handlers that tell of a finger which rests on one of a list's cells. The click that the browser makes of it afterwards does nothing. */
export function useLongPress<T>(onHeld: (what: T) => void) {
  const held = useRef<Held | null>(null);
  const wasHeld = useRef(false);
  const end = () => {
    if (held.current !== null) clearTimeout(held.current.timer);
    held.current = null;
  };
  useEffect(() => end, []);
  return (what: T) => ({
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      end();
      wasHeld.current = false;
      if (pointerType !== 'touch') return;
      const hold = () => {
        wasHeld.current = true;
        onHeld(what);
      };
      held.current = { timer: setTimeout(hold, HELD_MS), x: clientX, y: clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = held.current;
      if (from !== null && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: (event: MouseEvent) => {
      if (!wasHeld.current) return;
      wasHeld.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  });
}

/** Whether a context menu is asked for by a finger that rests, and not by a mouse or a key. */
export function isByFinger(event: MouseEvent): boolean {
  const { nativeEvent } = event;
  return nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === 'touch';
}
