import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Gives the keyboard to what stands over all of the map as soon as it is seen, before anything in it can have it. Keys that nobody has, as
 * after a button that was pressed cannot be pressed again, are its own too.
 */
export function useKeyboard(take: (event: KeyboardEvent) => void): RefObject<HTMLElement | null> {
  const screen = useRef<HTMLElement>(null);
  useLayoutEffect(() => screen.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.target === document.body && document.querySelector('dialog[open]') === null) take(event);
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  });
  return screen;
}
