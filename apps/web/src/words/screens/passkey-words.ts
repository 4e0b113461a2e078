import { said } from './said.ts';

/** Refusals of the server, by what stands behind the slash of their code. */
const byCode: Readonly<Record<string, string>> = {
  'wrong-passkey': 'This passkey does not work here. It may have been removed from the account.',
  'late-passkey': 'That took too long. Try again.',
  'copied-passkey':
    'This passkey was refused, because there may be a copy of it. Sign in another way and remove it in your account.',
  'known-passkey': 'This passkey is already in use.',
  malformed: 'You have reached the limit of passkeys. Remove one first.',
};

/** What is said of passkeys, fetched where they are used. */
export const passkeyWords = said(
  {
    signIn: 'Sign in with a passkey',
    prove: 'Confirm with a passkey',
    title: 'Passkeys',
    text: 'Sign in with your fingerprint, face or screen lock instead of an email link. You get an email about each new passkey.',
    add: 'Add a passkey',
    added: 'Passkey added',
    name: 'Name',
    nameHint: 'So that you know later which one it is.',
    save: 'Save',
    rename: 'Rename',
    renameIt: (name: string) => `Rename the passkey: ${name}`,
    remove: 'Remove',
    removeIt: (name: string) => `Remove the passkey: ${name}`,
    removeTitle: 'Remove this passkey?',
    removeText: (name: string) =>
      `“${name}” will no longer sign you in. Your device may keep showing it until you delete it there too.`,
    /** Said when nothing else is left but the email link. */
    removeLast:
      'It is your last passkey and you have no password: afterwards you sign in with an email link only. Make sure that you can read your email.',
    removed: 'Passkey removed',
    synced: 'synced between devices',
    bound: 'on one device',
    made: (day: string) => `added ${day}`,
    used: (when: string | null) => (when === null ? 'never used' : `last used ${when}`),
    noneHere: 'This browser cannot create passkeys here. They need a recent browser and a secure address (https).',
    refusals: {
      cancelled: 'No passkey was used. Try again, or choose another way.',
      known: 'This device already has a passkey for your account.',
      impossible: 'This browser cannot use passkeys at this address.',
    },
    byCode,
  },
  {
    signIn: 'Mit Passkey anmelden',
    prove: 'Mit Passkey bestätigen',
    title: 'Passkeys',
    text: 'Melde dich mit Fingerabdruck, Gesicht oder Bildschirmsperre an statt mit einem Link per E-Mail. Über jeden neuen Passkey bekommst du eine E-Mail.',
    add: 'Passkey hinzufügen',
    added: 'Passkey hinzugefügt',
    name: 'Name',
    nameHint: 'Damit du später weißt, welcher es ist.',
    save: 'Speichern',
    rename: 'Umbenennen',
    renameIt: (name) => `Passkey umbenennen: ${name}`,
    remove: 'Entfernen',
    removeIt: (name) => `Passkey entfernen: ${name}`,
    removeTitle: 'Diesen Passkey entfernen?',
    removeText: (name) =>
      `„${name}“ meldet dich dann nicht mehr an. Dein Gerät zeigt ihn vielleicht weiter an, bis du ihn auch dort löschst.`,
    removeLast:
      'Es ist dein letzter Passkey, und du hast kein Passwort: Danach meldest du dich nur noch mit einem Link per E-Mail an. Stelle sicher, dass du deine E-Mails lesen kannst.',
    removed: 'Passkey entfernt',
    synced: 'auf mehreren Geräten',
    bound: 'auf einem Gerät',
    made: (day) => `hinzugefügt am ${day}`,
    used: (when) => (when === null ? 'noch nie benutzt' : `zuletzt benutzt ${when}`),
    noneHere:
      'Dieser Browser kann hier keine Passkeys anlegen. Dafür braucht es einen aktuellen Browser und eine sichere Adresse (https).',
    refusals: {
      cancelled: 'Es wurde kein Passkey benutzt. Versuche es noch einmal oder wähle einen anderen Weg.',
      known: 'Dieses Gerät hat schon einen Passkey für dein Konto.',
      impossible: 'Dieser Browser kann unter dieser Adresse keine Passkeys benutzen.',
    },
    byCode: {
      'wrong-passkey': 'Dieser Passkey gilt hier nicht. Vielleicht wurde er aus dem Konto entfernt.',
      'late-passkey': 'Das hat zu lange gedauert. Versuche es noch einmal.',
      'copied-passkey':
        'Dieser Passkey wurde abgelehnt, weil es vielleicht eine Kopie davon gibt. Melde dich anders an und entferne ihn in deinem Konto.',
      'known-passkey': 'Dieser Passkey ist schon in Gebrauch.',
      malformed: 'Du hast die Höchstzahl an Passkeys erreicht. Entferne zuerst einen.',
    },
  },
);
