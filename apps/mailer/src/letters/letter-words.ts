import type { Mail, MailNotice } from '@bough/contracts';

/** The languages that mails are written in. */
export type MailLanguage = 'en' | 'de';

/** What one kind of mail says around its link. */
export interface LetterWords {
  readonly subject: string;
  readonly said: string;
  /** On the link. */
  readonly label: string;
  readonly note: string;
}
type LinkKind = Extract<Mail, { readonly expiresInMinutes: number }>['kind'];

/** All that mails say, in one language. */
export interface MailWords {
  readonly link: Readonly<Record<LinkKind, (minutes: number) => LetterWords>>;
  readonly notice: Readonly<Record<MailNotice, LetterWords>>;
  /** About a sign-in on this device at this moment. */
  readonly newBrowser: (device: string, at: number) => LetterWords;
  readonly invitation: (from: string) => LetterWords;
  /** Of so many comments, the first of them from somebody. */
  readonly mention: (from: string, count: number) => LetterWords;
  /** Before the address that ends mails of one kind. */
  readonly noMore: string;
  readonly noMoreLabel: string;
}

const en: MailWords = {
  link: {
    'sign-in': (minutes) => ({
      subject: 'Sign in to Bough',
      said: 'Open this link in the browser where you asked to sign in:',
      label: 'Sign in',
      note: `It works once and for ${enMinutes(minutes)}. If you did not ask for it, ignore this mail: nothing happens.`,
    }),
    'reset-password': (minutes) => ({
      subject: 'A new password for Bough',
      said: 'Open this link in the browser where you asked for it, and choose a new password:',
      label: 'Choose a password',
      note: `It works once and for ${enMinutes(minutes)}. If you did not ask for it, ignore this mail: your password stays as it is.`,
    }),
    'change-email': (minutes) => ({
      subject: 'Your new address in Bough',
      said: 'Open this link in the browser where you asked for it, and this address becomes that of your account:',
      label: 'Use this address',
      note: `It works once and for ${enMinutes(minutes)}. If you did not ask for it, ignore this mail: nothing happens.`,
    }),
  },
  notice: {
    'email-changed': {
      subject: 'Your address in Bough was changed',
      said: 'Your account in Bough has another address now. This one signs nobody in any more.',
      label: 'Open Bough',
      note: 'If it was not you, tell whoever runs this Bough: they can end the sessions of the account and give it back.',
    },
    'password-changed': {
      subject: 'Your password in Bough was changed',
      said: 'The password of your account in Bough was set, changed or removed. Every other browser was signed out.',
      label: 'Open Bough',
      note: 'If it was not you, sign in with a mailed link, choose another password, and end all sessions on the account page.',
    },
    'account-deleted': {
      subject: 'Your account in Bough was deleted',
      said: 'Your account in Bough and the maps that nobody else could edit were deleted.',
      label: 'Open Bough',
      note: 'If it was not you, tell whoever runs this Bough at once: for some time, backups still have your maps.',
    },
    'token-made': {
      subject: 'A new API token in Bough',
      said: 'A new API token was made for your account in Bough. A program that has it can do what was chosen for it, without your password.',
      label: 'Open Bough',
      note: 'If it was not you, sign in and sign out everywhere on the account page: that ends every token and every session. Then choose a new password if you have one.',
    },
    'passkey-added': {
      subject: 'A new passkey in Bough',
      said: 'A new passkey was added to your account in Bough. From now on it signs you in.',
      label: 'Open Bough',
      note: 'If it was not you, sign in with a mailed link, remove the passkey on the account page, and sign out everywhere.',
    },
    'passkey-removed': {
      subject: 'A passkey was removed in Bough',
      said: 'A passkey of your account in Bough was removed. It signs nobody in any more.',
      label: 'Open Bough',
      note: 'If it was not you, sign in with a mailed link and sign out everywhere on the account page.',
    },
    'passkey-copied': {
      subject: 'A passkey was refused in Bough',
      said: 'Somebody used a passkey of your account in Bough, and it was refused: it counts how often it is used, and its count went backwards. There may be a copy of it.',
      label: 'Open Bough',
      note: 'Sign in with a mailed link, remove that passkey on the account page, and add a new one. If it was not you, also sign out everywhere.',
    },
    'second-step-on': {
      subject: 'Signing in to Bough now takes two steps',
      said: 'Two-step sign-in was turned on for your account in Bough: after your password, or a link like this, you are asked for a code from your app.',
      label: 'Open Bough',
      note: 'If it was not you, tell whoever runs this Bough: they can take the second step away again.',
    },
    'second-step-off': {
      subject: 'Signing in to Bough takes one step again',
      said: 'Two-step sign-in is being turned off for your account in Bough. From now on a password or a mailed link is enough to sign in.',
      label: 'Open Bough',
      note: 'If it was not you, sign in, sign out everywhere on the account page, choose another password, and turn it on again.',
    },
    'second-step-removed': {
      subject: 'The second step of signing in to Bough was removed',
      said: 'The second step of signing in was removed from your account in Bough, by the people who run this Bough or by "This was not me". From now on a password or a mailed link is enough to sign in, and every browser was signed out.',
      label: 'Open Bough',
      note: 'If you asked for it, sign in and turn it on again on the account page. If it was not you, tell the people who run this Bough.',
    },
    'recovery-codes-made': {
      subject: 'New recovery codes in Bough',
      said: 'New recovery codes are being made for your account in Bough. The ones from before no longer work.',
      label: 'Open Bough',
      note: 'If it was not you, sign in, sign out everywhere on the account page, choose another password, and make new codes.',
    },
    'recovery-codes-removed': {
      subject: 'Your recovery codes in Bough were removed',
      said: 'The recovery codes of your account in Bough were made anew after a sign-in that was not yours, so "This was not me" removed them. None of them works any more. Codes of your app still do.',
      label: 'Open Bough',
      note: 'Sign in and make new ones on the account page. If it was not you who pressed that, tell the people who run this Bough.',
    },
    'recovery-code-used': {
      subject: 'A recovery code was used in Bough',
      said: 'One of the recovery codes of your account in Bough was used. It does not work a second time.',
      label: 'Open Bough',
      note: 'If it was not you, somebody has your codes and your password or your mail: sign in, sign out everywhere on the account page, choose another password, and make new codes.',
    },
  },
  newBrowser: (device, at) => ({
    subject: 'A new sign-in to Bough',
    said: `Somebody signed in to your account in Bough in a browser that it did not know before: ${enDevice(device)}, on ${momentIn('en', at)}. If it was you, there is nothing to do. If not, open this link:`,
    label: 'This was not me',
    note: 'The page behind it asks before it does anything. Then it ends every session and every token of your account, and mails you a link for choosing a new password. It works for 30 days.',
  }),
  invitation: (from) => ({
    subject: 'You are invited to a map',
    said: `${from} invites you to a map in Bough:`,
    label: 'Open the map',
    note: 'Whoever has this link can open the map, so pass it on with care.',
  }),
  mention: (from, count) => ({
    subject: 'You are mentioned in a map',
    said: count === 1 ? `${from} mentions you in a comment in Bough:` : `${count} comments in Bough mention you:`,
    label: 'Open the map',
    note: 'You get this mail because you may open the map. Answer there, not by mail.',
  }),
  noMore: 'You want no more mails about invitations and comments from here?',
  noMoreLabel: 'Send me no more',
};

