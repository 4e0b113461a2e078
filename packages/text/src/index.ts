export { isRtlText } from './direction.ts';
export { emojiLength, isEmojiOnly, isOneEmoji } from './emoji.ts';
export { hanOf, type Script, scriptsIn } from './scripts.ts';
export { finder } from './finder.ts';
export { parseHref } from './href.ts';
export { createInterMeasurer } from './widths/inter-measurer.ts';
export type { FormulaSize, TextMeasurer } from './measure.ts';
export { formulasIn, parseLines, type Run } from './runs.ts';
export { baselineIn, measureText, type Piece, setText, type TextBlock, type TextSettings } from './set-text.ts';
