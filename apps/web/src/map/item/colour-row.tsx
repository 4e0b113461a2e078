import type { Editor } from '@bough/editor';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { words } from '../../words/index.ts';
import { colourWords } from '../../words/screens/colour-words.ts';
import { IconButton } from '../../shell/controls/icon-button.tsx';

interface ColourRowProps {
  readonly editor: Editor;
  readonly colour: string | null;
  readonly onClose: () => void;
  /** Whether it takes the keyboard when it comes; absent: yes. */
  readonly isKeyboards?: boolean;
}

/** The eight hues of a branch, and "as its branch". */
export function ColourRow({ editor, colour, onClose, isKeyboards = true }: ColourRowProps) {
  const row = useRef<HTMLSpanElement>(null);
  const close = () => {
    onClose();
    editor.focus();
  };
  const choose = (next: string | null) => {
    editor.setFields({ colour: next });
    close();
  };
  useEffect(() => {
    if (isKeyboards) row.current?.querySelector('button')?.focus();
  }, [isKeyboards]);
  return (
    <span
      ref={row}
      className="colour-row"
      role="group"
      aria-label={words.commands.colour}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape') close();
      }}
    >
      <IconButton name={colourWords().automatic} onPress={() => choose(null)}>
        <span className="dot" data-hue="none" />
      </IconButton>
      {colourWords().names.map((name, hue) => (
        <IconButton key={name} name={name} isChosen={colour === String(hue)} onPress={() => choose(String(hue))}>
          <span className="dot" data-hue={hue} />
        </IconButton>
      ))}
    </span>
  );
}
