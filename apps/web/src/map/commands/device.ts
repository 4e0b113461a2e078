import type { EditorSettings } from '@bough/editor';
import { HANDHELD, NARROW } from './handheld.ts';

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

export const phone = matchMedia(NARROW);
export const handheld = matchMedia(HANDHELD);

/** What the chrome covers before it can be measured. */
export const INSETS_AT_FIRST: EditorSettings['insets'] = {
  ...(phone.matches ? { top: 82, bottom: 116 } : { top: 56, bottom: handheld.matches ? 65 : 52 }),
  ...{ right: 12, left: 12 },
};
