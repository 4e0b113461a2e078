import { type Authorship, type PaintedItems, type Pointed } from '@bough/editor/moments';
import { type RefObject, useEffect, useState } from 'react';
import type { PastLink } from './past-link.ts';

/** A pointer that only crosses items asks for none. */
const REST_MS = 250;

/** The item that a mouse rests on, and whose it is. */
export interface Hover extends Pointed {
  readonly authorship: Authorship;
}

interface Hovered {
  readonly host: RefObject<HTMLElement | null>;
  readonly painted: PaintedItems;
  readonly link: RefObject<PastLink | null>;
  readonly seq: number | null;
  /** Whether the past is read: nobody reads it for this. */
  readonly isRead: boolean;
}

/** Asks whose the item is that a mouse rests on; null: it rests on none. */
export function useHover({ host, painted, link, seq, isRead }: Hovered): Hover | null {
  const [hover, setHover] = useState<Hover | null>(null);
  useEffect(() => {
    const element = host.current;
    if (element === null || seq === null || !isRead) return;
    let timer = 0;
    const leaving = new AbortController();
    const look = async (x: number, y: number) => {
      const { left, top } = element.getBoundingClientRect();
      const pointed = painted.under({ x: x - left, y: y - top });
      const authorship =
        pointed === null ? undefined : await link.current?.ask({ kind: 'authorship', item: pointed.id, seq });
      if (leaving.signal.aborted || pointed === null || authorship === undefined) return;
      setHover({ ...pointed, authorship });
    };
    const forget = (): void => {
      clearTimeout(timer);
      setHover(null);
    };
    const move = ({ pointerType, buttons, clientX, clientY }: PointerEvent): void => {
      forget();
      if (pointerType !== 'mouse' || buttons !== 0) return;
      timer = window.setTimeout(() => void look(clientX, clientY), REST_MS);
    };
    const { signal } = leaving;
    element.addEventListener('pointermove', move, { signal });
    for (const event of ['pointerleave', 'pointerdown', 'wheel'] as const)
      element.addEventListener(event, forget, { signal, passive: true });
    return () => {
      leaving.abort();
      forget();
    };
  }, [host, painted, link, seq, isRead]);
  return hover;
}
