import type { PersonId } from '@bough/base';
import { matcherOf } from '@bough/editor/moments';
import { useMemo, useState } from 'react';
import { firstWords } from '../../words/first-words.ts';
import { language } from '../../words/index.ts';
import { pastWords } from '../../words/screens/past-words.ts';
import { sayWhen } from '../../words/when.ts';
import type { Past } from './use-past.ts';

const MOST_FOUND = 50;
const LONGEST_WORDS = 60;

interface GoneSearchProps {
  readonly past: Past;
  readonly nameOf: (author: PersonId) => string;
}

/** Finds what was removed by its words; a press shows the map as it was right before, with the item selected. */
export function GoneSearch({ past, nameOf }: GoneSearchProps) {
  const said = pastWords();
  const [query, setQuery] = useState('');
  const { chronicle, state } = past.chronicled;
  const found = useMemo(() => {
    if (chronicle === null || query.trim() === '') return [];
    const has = matcherOf(query);
    return chronicle.removed(({ text, note }) => has(text) || has(note));
  }, [chronicle, query]);
  return (
    <div className="history-gone">
      <input
        className="field"
        type="search"
        aria-label={said.findGone}
        placeholder={said.findGone}
        value={query}
        onFocus={past.wantChronicle}
        onChange={({ target }) => {
          // Words can come without focus: spoken, or from a window that is not the active one.
          past.wantChronicle();
          setQuery(target.value);
        }}
      />
      {query.trim() === '' ? null : (
        <>
          <p className="quiet" role="status">
            {state === 'there' ? said.found(found.length) : state === 'failed' ? said.failed : said.reading}
          </p>
          <ol>
            {found.slice(0, MOST_FOUND).map((removed) => (
              <li key={removed.id}>
                <button type="button" className="history-sitting" onClick={() => past.showRemoved(removed)}>
                  <span>{firstWords(removed.text, LONGEST_WORDS) || said.untitled}</span>
                  <span className="quiet">
                    {said.goneBy(nameOf(removed.by.author), sayWhen(removed.by.at, Date.now(), language))}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
