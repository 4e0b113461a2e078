import { en } from './en.ts';
import type { Words } from './words.ts';

/** The strings of the page, in the language of whoever reads it. English is the one language so far. */
export const words: Words = en;
