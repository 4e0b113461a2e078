import type { AccountWords, OutboxWords, SignInWords, ThemeWords } from './account-words.ts';

const maps = (count: number): string => `${count} ${count === 1 ? 'Karte' : 'Karten'}`;

/** Signing in, in German. */
export const signInDe: SignInWords = {
  title: 'Anmelden',
  text: 'Deine Karten kommen mit und sind auf jedem Gerät da.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  passwordHint: '8 Zeichen oder mehr. Ein paar ungewöhnliche Wörter sind besser als ein seltsames.',
  sendLink: 'Link schicken',
  byPassword: 'Mit Passwort',
  byLink: 'Mit einem Link per Mail',
  enter: 'Anmelden',
  or: 'oder',
  provider: (name) => `Weiter mit ${name}`,
  forgot: 'Passwort vergessen?',
  resetText: 'Wir schicken dir einen Link, mit dem du ein neues wählst.',
  sendReset: 'Link schicken',
  closed: 'Neue Konten gibt es hier nur auf Einladung.',
  domains: (names) => `Neue Konten brauchen eine Adresse bei ${names}.`,
  sentTitle: 'Sieh in deine Mail',
  sentText: (email) =>
    `Wenn ${email} Mail empfangen kann, ist ein Link unterwegs. Öffne ihn innerhalb von 10 Minuten in diesem Browser.`,
  outbox: 'Dieser Server behält seine Mail: zum Postausgang',
  confirmTitle: 'Anmelden',
  confirmText: 'Du hast einen Anmeldelink geöffnet. Als die Person weitermachen, an die er ging?',
  confirm: 'Anmelden',
  confirmFailed:
    'Dieser Link gilt nicht: Er ist älter als 10 Minuten, wurde schon benutzt oder in einem anderen Browser angefordert.',
  resetTitle: 'Neues Passwort wählen',
  setPassword: 'Passwort setzen',
  resetFailed: 'Das Passwort ist unverändert. Fordere einen neuen Link an, wenn dieser älter als 10 Minuten ist.',
  providerTitle: 'Du wirst angemeldet',
  providerFailed: 'Auf diesem Weg ging es nicht. Nichts hat sich geändert; beginne noch einmal von vorn.',
  emailTitle: 'Adresse ändern',
  emailText: 'Von jetzt an gehen Mail und Anmeldelinks an die Adresse, an die dieser Link ging.',
  emailConfirm: 'Diese Adresse verwenden',
  emailFailed:
    'Die Adresse ist unverändert: Der Link ist zu alt, wurde schon benutzt oder in einem anderen Browser angefordert.',
  emailDone: (email) => `Deine Adresse ist jetzt ${email}.`,
  ownerTitle: 'Dieses Bough gehört noch niemandem',
  ownerText:
    'Wer es eingerichtet hat, kann es übernehmen: Du kümmerst dich dann um Personen und Einstellungen dieses Servers, nicht um ihre Karten.',
  ownerConfirm: 'Ich betreibe diesen Server',
  ownerFailed: 'Dieser Einrichtungslink gilt nicht, oder jemand hat ihn schon benutzt.',
  ownerDone: 'Dieses Bough gehört jetzt dir.',
};

