import { said } from './said.ts';

/** What is said about groups: lists of people by their email addresses. */
export const groupWords = said(
  {
    title: 'Groups',
    text: 'A group is a list of people, by their email addresses. Share a map with it, and everyone in the group can open the map for as long as they are in it. Only you see the list.',
    none: 'No groups yet.',
    failed: 'Your groups could not be loaded.',
    oneFailed: 'The group could not be loaded.',
    fresh: 'New group',
    edit: 'Edit group',
    editNamed: (name: string) => `Edit the group ${name}`,
    people: (count: number) => (count === 0 ? 'Nobody yet' : count === 1 ? 'One person' : `${count} people`),
    maps: (count: number) => (count === 1 ? 'one map' : `${count} maps`),
    /** A group of somebody else. */
    by: (who: string) => `group of ${who}`,
    /** The editor. */
    name: 'Name',
    nameHint: 'For example “Class 8b”',
    add: 'Add people',
    addHint: 'One email address per line. You can paste a list.',
    current: 'People in the group',
    nobody: 'Nobody is in the group yet.',
    remove: 'Remove',
    removePerson: (email: string) => `Remove ${email}`,
    keep: 'Keep',
    keepPerson: (email: string) => `Keep ${email}`,
    leaving: 'will be removed',
    create: 'Create group',
    save: 'Save',
    cancel: 'Cancel',
    saved: (name: string) => `“${name}” saved.`,
    /** Lines that are no address. */
    wrong: (lines: string) => `These are not email addresses: ${lines}`,
    tooMany: (most: number) => `A group can have at most ${most} people.`,
    remain: 'This could not be saved. What you wrote is still here.',
    delete: 'Delete group',
    deleteText: (name: string, maps: number) =>
      maps === 0
        ? `Delete the group “${name}”?`
        : `Delete the group “${name}”? Everyone who can open ${maps === 1 ? 'a map' : `${maps} maps`} only through it loses access at once.`,
    deleted: (name: string) => `Group “${name}” deleted.`,
    /** In the sharing dialog. */
    field: 'Email address or group',
    suggestions: 'Your groups',
    share: 'Share',
    shareText: 'People who are in the group get an email. Who joins it later can open the map, too.',
    shared: (name: string) => `Shared with the group “${name}”.`,
    noSuch: 'Enter an email address, or the name of one of your groups.',
    roleOf: (name: string) => `Access for the group ${name}`,
    removeGroup: (name: string) => `Remove the group ${name}`,
    show: (name: string) => `Show the people in the group ${name}`,
    /** Of a group whose list one does not see. */
    others: (count: number) =>
      count === 1
        ? 'One person has not opened the map yet, or has a role of their own.'
        : `${count} people have not opened the map yet, or have a role of their own.`,
    noneOpened: 'Nobody has opened the map through it yet.',
    staysOut: (name: string) => `Still in the group “${name}”, but without access.`,
    leave: 'Leave group',
    leaveNamed: (name: string) => `Leave the group ${name}`,
    leaveText: (name: string) =>
      `Leave the group “${name}”? You lose access to every map that you can open only through it.`,
  },
  {
    title: 'Gruppen',
    text: 'Eine Gruppe ist eine Liste von Personen mit ihren E-Mail-Adressen. Teile eine Karte mit ihr, und alle in der Gruppe können die Karte öffnen, solange sie darin sind. Nur du siehst die Liste.',
    none: 'Noch keine Gruppen.',
    failed: 'Deine Gruppen konnten nicht geladen werden.',
    oneFailed: 'Die Gruppe konnte nicht geladen werden.',
    fresh: 'Neue Gruppe',
    edit: 'Gruppe bearbeiten',
    editNamed: (name) => `Gruppe ${name} bearbeiten`,
    people: (count) => (count === 0 ? 'Noch niemand' : count === 1 ? 'Eine Person' : `${count} Personen`),
    maps: (count) => (count === 1 ? 'eine Karte' : `${count} Karten`),
    by: (who) => `Gruppe von ${who}`,
    name: 'Name',
    nameHint: 'Zum Beispiel „Klasse 8b“',
    add: 'Personen hinzufügen',
    addHint: 'Eine E-Mail-Adresse pro Zeile. Du kannst eine Liste einfügen.',
    current: 'Personen in der Gruppe',
    nobody: 'Noch ist niemand in der Gruppe.',
    remove: 'Entfernen',
    removePerson: (email) => `${email} entfernen`,
    keep: 'Behalten',
    keepPerson: (email) => `${email} behalten`,
    leaving: 'wird entfernt',
    create: 'Gruppe erstellen',
    save: 'Speichern',
    cancel: 'Abbrechen',
    saved: (name) => `„${name}“ gespeichert.`,
    wrong: (lines) => `Das sind keine E-Mail-Adressen: ${lines}`,
    tooMany: (most) => `Eine Gruppe hat höchstens ${most} Personen.`,
    remain: 'Das konnte nicht gespeichert werden. Was du geschrieben hast, steht noch hier.',
    delete: 'Gruppe löschen',
    deleteText: (name, maps) =>
      maps === 0
        ? `Die Gruppe „${name}“ löschen?`
        : `Die Gruppe „${name}“ löschen? Wer ${maps === 1 ? 'eine Karte' : `${maps} Karten`} nur durch sie öffnen kann, verliert sofort den Zugriff.`,
    deleted: (name) => `Gruppe „${name}“ gelöscht.`,
    field: 'E-Mail-Adresse oder Gruppe',
    suggestions: 'Deine Gruppen',
    share: 'Teilen',
    shareText: 'Alle in der Gruppe bekommen eine E-Mail. Wer später dazukommt, kann die Karte auch öffnen.',
    shared: (name) => `Mit der Gruppe „${name}“ geteilt.`,
    noSuch: 'Gib eine E-Mail-Adresse ein oder den Namen einer deiner Gruppen.',
    roleOf: (name) => `Zugriff für die Gruppe ${name}`,
    removeGroup: (name) => `Gruppe ${name} entfernen`,
    show: (name) => `Personen der Gruppe ${name} anzeigen`,
    others: (count) =>
      count === 1
        ? 'Eine Person hat die Karte noch nicht geöffnet oder hat eine eigene Rolle.'
        : `${count} Personen haben die Karte noch nicht geöffnet oder haben eine eigene Rolle.`,
    noneOpened: 'Noch niemand hat die Karte durch sie geöffnet.',
    staysOut: (name) => `Noch in der Gruppe „${name}“, aber ohne Zugriff.`,
    leave: 'Gruppe verlassen',
    leaveNamed: (name) => `Gruppe ${name} verlassen`,
    leaveText: (name) =>
      `Die Gruppe „${name}“ verlassen? Du verlierst den Zugriff auf jede Karte, die du nur durch sie öffnen kannst.`,
  },
);
