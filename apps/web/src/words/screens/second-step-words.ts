import { said } from './said.ts';

/** What is said of the second step of signing in, fetched where it is said. */
export const secondStepWords = said(
  {
    title: 'Two-step sign-in',
    off: 'Protect your account with a code from an app on your phone, asked for after your password or email link.',
    on: (codes: number) =>
      `Signing in asks for a code from your app. You have ${codes} ${codes === 1 ? 'recovery code' : 'recovery codes'} left.`,
    begin: 'Set up an app',
    scan: 'Scan this code with an authenticator app, or type the key. Then enter the code that the app shows.',
    typed: 'Key',
    code: 'Code from your app',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    renew: 'New recovery codes',
    codes: 'Keep these recovery codes somewhere safe. Each works once if you lose your phone. They are shown only now.',
    copy: 'Copy codes',
    turnedOff: 'Two-step sign-in is off.',
    prove: 'Confirm it is you',
    askTitle: 'Enter your code',
    askText: 'Open your authenticator app and enter the code it shows for Bough. A recovery code works too.',
    enter: 'Sign in',
    wrong: 'This code did not work, or you waited too long. Wait for the next code, or sign in again.',
    notMeTitle: 'Was this not you?',
    notMeText: 'This signs you out everywhere, ends your API tokens and removes your password.',
    notMe: 'This was not me',
    notMeFailed: 'This link no longer works. Sign in, then sign out everywhere on the account page.',
    notMeMailed:
      'All sessions have ended. Check your email for a link, and open it in this browser to choose a new password.',
    notMeEnded: 'All sessions have ended. If you can no longer sign in, ask the administrator of this Bough.',
  },
  {
    title: 'Anmeldung in zwei Schritten',
    off: 'Schütze dein Konto mit einem Code aus einer App auf deinem Handy, nach dem du nach Passwort oder Link gefragt wirst.',
    on: (codes) =>
      `Beim Anmelden wirst du nach einem Code aus deiner App gefragt. Du hast noch ${codes} ${codes === 1 ? 'Ersatzcode' : 'Ersatzcodes'}.`,
    begin: 'App einrichten',
    scan: 'Scanne dies mit einer Authenticator-App oder tippe den Schlüssel ab. Gib dann den Code ein, den die App zeigt.',
    typed: 'Schlüssel',
    code: 'Code aus deiner App',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    renew: 'Neue Ersatzcodes',
    codes:
      'Bewahre diese Ersatzcodes sicher auf. Jeder gilt einmal, falls du dein Handy verlierst. Sie werden nur jetzt gezeigt.',
    copy: 'Kopieren',
    turnedOff: 'Die Anmeldung in zwei Schritten ist aus.',
    prove: 'Bestätigen',
    askTitle: 'Gib deinen Code ein',
    askText: 'Öffne deine Authenticator-App und gib den Code für Bough ein. Auch ein Ersatzcode gilt.',
    enter: 'Anmelden',
    wrong: 'Dieser Code gilt nicht, oder es hat zu lange gedauert. Warte auf den nächsten oder melde dich neu an.',
    notMeTitle: 'Warst du das nicht?',
    notMeText: 'Das meldet dich überall ab, beendet deine API-Schlüssel und entfernt dein Passwort.',
    notMe: 'Das war ich nicht',
    notMeFailed: 'Dieser Link gilt nicht mehr. Melde dich an und auf der Kontoseite überall ab.',
    notMeMailed:
      'Alle Sitzungen sind beendet. Ein Link ist unterwegs: Öffne ihn in diesem Browser und wähle ein neues Passwort.',
    notMeEnded: 'Alle Sitzungen sind beendet. Kannst du dich nicht mehr anmelden, wende dich an die Administration.',
  },
);
