import { language } from './index.ts';
import type { Language } from './language.ts';

/** What the owner of a Bough reads of its audit log. */
export interface AuditWords {
  readonly title: string;
  readonly text: string;
  readonly failed: string;
  readonly none: string;
  readonly what: string;
  readonly anything: string;
  readonly who: string;
  readonly everybody: string;
  readonly nobody: string;
  readonly deleted: string;
  readonly operator: string;
  readonly older: string;
  readonly save: string;
  readonly refused: string;
  readonly incomplete: string;
  /** Of a command that has begun and not ended. */
  readonly unfinished: string;
  readonly times: (count: number) => string;
  readonly byToken: string;
  /** On what shows the ids of an entry. */
  readonly ids: string;
  /** A map or person by name. */
  readonly named: (name: string) => string;
  /** What stands before an id or a name: `Map AZ...`. */
  readonly about: Readonly<Record<string, string>>;
  readonly kinds: Readonly<Record<string, string>>;
}

/** In both languages. */
export const AUDIT: Readonly<Record<Language, AuditWords>> = {
  en: {
    title: 'Audit log',
    text: 'Who signed in, shared, exported, removed and changed access. Entries cannot be edited; "npm run bough -- audit --check" verifies that nobody did.',
    failed: 'The audit log could not be loaded.',
    none: 'Nothing yet.',
    what: 'Show',
    anything: 'All events',
    who: 'By',
    everybody: 'Everyone',
    nobody: 'Someone who was not signed in',
    deleted: 'A deleted account',
    operator: 'The server’s operator',
    older: 'Show older',
    save: 'Save as JSON lines',
    refused: 'refused',
    incomplete: 'failed, perhaps done in part',
    unfinished: 'started, not finished',
    times: (count) => `${count} times`,
    byToken: 'by an API token',
    ids: 'Ids',
    named: (name) => `“${name}”`,
    about: {
      map: 'Map',
      folder: 'Folder',
      into: 'Into folder',
      to: 'Person',
      link: 'Link',
      invitation: 'Invitation',
      token: 'Token',
      passkey: 'Passkey',
      session: 'Session',
      role: 'Role',
      format: 'Format',
      page: 'Public page',
      command: 'Command',
      when: 'Run',
    },
    kinds: {
      'sign-in': 'Signed in',
      'sign-out': 'Signed out',
      'sign-out-everywhere': 'Signed out everywhere else',
      'session-ended': 'Ended a session',
      proof: 'Proved their identity',
      'password-set': 'Set a password',
      'password-removed': 'Removed the password',
      'address-changed': 'Changed the email address',
      'profile-changed': 'Changed the profile',
      'mail-wish-changed': 'Changed the email settings',
      'passkey-made': 'Added a passkey',
      'passkey-removed': 'Removed a passkey',
      'second-step-on': 'Turned on the second step',
      'second-step-off': 'Turned off the second step',
      'recovery-codes-made': 'Created new recovery codes',
      'was-not-me': 'Reported a sign-in as not theirs',
      'token-made': 'Created an API token',
      'token-ended': 'Revoked an API token',
      'account-exported': 'Exported the account',
      'account-deleted': 'Deleted the account',
      'person-added': 'Added an account',
      'map-exported': 'Exported a map',
      'map-trashed': 'Moved a map to the trash',
      'map-restored': 'Restored a map',
      'map-purged': 'Deleted a map forever',
      'map-given': 'Made someone else the owner of a map',
      'map-public': 'Changed a map’s public page',
      invited: 'Invited someone',
      'invitation-withdrawn': 'Withdrew an invitation',
      joined: 'Joined',
      'role-set': 'Changed someone’s role',
      'share-ended': 'Stopped sharing with someone',
      left: 'Left',
      'link-made': 'Created a share link',
      'link-revoked': 'Revoked a share link',
      'folder-removed': 'Deleted a folder',
      'folder-moved': 'Moved a folder into or out of a shared folder',
      'map-placed': 'Moved a map into or out of a shared folder',
      'owner-made': 'Made an owner of this server',
      'owner-unmade': 'Removed an owner of this server',
      'person-disabled': 'Disabled an account',
      'person-enabled': 'Enabled an account',
      'set-up-link-renewed': 'Renewed the set-up link',
      'operator-command': 'Ran a command on the server',
      'audit-exported': 'Exported the audit log',
      'audit-pruned': 'Old entries were removed',
    },
  },
  de: {
    title: 'Protokoll',
    text: 'Wer sich angemeldet, geteilt, exportiert, gelöscht und Zugriffe geändert hat. Einträge lassen sich nicht ändern; „npm run bough -- audit --check“ prüft, dass es niemand getan hat.',
    failed: 'Das Protokoll konnte nicht geladen werden.',
    none: 'Noch nichts.',
    what: 'Zeigen',
    anything: 'Alle Ereignisse',
    who: 'Von',
    everybody: 'Allen',
    nobody: 'Jemand ohne Anmeldung',
    deleted: 'Ein gelöschtes Konto',
    operator: 'Betreiber des Servers',
    older: 'Ältere zeigen',
    save: 'Als JSON-Zeilen sichern',
    refused: 'abgelehnt',
    incomplete: 'gescheitert, vielleicht zum Teil geschehen',
    unfinished: 'begonnen, nicht beendet',
    times: (count) => `${count}-mal`,
    byToken: 'mit einem API-Schlüssel',
    ids: 'Kennungen',
    named: (name) => `„${name}“`,
    about: {
      map: 'Karte',
      folder: 'Ordner',
      into: 'In den Ordner',
      to: 'Person',
      link: 'Link',
      invitation: 'Einladung',
      token: 'Schlüssel',
      passkey: 'Passkey',
      session: 'Sitzung',
      role: 'Rolle',
      format: 'Format',
      page: 'Öffentliche Seite',
      command: 'Befehl',
      when: 'Ausgeführt',
    },
    kinds: {
      'sign-in': 'Angemeldet',
      'sign-out': 'Abgemeldet',
      'sign-out-everywhere': 'Überall sonst abgemeldet',
      'session-ended': 'Sitzung beendet',
      proof: 'Identität bestätigt',
      'password-set': 'Passwort gesetzt',
      'password-removed': 'Passwort entfernt',
      'address-changed': 'E-Mail-Adresse geändert',
      'profile-changed': 'Profil geändert',
      'mail-wish-changed': 'E-Mail-Einstellungen geändert',
      'passkey-made': 'Passkey hinzugefügt',
      'passkey-removed': 'Passkey entfernt',
      'second-step-on': 'Zweiten Schritt eingeschaltet',
      'second-step-off': 'Zweiten Schritt ausgeschaltet',
      'recovery-codes-made': 'Neue Ersatzcodes erstellt',
      'was-not-me': 'Eine fremde Anmeldung gemeldet',
      'token-made': 'API-Schlüssel erstellt',
      'token-ended': 'API-Schlüssel zurückgezogen',
      'account-exported': 'Konto exportiert',
      'account-deleted': 'Konto gelöscht',
      'person-added': 'Konto angelegt',
      'map-exported': 'Karte exportiert',
      'map-trashed': 'Karte in den Papierkorb gelegt',
      'map-restored': 'Karte wiederhergestellt',
      'map-purged': 'Karte endgültig gelöscht',
      'map-given': 'Karte an jemand anderen übergeben',
      'map-public': 'Öffentliche Seite einer Karte geändert',
      invited: 'Jemanden eingeladen',
      'invitation-withdrawn': 'Einladung zurückgezogen',
      joined: 'Beigetreten',
      'role-set': 'Rolle geändert',
      'share-ended': 'Teilen mit jemandem beendet',
      left: 'Verlassen',
      'link-made': 'Freigabelink erstellt',
      'link-revoked': 'Freigabelink zurückgezogen',
      'folder-removed': 'Ordner gelöscht',
      'folder-moved': 'Ordner in einen geteilten Ordner verschoben oder herausgenommen',
      'map-placed': 'Karte in einen geteilten Ordner gelegt oder herausgenommen',
      'owner-made': 'Jemanden zum Besitzer dieses Servers gemacht',
      'owner-unmade': 'Einen Besitzer dieses Servers entfernt',
      'person-disabled': 'Konto gesperrt',
      'person-enabled': 'Konto freigegeben',
      'set-up-link-renewed': 'Einrichtungslink erneuert',
      'operator-command': 'Befehl auf dem Server ausgeführt',
      'audit-exported': 'Protokoll exportiert',
      'audit-pruned': 'Alte Einträge entfernt',
    },
  },
};

/** In the page's language. */
export function auditWords(): AuditWords {
  return AUDIT[language];
}
