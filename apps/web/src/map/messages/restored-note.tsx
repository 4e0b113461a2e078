import type { Editor, EditorSnapshot } from '@bough/editor';
import { restoredWords } from '../../words/screens/restored-words.ts';
import { LostWays } from './lost-ways.tsx';
import { lostWords } from './lost-words.ts';

interface RestoredNoteProps {
  readonly editor: Editor;
  readonly refused: EditorSnapshot['refused'];
}

/** Own changes that the server had before it was restored, and that no longer fit: their words are here to be taken along. */
export function RestoredNote({ editor, refused }: RestoredNoteProps) {
  const said = restoredWords();
  const all = refused.filter((one) => one.reason === 'restored');
  const text = lostWords(all).join('\n');
  return (
    <div className="refused-note" role="alert">
      <strong>{said.title(all.length)}</strong>
      <p>{text === '' ? said.wordless : said.text}</p>
      {text === '' ? null : <blockquote>{text}</blockquote>}
      <LostWays editor={editor} refused={all} text={text} said={said} />
    </div>
  );
}

/** That the server came back without what was last in the map, and what becomes of it. */
export function renewedSentence(again: number): string {
  const said = restoredWords();
  return again === 0 ? said.others : said.again(again);
}
