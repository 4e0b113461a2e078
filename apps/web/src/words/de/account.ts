import type { AccountWords, ThemeWords } from '../en/account.ts';

/** The account, in German. */
export const accountDe: AccountWords = {
  menu: 'Du',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  signOutEverywhere: 'Überall abmelden',
  outbox: 'Postausgang',
  title: 'Konto',
  passwordChanged: 'Das Passwort ist gesetzt. Deine anderen Geräte sind abgemeldet.',
};

/** The themes, in German. */
export const themeDe: ThemeWords = { name: 'Farbschema', device: 'Wie das System', light: 'Hell', dark: 'Dunkel' };
