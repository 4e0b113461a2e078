import { said } from './said.ts';

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What a map's notices say that few visits meet: that it is closed, how one comments. Fetched with them. */
export const noticeWords = said(
  {
    endedTitle: 'You no longer have access to this map',
    endedText: (unsent: number) =>
      unsent === 0
        ? 'Everything you wrote was saved in it. To go on, ask its owner to share it with you again.'
        : `What you wrote before was saved in it. ${plural(unsent, 'change', 'changes')} came too late: ${unsent === 1 ? 'it is' : 'they are'} kept in this browser, and sent when you have access again. To go on, ask its owner to share it with you again.`,
    trashTitle: 'This map is in your trash',
    trashText: 'Nobody can open it while it is there. Restored, it is as it was, for everybody who had access.',
    restore: 'Restore',
    /** How somebody who may only comment does so, and the button that opens the comments. */
    commentHint: 'You can comment here: select an item, then',
    commentOpen: 'Comment',
  },
  {
    endedTitle: 'Du hast keinen Zugang mehr zu dieser Karte',
    endedText: (unsent) =>
      unsent === 0
        ? 'Alles, was du geschrieben hast, ist in ihr gespeichert. Um weiterzuarbeiten, bitte die Person, der sie gehört, sie wieder mit dir zu teilen.'
        : `Was du davor geschrieben hast, ist in ihr gespeichert. ${plural(unsent, 'Änderung kam', 'Änderungen kamen')} zu spät: ${unsent === 1 ? 'Sie bleibt in diesem Browser und wird gesendet' : 'Sie bleiben in diesem Browser und werden gesendet'}, sobald du wieder Zugang hast. Um weiterzuarbeiten, bitte die Person, der sie gehört, sie wieder mit dir zu teilen.`,
    trashTitle: 'Diese Karte liegt in deinem Papierkorb',
    trashText:
      'Solange sie dort ist, kann niemand sie öffnen. Wiederhergestellt ist sie, wie sie war, für alle, die Zugang hatten.',
    restore: 'Wiederherstellen',
    commentHint: 'Du kannst hier kommentieren: Wähle einen Punkt, dann',
    commentOpen: 'Kommentieren',
  },
);
