import { said } from './said.ts';

/** What is said after a server came back without what was last in a map; fetched only then. */
export const restoredWords = said(
  {
    again: (changes: number) =>
      changes === 1
        ? 'The server was restored. One of your changes is being sent again.'
        : `The server was restored. ${changes} of your changes are being sent again.`,
    others: 'The server was restored. Changes that are missing come back when the people who made them open this map.',
    title: (changes: number) =>
      changes === 1
        ? 'One change was made before the server was restored'
        : `${changes} changes were made before the server was restored`,
    text: 'They no longer fit the map. Copy what you still need.',
    wordless: 'They had no text, only moves or styles, and no longer fit the map.',
    copy: 'Copy text',
    copied: 'Copied',
  },
  {
    again: (changes) =>
      changes === 1
        ? 'Der Server wurde wiederhergestellt. Eine deiner Änderungen wird erneut gesendet.'
        : `Der Server wurde wiederhergestellt. ${changes} deiner Änderungen werden erneut gesendet.`,
    others:
      'Der Server wurde wiederhergestellt. Fehlende Änderungen kommen zurück, sobald ihre Autoren diese Karte öffnen.',
    title: (changes) =>
      changes === 1
        ? 'Eine Änderung ist älter als die Wiederherstellung des Servers'
        : `${changes} Änderungen sind älter als die Wiederherstellung des Servers`,
    text: 'Sie passen nicht mehr in die Karte. Kopiere, was du noch brauchst.',
    wordless: 'Sie hatten keinen Text, nur Verschiebungen oder Stile, und passen nicht mehr in die Karte.',
    copy: 'Text kopieren',
    copied: 'Kopiert',
  },
);
