import type { Editor, EditorSnapshot } from '@bough/editor';
import { words } from '../../words/index.ts';

/** Where nothing of the map is in sight: the way back. */
export function BackChip({ editor, snapshot }: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  if (!snapshot.isLost) return null;
  return (
    <button
      type="button"
      className="button back-chip"
      onClick={() => {
        editor.findBack();
        editor.focus();
      }}
    >
      {words.map.backToMap}
    </button>
  );
}
