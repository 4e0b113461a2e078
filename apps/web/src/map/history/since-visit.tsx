import type { MapId, PersonId } from '@bough/base';
import { everydayRoutes, visitRoutes } from '@bough/contracts';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { GitCompare, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../api/api.ts';
import { words } from '../../words/index.ts';
import { visitWords } from '../../words/screens/visit-words.ts';
import type { Panel } from '../panels/panel.ts';
import { useMapPeople } from '../people/use-map-people.ts';
import './since-visit.css';

/** Changes that are looked through for who made them. */
const MOST = 2_000;

interface News {
  /** The last number that the person has seen. */
  readonly since: number;
  /** Who wrote after it, each once. */
  readonly authors: readonly PersonId[];
}

interface SinceVisitProps {
  readonly map: MapId;
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly person: PersonId;
  readonly onPanel: (panel: Panel) => void;
}

/** Maps of which it was said, or that had nothing new: once for each time that the page is loaded. */
const said = new Set<string>();

/** Offers to show what others have changed since the person was here last, until they say no, look, or write themselves. */
export function SinceVisit({ map, editor, snapshot, person, onPanel }: SinceVisitProps) {
  const [news, setNews] = useState<News | null>(null);
  const { nameOf, isMe } = useMapPeople(map, person, snapshot);
  const name = `${map} ${person}`;
  const isWriting = snapshot.editing !== null;
  useEffect(() => {
    if (said.has(name)) return;
    const leaving = new AbortController();
    void readNews(map, leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setNews(found);
    });
    return () => leaving.abort();
  }, [map, name]);
  const authors = news?.authors.filter((author) => !isMe(author)) ?? [];
  const [first] = authors;
  useEffect(() => {
    if (isWriting) said.add(name);
  }, [isWriting, name]);
  if (news === null || first === undefined || said.has(name)) return null;
  const close = () => {
    said.add(name);
    setNews(null);
    editor.focus();
  };
  const show = () => {
    said.add(name);
    onPanel({ kind: 'history', since: news.since });
  };
  return (
    <p className="quiet-note with-button since-visit" role="status">
      {authors.length === 1 ? visitWords().one(nameOf(first)) : visitWords().several(authors.length)}
      <button type="button" className="button" onClick={show}>
        <GitCompare size={15} strokeWidth={1.5} aria-hidden="true" />
        {visitWords().show}
      </button>
      <button type="button" className="button icon" aria-label={words.close} onClick={close}>
        <X size={15} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </p>
  );
}

/** null: nothing is known of a visit, or nothing came after it. */
async function readNews(map: MapId, signal: AbortSignal): Promise<News | null> {
  const visit = await call(visitRoutes.lastVisit, { map }, undefined, { signal });
  const seen = visit.ok ? visit.value.seen : null;
  if (seen === null) return null;
  const range = { map, from: seen.seq + 1, to: seen.seq + MOST };
  const page = await call(everydayRoutes.readMapChanges, range, undefined, { signal });
  // The numbers of another order say nothing.
  if (!page.ok || page.value.lineage !== seen.lineage || page.value.changes.length === 0) return null;
  return { since: seen.seq, authors: [...new Set(page.value.changes.map(({ author }) => author))] };
}
