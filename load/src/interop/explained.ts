import type { Aspect } from './judge.ts';

/** What a program sees otherwise for a reason that is no loss: by the judge, what of it, and the end of the file's name. */
export const EXPLAINED: readonly (readonly [judge: string, aspect: Aspect, file: string, why: string])[] = [
  [
    'Freeplane',
    'texts',
    'fp__standard-1.6.mm',
    'its root is named in the language of the program that opens it (LOCALIZED_TEXT)',
  ],
  [
    'Freeplane',
    'texts',
    'wise__enc.mm',
    'it holds the page of an error where words should be; Freeplane shows its source',
  ],
  ['ElementTree', 'texts', 'opmlorg__source.opml', 'its texts are HTML, which goes back as it came'],
];
