import type { Editor, EditorSnapshot } from '@bough/editor';
import { useState } from 'react';
import { FormWays } from '../../shell/controls/form-ways.tsx';
import { Dialog } from '../../shell/messages/dialog.tsx';
import { words } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { hrefFrom } from './href-from.ts';

interface WebLinkDialogProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

/** The web address of the selected items. */
export function WebLinkDialog({ editor, snapshot, onClose, onClosed }: WebLinkDialogProps) {
  const before = snapshot.focused?.href ?? '';
  const [text, setText] = useState(before);
  const href = hrefFrom(text);
  const set = (next: string | null) => {
    editor.setFields({ href: next });
    onClose();
  };
  return (
    <Dialog title={words.commands['link-web']} onClose={onClose} onClosed={onClosed}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (href !== null) set(href);
        }}
      >
        <label className="label">
          {sheetWords().web.label}
          <input
            className="field"
            data-first
            inputMode="url"
            spellCheck={false}
            value={text}
            placeholder="https://"
            aria-invalid={text !== '' && href === null}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        {text !== '' && href === null ? <p role="alert">{sheetWords().web.invalid}</p> : null}
        {before === '' ? (
          <FormWays act={sheetWords().web.set} isHeld={href === null} onOther={onClose} />
        ) : (
          <FormWays
            act={sheetWords().web.set}
            isHeld={href === null}
            other={sheetWords().web.remove}
            onOther={() => set(null)}
          />
        )}
      </form>
    </Dialog>
  );
}
