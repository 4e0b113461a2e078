import type { PersonFacts } from '@bough/contracts';
import { type HTMLAttributes, lazy, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Trouble } from '../api/api.ts';
import { keptPerson } from '../api/kept-person.ts';
import { askSession, useSession } from '../api/session.ts';
import { whoIsHere } from '../api/who-is-here.ts';
import { takeStage } from '../shell/first-draw/stage.ts';
import { useIsOnline } from '../shell/online.ts';
import { Part } from '../shell/part.tsx';
import { type Place, placeAddress } from '../shell/screen.ts';
import { showToast } from '../shell/messages/toast.tsx';
import { sayTrouble, TroubleNote } from '../shell/messages/trouble-note.tsx';
import { words } from '../words/index.ts';
import { homeWords } from '../words/screens/home-words.ts';
import { AtHomeContext, type Question } from './at-home.ts';
import { beginMap } from './first/begin-map.ts';
import type { Example } from './first/examples.ts';
import { FirstMap } from './first/first-map.tsx';
import { HomeHead } from './home-head.tsx';
import type { Library } from './library/library.ts';
import { isWithoutServer, type LibraryState } from './library/library-state.ts';
import { PlaceView } from './maps/place-view.tsx';
import { Rail } from './folders/rail.tsx';
import { useLibrary } from './library/use-library.ts';
import { WaitingInvitations } from './waiting-invitations.tsx';
import './home.css';
import './folders/rail.css';
import './maps/maps.css';

// Fetched once home stands: nobody asks for them before.
const asking = () => import('./questions.tsx');
const Questions = lazy(async () => ({ default: (await asking()).Questions }));
const searching = () => import('./search/search-results.tsx');
const SearchResults = lazy(async () => ({ default: (await searching()).SearchResults }));
const ImportDialog = lazy(async () => ({ default: (await import('../importing/import-dialog.tsx')).ImportDialog }));

interface HomeScreenProps {
  readonly place: Place;
  readonly query: string;
}

/** Where a person's maps are, and where the first one begins. */
export function HomeScreen(props: HomeScreenProps) {
  const session = useSession();
  const { person, mayMakeMaps: mayMake } = whoIsHere(session, keptPerson());
  const { library, state } = useLibrary(person?.id ?? null, session.kind === 'known');
  const begin = async (example: Example | null) => {
    const folder = props.place.kind === 'folder' ? props.place.folder : null;
    const trouble = await beginMap(example, folder);
    if (trouble !== null) showToast({ text: `${words.problems.unexpected} ${sayTrouble(trouble)}` });
  };
  const [importing, setImporting] = useState<{ readonly files: readonly File[] } | null>(null);
  const onImport = mayMake ? () => setImporting({ files: [] }) : null;
  const dialog =
    importing === null ? null : (
      <Part takesKeys onFailed={() => setImporting(null)}>
        <ImportDialog
          dropped={importing.files}
          place={{ kind: 'map', folder: props.place.kind === 'folder' ? props.place.folder : null }}
          onClose={() => {
            setImporting(null);
            void library?.refresh();
          }}
        />
      </Part>
    );
  const drawn = useRef<HTMLDivElement>(null);
  // What stands there since before React came (first-picture.tsx) is the same, and goes with the moment in which this is seen.
  useLayoutEffect(() => {
    if (drawn.current !== null) takeStage(drawn.current);
  }, []);
  const dropping = mayMake ? droppedFiles((files) => setImporting({ files })) : {};
  // One place for the dialog: whoever imports becomes a guest on the way, and home around it another one.
  return (
    <div ref={drawn} className="home-drop" {...dropping}>
      {library === null ? (
        <div className="home is-bare">
          <HomeHead
            place={props.place}
            query=""
            person={null}
            results={null}
            onPlaces={null}
            onNew={null}
            onImport={onImport}
          />
          <main className="home-main">
            {session.kind === 'unreachable' ? <Failed trouble={{ kind: 'unreachable' }} onRetry={askSession} /> : null}
            {session.kind === 'known' ? <FirstMap onBegin={mayMake ? begin : null} /> : null}
          </main>
        </div>
      ) : (
        <Inhabited {...props} {...{ library, state, person, onImport }} onBegin={mayMake ? begin : null} />
      )}
      {dialog}
    </div>
  );
}

