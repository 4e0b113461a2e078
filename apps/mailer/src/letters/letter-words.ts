import type { Mail, MailNotice } from '@bough/contracts';

/** The languages that emails are written in. */
export type MailLanguage = 'en' | 'de';

/** Where people wrote what a mail quotes. */
type MentionedWhere = Extract<Mail, { readonly kind: 'mention' }>['where'];

/** What one kind of email says around its link. */
export interface LetterWords {
  readonly subject: string;
  readonly said: string;
  /** On the link. */
  readonly label: string;
  readonly note: string;
}
type LinkKind = Extract<Mail, { readonly expiresInMinutes: number }>['kind'];

/** All that emails say, in one language. */
export interface MailWords {
  readonly link: Readonly<Record<LinkKind, (minutes: number) => LetterWords>>;
  readonly notice: Readonly<Record<MailNotice, LetterWords>>;
  /** About a sign-in on this device at this moment. */
  readonly newBrowser: (device: string, at: number) => LetterWords;
  readonly invitation: (from: string) => LetterWords;
  /** What somebody wants of the reader, or has given them, with a map. */
  readonly sharing: Readonly<
    Record<Extract<Mail, { readonly kind: 'sharing' }>['about'], (from: string) => LetterWords>
  >;
  /** Of so many comments and messages, the first of them from somebody. */
  readonly mention: (from: string, count: number, where: MentionedWhere) => LetterWords;
  /** Before the link that unsubscribes. */
  readonly noMore: string;
  readonly noMoreLabel: string;
}

