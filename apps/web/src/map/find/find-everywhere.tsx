import type { MapId } from '@bough/base';
import { everydayRoutes, type SearchAnswer, type SearchHit, type SearchResult } from '@bough/contracts';
import type { Editor } from '@bough/editor';
import { useEffect, useId, useRef, useState } from 'react';
import { call } from '../../api/api.ts';
import { piecesOf } from '../../home/search/marked.ts';
import { Dialog } from '../../shell/messages/dialog.tsx';
import { PickField } from '../../shell/controls/pick-field.tsx';
import { go } from '../../shell/router.ts';
import { mapAddress } from '../../shell/screen.ts';
import { showItem } from '../editor/use-shown-place.ts';
import { words } from '../../words/index.ts';
import { homeWords } from '../../words/screens/home-words.ts';

interface FindEverywhereProps {
  readonly editor: Editor;
  readonly map: MapId;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

type Answer =
  | { readonly kind: 'none' | 'asking' | 'offline' }
  | { readonly kind: 'found'; readonly rows: readonly Row[]; readonly isComplete: boolean };
interface Row {
  readonly map: MapId;
  readonly title: string;
  readonly hit: SearchHit;
}

const SETTLES_MS = 150;
const MAPS_MOST = 20;

/** Words looked for in every map that one may open; what is chosen is shown, in this map or in its own. */
export function FindEverywhere({ editor, map, onClose, onClosed }: FindEverywhereProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const answer = useAnswer(query.trim());
  const listId = useId();
  const rows = answer.kind === 'found' ? answer.rows : [];
  const chosen = rows[Math.min(at, rows.length - 1)];
  const opened = useRef<Row | null>(null);
  const open = (row: Row | undefined) => {
    if (row === undefined) return;
    opened.current = row;
    onClose();
  };
  // Once the dialog has given the focus back to the map, and before the next key.
  const show = () => {
    onClosed();
    if (opened.current === null) return;
    const { map: there, hit } = opened.current;
    if (there === map) showItem(editor, hit.item);
    else go(mapAddress(there, hit.item));
  };
  return (
    <Dialog title={words.commands['find-everywhere']} onClose={onClose} onClosed={show}>
      <PickField
        label={homeWords().search}
        count={rows.length}
        chosenId={chosen === undefined ? undefined : `${listId}-${rows.indexOf(chosen)}`}
        onQuery={setQuery}
        onAt={setAt}
        onPick={() => open(chosen)}
        {...{ query, at, listId }}
      />
      <Rows {...{ rows, chosen, listId, open }} />
      <p role="status" className="quiet">
        {saidOf(answer, query.trim())}
      </p>
    </Dialog>
  );
}

interface RowsProps {
  readonly rows: readonly Row[];
  readonly chosen: Row | undefined;
  readonly listId: string;
  readonly open: (row: Row) => void;
}

function Rows({ rows, chosen, listId, open }: RowsProps) {
  return (
    <ul className="palette" id={listId} role="listbox" aria-label={words.commands['find-everywhere']}>
      {rows.map((row, place) => (
        <li
          key={`${row.map} ${row.hit.item}`}
          id={`${listId}-${place}`}
          role="option"
          aria-selected={row === chosen}
          ref={row === chosen ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
          onClick={() => open(row)}
        >
          <span className="found-words">
            {piecesOf(row.hit.text, row.hit.marks).map((piece, i) =>
              piece.isMarked ? <mark key={i}>{piece.text}</mark> : <span key={i}>{piece.text}</span>,
            )}
          </span>
          {row.hit.item === null ? null : <span className="hint found-map cut">{row.title}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The answer to what was typed last; an older one never takes its place. */
function useAnswer(query: string): Answer {
  const [answer, setAnswer] = useState<Answer>({ kind: 'none' });
  useEffect(() => {
    if (query === '') {
      setAnswer({ kind: 'none' });
      return;
    }
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      setAnswer((before) => (before.kind === 'found' ? before : { kind: 'asking' }));
      const asked = { q: query.slice(0, 200), limit: MAPS_MOST };
      void call(everydayRoutes.searchMaps, asked, undefined, { signal: leaving.signal }).then((found) => {
        if (leaving.signal.aborted) return;
        setAnswer(found.ok ? answerOf(found.value) : { kind: 'offline' });
      });
    }, SETTLES_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [query]);
  return answer;
}

function answerOf({ results, isComplete }: SearchAnswer): Answer {
  return { kind: 'found', rows: results.flatMap(rowsOf), isComplete };
}

function rowsOf({ map, hits }: SearchResult): readonly Row[] {
  const title = map.title === '' ? words.untitled : map.title;
  return hits.map((hit) => ({ map: map.id, title, hit }));
}

function saidOf(answer: Answer, query: string): string {
  switch (answer.kind) {
    case 'none':
      return '';
    case 'asking':
      return homeWords().searching;
    case 'offline':
      return words.problems.offline;
    case 'found':
      return [
        ...(answer.rows.length === 0 ? [homeWords().foundNothing(query)] : []),
        ...(answer.isComplete ? [] : [homeWords().foundInPart]),
      ].join(' ');
  }
}
