import type { AccountWords, ThemeWords } from './account-words.ts';

/** The account, in English. */
export const accountEn: AccountWords = {
  menu: 'You',
  guest: 'Guest',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out everywhere',
  outbox: 'Email outbox',
  title: 'Account',
  passwordChanged: 'Password saved. Your other devices are signed out.',
};

/** The themes, in English. */
export const themeEn: ThemeWords = { name: 'Theme', device: 'Match system', light: 'Light', dark: 'Dark' };
