import type { LetterWords, MailLanguage } from './letter-words.ts';

/** What an email to the people of a group says. */
interface GroupWords {
  /** A group of this name was given so many maps. */
  readonly said: (from: string, name: string, count: number) => LetterWords;
  /** After the maps that are named: so many more. */
  readonly more: (count: number) => string;
}

const en: GroupWords = {
  said: (from, name, count) => ({
    subject: count === 1 ? 'A map was shared with your group' : 'Maps were shared with your group',
    said:
      count === 1
        ? `${from} shared a map in Bough with the group “${name}”. You are in it:`
        : `${from} shared ${count} maps in Bough with the group “${name}”. You are in it:`,
    label: count === 1 ? 'Open the map' : 'Open Bough',
    note: 'Sign in with this email address. The link alone opens nothing.',
  }),
  more: (count) => (count === 1 ? 'And one more map.' : `And ${count} more maps.`),
};

const de: GroupWords = {
  said: (from, name, count) => ({
    subject: count === 1 ? 'Eine Karte wurde mit deiner Gruppe geteilt' : 'Karten wurden mit deiner Gruppe geteilt',
    said:
      count === 1
        ? `${from} hat eine Karte in Bough mit der Gruppe „${name}“ geteilt. Du bist darin:`
        : `${from} hat ${count} Karten in Bough mit der Gruppe „${name}“ geteilt. Du bist darin:`,
    label: count === 1 ? 'Karte öffnen' : 'Bough öffnen',
    note: 'Melde dich mit dieser E-Mail-Adresse an. Der Link allein öffnet nichts.',
  }),
  more: (count) => (count === 1 ? 'Und eine weitere Karte.' : `Und ${count} weitere Karten.`),
};

/** The catalogues. */
export const MAIL_GROUP_WORDS: Readonly<Record<MailLanguage, GroupWords>> = { en, de };
