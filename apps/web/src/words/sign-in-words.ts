import { language } from './index.ts';
import type { Language } from './language.ts';

const EN = {
  title: 'Sign in',
  text: 'Your maps stay with you, on every device.',
  email: 'Email address',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: 'At least 8 characters. Several unusual words are better than one complicated one.',
  sendLink: 'Email me a link',
  byPassword: 'Use a password',
  byLink: 'Use an email link',
  enter: 'Sign in',
  or: 'or',
  provider: (name: string) => `Continue with ${name}`,
  forgot: 'Forgot your password?',
  resetText: 'We will email you a link to choose a new one.',
  sendReset: 'Send the link',
  closed: 'New accounts need an invitation here.',
  byProvider: (names: string) => `New here? Continue with ${names}.`,
  domains: (names: string) => `New accounts need an address at ${names}.`,
  sentTitle: 'Check your email',
  sentText: (email: string) =>
    `If ${email} can receive email, a link is on its way. Open it in this browser within 10 minutes.`,
  outbox: 'This server does not send email: open the outbox',
  confirmTitle: 'Sign in',
  confirmText: 'You opened a sign-in link. Continue as the person it was sent to?',
  confirm: 'Sign in',
  confirmFailed:
    'This link cannot be used: it is older than 10 minutes, was already used, or was requested in another browser.',
  resetTitle: 'Choose a new password',
  setPassword: 'Set password',
  resetFailed: 'The password was not changed. Request a new link if this one is older than 10 minutes.',
  providerTitle: 'Signing in',
  providerFailed: 'You could not be signed in this way. Nothing has changed. Start again.',
  emailTitle: 'Change your address',
  emailText: 'From now on, emails and sign-in links go to the address that this link was sent to.',
  emailConfirm: 'Use this address',
  emailFailed:
    'The address was not changed: the link is too old, was already used, or was requested in another browser.',
  emailDone: (email: string) => `Your address is now ${email}.`,
  ownerTitle: 'This Bough has no owner yet',
  ownerText:
    'If you set it up, become its owner: you will manage the people and settings of this server, but not their maps.',
  ownerConfirm: 'I run this server',
  ownerFailed: 'This set-up link does not work, or was already used.',
  ownerDone: 'You are the owner of this Bough.',
};

/** What signing in says, fetched with it: whoever opens a map needs none of it. */
type SignInWords = typeof EN;

const DE: SignInWords = {
  title: 'Anmelden',
  text: 'Deine Karten bleiben bei dir, auf jedem Gerät.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  passwordHint: 'Mindestens 8 Zeichen. Mehrere ungewöhnliche Wörter sind besser als ein kompliziertes.',
  sendLink: 'Link per E-Mail schicken',
  byPassword: 'Mit Passwort',
  byLink: 'Mit einem Link per E-Mail',
  enter: 'Anmelden',
  or: 'oder',
  provider: (name) => `Weiter mit ${name}`,
  forgot: 'Passwort vergessen?',
  resetText: 'Wir schicken dir per E-Mail einen Link, mit dem du ein neues wählst.',
  sendReset: 'Link schicken',
  closed: 'Neue Konten gibt es hier nur auf Einladung.',
  byProvider: (names) => `Neu hier? Weiter mit ${names}.`,
  domains: (names) => `Neue Konten brauchen eine Adresse bei ${names}.`,
  sentTitle: 'Sieh in dein Postfach',
  sentText: (email) =>
    `Wenn ${email} E-Mails empfangen kann, ist ein Link unterwegs. Öffne ihn innerhalb von 10 Minuten in diesem Browser.`,
  outbox: 'Dieser Server verschickt keine E-Mails: zum Postausgang',
  confirmTitle: 'Anmelden',
  confirmText: 'Du hast einen Anmeldelink geöffnet. Als die Person weitermachen, an die er ging?',
  confirm: 'Anmelden',
  confirmFailed:
    'Dieser Link gilt nicht: Er ist älter als 10 Minuten, wurde schon benutzt oder in einem anderen Browser angefordert.',
  resetTitle: 'Neues Passwort wählen',
  setPassword: 'Passwort setzen',
  resetFailed: 'Das Passwort ist unverändert. Fordere einen neuen Link an, wenn dieser älter als 10 Minuten ist.',
  providerTitle: 'Du wirst angemeldet',
  providerFailed:
    'Auf diesem Weg konntest du nicht angemeldet werden. Nichts hat sich geändert. Beginne noch einmal von vorn.',
  emailTitle: 'Adresse ändern',
  emailText: 'Von jetzt an gehen E-Mails und Anmeldelinks an die Adresse, an die dieser Link ging.',
  emailConfirm: 'Diese Adresse verwenden',
  emailFailed:
    'Die Adresse ist unverändert: Der Link ist zu alt, wurde schon benutzt oder in einem anderen Browser angefordert.',
  emailDone: (email) => `Deine Adresse ist jetzt ${email}.`,
  ownerTitle: 'Dieses Bough gehört noch niemandem',
  ownerText:
    'Wenn du es eingerichtet hast, werde Besitzer: Du verwaltest dann Personen und Einstellungen dieses Servers, aber nicht ihre Karten.',
  ownerConfirm: 'Ich betreibe diesen Server',
  ownerFailed: 'Dieser Einrichtungslink gilt nicht, oder jemand hat ihn schon benutzt.',
  ownerDone: 'Dieses Bough gehört jetzt dir.',
};

/** What signing in says, in every language. */
export const SIGN_IN: Readonly<Record<Language, SignInWords>> = { en: EN, de: DE };

/** The words of signing in, in the page's language. */
export function signInWords(): SignInWords {
  return SIGN_IN[language];
}
