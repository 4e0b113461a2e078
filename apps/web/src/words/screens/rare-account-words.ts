import type { TokenScope } from '@bough/contracts';
import { karten, maps } from '../many-words.ts';
import { said } from './said.ts';

// What an account says to few people, in every language: fetched with the account's page, not with the first words.

/** What the owner of a Bough is told of how its documents are kept. */
export const upkeepWords = said(
  {
    title: 'This server',
    text: 'Bough maintains its maps on its own. This is the latest report.',
    failed: 'The maintenance report could not be loaded.',
    never: 'Not every map has been checked yet. Maintenance begins a minute after the start.',
    tidy: 'Daily maintenance',
    scrub: 'Full check',
    ended: (when: string, count: number) => `Finished ${when}: ${maps(count)}.`,
    tidyDone: (purged: number, copied: number) =>
      `${purged} removed from the trash, ${copied} copied to the second location.`,
    scrubDone: (repaired: number) => `${repaired} ${repaired === 1 ? 'object' : 'objects'} repaired.`,
    well: 'Everything is fine.',
    found: (count: number) => `${maps(count)} ${count === 1 ? 'needs' : 'need'} your attention.`,
    troubles: 'Needs your attention. Run "npm run bough -- verify" to learn more.',
    second: 'Second location',
    secondWhole: 'Up to date.',
    secondAway: 'It cannot be reached. Bough keeps trying, and catches up when it is back.',
    room: 'Storage',
    full: 'The storage is full: maps are read-only until there is space. Changes are kept in the browsers that made them.',
    key: 'Encryption key',
    worn: 'It has encrypted a lot of data. Put a new key in front of it, then run "npm run bough -- rotate-keys".',
    secondBehind: (count: number, changes: number) =>
      `Behind by ${changes} ${changes === 1 ? 'change' : 'changes'} in ${maps(count)}.`,
  },
  {
    title: 'Dieser Server',
    text: 'Bough wartet seine Karten selbst. Das ist der letzte Bericht.',
    failed: 'Der Wartungsbericht konnte nicht geladen werden.',
    never: 'Noch sind nicht alle Karten geprüft. Die Wartung beginnt eine Minute nach dem Start.',
    tidy: 'Tägliche Wartung',
    scrub: 'Vollständige Prüfung',
    ended: (when, count) => `Fertig ${when}: ${karten(count)}.`,
    tidyDone: (purged, copied) => `${purged} aus dem Papierkorb entfernt, ${copied} an den zweiten Ort kopiert.`,
    scrubDone: (repaired) => `${repaired} ${repaired === 1 ? 'Objekt' : 'Objekte'} repariert.`,
    well: 'Alles in Ordnung.',
    found: (count) => `${karten(count)} ${count === 1 ? 'braucht' : 'brauchen'} deine Aufmerksamkeit.`,
    troubles: 'Braucht deine Aufmerksamkeit. Mehr zeigt „npm run bough -- verify“.',
    second: 'Zweiter Ort',
    secondWhole: 'Auf dem neuesten Stand.',
    secondAway: 'Er ist nicht zu erreichen. Bough versucht es weiter und holt alles nach, sobald er wieder da ist.',
    room: 'Speicherplatz',
    full: 'Der Speicher ist voll: Karten lassen sich nur lesen, bis wieder Platz frei ist. Änderungen bleiben in den Browsern, in denen sie gemacht wurden.',
    key: 'Schlüssel',
    worn: 'Er hat sehr viele Daten verschlüsselt. Stelle einen neuen davor und führe dann „npm run bough -- rotate-keys“ aus.',
    secondBehind: (count, changes) =>
      `Es fehlen ${changes} ${changes === 1 ? 'Änderung' : 'Änderungen'} in ${karten(count)}.`,
  },
);

/** What is said of personal tokens. */
export const tokenWords = said(
  {
    title: 'API tokens',
    text: 'For your own programs that read or change maps. The API is described at /api/v1/openapi.json. You get an email about each new token. Changing your password or address, or signing out everywhere, revokes them all.',
    name: 'What it is for',
    nameHint: 'So that you know later which one to revoke.',
    may: 'It can',
    scope: {
      'maps:read': 'Read your maps',
      'maps:write': 'Change your maps',
      sharing: 'Decide who else can open them',
    } satisfies Record<TokenScope, string>,
    lasts: 'Expires',
    lasting: { month: 'After 30 days', season: 'After 90 days', year: 'After a year', never: 'Never' },
    /** Beside the choice that has no end. */
    neverHint:
      'Anyone who ever gets hold of this token can use it until you notice. Choose this only if replacing it once a year is impossible.',
    make: 'Create token',
    begin: 'New token',
    once: 'Copy it now: the token is shown only once.',
    token: 'Token',
    used: (when: string | null) => (when === null ? 'never used' : `last used ${when}`),
    until: (when: string) => `until ${when}`,
    endless: 'until revoked',
    remove: 'Revoke',
    removeIt: (name: string) => `Revoke the token: ${name}`,
  },
  {
    title: 'API-Schlüssel',
    text: 'Für eigene Programme, die Karten lesen oder ändern. Die API ist unter /api/v1/openapi.json beschrieben. Über jeden neuen Schlüssel bekommst du eine E-Mail. Wenn du dein Passwort oder deine Adresse änderst oder dich überall abmeldest, werden alle zurückgezogen.',
    name: 'Wofür er ist',
    nameHint: 'Damit du später weißt, welchen du zurückziehst.',
    may: 'Er darf',
    scope: {
      'maps:read': 'Deine Karten lesen',
      'maps:write': 'Deine Karten ändern',
      sharing: 'Bestimmen, wer sie öffnen darf',
    },
    lasts: 'Läuft ab',
    lasting: { month: 'Nach 30 Tagen', season: 'Nach 90 Tagen', year: 'Nach einem Jahr', never: 'Nie' },
    neverHint:
      'Wer diesen Schlüssel irgendwann in die Hände bekommt, kann ihn nutzen, bis du es merkst. Wähle das nur, wenn du ihn nicht einmal im Jahr ersetzen kannst.',
    make: 'Schlüssel erstellen',
    begin: 'Neuer Schlüssel',
    once: 'Kopiere ihn jetzt: Der Schlüssel wird nur einmal gezeigt.',
    token: 'Schlüssel',
    used: (when) => (when === null ? 'nie benutzt' : `zuletzt benutzt ${when}`),
    until: (when) => `bis ${when}`,
    endless: 'bis zum Zurückziehen',
    remove: 'Zurückziehen',
    removeIt: (name) => `Den Schlüssel zurückziehen: ${name}`,
  },
);
