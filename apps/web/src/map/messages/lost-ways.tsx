import type { Editor, EditorSnapshot } from '@bough/editor';
import { useState } from 'react';
import { words } from '../../words/index.ts';

interface LostWaysProps {
  readonly editor: Editor;
  readonly refused: EditorSnapshot['refused'];
  /** What was written in them. */
  readonly text: string;
  readonly said: { readonly copy: string; readonly copied: string };
}

/** What one can do with changes that the map will never have: take their words along, and have seen them. */
export function LostWays({ editor, refused, text, said }: LostWaysProps) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="form-ways">
      {text !== '' && 'clipboard' in navigator ? (
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
          for (const { counter } of refused) editor.dismissRefused(counter);
          editor.focus();
        }}
      >
        {words.close}
      </button>
    </div>
  );
}
