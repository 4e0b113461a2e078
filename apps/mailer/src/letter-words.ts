import type { Mail, MailNotice } from '@bough/contracts';

/** The languages that mails are written in. */
export type MailLanguage = 'en' | 'de';

/** What one kind of mail says around its link. */
export interface LetterWords {
  readonly subject: string;
  readonly said: string;
  /** On the link. */
  readonly label: string;
  readonly note: string;
}
type LinkKind = Extract<Mail, { readonly expiresInMinutes: number }>['kind'];

/** All that mails say, in one language. */
export interface MailWords {
  readonly link: Readonly<Record<LinkKind, (minutes: number) => LetterWords>>;
  readonly notice: Readonly<Record<MailNotice, LetterWords>>;
  readonly invitation: (from: string) => LetterWords;
  /** Of so many comments, the first of them from somebody. */
  readonly mention: (from: string, count: number) => LetterWords;
  /** Before the address that ends mails of one kind. */
  readonly noMore: string;
  readonly noMoreLabel: string;
}

const en: MailWords = {
  link: {
    'sign-in': (minutes) => ({
      subject: 'Sign in to Bough',
      said: 'Open this link in the browser where you asked to sign in:',
      label: 'Sign in',
      note: `It works once and for ${enMinutes(minutes)}. If you did not ask for it, ignore this mail: nothing happens.`,
    }),
    'reset-password': (minutes) => ({
      subject: 'A new password for Bough',
      said: 'Open this link in the browser where you asked for it, and choose a new password:',
      label: 'Choose a password',
      note: `It works once and for ${enMinutes(minutes)}. If you did not ask for it, ignore this mail: your password stays as it is.`,
    }),
    'change-email': (minutes) => ({
      subject: 'Your new address in Bough',
      said: 'Open this link in the browser where you asked for it, and this address becomes that of your account:',
      label: 'Use this address',
      note: `It works once and for ${enMinutes(minutes)}. If you did not ask for it, ignore this mail: nothing happens.`,
    }),
  },
  notice: {
    'email-changed': {
      subject: 'Your address in Bough was changed',
      said: 'Your account in Bough has another address now. This one signs nobody in any more.',
      label: 'Open Bough',
      note: 'If it was not you, tell whoever runs this Bough: they can end the sessions of the account and give it back.',
    },
    'password-changed': {
      subject: 'Your password in Bough was changed',
      said: 'The password of your account in Bough was set, changed or removed. Every other browser was signed out.',
      label: 'Open Bough',
      note: 'If it was not you, sign in with a mailed link, choose another password, and end all sessions on the account page.',
    },
    'account-deleted': {
      subject: 'Your account in Bough was deleted',
      said: 'Your account in Bough and the maps that nobody else could edit were deleted.',
      label: 'Open Bough',
      note: 'If it was not you, tell whoever runs this Bough at once: for some time, backups still have your maps.',
    },
  },
  invitation: (from) => ({
    subject: 'You are invited to a map',
    said: `${from} invites you to a map in Bough:`,
    label: 'Open the map',
    note: 'Whoever has this link can open the map, so pass it on with care.',
  }),
  mention: (from, count) => ({
    subject: 'You are mentioned in a map',
    said: count === 1 ? `${from} mentions you in a comment in Bough:` : `${count} comments in Bough mention you:`,
    label: 'Open the map',
    note: 'You get this mail because you may open the map. Answer there, not by mail.',
  }),
  noMore: 'You want no more mails about invitations and comments from here?',
  noMoreLabel: 'Send me no more',
};

