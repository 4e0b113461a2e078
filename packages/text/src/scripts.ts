import { emojiLength } from './emoji.ts';

/** What letters a face is needed for, beyond Latin, Cyrillic and Greek. */
export type Script = 'arabic' | 'hebrew' | 'devanagari' | 'thai' | 'kana' | 'han' | 'hangul' | 'symbols' | 'emoji';

const SCRIPTS: readonly (readonly [Script, RegExp])[] = [
  ['arabic', /[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/],
  ['hebrew', /[\u0590-\u05ff\ufb1d-\ufb4f]/],
  ['devanagari', /[\u0900-\u097f]|[\ua8e0-\ua8ff]/],
  ['thai', /[\u0e01-\u0e5b]/],
  ['kana', /[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]/],
  [
    'han',
    /[\u2e80-\u303f\u3100-\u312f\u3190-\u31ef\u3200-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff65\uffe0-\uffef\u{20000}-\u{323af}]/u,
  ],
  ['hangul', /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/],
  ['symbols', /[\u2100-\u2bff]/],
];
const SIMPLE = /^[\t\n\r -\u058f\u1e00-\u203b\u2040-\u2048\u204a-\u20ff]*$/;
const MAY_BE_EMOJI = /[\u{1f000}-\u{1faff}\u2000-\u3299]|\ufe0f/u;

/** Whose shapes Chinese characters have among these texts: those of Japanese where there is kana. */
export function hanOf(texts: Iterable<string>): 'sc' | 'jp' {
  for (const text of texts) if (/[\u3040-\u30ff]/.test(text)) return 'jp';
  return 'sc';
}

/** The scripts that the text needs faces for, beyond those that are always there. */
export function scriptsIn(text: string): ReadonlySet<Script> {
  const found = new Set<Script>();
  if (SIMPLE.test(text)) return found;
  for (const [script, letters] of SCRIPTS) if (letters.test(text)) found.add(script);
  if (MAY_BE_EMOJI.test(text)) {
    for (let at = 0; at < text.length && !found.has('emoji'); at++) if (emojiLength(text, at) > 0) found.add('emoji');
  }
  return found;
}
