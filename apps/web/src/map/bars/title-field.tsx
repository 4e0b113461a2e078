import type { Editor } from '@bough/editor';
import { useEffect, useState } from 'react';
import { words } from '../../words/index.ts';

interface TitleFieldProps {
  readonly editor: Editor;
  readonly title: string;
  readonly isFixed: boolean;
}

/** The map's name, edited where it stands: Enter keeps it, Esc goes back to what it was. */
export function TitleField({ editor, title, isFixed }: TitleFieldProps) {
  const [draft, setDraft] = useState(title);
  useEffect(() => setDraft(title), [title]);
  const keep = () => {
    const wanted = draft.trim();
    if (wanted === '') setDraft(title);
    else if (wanted !== title) editor.setTitle(wanted);
  };
  return (
    <span className="map-title" data-value={draft === '' ? words.untitled : draft}>
      <input
        aria-label={words.map.rename}
        value={draft}
        placeholder={words.untitled}
        maxLength={500}
        size={1}
        readOnly={isFixed}
        spellCheck={false}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') setDraft(title);
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Or the key would still be typed, into the words that get the keyboard.
          event.preventDefault();
          editor.focus();
        }}
      />
    </span>
  );
}
