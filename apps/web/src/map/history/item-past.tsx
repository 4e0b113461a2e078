import type { Editor } from '@bough/editor';
import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { words } from '../../words/index.ts';
import { firstWords } from '../../words/letters.ts';
import { pastWords } from '../../words/screens/past-words.ts';
import { useSnapshot } from '../editor/use-editor.ts';
import { tell } from '../messages/told.ts';
import type { Moment } from './moments.ts';

const LONGEST_WORDS = 80;

interface ItemPastProps {
  /** The map as it is, and the one that shows the moment. */
  readonly editor: Editor;
  readonly shown: Editor;
  readonly moment: Moment;
  readonly mayRestore: boolean;
  readonly onClose: () => void;
}

/** The item that is selected in a moment of the past, and what of it can be brought back. */
export function ItemPast({ editor, shown, moment, mayRestore, onClose }: ItemPastProps) {
  const { focused, version } = useSnapshot(shown);
  const [same, setSame] = useState<string | null>(null);
  if (focused === null) return null;
  const said = pastWords();
  // What was said of another item, or of another moment, is not said of this one.
  const about = `${focused.id} ${version}`;
  const restore = async (isAlone: boolean) => {
    if (!(await editor.restore(moment.text, { id: focused.id, isAlone }))) return setSame(about);
    tell(said.restored);
    onClose();
  };
  const text = firstWords(focused.text, LONGEST_WORDS);
  return (
    <section className="history-item" aria-label={said.item}>
      <header>
        <strong>{text === '' ? said.untitled : text}</strong>
        <IconButton name={words.close} onPress={() => shown.select([])}>
          <X size={16} strokeWidth={1.5} />
        </IconButton>
      </header>
      {mayRestore ? (
        <div className="history-item-buttons">
          <button type="button" className="button outlined" onClick={() => void restore(false)}>
            {said.restoreBranch}
          </button>
          <button type="button" className="button" onClick={() => void restore(true)}>
            {said.restoreItem}
          </button>
        </div>
      ) : null}
      <p className="quiet" role="status">
        {same === about ? said.isSame : ''}
      </p>
    </section>
  );
}
