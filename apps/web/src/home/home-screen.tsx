import { gatewayRoutes, type MapFacts } from '@bough/contracts';
import { Plus, Search } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { call, type Trouble } from '../api/api.ts';
import { callUnsafe, ensurePerson, useSession } from '../api/session.ts';
import { go } from '../shell/router.ts';
import { mapAddress } from '../shell/screen.ts';
import { TroubleNote } from '../shell/trouble-note.tsx';
import { words } from '../words/index.ts';
import { AccountMenu } from './account-menu.tsx';
import { ExampleCards } from './example-cards.tsx';
import type { Example } from './examples.ts';
import { MapCards } from './map-cards.tsx';
import { plantLater } from './planting.ts';
import './home.css';

type Maps =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly maps: readonly MapFacts[] }
  | { readonly kind: 'failed'; readonly trouble: Trouble };

/** Where a person's maps are, and where the first one begins. */
export function HomeScreen() {
  const session = useSession();
  const person = session.kind === 'known' ? session.facts.person : null;
  const [maps, reload] = useMaps(session.kind, person?.id ?? null);
  const [query, setQuery] = useState('');
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const begin = async (example: Example | null) => setTrouble(await beginMap(example));

  useEffect(() => {
    document.title = words.product;
  }, []);

  const hasMaps = maps.kind === 'there' && maps.maps.length > 0;
  return (
    <div className="home">
      <header className="home-head">
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span className="home-name">{words.product}</span>
        {hasMaps ? <SearchField query={query} onQuery={setQuery} /> : <span />}
        <AccountMenu person={person} />
      </header>
      <main className="home-body">
        {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
        {maps.kind === 'failed' ? (
          <TroubleNote trouble={maps.trouble} what={words.home.failed} onRetry={reload} />
        ) : null}
        {hasMaps ? (
          <>
            <div className="home-title">
              <h1>{words.home.title}</h1>
              <NewMapButton onNew={() => begin(null)} />
            </div>
            <MapCards maps={maps.maps} query={query} />
            {person?.isGuest === true ? <p className="hint home-guest">{words.home.guestNote}</p> : null}
          </>
        ) : null}
        {maps.kind === 'there' && !hasMaps ? (
          <FirstMap onNew={() => begin(null)} onExample={(example) => begin(example)} />
        ) : null}
      </main>
    </div>
  );
}

function SearchField({ query, onQuery }: { readonly query: string; readonly onQuery: (query: string) => void }) {
  return (
    <label className="home-search">
      <span className="unseen">{words.home.search}</span>
      <Search size={16} strokeWidth={1.5} aria-hidden="true" />
      <input
        className="field"
        type="search"
        placeholder={words.home.search}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
      />
    </label>
  );
}

function NewMapButton({ onNew }: { readonly onNew: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    await onNew();
    setBusy(false);
  };
  return (
    <button type="button" className="button primary" disabled={isBusy} onClick={() => void make()}>
      <Plus size={18} strokeWidth={1.5} />
      {words.home.newMap}
    </button>
  );
}

interface FirstMapProps {
  readonly onNew: () => Promise<void>;
  readonly onExample: (example: Example) => Promise<void>;
}

function FirstMap({ onNew, onExample }: FirstMapProps) {
  return (
    <>
      <section className="first-map">
        <h1>{words.home.emptyTitle}</h1>
        <p className="quiet">{words.home.emptyText}</p>
        <NewMapButton onNew={onNew} />
      </section>
      <ExampleCards onChoose={onExample} />
    </>
  );
}

async function beginMap(example: Example | null): Promise<Trouble | null> {
  const person = await ensurePerson();
  if (!person.ok) return person.error;
  const made = await callUnsafe(gatewayRoutes.createMap, {}, { title: example?.title ?? words.home.untitled });
  if (!made.ok) return made.error;
  if (example !== null) plantLater(made.value.id, example.outline);
  go(mapAddress(made.value.id));
  return null;
}

const EVERY_MAP = { show: null, folder: null, tag: null, sort: null, cursor: null, limit: 1_000 } as const;

function useMaps(session: 'unknown' | 'known' | 'unreachable', person: string | null): [Maps, () => void] {
  const [maps, setMaps] = useState<Maps>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (session === 'unknown') return;
    if (session === 'unreachable') return setMaps({ kind: 'failed', trouble: { kind: 'unreachable' } });
    if (person === null) return setMaps({ kind: 'there', maps: [] });
    const leaving = new AbortController();
    void call(gatewayRoutes.listMaps, EVERY_MAP, undefined, { signal: leaving.signal }).then((answer) => {
      if (leaving.signal.aborted) return;
      setMaps(answer.ok ? { kind: 'there', maps: answer.value.maps } : { kind: 'failed', trouble: answer.error });
    });
    return () => leaving.abort();
  }, [session, person, round]);
  return [maps, useCallback(() => setRound((before) => before + 1), [])];
}
