import type { Editor, EditorSnapshot } from '@bough/editor';
import { words } from '../../words/index.ts';
import { colourWords } from '../../words/screens/colour-words.ts';
import { placeBar } from './item-bar-place.ts';
import { Popover } from './popover.tsx';

interface ColourPanelProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const RADIUS = 58;

/** The colour wheel of a branch: its eight hues around the middle, as its branch in the middle, and any other below. */
export function ColourPanel({ editor, snapshot, at, onClose }: ColourPanelProps) {
  const colour = snapshot.focused?.colour ?? null;
  const choose = (next: string | null) => {
    editor.setFields({ colour: next });
    onClose();
  };
  const besideWords = (size: { readonly width: number; readonly height: number }) =>
    placeBar({ ...at, width: 0, height: 0 }, size, editor.freeArea(), (box) => editor.itemsUnder(box));
  return (
    <Popover at={at} place={besideWords} label={words.commands.colour} onClose={onClose}>
      <div className="colour-wheel" role="group" aria-label={words.commands.colour}>
        {colourWords().names.map((name, hue) => {
          const angle = (hue / colourWords().names.length) * 2 * Math.PI - Math.PI / 2;
          return (
            <button
              key={name}
              type="button"
              className="colour-choice"
              data-hue={hue}
              aria-label={name}
              title={name}
              aria-pressed={colour === String(hue)}
              style={{ translate: `${Math.cos(angle) * RADIUS}px ${Math.sin(angle) * RADIUS}px` }}
              onClick={() => choose(String(hue))}
            />
          );
        })}
        <button
          type="button"
          className="colour-choice automatic"
          aria-label={colourWords().automatic}
          title={colourWords().automatic}
          aria-pressed={colour === null}
          onClick={() => choose(null)}
        />
      </div>
      <label className="any-colour">
        {words.panel.style.anyColour}
        <input
          type="color"
          value={colour?.startsWith('#') === true ? colour : '#808080'}
          onChange={(event) => editor.setFields({ colour: event.target.value })}
        />
      </label>
    </Popover>
  );
}
