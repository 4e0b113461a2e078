import type { Command, HitTag } from '@bough/scene';
import { isEmojiOnly, type TextMeasurer } from '@bough/text';
import { iconCommand } from '../draw/figure-commands.ts';
import { area, badge, type PlacedMark } from './mark-shapes.ts';

// An icon: drawn by name, an emoji in its font, or a sign on a key, which no shipped face has.

const KEY = /^([\d#*])\ufe0f?\u20e3$/;
/** The name of an icon of the set, which is drawn; other signs before words are emoji. */
export const ICON_NAME = /^[a-z][a-z0-9-]*$/;

/** What stands on a key such as `1\ufe0f\u20e3`; null when it is none. */
function signOnKey(icon: string): string | null {
  return KEY.exec(icon)?.[1] ?? null;
}

/** How wide the icon is beside words of this size. */
export function iconWidth(icon: string, size: number, measurer: TextMeasurer): number {
  if (ICON_NAME.test(icon) || signOnKey(icon) !== null) return size * 1.2;
  return measurer.width(icon, { family: 'sans', size: size * 1.1, weight: 400, italic: false });
}

/** The icon in its place; nothing to see while its figure is not there. */
export function drawIcon({ id, rect, label, fontSize, figures }: PlacedMark): Command[] {
  const hit: HitTag = { kind: 'icon', id };
  if (ICON_NAME.test(label)) {
    const path = figures?.icon(label) ?? null;
    return path === null ? [area(rect, hit)] : [area(rect, hit), iconCommand(path, rect)];
  }
  const sign = signOnKey(label);
  if (sign !== null) {
    return badge({ rect, label: sign }, hit, 'ink/12', 'ink', fontSize * 0.8, 4);
  }
  const size = fontSize * 1.1;
  return [
    {
      kind: 'text',
      text: label,
      x: rect.x,
      y: rect.y + rect.height / 2 + size * 0.36,
      width: rect.width,
      font: { family: 'sans', size, weight: 400, italic: false },
      colour: 'ink',
      bounds: rect,
      hit,
      ...(isEmojiOnly(label) ? { emoji: true } : {}),
    },
  ];
}