/** Files that are dropped anywhere on home are opened; what is dropped inside home, such as a card, is none. */
function droppedFiles(
  take: (files: readonly File[]) => void,
): Pick<HTMLAttributes<HTMLElement>, 'onDragOver' | 'onDrop'> {
  return {
    onDragOver: (event) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event) => {
      const files = [...event.dataTransfer.files];
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    },
  };
}

interface InhabitedProps extends HomeScreenProps {
  readonly library: Library;
  readonly state: LibraryState;
  readonly person: PersonFacts | null;
  /** null: who is here makes no maps. */
  readonly onBegin: ((example: Example | null) => Promise<void>) | null;
  readonly onImport: (() => void) | null;
}

function Inhabited({ place, query, library, state, person, onBegin, onImport }: InhabitedProps) {
  const [question, ask] = useState<Question | null>(null);
  const [isPlacesOpen, setPlacesOpen] = useState(false);
  const results = useRef<HTMLUListElement>(null);
  const mayMake = onBegin !== null;
  const atHome = useMemo(() => ({ library, state, ask, mayMake }), [library, state, mayMake]);
  const address = placeAddress(place, query);
  useEffect(() => setPlacesOpen(false), [address]);
  useEffect(() => {
    void Promise.allSettled([asking(), searching()]);
  }, []);
  const isEmpty = state.kind === 'there' && state.isWhole && state.maps.length === 0;
  const isFirst = isEmpty && place.kind === 'all' && query === '' && !isWithoutServer(state);
  return (
    <AtHomeContext value={atHome}>
      <div className="home">
        <HomeHead
          place={place}
          query={query}
          person={person}
          results={results}
          onPlaces={() => setPlacesOpen(!isPlacesOpen)}
          onNew={isFirst || onBegin === null ? null : () => onBegin(null)}
          onImport={onImport}
        />
        <div
          className="home-rail"
          data-open={isPlacesOpen}
          onClick={(event) => event.target === event.currentTarget && setPlacesOpen(false)}
          onKeyDown={(event) => event.key === 'Escape' && setPlacesOpen(false)}
        >
          <Rail here={query === '' ? place : null} />
        </div>
        <main className="home-main">
          <Condition state={state} library={library} />
          {person?.isGuest === false ? <WaitingInvitations /> : null}
          {query === '' ? null : (
            <Part>
              <SearchResults query={query} person={person} list={results} />
            </Part>
          )}
          {query === '' && isFirst ? <FirstMap onBegin={onBegin} /> : null}
          {query === '' && !isFirst ? <PlaceView place={place} person={person} /> : null}
        </main>
      </div>
      {question === null ? null : (
        <Part key={question.kind} takesKeys onFailed={() => ask(null)}>
          <Questions question={question} onClose={() => ask(null)} />
        </Part>
      )}
    </AtHomeContext>
  );
}

/** What is wrong with what is shown, if anything. */
function Condition({ state, library }: { readonly state: LibraryState; readonly library: Library }) {
  const { trouble } = state;
  const isOnline = useIsOnline();
  if (trouble === null) return null;
  if (state.kind !== 'loading' && isWithoutServer(state)) {
    return (
      <p className="condition" role="status">
        {isOnline ? homeWords().away : homeWords().offline}
      </p>
    );
  }
  return <Failed trouble={trouble} onRetry={() => library.refresh()} />;
}

function Failed({ trouble, onRetry }: { readonly trouble: Trouble; readonly onRetry: () => Promise<unknown> }) {
  return <TroubleNote trouble={trouble} what={homeWords().failed} onRetry={() => void onRetry()} />;
}
