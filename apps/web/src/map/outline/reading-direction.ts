import { isRtlText } from '@bough/editor';

export type Direction = 'ltr' | 'rtl';

/** How these words are read: by their first letter; as those around them when there is none. */
export function directionOf(text: string, around: Direction): Direction {
  if (!/\p{L}/u.test(text)) return around;
  return isRtlText([{ text }]) ? 'rtl' : 'ltr';
}
