import type { AccountWords, OutboxWords, ThemeWords } from './account-words.ts';

/** Signing in and the account, in German. */
export const accountDe: AccountWords = {
  menu: 'Du',
  guest: 'Gast',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  signOutEverywhere: 'Überall abmelden',
  signInTitle: 'Mit E-Mail anmelden',
  signInText: 'Wir schicken dir einen Link. Deine Karten kommen mit.',
  email: 'E-Mail-Adresse',
  sendLink: 'Link schicken',
  sentTitle: 'Sieh in deine Mail',
  sentText: (email) =>
    `Wenn ${email} Mail empfangen kann, ist ein Link unterwegs. Öffne ihn innerhalb von 10 Minuten in diesem Browser.`,
  confirmTitle: 'Anmelden',
  confirmText: 'Du hast einen Anmeldelink geöffnet. Als die Person weitermachen, an die er ging?',
  confirm: 'Anmelden',
  confirmFailed:
    'Dieser Link gilt nicht: Er ist älter als 10 Minuten, wurde schon benutzt oder in einem anderen Browser angefordert.',
  outbox: 'Postausgang',
};

/** The page of kept mail, in German. */
export const outboxDe: OutboxWords = {
  title: 'Postausgang',
  text: 'Es ist kein Mailserver eingerichtet, darum bleibt Mail hier. Nur dieser Rechner kann sie sehen.',
  empty: 'Noch keine Mail.',
  absent: 'Dieser Server verschickt seine Mail, oder du bist nicht an dem Rechner, auf dem er läuft.',
  to: (address) => `An ${address}`,
  open: 'Link öffnen',
};

/** The themes, in German. */
export const themeDe: ThemeWords = { name: 'Farbschema', device: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' };
