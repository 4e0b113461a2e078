import type { Mail } from '@bough/contracts';
import { sayDone } from '@bough/contracts/words';
import type { LetterWords, MailLanguage } from './letter-words.ts';

/** What emails say about changes of a map that their reader watches. */
interface ChangeWords {
  readonly letter: Readonly<Record<'day' | 'hour', LetterWords>>;
  /** Where the reader may not read who did what. */
  readonly withoutWho: string;
  /** So many people more did something. */
  readonly more: (count: number) => string;
  readonly picture: string;
  /** Of whom no name is known any more. */
  readonly someone: string;
  /** Before the link that ends them. */
  readonly noMore: string;
  readonly noMoreLabel: string;
}

const EN = {
  subject: 'A map that you watch was changed',
  said: 'Others have changed a map that you watch in Bough:',
  label: 'Open the map',
};
const DE = {
  subject: 'Eine Karte, die du beobachtest, wurde geändert',
  said: 'Andere haben eine Karte geändert, die du in Bough beobachtest:',
  label: 'Karte öffnen',
};

/** The words in each language. */
export const MAIL_CHANGE_WORDS: Readonly<Record<MailLanguage, ChangeWords>> = {
  en: {
    letter: {
      day: { ...EN, note: 'You get this email at most once a day, if others have changed the map.' },
      hour: { ...EN, note: 'You get this email at most once an hour, if others have changed the map.' },
    },
    withoutWho: 'A map that you watch in Bough was changed:',
    more: (count) => (count === 1 ? 'One more person made changes.' : `${count} more people made changes.`),
    picture: 'The map as it is now',
    someone: 'Someone',
    noMore: 'No more emails about changes to this map:',
    noMoreLabel: 'Stop watching',
  },
  de: {
    letter: {
      day: { ...DE, note: 'Du bekommst diese E-Mail höchstens einmal am Tag, wenn andere die Karte geändert haben.' },
      hour: {
        ...DE,
        note: 'Du bekommst diese E-Mail höchstens einmal in der Stunde, wenn andere die Karte geändert haben.',
      },
    },
    withoutWho: 'Eine Karte, die du in Bough beobachtest, wurde geändert:',
    more: (count) =>
      count === 1 ? 'Eine weitere Person hat etwas geändert.' : `${count} weitere Personen haben etwas geändert.`,
    picture: 'Die Karte, wie sie jetzt ist',
    someone: 'Jemand',
    noMore: 'Keine E-Mails mehr über Änderungen an dieser Karte:',
    noMoreLabel: 'Nicht mehr beobachten',
  },
};

/** The words of such an email, and what each person did in the words of the map's history. */
export function saidOfChanges(
  { shares, more, every }: Pick<Extract<Mail, { readonly kind: 'changes' }>, 'shares' | 'more' | 'every'>,
  language: MailLanguage,
) {
  const words = MAIL_CHANGE_WORDS[language];
  const said = words.letter[every];
  const acts = shares.map(({ from, below, ...done }) => ({
    from: from === '' ? words.someone : from,
    text: sayDone(done, below, language),
  }));
  return {
    said: acts.length === 0 ? { ...said, said: words.withoutWho } : said,
    acts,
    more: more === 0 ? null : words.more(more),
  };
}
