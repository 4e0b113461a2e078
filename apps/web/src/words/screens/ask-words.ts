import { said } from './said.ts';

/** What somebody reads who may not open a map, and asks for access to it. */
export const askWords = said(
  {
    title: 'You cannot open this map',
    text: 'It may not be shared with you, it may have been deleted, or the link is incomplete.',
    strangerText: 'Sign in with an account that has access. With any other account you can ask for it.',
    signIn: 'Sign in to ask for access',
    message: 'Message to the owner (optional)',
    told: 'The owner sees your name, your email address and this message.',
    send: 'Ask for access',
    asked: (when: string) => `You asked for access on ${when}. If the owner agrees, you get an email.`,
  },
  {
    title: 'Du kannst diese Karte nicht öffnen',
    text: 'Vielleicht ist sie nicht mit dir geteilt, sie wurde gelöscht, oder der Link ist unvollständig.',
    strangerText:
      'Melde dich mit einem Konto an, das Zugriff hat. Mit jedem anderen Konto kannst du um Zugriff bitten.',
    signIn: 'Anmelden, um Zugriff zu erbitten',
    message: 'Nachricht an die Person, der sie gehört (freiwillig)',
    told: 'Die Person, der die Karte gehört, sieht deinen Namen, deine E-Mail-Adresse und diese Nachricht.',
    send: 'Um Zugriff bitten',
    asked: (when) => `Du hast am ${when} um Zugriff gebeten. Wenn die Person zustimmt, bekommst du eine E-Mail.`,
  },
);
