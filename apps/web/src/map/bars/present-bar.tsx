import type { Editor, EditorSnapshot } from '@bough/editor';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect } from 'react';
import { words } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import './present-bar.css';
import { IconButton } from '../../shell/controls/icon-button.tsx';

/** While the map is presented, on all of the screen: where one is, on, back, end. Arrows, Space and the keys of presenters do the same. */
export function PresentBar({ editor, snapshot }: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  const { present } = snapshot;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (NEXT.has(event.key)) editor.run('present-next');
      else if (PREVIOUS.has(event.key)) editor.run('present-previous');
      else if (event.key === 'Escape') editor.endPresent();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [editor]);
  useEffect(() => {
    const root = document.documentElement;
    // Phones of one maker have no full screen: there the page is all that is shown anyway.
    if (document.fullscreenEnabled) void root.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined);
    const onChange = () => {
      if (document.fullscreenElement === null) editor.endPresent();
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
    };
  }, [editor]);
  if (present === null) return null;
  const { present: said } = sheetWords();
  return (
    <div className="present-bar" role="toolbar" aria-label={words.commands.present}>
      <IconButton
        name={words.commands['present-previous']}
        isDisabled={present.at === 0}
        onPress={() => editor.run('present-previous')}
      >
        <ChevronLeft size={18} strokeWidth={1.5} />
      </IconButton>
      <span role="status">{said.at(present.at + 1, present.of)}</span>
      <IconButton
        name={words.commands['present-next']}
        isDisabled={present.at === present.of - 1}
        onPress={() => editor.run('present-next')}
      >
        <ChevronRight size={18} strokeWidth={1.5} />
      </IconButton>
      <IconButton name={said.end} onPress={() => editor.endPresent()}>
        <X size={18} strokeWidth={1.5} />
      </IconButton>
    </div>
  );
}

const NEXT = new Set(['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'Enter']);
const PREVIOUS = new Set(['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace']);
