import type { AccountWords, OutboxWords, ThemeWords } from './account-words.ts';

/** Signing in and the account, in English. */
export const accountEn: AccountWords = {
  menu: 'You',
  guest: 'Guest',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out everywhere',
  signInTitle: 'Sign in by email',
  signInText: 'We send you a link. Your maps come along.',
  email: 'Email address',
  sendLink: 'Send the link',
  sentTitle: 'Look at your mail',
  sentText: (email) => `If ${email} can receive mail, a link is on its way. Open it in this browser within 10 minutes.`,
  confirmTitle: 'Sign in',
  confirmText: 'You opened a sign-in link. Go on as the person it was sent to?',
  confirm: 'Sign in',
  confirmFailed:
    'This link cannot be used: it is older than 10 minutes, was used before, or was asked for in another browser.',
  outbox: 'Mail outbox',
};

/** The page of kept mail, in English. */
export const outboxEn: OutboxWords = {
  title: 'Mail outbox',
  text: 'No mail server is set up, so mail is kept here. Only this machine can see it.',
  empty: 'No mail yet.',
  absent: 'This server sends its mail, or you are not on the machine that runs it.',
  to: (address) => `To ${address}`,
  open: 'Open the link',
};

/** The themes, in English. */
export const themeEn: ThemeWords = { name: 'Theme', device: 'As the device', light: 'Light', dark: 'Dark' };
