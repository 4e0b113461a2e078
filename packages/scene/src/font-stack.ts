import type { Font } from './display-list.ts';

// The faces that words are drawn in, in the order in which they are asked for a character. The page gives the shipped files of other
// scripts names of its own, so that no face of the system that happens to be called alike is taken for them.

/** The names under which shipped faces are known; `inter` and `mono` are always there, the others where a map needs them. */
export const FACE_NAMES = {
  inter: 'Inter Variable',
  mono: 'Bough Mono',
  emoji: 'Bough Emoji',
  arabic: 'Bough Arabic',
  hebrew: 'Bough Hebrew',
  devanagari: 'Bough Devanagari',
  thai: 'Bough Thai',
  jp: 'Bough JP',
  sc: 'Bough SC',
  kr: 'Bough KR',
} as const;

const { inter, mono, ...others } = FACE_NAMES;
const SHIPPED = Object.values(others).map((name) => `'${name}'`);
const SANS = [`'${inter}'`, 'Inter', ...SHIPPED, "'Noto Sans'", 'system-ui', 'sans-serif'].join(', ');
const MONO = [`'${mono}'`, `'${inter}'`, ...SHIPPED, 'ui-monospace', 'monospace'].join(', ');

/** The families of a style sheet or a canvas, first choice first. */
export function fontStack(family: Font['family']): string {
  return family === 'mono' ? MONO : SANS;
}
