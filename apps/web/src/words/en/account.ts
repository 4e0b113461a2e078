/** The account, in English. */
export const accountEn = {
  menu: 'You',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out everywhere',
  outbox: 'Email outbox',
  title: 'Account',
  passwordChanged: 'Password saved. Your other devices are signed out.',
};

/** What the account's menu says, and what is said of it elsewhere. */
export type AccountWords = typeof accountEn;

/** The themes, in English. */
export const themeEn = { name: 'Theme', device: 'Match system', light: 'Light', dark: 'Dark' };

/** The choice of a theme. */
export type ThemeWords = typeof themeEn;
