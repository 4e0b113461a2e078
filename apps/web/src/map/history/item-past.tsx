import type { MapId, PersonId } from '@bough/base';
import type { Editor } from '@bough/editor';
import type { Authorship, ItemId } from '@bough/editor/moments';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { language, words } from '../../words/index.ts';
import { firstWords } from '../../words/first-words.ts';
import { pastWords } from '../../words/screens/past-words.ts';
import { sayWhen } from '../../words/when.ts';
import { useSnapshot } from '../editor/use-editor.ts';
import { tell } from '../messages/told.ts';
import { branchOf, tellRestored } from './tell-restored.ts';
import type { Hover } from './use-hover.ts';
import type { Moment, Past } from './use-past.ts';

const LONGEST_WORDS = 80;

interface ItemPastProps {
  readonly map: MapId;
  /** The map as it is, and the one that shows the moment. */
  readonly editor: Editor;
  readonly shown: Editor;
  readonly past: Past;
  readonly nameOf: (author: PersonId) => string;
  readonly moment: Moment;
  readonly mayRestore: boolean;
  /** The moment's map as text; null when it cannot be read. */
  readonly readText: () => Promise<string | null>;
  readonly onClose: () => void;
}

/** The item that is selected in a moment of the past, and what of it can be brought back. */
export function ItemPast({ map, editor, past, shown, moment, nameOf, mayRestore, readText, onClose }: ItemPastProps) {
  const { focused, version } = useSnapshot(shown);
  const [same, setSame] = useState<string | null>(null);
  if (focused === null) return null;
  const said = pastWords();
  // What was said of another item, or of another moment, is not said of this one.
  const about = `${focused.id} ${version}`;
  const restore = async (isAlone: boolean) => {
    const items = branchOf(shown, focused.id, isAlone);
    const text = await readText();
    if (text === null) return tell(said.failed);
    if (!(await editor.restore(text, { id: focused.id, isAlone }))) return setSame(about);
    tell(said.restored);
    void tellRestored(editor, map, { seq: moment.seq, items });
    onClose();
  };
  const title = firstWords(focused.text, LONGEST_WORDS);
  return (
    <section className="history-card" aria-label={said.item}>
      <header>
        <strong>{title === '' ? said.untitled : title}</strong>
        <IconButton name={words.close} onPress={() => shown.select([])}>
          <X size={16} strokeWidth={1.5} />
        </IconButton>
      </header>
      <Hands {...{ past, nameOf }} id={focused.id} seq={moment.seq} />
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

interface HandsProps {
  readonly past: Past;
  readonly nameOf: (author: PersonId) => string;
  readonly id: ItemId;
  readonly seq: number;
}

/** Who made the item, and who changed it last. */
function Hands({ past: { link, state }, nameOf, id, seq }: HandsProps) {
  const said = pastWords();
  const [found, setFound] = useState<Authorship | null>(null);
  useEffect(() => {
    let isOver = false;
    setFound(null);
    void link.current?.ask({ kind: 'authorship', item: id, seq }).then((authorship) => {
      if (!isOver) setFound(authorship);
    });
    return () => {
      isOver = true;
    };
  }, [link, id, seq]);
  if (found === null) return <p className="quiet">{state === 'failed' ? said.failed : said.reading}</p>;
  return <WhoseItem authorship={found} {...{ nameOf }} />;
}

interface WhoseItemProps {
  readonly authorship: Authorship;
  readonly nameOf: (author: PersonId) => string;
}

/** Who made an item and changed it last, in words. */
function WhoseItem({ authorship: { made, changed }, nameOf }: WhoseItemProps) {
  const said = pastWords();
  const now = Date.now();
  return (
    <p className="quiet history-hands">
      <span>{made === null ? said.madeBefore : said.made(nameOf(made.author), sayWhen(made.at, now, language))}</span>
      {changed === null ? null : (
        <span>{said.changedBy(nameOf(changed.author), sayWhen(changed.at, now, language))}</span>
      )}
    </p>
  );
}

/** The same beside the item that a mouse rests on. */
export function HoverNote({ hover, nameOf }: { readonly hover: Hover; readonly nameOf: WhoseItemProps['nameOf'] }) {
  const { rect, authorship } = hover;
  return (
    <div className="history-hover" role="tooltip" style={{ left: rect.x, top: rect.y + rect.height + 6 }}>
      <WhoseItem {...{ authorship, nameOf }} />
    </div>
  );
}
