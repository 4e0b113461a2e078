import type { Editor } from '@bough/editor';
import { useRef, useState } from 'react';
import { words } from '../../words/index.ts';

interface TitleFieldProps {
  readonly editor: Editor;
  readonly title: string;
  readonly isFixed: boolean;
}

/** The map's name, edited where it stands: Enter keeps it, Esc goes back to what it was. */
export function TitleField({ editor, title, isFixed }: TitleFieldProps) {
  // Null: nobody writes in it. What one writes stays, also when others rename the map meanwhile.
  const [draft, setDraft] = useState<string | null>(null);
  const isCalledOff = useRef(false);
  const shown = draft ?? title;
  const keep = () => {
    const wanted = isCalledOff.current ? '' : (draft?.trim() ?? '');
    isCalledOff.current = false;
    setDraft(null);
    if (wanted !== '' && wanted !== title) editor.setTitle(wanted);
  };
  return (
    <span className="map-title" data-value={shown === '' ? words.untitled : shown}>
      <input
        aria-label={words.map.rename}
        value={shown}
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
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          isCalledOff.current = event.key === 'Escape';
          // Or the key would still be typed, into the words that get the keyboard.
          event.preventDefault();
          editor.focus();
        }}
      />
    </span>
  );
}
