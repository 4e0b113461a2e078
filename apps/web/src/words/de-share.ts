import type { ShareWords } from './share-words.ts';

/** Sharing, in German. */
export const shareDe: ShareWords = {
  title: 'Diese Karte teilen',
  text: 'Wer einen Link hat, kann die Karte öffnen, auch ohne Konto.',
  edit: 'Bearbeiten',
  view: 'Ansehen',
  make: 'Link erstellen',
  copied: 'Kopiert',
  copy: 'Kopieren',
  once: 'Kopiere ihn jetzt: Der Link wird nur einmal gezeigt.',
  made: 'Links, die jetzt gelten',
  revoke: 'Zurückziehen',
  none: 'Noch keine Links.',
  joining: 'Die Karte wird geöffnet',
  joinFailed: 'Dieser Link gilt nicht. Vielleicht wurde er zurückgezogen, oder er ist nicht vollständig.',
};
