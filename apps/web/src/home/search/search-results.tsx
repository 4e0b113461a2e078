import { ok } from '@bough/base';
import { everydayRoutes, type PersonFacts, type SearchHit, type SearchResult } from '@bough/contracts';
import { type KeyboardEvent, type RefObject, useCallback, useState } from 'react';
import { call } from '../../api/api.ts';
import { LocalLink } from '../../shell/controls/local-link.tsx';
import { mapAddress } from '../../shell/screen.ts';
import { TroubleNote } from '../../shell/messages/trouble-note.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { words } from '../../words/index.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import { mapsCalled } from '../arrange.ts';
import { useAtHome } from '../at-home.ts';
import { titleOf } from '../library/deeds.ts';
import { ASKED, type Found, foundOffline, foundWords } from './found-words.ts';
import { lineOf, unsentOf } from '../maps/map-line.ts';
import { piecesOf } from './marked.ts';
import { Thumbnail } from '../maps/thumbnail.tsx';

interface SearchResultsProps {
  readonly query: string;
  readonly person: PersonFacts | null;
  readonly list: RefObject<HTMLUListElement | null>;
}

/** Maps and items that have the words; each leads into the map, to the item. */
export function SearchResults({ query, person, list }: SearchResultsProps) {
  const { state } = useAtHome();
  // For whom more than the first of them were asked for.
  const [wider, widen] = useState('');
  const limit = wider === query ? ASKED.all : ASKED.first;
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const answer = await call(everydayRoutes.searchMaps, { q: query, limit }, undefined, { signal });
      if (!answer.ok) return answer;
      return ok({ ...answer.value, isOffline: false, isFirst: answer.value.results.length === limit });
    },
    [query, limit],
  );
  const [loaded, again] = useLoaded(ask);
  if (loaded.kind === 'loading') return <p className="quiet settle">{homeWords().searching}</p>;
  if (loaded.kind === 'failed' && loaded.trouble.kind !== 'unreachable') {
    return <TroubleNote trouble={loaded.trouble} what={words.problems.unexpected} onRetry={again} />;
  }
  // Without the server the names are still here.
  const found: Found =
    loaded.kind === 'there'
      ? loaded.value
      : foundOffline(mapsCalled(query, state.maps).map((map) => ({ map, hits: [], matches: 0 })));
  const [title, ...notes] = foundWords(found, query);
  return (
    <section className="found" aria-live="polite">
      <h1 className="found-title">{title}</h1>
      {notes.map((note) => (
        <p key={note} className={found.results.length === 0 ? 'quiet' : 'hint'}>
          {note}
        </p>
      ))}
      <ul ref={list} className="results" onKeyDown={walk}>
        {found.results.map((result) => (
          <Result key={result.map.id} result={result} person={person} />
        ))}
      </ul>
      {found.isFirst && limit < ASKED.all ? (
        <button type="button" className="button outlined" onClick={() => widen(query)}>
          {homeWords().foundMore}
        </button>
      ) : null}
    </section>
  );
}

function Result({ result, person }: { readonly result: SearchResult; readonly person: PersonFacts | null }) {
  const { map, hits, matches } = result;
  const here = useAtHome().state.here.get(map.id);
  const inTitle = hits.find((hit) => hit.item === null);
  const items = hits.filter((hit) => hit.item !== null);
  const more = matches - items.length;
  return (
    <li className="result">
      <span className="cell-picture" aria-hidden="true">
        <Thumbnail map={map.id} />
      </span>
      <div className="result-words">
        <LocalLink to={mapAddress(map.id)} className="result-title">
          {inTitle === undefined ? titleOf(map) : <Marked hit={inTitle} />}
        </LocalLink>
        <span className="hint">{unsentOf(here) ?? lineOf(map, person, here)}</span>
        <ul>
          {items.map((hit) => (
            <li key={hit.item}>
              <LocalLink to={mapAddress(map.id, hit.item)} className="hit">
                <Marked hit={hit} />
              </LocalLink>
            </li>
          ))}
        </ul>
        {more > 0 && items.length > 0 ? <span className="hint">{homeWords().moreMatches(more)}</span> : null}
      </div>
    </li>
  );
}

function Marked({ hit }: { readonly hit: SearchHit }) {
  return (
    <span>
      {piecesOf(hit.text, hit.marks).map((piece, at) =>
        piece.isMarked ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>,
      )}
    </span>
  );
}

/** Arrows walk from one found thing to the next. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const next = links[links.findIndex((link) => link === document.activeElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
