import { isInter } from './inter-letters.ts';

// What is drawn in colour: each emoji is one picture, an em wide. Signs that may also be plain characters are emoji unless Inter has
// them, or a variation selector asks for colour. Keycaps are in no shipped face: they are drawn as what is on the key.

const SEQUENCE =
  /\p{Regional_Indicator}{2}|\p{Emoji}(?:\p{Emoji_Modifier}|\ufe0f)?(?:[\u{e0020}-\u{e007e}]+\u{e007f})?(?:\u200d\p{Emoji}(?:\p{Emoji_Modifier}|\ufe0f)?)*/uy;

/** How many code units the emoji at that place takes; 0 where there is none. */
export function emojiLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  // Below are letters, but for two signs that Inter has too.
  if (code < 0x2000 && ((code !== 0xa9 && code !== 0xae) || text.charCodeAt(at + 1) !== 0xfe0f)) return 0;
  if (code >= 0x2c00 && code < 0xd800 && code !== 0x3030 && code !== 0x303d && code !== 0x3297 && code !== 0x3299)
    return 0;
  SEQUENCE.lastIndex = at;
  const found = SEQUENCE.exec(text)?.[0] ?? '';
  if (found === '') return 0;
  const isPlain = found.length === 1 && isInter(code);
  return isPlain ? 0 : found.length;
}

/** Whether the text is nothing but emoji. */
export function isEmojiOnly(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    const length = emojiLength(text, at);
    if (length === 0) return false;
    at += length;
  }
  return at > 0;
}