const en: MailWords = {
  link: {
    'sign-in': (minutes) => ({
      subject: 'Sign in to Bough',
      said: 'To sign in, open this link in the browser in which you requested it:',
      label: 'Sign in',
      note: `The link works once, within ${enMinutes(minutes)}. If you did not request it, you can ignore this email.`,
    }),
    'reset-password': (minutes) => ({
      subject: 'Reset your Bough password',
      said: 'To choose a new password, open this link in the browser in which you requested it:',
      label: 'Choose a password',
      note: `The link works once, within ${enMinutes(minutes)}. If you did not request it, you can ignore this email: your password stays the same.`,
    }),
    'change-email': (minutes) => ({
      subject: 'Confirm your new email address',
      said: 'To use this address for your Bough account, open this link in the browser in which you requested the change:',
      label: 'Use this address',
      note: `The link works once, within ${enMinutes(minutes)}. If you did not request it, you can ignore this email.`,
    }),
  },
  notice: {
    'email-changed': {
      subject: 'Your Bough email address was changed',
      said: 'Your Bough account now has another email address. You can no longer sign in with this one.',
      label: 'Open Bough',
      note: 'If this was not you, ask your Bough administrator. They can end every session and give you the account back.',
    },
    'password-changed': {
      subject: 'Your Bough password was changed',
      said: 'The password of your Bough account was set, changed or removed. All other browsers were signed out.',
      label: 'Open Bough',
      note: 'If this was not you, sign in with an email link, choose a new password, and sign out everywhere on the account page.',
    },
    'account-deleted': {
      subject: 'Your Bough account was deleted',
      said: 'Your Bough account was deleted, together with the maps that no one else could edit.',
      label: 'Open Bough',
      note: 'If this was not you, ask your Bough administrator now. Backups keep your maps for a limited time.',
    },
    'token-made': {
      subject: 'New API token for your Bough account',
      said: 'A new API token was created for your Bough account. A program that has it can do what the token permits, without your password.',
      label: 'Open Bough',
      note: 'If this was not you, sign in and sign out everywhere on the account page. This revokes every token and ends every session. If you have a password, choose a new one.',
    },
    'passkey-added': {
      subject: 'New passkey for your Bough account',
      said: 'A new passkey was added to your Bough account. You can now sign in with it.',
      label: 'Open Bough',
      note: 'If this was not you, sign in with an email link, remove the passkey on the account page, and sign out everywhere.',
    },
    'passkey-removed': {
      subject: 'A passkey was removed from your Bough account',
      said: 'A passkey was removed from your Bough account. You can no longer sign in with it.',
      label: 'Open Bough',
      note: 'If this was not you, sign in with an email link and sign out everywhere on the account page.',
    },
    'passkey-copied': {
      subject: 'Bough refused one of your passkeys',
      said: 'Someone used a passkey of your Bough account, and Bough refused it. The passkey counts how often it is used, and the count went backwards. There may be a copy of it.',
      label: 'Open Bough',
      note: 'Sign in with an email link, remove this passkey on the account page, and add a new one. If this was not you, also sign out everywhere.',
    },
    'second-step-on': {
      subject: 'Two-step sign-in is on',
      said: 'Two-step sign-in was turned on for your Bough account. Bough now asks for a code from your app after your password or an email link.',
      label: 'Open Bough',
      note: 'If this was not you, ask your Bough administrator. They can turn it off.',
    },
    'second-step-off': {
      subject: 'Two-step sign-in is off',
      said: 'Two-step sign-in is being turned off for your Bough account. From now on, a password or an email link is enough to sign in.',
      label: 'Open Bough',
      note: 'If this was not you, sign in, sign out everywhere on the account page, choose a new password, and turn two-step sign-in on again.',
    },
    'second-step-removed': {
      subject: 'Two-step sign-in was removed from your Bough account',
      said: 'Two-step sign-in was removed from your Bough account, either by an administrator or with the link “This was not me”. From now on, a password or an email link is enough to sign in. Every browser was signed out.',
      label: 'Open Bough',
      note: 'If you asked for this, sign in and turn it on again on the account page. If this was not you, ask your Bough administrator.',
    },
    'recovery-codes-made': {
      subject: 'New recovery codes for your Bough account',
      said: 'New recovery codes are being created for your Bough account. The old ones no longer work.',
      label: 'Open Bough',
      note: 'If this was not you, sign in, sign out everywhere on the account page, choose a new password, and create new codes.',
    },
    'recovery-codes-removed': {
      subject: 'Your Bough recovery codes were removed',
      said: 'Someone reported a sign-in to your Bough account with the link “This was not me”. Your recovery codes were created after that sign-in, so they were removed and no longer work. Codes from your app still work.',
      label: 'Open Bough',
      note: 'Sign in and create new codes on the account page. If this was not you, ask your Bough administrator.',
    },
    'recovery-code-used': {
      subject: 'One of your Bough recovery codes was used',
      said: 'One of the recovery codes of your Bough account was used. This code no longer works.',
      label: 'Open Bough',
      note: 'If this was not you, someone has your codes, and either your password or access to your email. Sign in, sign out everywhere on the account page, choose a new password, and create new codes.',
    },
  },
  newBrowser: (device, at) => ({
    subject: 'New sign-in to Bough',
    said: `Someone signed in to your Bough account in a new browser: ${enDevice(device)}, on ${momentIn('en', at)}. If this was you, you can ignore this email. If not, open this link:`,
    label: 'This was not me',
    note: 'The link opens a page that asks you to confirm. Bough then ends every session, revokes every API token, and emails you a link to choose a new password. The link works for 30 days.',
  }),
  invitation: (from) => ({
    subject: 'You are invited to a map',
    said: `${from} invites you to a map in Bough:`,
    label: 'Open the map',
    note: 'Anyone who has this link can open the map. Do not forward it to people you do not trust.',
  }),
  sharing: {
    'access-asked': (from) => ({
      subject: 'Someone asks for access to your map',
      said: `${from} asks for access to one of your maps in Bough:`,
      label: 'Open the map',
      note: 'To answer, open the map and choose Share. If you do nothing, they get no access.',
    }),
    'access-given': (from) => ({
      subject: 'You have access to a map',
      said: `${from} gave you access to a map in Bough:`,
      label: 'Open the map',
      note: 'You asked for access to this map.',
    }),
    'ownership-asked': (from) => ({
      subject: 'You are asked to own a map',
      said: `${from} asks you to become the owner of a map in Bough:`,
      label: 'Open the map',
      note: 'To answer, open the map and choose Share. Until you accept, nothing changes.',
    }),
  },
  mention: (from, count, where) => ({
    subject: {
      comments: 'You are mentioned in a comment',
      chat: 'You are mentioned in a chat',
      both: 'You are mentioned in comments and a chat',
    }[where],
    said: {
      comments:
        count === 1 ? `${from} mentioned you in a comment in Bough:` : `${count} comments in Bough mention you:`,
      chat:
        count === 1
          ? `${from} mentioned you in the chat of a map in Bough:`
          : `${count} messages in the chat of a map in Bough mention you:`,
      both: `${count} comments and chat messages in Bough mention you:`,
    }[where],
    label: 'Open the map',
    note: 'You get this email because you have access to the map. Reply in the map, not by email.',
  }),
  noMore: 'Stop emails about invitations and mentions:',
  noMoreLabel: 'Unsubscribe',
};

