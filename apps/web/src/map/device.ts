import type { EditorSettings } from '@bough/editor';

// What this device is like, as far as the map cares.

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
/** Narrow enough for the bar in thumb's reach. */
export const phone = matchMedia('(max-width: 640px)');

/** The edges that the chrome covers. */
export function insetsNow(): EditorSettings['insets'] {
  return phone.matches ? { top: 56, right: 12, bottom: 72, left: 12 } : { top: 64, right: 24, bottom: 56, left: 24 };
}