const de: MailWords = {
  link: {
    'sign-in': (minutes) => ({
      subject: 'Bei Bough anmelden',
      said: 'Öffne diesen Link in dem Browser, in dem du dich anmelden wolltest:',
      label: 'Anmelden',
      note: `Er gilt einmal und ${deMinutes(minutes)} lang. Wenn du ihn nicht wolltest, lass diese Mail liegen: Es geschieht nichts.`,
    }),
    'reset-password': (minutes) => ({
      subject: 'Ein neues Passwort für Bough',
      said: 'Öffne diesen Link in dem Browser, in dem du danach gefragt hast, und wähle ein neues Passwort:',
      label: 'Passwort wählen',
      note: `Er gilt einmal und ${deMinutes(minutes)} lang. Wenn du ihn nicht wolltest, lass diese Mail liegen: Dein Passwort bleibt, wie es ist.`,
    }),
    'change-email': (minutes) => ({
      subject: 'Deine neue Adresse in Bough',
      said: 'Öffne diesen Link in dem Browser, in dem du danach gefragt hast, und diese Adresse wird die deines Kontos:',
      label: 'Diese Adresse nehmen',
      note: `Er gilt einmal und ${deMinutes(minutes)} lang. Wenn du ihn nicht wolltest, lass diese Mail liegen: Es geschieht nichts.`,
    }),
  },
  notice: {
    'email-changed': {
      subject: 'Deine Adresse in Bough wurde geändert',
      said: 'Dein Konto in Bough hat jetzt eine andere Adresse. Diese meldet niemanden mehr an.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, sag es denen, die dieses Bough betreiben: Sie können die Sitzungen des Kontos beenden und es zurückgeben.',
    },
    'password-changed': {
      subject: 'Dein Passwort in Bough wurde geändert',
      said: 'Das Passwort deines Kontos in Bough wurde gesetzt, geändert oder entfernt. Alle anderen Browser wurden abgemeldet.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, melde dich mit einem Link per Mail an, wähle ein anderes Passwort und beende auf der Kontoseite alle Sitzungen.',
    },
    'account-deleted': {
      subject: 'Dein Konto in Bough wurde gelöscht',
      said: 'Dein Konto in Bough und die Karten, die sonst niemand bearbeiten konnte, wurden gelöscht.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, sag es sofort denen, die dieses Bough betreiben: Eine Zeit lang sind deine Karten noch in Sicherungen.',
    },
  },
  invitation: (from) => ({
    subject: 'Du bist zu einer Karte eingeladen',
    said: `${from} lädt dich zu einer Karte in Bough ein:`,
    label: 'Karte öffnen',
    note: 'Wer diesen Link hat, kann die Karte öffnen. Gib ihn also mit Bedacht weiter.',
  }),
  mention: (from, count) => ({
    subject: 'Du wirst in einer Karte erwähnt',
    said:
      count === 1 ? `${from} erwähnt dich in einem Kommentar in Bough:` : `${count} Kommentare in Bough erwähnen dich:`,
    label: 'Karte öffnen',
    note: 'Du bekommst diese Mail, weil du die Karte öffnen darfst. Antworte dort, nicht per Mail.',
  }),
  noMore: 'Du möchtest von hier keine Mails über Einladungen und Kommentare mehr?',
  noMoreLabel: 'Keine mehr schicken',
};

/** The catalogues. */
export const MAIL_WORDS: Readonly<Record<MailLanguage, MailWords>> = { en, de };

/** The first language of an Accept-Language header that mails are written in; English where there is none. */
export function mailLanguage(languages: string | null): MailLanguage {
  const wishes = (languages ?? '').split(',').map((wish) => {
    const [tag = '', ...rest] = wish.trim().toLowerCase().split(';');
    const weight = /^\s*q=([0-9.]+)/.exec(rest.join(';'))?.[1];
    return { tag: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const best = wishes
    .toSorted((a, b) => b.weight - a.weight)
    .find(({ tag, weight }) => weight > 0 && (tag === 'en' || tag === 'de'));
  return best?.tag === 'de' ? 'de' : 'en';
}

function enMinutes(count: number): string {
  return count === 1 ? 'one minute' : `${count} minutes`;
}

function deMinutes(count: number): string {
  return count === 1 ? 'eine Minute' : `${count} Minuten`;
}
