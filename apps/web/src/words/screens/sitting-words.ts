import { DONE_WORDS, sayDone as sayDoneIn } from '@bough/contracts/words';
import type { Done } from '@bough/editor/moments';
import { language } from '../index.ts';
import { said } from './said.ts';

/** What people did in a map, by person and pause; fetched with its history. */
export const sittingWords = said(
  {
    title: 'Who did what',
    show: 'Show who did what',
    loading: 'Loading…',
    failed: 'This could not be loaded.',
    again: 'Try again',
    older: 'Show older',
    ...DONE_WORDS.en,
  },
  {
    title: 'Wer was getan hat',
    show: 'Zeigen, wer was getan hat',
    loading: 'Wird geladen …',
    failed: 'Das konnte nicht geladen werden.',
    again: 'Erneut versuchen',
    older: 'Ältere zeigen',
    ...DONE_WORDS.de,
  },
);

/** What was done, as a sentence without its subject. `below` is what the item is called below which things were added. */
export function sayDone(done: Done, below: string | null): string {
  return sayDoneIn(done, below, language);
}
