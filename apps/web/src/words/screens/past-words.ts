import { said } from './said.ts';

/** What the history says about single items of a moment; fetched with it. */
export const pastWords = said(
  {
    item: 'The selected item',
    restoreBranch: 'Restore branch',
    restoreItem: 'Restore item only',
    restored: 'Restored. You can undo this.',
    isSame: 'It is the same now.',
    untitled: 'Item without text',
  },
  {
    item: 'Der gewählte Punkt',
    restoreBranch: 'Ast wiederherstellen',
    restoreItem: 'Nur diesen Punkt wiederherstellen',
    restored: 'Wiederhergestellt. Du kannst das rückgängig machen.',
    isSame: 'Jetzt ist es genauso.',
    untitled: 'Punkt ohne Text',
  },
);