const de: MailWords = {
  link: {
    'sign-in': (minutes) => ({
      subject: 'Bei Bough anmelden',
      said: 'Öffne diesen Link in dem Browser, in dem du dich anmelden wolltest:',
      label: 'Anmelden',
      note: `Er gilt einmal und ${deMinutes(minutes)} lang. Wenn du ihn nicht wolltest, lass diese Mail liegen: Es geschieht nichts.`,
    }),
    'reset-password': (minutes) => ({
      subject: 'Ein neues Passwort für Bough',
      said: 'Öffne diesen Link in dem Browser, in dem du danach gefragt hast, und wähle ein neues Passwort:',
      label: 'Passwort wählen',
      note: `Er gilt einmal und ${deMinutes(minutes)} lang. Wenn du ihn nicht wolltest, lass diese Mail liegen: Dein Passwort bleibt, wie es ist.`,
    }),
    'change-email': (minutes) => ({
      subject: 'Deine neue Adresse in Bough',
      said: 'Öffne diesen Link in dem Browser, in dem du danach gefragt hast, und diese Adresse wird die deines Kontos:',
      label: 'Diese Adresse nehmen',
      note: `Er gilt einmal und ${deMinutes(minutes)} lang. Wenn du ihn nicht wolltest, lass diese Mail liegen: Es geschieht nichts.`,
    }),
  },
  notice: {
    'email-changed': {
      subject: 'Deine Adresse in Bough wurde geändert',
      said: 'Dein Konto in Bough hat jetzt eine andere Adresse. Diese meldet niemanden mehr an.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, sag es denen, die dieses Bough betreiben: Sie können die Sitzungen des Kontos beenden und es zurückgeben.',
    },
    'password-changed': {
      subject: 'Dein Passwort in Bough wurde geändert',
      said: 'Das Passwort deines Kontos in Bough wurde gesetzt, geändert oder entfernt. Alle anderen Browser wurden abgemeldet.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, melde dich mit einem Link per Mail an, wähle ein anderes Passwort und beende auf der Kontoseite alle Sitzungen.',
    },
    'account-deleted': {
      subject: 'Dein Konto in Bough wurde gelöscht',
      said: 'Dein Konto in Bough und die Karten, die sonst niemand bearbeiten konnte, wurden gelöscht.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, sag es sofort denen, die dieses Bough betreiben: Eine Zeit lang sind deine Karten noch in Sicherungen.',
    },
    'token-made': {
      subject: 'Ein neuer API-Schlüssel in Bough',
      said: 'Für dein Konto in Bough wurde ein neuer API-Schlüssel angelegt. Ein Programm, das ihn hat, kann damit ohne dein Passwort tun, was für ihn gewählt wurde.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, melde dich an und melde dich auf der Kontoseite überall ab: Das beendet alle Schlüssel und alle Sitzungen. Wähle dann ein neues Passwort, wenn du eines hast.',
    },
    'passkey-added': {
      subject: 'Ein neuer Passkey in Bough',
      said: 'Deinem Konto in Bough wurde ein neuer Passkey hinzugefügt. Mit ihm kannst du dich ab jetzt anmelden.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, melde dich mit einem Link per Mail an, entferne den Passkey auf der Kontoseite und melde dich überall ab.',
    },
    'passkey-removed': {
      subject: 'Ein Passkey in Bough wurde entfernt',
      said: 'Ein Passkey deines Kontos in Bough wurde entfernt. Er meldet niemanden mehr an.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, melde dich mit einem Link per Mail an und melde dich auf der Kontoseite überall ab.',
    },
    'passkey-copied': {
      subject: 'Ein Passkey in Bough wurde abgelehnt',
      said: 'Jemand hat einen Passkey deines Kontos in Bough benutzt, und er wurde abgelehnt: Er zählt mit, wie oft er benutzt wird, und sein Zähler ging rückwärts. Vielleicht gibt es eine Kopie.',
      label: 'Bough öffnen',
      note: 'Melde dich mit einem Link per Mail an, entferne diesen Passkey auf der Kontoseite und füge einen neuen hinzu. Wenn du das nicht warst, melde dich auch überall ab.',
    },
    'second-step-on': {
      subject: 'Bei Bough meldest du dich jetzt in zwei Schritten an',
      said: 'Für dein Konto in Bough wurde die Anmeldung in zwei Schritten eingeschaltet: Nach dem Passwort oder einem Link wie diesem wirst du nach einem Code aus deiner App gefragt.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, sag es denen, die dieses Bough betreiben: Sie können den zweiten Schritt wieder entfernen.',
    },
    'second-step-off': {
      subject: 'Bei Bough meldest du dich wieder in einem Schritt an',
      said: 'Für dein Konto in Bough wird die Anmeldung in zwei Schritten ausgeschaltet. Von jetzt an genügt zum Anmelden ein Passwort oder ein Link per Mail.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, melde dich an, melde dich auf der Kontoseite überall ab, wähle ein anderes Passwort und schalte sie wieder ein.',
    },
    'second-step-removed': {
      subject: 'Bei Bough wurde der zweite Schritt entfernt',
      said: 'Der zweite Schritt der Anmeldung wurde von deinem Konto in Bough entfernt, von denen, die dieses Bough betreiben, oder durch „Das war ich nicht“. Von jetzt an genügt zum Anmelden ein Passwort oder ein Link per Mail, und alle Browser wurden abgemeldet.',
      label: 'Bough öffnen',
      note: 'Wenn du darum gebeten hast, melde dich an und schalte ihn auf der Kontoseite wieder ein. Wenn du das nicht warst, sag es denen, die dieses Bough betreiben.',
    },
    'recovery-codes-made': {
      subject: 'Neue Ersatzcodes für Bough',
      said: 'Für dein Konto in Bough werden neue Ersatzcodes angelegt. Die bisherigen gelten nicht mehr.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, melde dich an, melde dich auf der Kontoseite überall ab, wähle ein anderes Passwort und lege neue Codes an.',
    },
    'recovery-codes-removed': {
      subject: 'Deine Ersatzcodes für Bough wurden entfernt',
      said: 'Die Ersatzcodes deines Kontos in Bough waren nach einer Anmeldung neu angelegt worden, die nicht von dir war. Deshalb hat „Das war ich nicht“ sie entfernt: Keiner gilt mehr. Codes deiner App gelten weiter.',
      label: 'Bough öffnen',
      note: 'Melde dich an und lege auf der Kontoseite neue an. Wenn du das nicht warst, sag es denen, die dieses Bough betreiben.',
    },
    'recovery-code-used': {
      subject: 'Ein Ersatzcode für Bough wurde benutzt',
      said: 'Einer der Ersatzcodes deines Kontos in Bough wurde benutzt. Er gilt kein zweites Mal.',
      label: 'Bough öffnen',
      note: 'Wenn du das nicht warst, hat jemand deine Codes und dein Passwort oder deine Mails: Melde dich an, melde dich auf der Kontoseite überall ab, wähle ein anderes Passwort und lege neue Codes an.',
    },
  },
  newBrowser: (device, at) => ({
    subject: 'Eine neue Anmeldung bei Bough',
    said: `Jemand hat sich mit deinem Konto in einem Browser angemeldet, den Bough noch nicht kannte: ${deDevice(device)}, am ${momentIn('de', at)}. Wenn du es warst, ist nichts zu tun. Wenn nicht, öffne diesen Link:`,
    label: 'Das war ich nicht',
    note: 'Die Seite dahinter fragt, bevor sie etwas tut. Dann beendet sie alle Sitzungen und Schlüssel deines Kontos und schickt dir einen Link, mit dem du ein neues Passwort wählst. Er gilt 30 Tage lang.',
  }),
  invitation: (from) => ({
    subject: 'Du bist zu einer Karte eingeladen',
    said: `${from} lädt dich zu einer Karte in Bough ein:`,
    label: 'Karte öffnen',
    note: 'Wer diesen Link hat, kann die Karte öffnen. Gib ihn also mit Bedacht weiter.',
  }),
  mention: (from, count) => ({
    subject: 'Du wirst in einer Karte erwähnt',
    said:
      count === 1 ? `${from} erwähnt dich in einem Kommentar in Bough:` : `${count} Kommentare in Bough erwähnen dich:`,
    label: 'Karte öffnen',
    note: 'Du bekommst diese Mail, weil du die Karte öffnen darfst. Antworte dort, nicht per Mail.',
  }),
  noMore: 'Du möchtest von hier keine Mails über Einladungen und Kommentare mehr?',
  noMoreLabel: 'Keine mehr schicken',
};

/** The catalogues. */
export const MAIL_WORDS: Readonly<Record<MailLanguage, MailWords>> = { en, de };

/** The first language of an Accept-Language header that mails are written in; English where there is none. */
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

/** A moment as it is read, in the one time zone that everybody can reckon from. */
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
