/** What a program sees otherwise for a reason that is no loss, by the judge and the end of the file's name. */
export const EXPLAINED: readonly (readonly [judge: string, file: string, why: string])[] = [
  [
    'Freeplane',
    'fp__standard-1.6.mm',
    'its root is named in the language of the program that opens it (LOCALIZED_TEXT)',
  ],
  ['Freeplane', 'wise__enc.mm', 'it holds the page of an error where words should be; Freeplane shows its source'],
  ['Freeplane', 'fp__RichtextTests.mm', 'Freeplane numbers lists in what it tells of rich text'],
];
