import type { PersonId } from '@bough/base';
import type { Editor } from '@bough/editor';
import type { Sitting } from '@bough/editor/moments';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { language } from '../../words/index.ts';
import { firstWords } from '../../words/first-words.ts';
import { sayDone, sittingWords } from '../../words/screens/sitting-words.ts';
import { sayWhen } from '../../words/when.ts';
import type { Sittings } from './use-sittings.ts';

const LONGEST_WORDS = 40;

interface SittingListProps {
  readonly sittings: Sittings;
  /** The change that is shown. */
  readonly shown: { readonly seq: number; readonly author: PersonId } | null;
  readonly nameOf: (author: PersonId) => string;
  /** The map as it is now: what its items are called. */
  readonly editor: Editor;
  readonly onChoose: (sitting: Sitting) => void;
  /** What stands above. */
  readonly children?: ReactNode;
}

/** Who did what, the last first; a press shows the map as it was right after. */
export function SittingList({ sittings, shown, nameOf, editor, onChoose, children }: SittingListProps) {
  const said = sittingWords();
  const { list, state, isMore, lookBack } = sittings;
  const texts = useMemo(() => new Map(editor.outline().map(({ item }) => [item.id, item.text])), [editor]);
  return (
    <aside className="history-sittings" aria-label={said.title}>
      {children}
      <h2>{said.title}</h2>
      <ol>
        {list.map((sitting) => (
          <SittingRow
            key={`${sitting.author} ${sitting.from}`}
            isShown={shown !== null && isIn(shown, sitting)}
            below={sitting.done.below === null ? '' : firstWords(texts.get(sitting.done.below) ?? '', LONGEST_WORDS)}
            {...{ sitting, nameOf, onChoose }}
          />
        ))}
      </ol>
      {state === 'loading' ? <p className="quiet settle">{said.loading}</p> : null}
      {state === 'failed' ? <p className="quiet">{said.failed}</p> : null}
      {state === 'failed' || (state === 'there' && isMore) ? (
        <button type="button" className="button" onClick={lookBack}>
          {state === 'failed' ? said.again : said.older}
        </button>
      ) : null}
    </aside>
  );
}

interface SittingRowProps extends Pick<SittingListProps, 'nameOf' | 'onChoose'> {
  readonly sitting: Sitting;
  /** What the item is called below which things were added; '' where that is not to be said. */
  readonly below: string;
  readonly isShown: boolean;
}

function SittingRow({ sitting, below, isShown, nameOf, onChoose }: SittingRowProps) {
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  const { author, ended, done } = sitting;
  return (
    <li>
      <button
        ref={row}
        type="button"
        className="history-sitting"
        aria-current={isShown ? 'true' : undefined}
        onClick={() => onChoose(sitting)}
      >
        <span className="history-sitting-who">
          <strong className="cut">{nameOf(author)}</strong>
          <time dateTime={new Date(ended).toISOString()}>{sayWhen(ended, Date.now(), language)}</time>
        </span>
        <span>{sayDone(done, below === '' ? null : below)}</span>
      </button>
    </li>
  );
}

function isIn(shown: { readonly seq: number; readonly author: PersonId }, { author, from, to }: Sitting): boolean {
  return author === shown.author && from <= shown.seq && shown.seq <= to;
}
