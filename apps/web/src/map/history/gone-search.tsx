import type { PersonId } from '@bough/base';
import type { Removed } from '@bough/editor/moments';
import { useEffect, useState } from 'react';
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
  const { link, state } = past;
  const [found, setFound] = useState<readonly Removed[] | null>(null);
  useEffect(() => {
    if (query.trim() === '') return setFound(null);
    let isOver = false;
    void link.current?.ask({ kind: 'removed', words: query }).then((removed) => {
      if (!isOver) setFound(removed);
    });
    return () => {
      isOver = true;
    };
  }, [link, query]);
  return (
    <div className="history-gone">
      <input
        className="field"
        type="search"
        aria-label={said.findGone}
        placeholder={said.findGone}
        value={query}
        onFocus={past.wantAll}
        onChange={({ target }) => setQuery(target.value)}
      />
      {query.trim() === '' ? null : (
        <>
          <p className="quiet" role="status">
            {found !== null ? said.found(found.length) : state === 'failed' ? said.failed : said.reading}
          </p>
          <ol>
            {found?.slice(0, MOST_FOUND).map((removed) => (
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
