import { said } from './said.ts';

/** What the page of kept mail says, fetched with it. */
export const outboxWords = said(
  {
    title: 'Email outbox',
    text: 'No mail server is set up, so emails are kept here. Only this machine can see them.',
    empty: 'No emails yet.',
    absent: 'This server sends its emails, or you are not on the machine that runs it.',
    to: (address: string) => `To ${address}`,
    open: 'Open the link',
    picture: 'The picture in this email',
  },
  {
    title: 'Postausgang',
    text: 'Es ist kein Mailserver eingerichtet, darum bleiben E-Mails hier. Nur dieser Rechner kann sie sehen.',
    empty: 'Noch keine E-Mails.',
    absent: 'Dieser Server verschickt seine E-Mails, oder du bist nicht an dem Rechner, auf dem er läuft.',
    to: (address) => `An ${address}`,
    open: 'Link öffnen',
    picture: 'Das Bild in dieser E-Mail',
  },
);
