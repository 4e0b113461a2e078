import type { EditorSettings } from '@bough/editor';

// What this device is like, as far as the map cares.

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const moreContrast = matchMedia('(prefers-contrast: more)');
const forcedColours = matchMedia('(forced-colors: active)');
/** Both of them say that the map should stand out. */
export const contrastWishes = [moreContrast, forcedColours] as const;

/** How far colours stand from the paper, as the device wishes. */
export function contrastNow(): EditorSettings['contrast'] {
  return contrastWishes.some(({ matches }) => matches) ? 'more' : 'plain';
}

/** Narrow enough for the bar in thumb's reach. */
export const phone = matchMedia('(max-width: 640px)');

/** The edges that the chrome covers; a sheet at the side covers its width, or on a phone the lower half. */
export function insetsNow(hasSheet = false): EditorSettings['insets'] {
  const sheet = hasSheet ? 340 : 0;
  if (!phone.matches) return { top: 64, right: 24 + sheet, bottom: 56, left: 24 };
  return { top: 56, right: 12, bottom: hasSheet ? Math.round(innerHeight * 0.62) : 72, left: 12 };
}
