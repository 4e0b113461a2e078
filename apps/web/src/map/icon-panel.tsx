import type { Editor, EditorSnapshot } from '@bough/editor';
import { useState } from 'react';
import { words } from '../words/index.ts';
import { useEmoji } from './emoji.ts';
import { Popover } from './popover.tsx';

interface IconPanelProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const SHOWN = 160;

/** The sign before an item's words, found by name. */
export function IconPanel({ editor, snapshot, at, onClose }: IconPanelProps) {
  const [query, setQuery] = useState('');
  const found = useEmoji(query, SHOWN);
  const { icon } = words.panel;
  const choose = (sign: string | null) => {
    editor.setFields({ icon: sign });
    onClose();
    editor.focus();
  };
  return (
    <Popover
      at={at}
      label={icon.title}
      onClose={() => {
        onClose();
        editor.focus();
      }}
    >
      <input
        className="field"
        autoFocus
        aria-label={icon.search}
        placeholder={icon.search}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // Or the key would still be typed, into the words that get the keyboard.
          event.preventDefault();
          if (first !== undefined) choose(first.sign);
        }}
      />
      <div className="icon-grid" role="group" aria-label={icon.title}>
        {found.map((one) => (
          <button
            key={one.sign}
            type="button"
            aria-label={one.name}
            title={one.name}
            aria-pressed={snapshot.focused?.icon === one.sign}
            onClick={() => choose(one.sign)}
          >
            {one.sign}
          </button>
        ))}
      </div>
      {snapshot.focused?.icon == null ? null : (
        <button type="button" className="button" onClick={() => choose(null)}>
          {icon.remove}
        </button>
      )}
    </Popover>
  );
}
