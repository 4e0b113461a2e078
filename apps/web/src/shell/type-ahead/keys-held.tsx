import { useEffect, useLayoutEffect, useRef } from 'react';
import { catchKeys, PART_COMES_WITHIN_MS } from './catch-keys.ts';

/** In the place of a part that will have the keyboard, while its code is fetched: no key reaches what lies behind it, and Escape calls it off. */
export function KeysHeld({ onLeave }: { readonly onLeave: () => void }) {
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  // With the very key that asked for the part: the next one may follow at once.
  useLayoutEffect(() => {
    const take = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') leave.current();
      return true;
    };
    return catchKeys(PART_COMES_WITHIN_MS, take, () => undefined);
  }, []);
  return null;
}
