import type { CommandId, Editor, EditorSnapshot } from '@bough/editor';
import { Maximize, Minus, Plus } from 'lucide-react';
import { words } from '../../words/index.ts';
import { keysOf } from '../commands/command-keys.ts';

/** Bottom right: how near one looks. */
export function ZoomBar({ editor, snapshot }: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  const press = (command: 'zoom-in' | 'zoom-out' | 'zoom-actual' | 'fit') => () => {
    editor.run(command);
    editor.focus();
  };
  const tip = (title: string, command: CommandId) => ({ title, 'data-keys': keysOf(command) });
  return (
    <div className="zoom-bar">
      <button
        type="button"
        className="button icon"
        aria-label={words.map.zoomOut}
        {...tip(words.map.zoomOut, 'zoom-out')}
        onClick={press('zoom-out')}
      >
        <Minus size={18} strokeWidth={1.5} />
      </button>
      <button
        type="button"
        className="button zoom-level"
        {...tip(words.commands['zoom-actual'], 'zoom-actual')}
        onClick={press('zoom-actual')}
      >
        {words.map.zoomLevel(Math.round(snapshot.zoom * 100))}
      </button>
      <button
        type="button"
        className="button icon"
        aria-label={words.map.zoomIn}
        {...tip(words.map.zoomIn, 'zoom-in')}
        onClick={press('zoom-in')}
      >
        <Plus size={18} strokeWidth={1.5} />
      </button>
      <button
        type="button"
        className="button icon"
        aria-label={words.map.fit}
        {...tip(words.map.fit, 'fit')}
        onClick={press('fit')}
      >
        <Maximize size={16} strokeWidth={1.5} />
      </button>
    </div>
  );
}