/** The account, in German. */
export const accountDe: AccountWords = {
  menu: 'Du',
  guest: 'Gast',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  signOutEverywhere: 'Überall abmelden',
  outbox: 'Postausgang',
  title: 'Konto',
  failed: 'Dein Konto konnte nicht geladen werden.',
  you: 'Du',
  name: 'Name',
  nameHint: 'Andere sehen ihn neben deinem Mauszeiger.',
  colour: 'Farbe deines Zeigers',
  saved: 'Gespeichert',
  save: 'Speichern',
  guestText:
    'Du bist zu Gast, nur dieser Browser kennt dich. Melde dich an, dann gehören dir deine Karten auf jedem Gerät.',
  email: 'E-Mail',
  changeEmail: 'Ändern',
  newEmail: 'Neue Adresse',
  emailSent: (email) =>
    `Ein Link an ${email} ist unterwegs. Die Adresse ändert sich, wenn du ihn in diesem Browser öffnest.`,
  mailWish: 'Mails über Einladungen und Kommentare, die mich erwähnen',
  mailWishFailed: 'Welche Mails du möchtest, ist gerade nicht zu erfahren.',
  password: 'Passwort',
  passwordNone: 'Du hast keines und brauchst keines: Ein Link per Mail meldet dich an.',
  passwordSet: 'Du kannst dich mit Passwort oder mit einem Link per Mail anmelden.',
  setPassword: 'Passwort setzen',
  changePassword: 'Passwort ändern',
  removePassword: 'Passwort entfernen',
  passwordChanged: 'Das Passwort ist gesetzt. Deine anderen Geräte sind abgemeldet.',
  passwordRemoved: 'Das Passwort ist entfernt. Ein Link per Mail meldet dich an.',
  proof: 'Dein jetziges Passwort',
  proofStale: 'Du hast dich vor mehr als einer Stunde angemeldet. Melde dich dafür noch einmal an.',
  sessions: 'Angemeldet auf',
  otherProgram: 'Ein anderes Programm',
  otherBrowserOn: (system) => `Ein Browser unter ${system}`,
  browserOn: (browser, system) => `${browser} unter ${system}`,
  sessionBy: { guest: 'als Gast', mail: 'mit einem Link', password: 'mit Passwort', provider: 'über einen Anbieter' },
  sessionHere: 'Dieser Browser',
  sessionSeen: (when) => `Zuletzt ${when}`,
  endSession: 'Abmelden',
  endSessionOf: (device) => `Abmelden: ${device}`,
  endOthers: 'Überall sonst abmelden',
  othersEnded: 'Du bist nur noch hier angemeldet.',
  look: 'Aussehen und Sprache',
  language: 'Sprache',
  languageDevice: 'Wie das Gerät',
  data: 'Deine Daten',
  exportText: 'Alles, was über dich gespeichert ist, und alle deine Karten in einer Zip-Datei.',
  exportAll: 'Alles herunterladen',
  deleteText: 'Löscht dich, deine Anmeldungen und die Karten, die sonst niemand bearbeitet.',
  deleteAccount: 'Konto löschen',
  deleteTitle: 'Dein Konto löschen?',
  deleteNothing: 'Du hast keine Karten.',
  deletesMaps: (count) =>
    `${maps(count)} ${count === 1 ? 'wird' : 'werden'} gelöscht, weil sonst niemand ${count === 1 ? 'sie' : 'diese'} bearbeiten darf:`,
  handsOver: (count) =>
    `${maps(count)} ${count === 1 ? 'bleibt' : 'bleiben'} und ${count === 1 ? 'gehört' : 'gehören'} dann anderen:`,
  handsOverOne: (title, to) => `${title}, an ${to}`,
  leaves: (count) => `${maps(count)} von anderen kannst du nicht mehr öffnen. Sie bleiben, wie sie sind.`,
  deleteFinal: 'Das lässt sich nicht rückgängig machen. Lade vorher alles herunter, wenn du es behalten willst.',
  deleteNow: 'Mein Konto löschen',
  deleted: 'Dein Konto ist gelöscht.',
};

/** The page of kept mail, in German. */
export const outboxDe: OutboxWords = {
  title: 'Postausgang',
  text: 'Es ist kein Mailserver eingerichtet, darum bleibt Mail hier. Nur dieser Rechner kann sie sehen.',
  empty: 'Noch keine Mail.',
  absent: 'Dieser Server verschickt seine Mail, oder du bist nicht an dem Rechner, auf dem er läuft.',
  to: (address) => `An ${address}`,
  open: 'Link öffnen',
};

/** The themes, in German. */
export const themeDe: ThemeWords = { name: 'Farbschema', device: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' };
