import type { Editor, EditorSnapshot } from '@bough/editor';
import { Maximize, Minus, Plus } from 'lucide-react';
import { words } from '../../words/index.ts';

/** Bottom right: how near one looks. */
export function ZoomBar({ editor, snapshot }: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  const press = (command: 'zoom-in' | 'zoom-out' | 'zoom-actual' | 'fit') => () => {
    editor.run(command);
    editor.focus();
  };
  return (
    <div className="zoom-bar">
      <button type="button" className="button icon" aria-label={words.map.zoomOut} onClick={press('zoom-out')}>
        <Minus size={18} strokeWidth={1.5} />
      </button>
      <button type="button" className="button zoom-level" onClick={press('zoom-actual')}>
        {words.map.zoomLevel(Math.round(snapshot.zoom * 100))}
      </button>
      <button type="button" className="button icon" aria-label={words.map.zoomIn} onClick={press('zoom-in')}>
        <Plus size={18} strokeWidth={1.5} />
      </button>
      <button type="button" className="button icon" aria-label={words.map.fit} onClick={press('fit')}>
        <Maximize size={16} strokeWidth={1.5} />
      </button>
    </div>
  );
}
