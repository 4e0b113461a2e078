import { said } from './said.ts';

/** What is said about watching maps: in the dialog of who has access, and on the account page. */
export const watchWords = said(
  {
    watch: 'Email me what others change',
    often: {
      daily: 'At most once a day. You can change this in your account.',
      hourly: 'At most once an hour. You can change this in your account.',
      never: 'These emails are turned off in your account.',
    },
    title: 'Watched maps',
    wish: 'Email me what others change',
    wishes: { daily: 'Once a day', hourly: 'Once an hour', never: 'Never' },
    empty: 'You watch no maps. To watch one, open it and choose Share.',
    listFailed: 'Your watched maps could not be loaded.',
    failed: 'This could not be loaded.',
    untitled: 'Untitled',
  },
  {
    watch: 'E-Mails darüber, was andere ändern',
    often: {
      daily: 'Höchstens einmal am Tag. Das änderst du in deinem Konto.',
      hourly: 'Höchstens einmal in der Stunde. Das änderst du in deinem Konto.',
      never: 'In deinem Konto sind diese E-Mails ausgeschaltet.',
    },
    title: 'Beobachtete Karten',
    wish: 'E-Mails darüber, was andere ändern',
    wishes: { daily: 'Einmal am Tag', hourly: 'Einmal in der Stunde', never: 'Nie' },
    empty: 'Du beobachtest keine Karten. Um eine zu beobachten, öffne sie und wähle Teilen.',
    listFailed: 'Deine beobachteten Karten konnten nicht geladen werden.',
    failed: 'Das konnte nicht geladen werden.',
    untitled: 'Ohne Titel',
  },
);
