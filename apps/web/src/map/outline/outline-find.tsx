import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { words } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import type { Outline } from './use-outline.ts';

interface OutlineFindProps {
  readonly outline: Outline;
  /** Another one each time that somebody asks to find: the keyboard goes there then. */
  readonly asked: number;
  readonly onEnd: () => void;
}

/** Finds in the outline as one types: Enter goes on, Shift+Enter back, Esc ends at the row that was found. */
export function OutlineFind({ outline, asked, onEnd }: OutlineFindProps) {
  const { finding, hits, at, shown, places, find, step } = outline;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  const query = finding?.query ?? '';
  const hit = at === null ? undefined : shown[places.get(at) ?? -1]?.item;
  return (
    <search className="outline-find">
      <input
        ref={field}
        className="field"
        aria-label={sheetWords().outline.find}
        placeholder={sheetWords().outline.find}
        dir="auto"
        value={query}
        onChange={(event) => find(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onEnd();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span className="find-count" role="status">
        {query.trim() === '' ? '' : words.map.findCount(at === null ? -1 : hits.indexOf(at), hits.length)}
        {hit === undefined ? null : <span className="unseen">: {hit.text}</span>}
      </span>
      <IconButton name={words.commands['find-previous']} isDisabled={hits.length === 0} onPress={() => step(-1)}>
        <ChevronUp size={18} strokeWidth={1.5} />
      </IconButton>
      <IconButton name={words.commands['find-next']} isDisabled={hits.length === 0} onPress={() => step(1)}>
        <ChevronDown size={18} strokeWidth={1.5} />
      </IconButton>
      <IconButton name={sheetWords().outline.endFind} onPress={onEnd}>
        <X size={18} strokeWidth={1.5} />
      </IconButton>
    </search>
  );
}
