import type { Caret } from './typing.ts';

/** What a person types behind a colon to name an emoji: `:smi` is `smi`. */
export interface ColonWord {
  readonly word: string;
}

/** The word behind the colon right before the caret; null when there is none. A colon inside a word or an address is none. */
export function colonWordAt(text: string, caret: Caret): ColonWord | null {
  if (caret.start !== caret.end) return null;
  const word = /(?:^|\s):([\p{L}\p{N}_+-]{1,24})$/u.exec(text.slice(0, caret.start))?.[1];
  return word === undefined ? null : { word };
}