const de: MailWords = {
  link: {
    'sign-in': (minutes) => ({
      subject: 'Bei Bough anmelden',
      said: 'Öffne diesen Link zum Anmelden in dem Browser, in dem du ihn angefordert hast:',
      label: 'Anmelden',
      note: `Der Link gilt einmal und ${deMinutes(minutes)} lang. Wenn du ihn nicht angefordert hast, kannst du diese E-Mail ignorieren.`,
    }),
    'reset-password': (minutes) => ({
      subject: 'Passwort für Bough zurücksetzen',
      said: 'Öffne diesen Link in dem Browser, in dem du ihn angefordert hast, und wähle ein neues Passwort:',
      label: 'Passwort wählen',
      note: `Der Link gilt einmal und ${deMinutes(minutes)} lang. Wenn du ihn nicht angefordert hast, kannst du diese E-Mail ignorieren: Dein Passwort bleibt, wie es ist.`,
    }),
    'change-email': (minutes) => ({
      subject: 'Bestätige deine neue E-Mail-Adresse',
      said: 'Öffne diesen Link in dem Browser, in dem du die Änderung angefordert hast, um diese Adresse für dein Bough-Konto zu verwenden:',
      label: 'Diese Adresse verwenden',
      note: `Der Link gilt einmal und ${deMinutes(minutes)} lang. Wenn du ihn nicht angefordert hast, kannst du diese E-Mail ignorieren.`,
    }),
  },
  notice: {
    'email-changed': {
      subject: 'Deine E-Mail-Adresse bei Bough wurde geändert',
      said: 'Dein Bough-Konto hat jetzt eine andere E-Mail-Adresse. Mit dieser kannst du dich nicht mehr anmelden.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, wende dich an die Administration von Bough. Sie kann alle Sitzungen beenden und dir das Konto zurückgeben.',
    },
    'password-changed': {
      subject: 'Dein Passwort bei Bough wurde geändert',
      said: 'Das Passwort deines Bough-Kontos wurde gesetzt, geändert oder entfernt. Alle anderen Browser wurden abgemeldet.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, melde dich mit einem Link per E-Mail an, wähle ein neues Passwort und melde dich auf der Kontoseite überall ab.',
    },
    'account-deleted': {
      subject: 'Dein Bough-Konto wurde gelöscht',
      said: 'Dein Bough-Konto wurde gelöscht, zusammen mit den Karten, die sonst niemand bearbeiten konnte.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, wende dich sofort an die Administration von Bough. In Sicherungen bleiben deine Karten für begrenzte Zeit erhalten.',
    },
    'token-made': {
      subject: 'Neuer API-Schlüssel für dein Bough-Konto',
      said: 'Für dein Bough-Konto wurde ein neuer API-Schlüssel erstellt. Ein Programm, das ihn hat, kann ohne dein Passwort tun, was der Schlüssel erlaubt.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, melde dich an und dann auf der Kontoseite überall ab. Das zieht alle Schlüssel zurück und beendet alle Sitzungen. Wenn du ein Passwort hast, wähle ein neues.',
    },
    'passkey-added': {
      subject: 'Neuer Passkey für dein Bough-Konto',
      said: 'Zu deinem Bough-Konto wurde ein neuer Passkey hinzugefügt. Du kannst dich jetzt damit anmelden.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, melde dich mit einem Link per E-Mail an, entferne den Passkey auf der Kontoseite und melde dich überall ab.',
    },
    'passkey-removed': {
      subject: 'Ein Passkey wurde aus deinem Bough-Konto entfernt',
      said: 'Aus deinem Bough-Konto wurde ein Passkey entfernt. Du kannst dich damit nicht mehr anmelden.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, melde dich mit einem Link per E-Mail an und dann auf der Kontoseite überall ab.',
    },
    'passkey-copied': {
      subject: 'Bough hat einen deiner Passkeys abgelehnt',
      said: 'Jemand hat einen Passkey deines Bough-Kontos benutzt, und Bough hat ihn abgelehnt. Der Passkey zählt, wie oft er benutzt wird, und der Zähler ging rückwärts. Vielleicht gibt es eine Kopie davon.',
      label: 'Bough öffnen',
      note: 'Melde dich mit einem Link per E-Mail an, entferne diesen Passkey auf der Kontoseite und füge einen neuen hinzu. Wenn du das nicht warst, melde dich auch überall ab.',
    },
    'second-step-on': {
      subject: 'Die Anmeldung in zwei Schritten ist an',
      said: 'Für dein Bough-Konto wurde die Anmeldung in zwei Schritten eingeschaltet. Bough fragt jetzt nach deinem Passwort oder einem Link per E-Mail auch nach einem Code aus deiner App.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, wende dich an die Administration von Bough. Sie kann das wieder ausschalten.',
    },
    'second-step-off': {
      subject: 'Die Anmeldung in zwei Schritten ist aus',
      said: 'Für dein Bough-Konto wird die Anmeldung in zwei Schritten ausgeschaltet. Von jetzt an genügt zum Anmelden ein Passwort oder ein Link per E-Mail.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, melde dich an, melde dich auf der Kontoseite überall ab, wähle ein neues Passwort und schalte die Anmeldung in zwei Schritten wieder ein.',
    },
    'second-step-removed': {
      subject: 'Die Anmeldung in zwei Schritten wurde aus deinem Bough-Konto entfernt',
      said: 'Die Anmeldung in zwei Schritten wurde aus deinem Bough-Konto entfernt, von der Administration oder mit dem Link „Das war ich nicht“. Von jetzt an genügt zum Anmelden ein Passwort oder ein Link per E-Mail. Alle Browser wurden abgemeldet.',
      label: 'Bough öffnen',
      note: 'Wenn du darum gebeten hast, melde dich an und schalte sie auf der Kontoseite wieder ein. Wenn du das nicht warst, wende dich an die Administration von Bough.',
    },
    'recovery-codes-made': {
      subject: 'Neue Ersatzcodes für dein Bough-Konto',
      said: 'Für dein Bough-Konto werden neue Ersatzcodes erstellt. Die alten gelten nicht mehr.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, melde dich an, melde dich auf der Kontoseite überall ab, wähle ein neues Passwort und erstelle neue Codes.',
    },
    'recovery-codes-removed': {
      subject: 'Deine Ersatzcodes für Bough wurden entfernt',
      said: 'Jemand hat mit dem Link „Das war ich nicht“ eine Anmeldung bei deinem Bough-Konto gemeldet. Deine Ersatzcodes wurden nach dieser Anmeldung erstellt. Deshalb wurden sie entfernt und gelten nicht mehr. Codes aus deiner App gelten weiter.',
      label: 'Bough öffnen',
      note: 'Melde dich an und erstelle auf der Kontoseite neue. Wenn du das nicht warst, wende dich an die Administration von Bough.',
    },
    'recovery-code-used': {
      subject: 'Einer deiner Ersatzcodes für Bough wurde benutzt',
      said: 'Einer der Ersatzcodes deines Bough-Kontos wurde benutzt. Dieser Code gilt nicht mehr.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, hat jemand deine Codes und dazu dein Passwort oder Zugriff auf deine E-Mails. Melde dich an, melde dich auf der Kontoseite überall ab, wähle ein neues Passwort und erstelle neue Codes.',
    },
  },
  newBrowser: (device, at) => ({
    subject: 'Neue Anmeldung bei Bough',
    said: `Jemand hat sich in einem neuen Browser bei deinem Bough-Konto angemeldet: ${deDevice(device)}, am ${momentIn('de', at)}. Wenn du das warst, kannst du diese E-Mail ignorieren. Wenn nicht, öffne diesen Link:`,
    label: 'Das war ich nicht',
    note: 'Der Link öffnet eine Seite, auf der du das bestätigst. Dann beendet Bough alle Sitzungen, zieht alle API-Schlüssel zurück und schickt dir einen Link für ein neues Passwort. Der Link gilt 30 Tage lang.',
  }),
  invitation: (from) => ({
    subject: 'Du bist zu einer Karte eingeladen',
    said: `${from} lädt dich zu einer Karte in Bough ein:`,
    label: 'Karte öffnen',
    note: 'Alle, die diesen Link haben, können die Karte öffnen. Leite ihn nicht an Fremde weiter.',
  }),
  sharing: {
    'access-asked': (from) => ({
      subject: 'Jemand bittet um Zugriff auf deine Karte',
      said: `${from} bittet um Zugriff auf eine deiner Karten in Bough:`,
      label: 'Karte öffnen',
      note: 'Zum Antworten öffne die Karte und wähle Teilen. Wenn du nichts tust, bekommt die Person keinen Zugriff.',
    }),
    'access-given': (from) => ({
      subject: 'Du hast Zugriff auf eine Karte',
      said: `${from} hat dir Zugriff auf eine Karte in Bough gegeben:`,
      label: 'Karte öffnen',
      note: 'Du hattest um Zugriff auf diese Karte gebeten.',
    }),
    'ownership-asked': (from) => ({
      subject: 'Du sollst eine Karte übernehmen',
      said: `${from} bittet dich, eine Karte in Bough als Besitzer zu übernehmen:`,
      label: 'Karte öffnen',
      note: 'Zum Antworten öffne die Karte und wähle Teilen. Bis du annimmst, ändert sich nichts.',
    }),
  },
  mention: (from, count, where) => ({
    subject: {
      comments: 'Du wirst in einem Kommentar erwähnt',
      chat: 'Du wirst in einem Chat erwähnt',
      both: 'Du wirst in Kommentaren und einem Chat erwähnt',
    }[where],
    said: {
      comments:
        count === 1
          ? `${from} erwähnt dich in einem Kommentar in Bough:`
          : `${count} Kommentare in Bough erwähnen dich:`,
      chat:
        count === 1
          ? `${from} erwähnt dich im Chat einer Karte in Bough:`
          : `${count} Nachrichten im Chat einer Karte in Bough erwähnen dich:`,
      both: `${count} Kommentare und Chat-Nachrichten in Bough erwähnen dich:`,
    }[where],
    label: 'Karte öffnen',
    note: 'Du bekommst diese E-Mail, weil du Zugriff auf die Karte hast. Antworte in der Karte, nicht per E-Mail.',
  }),
  noMore: 'Keine E-Mails mehr über Einladungen und Erwähnungen:',
  noMoreLabel: 'Abbestellen',
};

