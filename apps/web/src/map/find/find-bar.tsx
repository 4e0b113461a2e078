import type { Editor, FindState } from '@bough/editor';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { words } from '../../words/index.ts';
import { phone } from '../commands/device.ts';
import { useDraft } from '../editor/use-draft.ts';
import { IconButton } from '../../shell/controls/icon-button.tsx';

interface FindBarProps {
  readonly editor: Editor;
  readonly find: FindState;
}

/** Finds in the map as one types: Enter goes on, Shift+Enter back, Esc ends. */
export function FindBar({ editor, find }: FindBarProps) {
  const [query, type] = useDraft(find.query, (next) => editor.find(next));
  const end = () => {
    editor.find(null);
    editor.focus();
  };
  return (
    <search className="find-bar">
      <input
        className="field"
        aria-label={words.commands.find}
        placeholder={words.commands.find}
        autoFocus
        value={query}
        size={phone.matches ? 12 : 22}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') end();
          if (event.key === 'Enter') editor.run(event.shiftKey ? 'find-previous' : 'find-next');
        }}
      />
      <span className="find-count" role="status">
        {find.query === '' ? '' : words.map.findCount(find.at, find.matches)}
      </span>
      <IconButton name={words.commands['find-previous']} onPress={() => editor.run('find-previous')}>
        <ChevronUp size={18} strokeWidth={1.5} />
      </IconButton>
      <IconButton name={words.commands['find-next']} onPress={() => editor.run('find-next')}>
        <ChevronDown size={18} strokeWidth={1.5} />
      </IconButton>
      <IconButton name={words.close} onPress={end}>
        <X size={18} strokeWidth={1.5} />
      </IconButton>
    </search>
  );
}
