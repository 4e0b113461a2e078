import { language } from './index.ts';
import type { Language } from './language.ts';

/** What the account's page says, fetched with it. */
export interface AccountPageWords {
  readonly failed: string;
  readonly you: string;
  readonly name: string;
  readonly nameHint: string;
  readonly colour: string;
  readonly saved: string;
  readonly save: string;
  readonly guestText: string;
  readonly email: string;
  readonly changeEmail: string;
  readonly newEmail: string;
  readonly emailSent: (email: string) => string;
  readonly mailWish: string;
  readonly mailWishFailed: string;
  readonly password: string;
  readonly passwordNone: string;
  readonly passwordSet: string;
  /** There is one, and people sign in by providers alone. */
  readonly passwordUnused: string;
  readonly passwordUnusedRemoved: string;
  readonly setPassword: string;
  readonly changePassword: string;
  readonly removePassword: string;
  readonly passwordRemoved: string;
  readonly proof: string;
  readonly proofStale: string;
  readonly sessions: string;
  /** What a session is called whose program did not say what it is. */
  readonly otherProgram: string;
  /** A browser that nobody knows, on a system that somebody does. */
  readonly otherBrowserOn: (system: string) => string;
  readonly browserOn: (browser: string, system: string) => string;
  readonly sessionBy: Readonly<Record<'guest' | 'mail' | 'password' | 'provider' | 'passkey', string>>;
  readonly sessionHere: string;
  readonly sessionSeen: (when: string) => string;
  readonly endSession: string;
  readonly endSessionOf: (device: string) => string;
  readonly endOthers: string;
  readonly othersEnded: string;
  readonly look: string;
  readonly language: string;
  readonly languageDevice: string;
  readonly data: string;
  readonly exportText: string;
  readonly exportAll: string;
  readonly deleteText: string;
  readonly deleteAccount: string;
}

/** In both languages. */
export const ACCOUNT_PAGE: Readonly<Record<Language, AccountPageWords>> = {
  en: {
    failed: 'Your account could not be loaded.',
    you: 'You',
    name: 'Name',
    nameHint: 'Others see it beside your cursor.',
    colour: 'Colour of your cursor',
    saved: 'Saved',
    save: 'Save',
    guestText: 'You are a guest, known to this browser alone. Sign in, and your maps are yours on every device.',
    email: 'Email',
    changeEmail: 'Change',
    newEmail: 'New address',
    emailSent: (email) => `A link is on its way to ${email}. The address changes when you open it in this browser.`,
    mailWish: 'Email me about invitations and mentions',
    mailWishFailed: 'Your email settings could not be loaded.',
    password: 'Password',
    passwordNone: 'You have none, and need none: a mailed link signs you in.',
    passwordSet: 'You can sign in with a password or with a mailed link.',
    passwordUnused: 'People sign in with a provider here, so you cannot sign in with your password.',
    passwordUnusedRemoved: 'Password removed.',
    setPassword: 'Set a password',
    changePassword: 'Change it',
    removePassword: 'Remove it',
    passwordRemoved: 'Password removed. You sign in with an email link.',
    proof: 'Your password now',
    proofStale: 'You signed in more than an hour ago. Sign in again to do this.',
    sessions: 'Signed in on',
    otherProgram: 'Another program',
    otherBrowserOn: (system) => `A browser on ${system}`,
    browserOn: (browser, system) => `${browser} on ${system}`,
    sessionBy: {
      guest: 'as a guest',
      mail: 'by mailed link',
      password: 'by password',
      provider: 'by provider',
      passkey: 'by passkey',
    },
    sessionHere: 'This browser',
    sessionSeen: (when) => `Last seen ${when}`,
    endSession: 'Sign out',
    endSessionOf: (device) => `Sign out: ${device}`,
    endOthers: 'Sign out everywhere else',
    othersEnded: 'You are signed in here only.',
    look: 'Appearance and language',
    language: 'Language',
    languageDevice: 'Match system',
    data: 'Your data',
    exportText: 'Everything that is kept about you and all your maps, as one zip file.',
    exportAll: 'Download everything',
    deleteText: 'Deletes you, your sessions and the maps that nobody else edits.',
    deleteAccount: 'Delete the account',
  },
  de: {
    failed: 'Dein Konto konnte nicht geladen werden.',
    you: 'Du',
    name: 'Name',
    nameHint: 'Andere sehen ihn neben deinem Mauszeiger.',
    colour: 'Farbe deines Zeigers',
    saved: 'Gespeichert',
    save: 'Speichern',
    guestText:
      'Du bist zu Gast, nur dieser Browser kennt dich. Melde dich an, dann gehören dir deine Karten auf jedem Gerät.',
    email: 'E-Mail',
    changeEmail: 'Ändern',
    newEmail: 'Neue Adresse',
    emailSent: (email) =>
      `Ein Link an ${email} ist unterwegs. Die Adresse ändert sich, wenn du ihn in diesem Browser öffnest.`,
    mailWish: 'Mails über Einladungen und Kommentare, die mich erwähnen',
    mailWishFailed: 'Welche Mails du möchtest, ist gerade nicht zu erfahren.',
    password: 'Passwort',
    passwordNone: 'Du hast keines und brauchst keines: Ein Link per Mail meldet dich an.',
    passwordSet: 'Du kannst dich mit Passwort oder mit einem Link per Mail anmelden.',
    passwordUnused: 'Hier meldet man sich über einen Anbieter an, mit deinem Passwort geht es nicht.',
    passwordUnusedRemoved: 'Passwort entfernt.',
    setPassword: 'Passwort setzen',
    changePassword: 'Passwort ändern',
    removePassword: 'Passwort entfernen',
    passwordRemoved: 'Das Passwort ist entfernt. Ein Link per Mail meldet dich an.',
    proof: 'Dein jetziges Passwort',
    proofStale: 'Du hast dich vor mehr als einer Stunde angemeldet. Melde dich dafür noch einmal an.',
    sessions: 'Angemeldet auf',
    otherProgram: 'Ein anderes Programm',
    otherBrowserOn: (system) => `Ein Browser unter ${system}`,
    browserOn: (browser, system) => `${browser} unter ${system}`,
    sessionBy: {
      guest: 'als Gast',
      mail: 'mit einem Link',
      password: 'mit Passwort',
      provider: 'über einen Anbieter',
      passkey: 'mit Passkey',
    },
    sessionHere: 'Dieser Browser',
    sessionSeen: (when) => `Zuletzt ${when}`,
    endSession: 'Abmelden',
    endSessionOf: (device) => `Abmelden: ${device}`,
    endOthers: 'Überall sonst abmelden',
    othersEnded: 'Du bist nur noch hier angemeldet.',
    look: 'Aussehen und Sprache',
    language: 'Sprache',
    languageDevice: 'Wie das Gerät',
    data: 'Deine Daten',
    exportText: 'Alles, was über dich gespeichert ist, und alle deine Karten in einer Zip-Datei.',
    exportAll: 'Alles herunterladen',
    deleteText: 'Löscht dich, deine Anmeldungen und die Karten, die sonst niemand bearbeitet.',
    deleteAccount: 'Konto löschen',
  },
};

/** The same, in the page's language. */
export function accountPageWords(): AccountPageWords {
  return ACCOUNT_PAGE[language];
}