/** The catalogues. */
export const MAIL_WORDS: Readonly<Record<MailLanguage, MailWords>> = { en, de };

/** The first language of an Accept-Language header that emails are written in; English where there is none. */
export function mailLanguage(languages: string | null): MailLanguage {
  const wishes = (languages ?? '').split(',').map((wish) => {
    const [tag = '', ...rest] = wish.trim().toLowerCase().split(';');
    const weight = /^\s*q=([0-9.]+)/.exec(rest.join(';'))?.[1];
    return { tag: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const best = wishes
    .toSorted((a, b) => b.weight - a.weight)
    .find(({ tag, weight }) => weight > 0 && (tag === 'en' || tag === 'de'));
  return best?.tag === 'de' ? 'de' : 'en';
}

function enMinutes(count: number): string {
  return count === 1 ? 'one minute' : `${count} minutes`;
}

function deMinutes(count: number): string {
  return count === 1 ? 'eine Minute' : `${count} Minuten`;
}

/** A moment as it is read, in UTC. */
function momentIn(language: MailLanguage, at: number): string {
  const form = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', form).format(at)} UTC`;
}

/** What the gateway calls a device, in German; `apps/web` says it likewise. */
function deDevice(device: string): string {
  if (device === 'Another program') return 'ein anderes Programm';
  return device.replace(/^A browser on /, 'ein Browser unter ').replace(/^(\w[\w ]*) on (\w+)$/, '$1 unter $2');
}

function enDevice(device: string): string {
  return device.replace(/^Another program$/, 'another program').replace(/^A browser on /, 'a browser on ');
}
