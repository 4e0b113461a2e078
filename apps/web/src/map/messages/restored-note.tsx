import type { Editor, EditorSnapshot } from '@bough/editor';
import { useState } from 'react';
import { words } from '../../words/index.ts';
import { restoredWords } from '../../words/screens/restored-words.ts';
import { lostWords } from './lost-words.ts';

interface RestoredNoteProps {
  readonly editor: Editor;
  readonly refused: EditorSnapshot['refused'];
}

/** Own changes that the server had before it was restored, and that no longer fit: their words are here to be taken along. */
export function RestoredNote({ editor, refused }: RestoredNoteProps) {
  const [isCopied, setCopied] = useState(false);
  const said = restoredWords();
  const all = refused.filter((one) => one.reason === 'restored');
  const text = lostWords(all).join('\n');
  const mayCopy = text !== '' && 'clipboard' in navigator;
  return (
    <div className="refused-note" role="alert">
      <strong>{said.title(all.length)}</strong>
      <p>{text === '' ? said.wordless : said.text}</p>
      {text === '' ? null : <blockquote>{text}</blockquote>}
      <div className="form-ways">
        {mayCopy ? (
          <button
            type="button"
            className="button primary"
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            {isCopied ? said.copied : said.copy}
          </button>
        ) : null}
        <button
          type="button"
          className="button outlined"
          onClick={() => {
            for (const { counter } of all) editor.dismissRefused(counter);
            editor.focus();
          }}
        >
          {words.close}
        </button>
      </div>
    </div>
  );
}

/** That the server came back without what was last in the map, and what becomes of it. */
export function renewedSentence(again: number): string {
  const said = restoredWords();
  return again === 0 ? said.others : said.again(again);
}
