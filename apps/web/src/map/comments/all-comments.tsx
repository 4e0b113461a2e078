import type { MapId, PersonId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { MapPin } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Segments } from '../../shell/controls/segments.tsx';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { useMapPeople } from '../people/use-map-people.ts';
import type { Panel } from '../panels/panel.ts';
import { SideSheet } from '../panels/side-sheet.tsx';
import { useEdits } from './edits.ts';
import { GoneComments } from './gone-comments.tsx';
import { listThreads, type Thread, type ThreadFilter, type ThreadOrder } from './thread-list.ts';
import { useReading } from './use-reading.ts';
import { useSeen } from './use-seen.ts';
import { ThreadView } from './thread-view.tsx';
import { ToChat } from './to-chat.tsx';
import './comments.css';

interface AllCommentsProps {
  readonly map: MapId;
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly person: PersonId;
  readonly onClose: () => void;
  readonly onPanel: (panel: Panel) => void;
}

const FILTERS = ['new', 'open', 'mine', 'resolved'] as const satisfies readonly ThreadFilter[];
const ORDERS = ['time', 'items'] as const satisfies readonly ThreadOrder[];

/** Every thread of the map in one list. A press on the words of its item flies there. */
export function AllComments({ map, editor, snapshot, person, onClose, onPanel }: AllCommentsProps) {
  const { comments } = sheetWords();
  const [order, setOrder] = useState<ThreadOrder>('time');
  const { unread, newMessages, markRead } = useReading({ map, editor, snapshot, person });
  // What was new stays in the list while it is read.
  const [news, setNews] = useState(unread);
  const [filter, setFilter] = useState<ThreadFilter>(unread.size > 0 ? 'new' : 'open');
  const [before, setBefore] = useState(unread);
  if (before !== unread) {
    setBefore(unread);
    setNews(new Set([...news, ...unread]));
  }
  const { nameOf, personOf, isMe, myName } = useMapPeople(map, person, snapshot);
  const { version } = snapshot;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version says that the map is another one
  const items = useMemo(() => editor.outline().map(({ item }) => item), [editor, version]);
  const threads = useMemo(
    () => listThreads(editor.threads(), { filter, order, isMe, myName, news, items }),
    [editor, items, filter, order, isMe, myName, news],
  );
  useSeen(threads, markRead);
  const { edits, write: onEdit } = useEdits(person, map, 'comments');
  const wordsOf = useMemo(() => new Map(items.map((item) => [item.id, item.text])), [items]);
  const headOf = (item: Thread['item']) => (
    <ItemWords text={wordsOf.get(item) ?? ''} onShow={() => editor.show(item)} />
  );
  return (
    <SideSheet title={comments.all} onClose={onClose} beside={<ToChat count={newMessages.length} onPanel={onPanel} />}>
      <div className="thread-choices">
        <Segments label={comments.show} options={named(FILTERS)} value={filter} onChange={setFilter} />
        <Segments label={comments.sort} options={named(ORDERS)} value={order} onChange={setOrder} />
      </div>
      <div className="threads" role="feed" aria-label={comments.all}>
        {threads.length === 0 ? <p className="threads-none">{comments.noneOf[filter]}</p> : null}
        {threads.map((thread) => (
          <ThreadView
            key={thread.id}
            {...{ map, editor, snapshot, person, nameOf, personOf, thread, edits, onEdit }}
            marked={null}
            isAnswered={false}
            isNew={news.has(thread.id)}
            onAnswer={() => {
              editor.show(thread.item);
              onPanel({ kind: 'comments' });
            }}
            head={headOf(thread.item)}
          />
        ))}
      </div>
      <GoneComments {...{ editor, snapshot, edits, onEdit, items, headOf }} about={null} />
    </SideSheet>
  );
}

/** The words of the item that a thread is about. */
function ItemWords({ text, onShow }: { readonly text: string; readonly onShow: () => void }) {
  return (
    <button type="button" className="plain thread-item" onClick={onShow}>
      <MapPin size={14} strokeWidth={1.5} aria-hidden />
      <span>{text.trim() === '' ? sheetWords().comments.empty : text}</span>
    </button>
  );
}

function named<C extends ThreadFilter | ThreadOrder>(choices: readonly C[]): (readonly [C, string])[] {
  const { choices: names } = sheetWords().comments;
  return choices.map((choice) => [choice, names[choice]] as const);
}
