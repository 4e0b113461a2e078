import type { Editor } from '@bough/editor';
import { useEffect, useState } from 'react';
import { words } from '../words/index.ts';

interface ColourRowProps {
  readonly editor: Editor;
  readonly colour: string | null;
}

/** The colour of the branch: one dot that opens into the eight hues and "as its branch". */
export function ColourRow({ editor, colour }: ColourRowProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [colour]);
  const choose = (next: string | null) => {
    editor.setFields({ colour: next });
    setOpen(false);
    editor.focus();
  };
  if (!isOpen) {
    return (
      <button
        type="button"
        className="button icon"
        aria-label={words.map.colour}
        title={words.map.colour}
        aria-expanded={false}
        onClick={() => setOpen(true)}
      >
        <span className="dot" data-hue={colour ?? 'none'} />
      </button>
    );
  }
  return (
    <span className="colour-row" role="group" aria-label={words.map.colour}>
      <button
        type="button"
        className="button icon"
        aria-label={words.map.automatic}
        title={words.map.automatic}
        onClick={() => choose(null)}
      >
        <span className="dot" data-hue="none" />
      </button>
      {words.map.colourName.map((name, hue) => (
        <button
          key={name}
          type="button"
          className="button icon"
          aria-label={name}
          title={name}
          aria-pressed={colour === String(hue)}
          onClick={() => choose(String(hue))}
        >
          <span className="dot" data-hue={hue} />
        </button>
      ))}
    </span>
  );
}
