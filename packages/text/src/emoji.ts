import { once } from './once.ts';
import { isInter } from './widths/inter-letters.ts';

// What is drawn in colour: each emoji is one picture, an em wide. Signs that may also be plain characters are emoji unless Inter has
// them, or a variation selector asks for colour. Keycaps are in no shipped face: they are drawn as what is on the key. Nor are joined
// signs of which a part may be a plain character too (of a man, a woman, a trade, a heart), and some that are younger than the
// face: they are drawn side by side, as the pictures that they were joined of.

const JOINED =
  /(?![\u{1f430}\u{1f525}\u{1f7e9}\u{1f7eb}\u{1fa70}\u{1f9d2}]|\u{1f9d1}\u200d\u{1f9d2})\p{Emoji_Presentation}\p{Emoji_Modifier}?/u;
const TAGS = /[\u{e0020}-\u{e007e}]+\u{e007f}/u;
const sequence = once(
  () =>
    new RegExp(
      String.raw`\p{Regional_Indicator}{2}|\p{Emoji_Presentation}(?:\p{Emoji_Modifier}|\ufe0f)?(?:${TAGS.source})?(?:\u200d(?:${JOINED.source}))*` +
        String.raw`|\p{Emoji}(?:\p{Emoji_Modifier}|\ufe0f)?`,
      'uy',
    ),
);
/** The first that is nothing but an emoji, or nearly: before it are dashes, quotes and dots. */
const FIRST = 0x203c;
/** Younger than the face. */
const YOUNG =
  /[\u{1f6d8}\u{1fa89}\u{1fa8a}\u{1fa8e}\u{1fa8f}\u{1fabe}\u{1fac6}\u{1fac8}\u{1facd}\u{1fadc}\u{1fadf}\u{1fae9}\u{1faea}\u{1faef}]|^\u{1f1e8}\u{1f1f6}$/u;

/** Whether the text is an emoji that the shipped face draws as one picture. */
export function isOneEmoji(text: string): boolean {
  return text !== '' && emojiLength(text, 0) === text.length && !YOUNG.test(text);
}

/** How many code units the emoji at that place takes; 0 where there is none. */
export function emojiLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  // Below are letters and marks, but for two signs that Inter has too.
  if (code < FIRST && ((code !== 0xa9 && code !== 0xae) || text.charCodeAt(at + 1) !== 0xfe0f)) return 0;
  if (code >= 0x2c00 && code < 0xd800 && code !== 0x3030 && code !== 0x303d && code !== 0x3297 && code !== 0x3299)
    return 0;
  const pattern = sequence();
  pattern.lastIndex = at;
  const found = pattern.exec(text)?.[0] ?? '';
  if (found === '') return 0;
  const isPlain = found.length === 1 && isInter(code);
  return isPlain ? 0 : found.length;
}

/** Whether the text is nothing but emoji. */
export function isEmojiOnly(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    const length = emojiLength(text, at);
    // What joins two pictures is none itself.
    if (length === 0 && (at === 0 || text[at] !== '\u200d')) return false;
    at += Math.max(1, length);
  }
  return at > 0;
}
