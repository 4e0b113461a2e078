import { language } from './index.ts';
import type { Language } from './language.ts';

const en = {
  failed: 'Your account could not be loaded.',
  you: 'You',
  name: 'Name',
  nameHint: 'Others see it next to your cursor.',
  colour: 'Colour of your cursor',
  saved: 'Saved',
  save: 'Save',
  guestText: 'You are a guest, known only to this browser. Sign in to have your maps on every device.',
  email: 'Email',
  changeEmail: 'Change',
  newEmail: 'New address',
  emailSent: (email: string) => `We sent a link to ${email}. Your address changes when you open it in this browser.`,
  mailWish: 'Email me about invitations and mentions',
  mailWishFailed: 'Your email settings could not be loaded.',
  password: 'Password',
  passwordNone: 'You have no password. You sign in with an email link.',
  passwordSet: 'You can sign in with your password or with an email link.',
  /** There is one, and people sign in by providers alone. */
  passwordUnused: 'People sign in through a provider here, so your password is not used.',
  passwordUnusedRemoved: 'Password removed.',
  setPassword: 'Set password',
  changePassword: 'Change password',
  removePassword: 'Remove password',
  passwordRemoved: 'Password removed. You sign in with an email link.',
  proof: 'Current password',
  proofStale: 'You signed in more than an hour ago. Sign in again to do this.',
  sessions: 'Signed-in devices',
  /** What a session is called whose program did not say what it is. */
  otherProgram: 'Another program',
  /** A browser that nobody knows, on a system that somebody does. */
  otherBrowserOn: (system: string) => `A browser on ${system}`,
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  sessionBy: {
    guest: 'as a guest',
    mail: 'by email link',
    password: 'by password',
    provider: 'by provider',
    passkey: 'by passkey',
  },
  sessionHere: 'This browser',
  sessionSeen: (when: string) => `Last seen ${when}`,
  endSession: 'Sign out',
  endSessionOf: (device: string) => `Sign out: ${device}`,
  endOthers: 'Sign out everywhere else',
  othersEnded: 'You are signed in here only.',
  look: 'Appearance and language',
  language: 'Language',
  languageDevice: 'Match system',
  data: 'Your data',
  exportText: 'Everything that is stored about you and all your maps, as one zip file.',
  exportAll: 'Download everything',
  deleteText: 'Deletes your account, your sessions and the maps that no one else can edit.',
  deleteAccount: 'Delete account',
};

/** What the account's page says, fetched with it. */
export type AccountPageWords = typeof en;

/** In both languages. */
export const ACCOUNT_PAGE: Readonly<Record<Language, AccountPageWords>> = {
  en,
  de: {
    failed: 'Dein Konto konnte nicht geladen werden.',
    you: 'Du',
    name: 'Name',
    nameHint: 'Andere sehen ihn neben deinem Mauszeiger.',
    colour: 'Farbe deines Zeigers',
    saved: 'Gespeichert',
    save: 'Speichern',
    guestText:
      'Du bist zu Gast, nur dieser Browser kennt dich. Melde dich an, um deine Karten auf jedem Gerät zu haben.',
    email: 'E-Mail',
    changeEmail: 'Ändern',
    newEmail: 'Neue Adresse',
    emailSent: (email) =>
      `Wir haben einen Link an ${email} geschickt. Deine Adresse ändert sich, wenn du ihn in diesem Browser öffnest.`,
    mailWish: 'E-Mails über Einladungen und Erwähnungen',
    mailWishFailed: 'Deine E-Mail-Einstellungen konnten nicht geladen werden.',
    password: 'Passwort',
    passwordNone: 'Du hast kein Passwort. Du meldest dich mit einem Link per E-Mail an.',
    passwordSet: 'Du kannst dich mit deinem Passwort oder mit einem Link per E-Mail anmelden.',
    passwordUnused: 'Hier meldet man sich über einen Anbieter an, dein Passwort wird nicht verwendet.',
    passwordUnusedRemoved: 'Passwort entfernt.',
    setPassword: 'Passwort setzen',
    changePassword: 'Passwort ändern',
    removePassword: 'Passwort entfernen',
    passwordRemoved: 'Passwort entfernt. Du meldest dich mit einem Link per E-Mail an.',
    proof: 'Aktuelles Passwort',
    proofStale: 'Du hast dich vor mehr als einer Stunde angemeldet. Melde dich dafür noch einmal an.',
    sessions: 'Angemeldete Geräte',
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
    look: 'Darstellung und Sprache',
    language: 'Sprache',
    languageDevice: 'Wie das System',
    data: 'Deine Daten',
    exportText: 'Alles, was über dich gespeichert ist, und alle deine Karten in einer Zip-Datei.',
    exportAll: 'Alles herunterladen',
    deleteText: 'Löscht dein Konto, deine Anmeldungen und die Karten, die sonst niemand bearbeiten kann.',
    deleteAccount: 'Konto löschen',
  },
};

/** The same, in the page's language. */
export function accountPageWords(): AccountPageWords {
  return ACCOUNT_PAGE[language];
}
