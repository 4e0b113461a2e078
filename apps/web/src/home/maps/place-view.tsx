import type { FolderFacts, PersonFacts } from '@bough/contracts';
import { Ellipsis, LayoutGrid, List, Users } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { LocalLink } from '../../shell/controls/local-link.tsx';
import { type Place, placeAddress } from '../../shell/screen.ts';
import { Select } from '../../shell/controls/select.tsx';
import { language, words } from '../../words/index.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import { mapsAt, type Sort, SORTS } from '../arrange.ts';
import { useAtHome } from '../at-home.ts';
import { isWithoutServer } from '../library/library-state.ts';
import { EmptyPlace } from './empty-place.tsx';
import { FolderMenu } from '../folders/folder-menu.tsx';
import { wayTo } from '../folders/folder-rows.ts';
import { GuestNote } from '../guest-note.tsx';
import type { Look } from './map-cell.tsx';
import { MapList } from './map-list.tsx';
import { useKeptChoice } from '../use-kept-choice.ts';
import { IconButton } from '../../shell/controls/icon-button.tsx';

const LOOKS = ['cards', 'list'] as const;

/** One place: its name, its maps, how they are shown. */
export function PlaceView({ place, person }: { readonly place: Place; readonly person: PersonFacts | null }) {
  const { library, state, ask } = useAtHome();
  const [sort, setSort] = useKeptChoice('bough.sort', SORTS);
  const [look, setLook] = useKeptChoice<Look>('bough.look', LOOKS);
  const { maps: all, trash: kept } = state;
  const trash = useMemo(() => kept ?? [], [kept]);
  const maps = useMemo(() => mapsAt(place, { maps: all, trash }, sort, language), [place, all, trash, sort]);
  const title = titleOfPlace(place, state.folders);
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title]);
  useEffect(() => {
    if (place.kind === 'trash') void library.loadTrash();
  }, [place.kind, library]);
  const isLoading = state.kind === 'loading' || (place.kind === 'trash' && kept === null && !isWithoutServer(state));
  const isSortable = place.kind !== 'recent' && place.kind !== 'trash';
  if (isLoading) return state.trouble === null ? <Waiting /> : null;
  return (
    <>
      <PlaceHead place={place} title={title} count={maps.length} isWhole={state.isWhole || place.kind === 'trash'}>
        {maps.length === 0 ? null : (
          <>
            {isSortable ? <SortField sort={sort} onSort={setSort} /> : null}
            <LookSwitch look={look} onLook={setLook} />
            {place.kind === 'trash' ? (
              <button type="button" className="button" onClick={() => ask({ kind: 'empty trash', count: maps.length })}>
                {homeWords().emptyTrash}
              </button>
            ) : null}
          </>
        )}
      </PlaceHead>
      {maps.length === 0 ? (
        <EmptyPlace place={place} />
      ) : (
        <MapList key={placeAddress(place)} maps={maps} person={person} look={look} label={title} />
      )}
      {person?.isGuest === true && maps.length > 0 ? <GuestNote /> : null}
    </>
  );
}

function titleOfPlace(place: Place, folders: readonly FolderFacts[]): string {
  switch (place.kind) {
    case 'folder':
      return folders.find((each) => each.id === place.folder)?.name ?? homeWords().folders;
    case 'tag':
      return place.tag;
    default:
      return homeWords().place[place.kind];
  }
}

interface PlaceHeadProps {
  readonly place: Place;
  readonly title: string;
  readonly count: number;
  readonly isWhole: boolean;
  readonly children: React.ReactNode;
}

function PlaceHead({ place, title, count, isWhole, children }: PlaceHeadProps) {
  const { state } = useAtHome();
  const way = place.kind === 'folder' ? wayTo(place.folder, state.folders) : [];
  const folder = way.at(-1);
  return (
    <div className="place-head">
      <div className="place-name">
        {way.length > 1 ? (
          <nav className="way hint" aria-label={homeWords().folders}>
            {way.slice(0, -1).map((each) => (
              <LocalLink key={each.id} to={placeAddress({ kind: 'folder', folder: each.id })}>
                {each.name}
              </LocalLink>
            ))}
          </nav>
        ) : null}
        <h1>
          {title}
          {folder?.isShared === true ? (
            <Users size={18} strokeWidth={1.5} role="img" aria-label={homeWords().sharedWithOthers} />
          ) : null}
          {folder === undefined ? null : <FolderActions folder={folder} />}
        </h1>
        {count > 0 ? (
          <p className="hint tabular">{isWhole ? homeWords().count(count) : `${homeWords().count(count)} …`}</p>
        ) : null}
      </div>
      <div className="place-ways">{children}</div>
    </div>
  );
}

function FolderActions({ folder }: { readonly folder: FolderFacts }) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  return (
    <>
      <IconButton
        name={homeWords().actionsOf(folder.name)}
        aria-haspopup="menu"
        onPress={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setAt({ x: box.left, y: box.bottom + 4 });
        }}
      >
        <Ellipsis size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      {at === null ? null : <FolderMenu folder={folder} at={at} onClose={() => setAt(null)} />}
    </>
  );
}

function SortField({ sort, onSort }: { readonly sort: Sort; readonly onSort: (sort: Sort) => void }) {
  return (
    <label className="sort">
      <span className="unseen">{homeWords().sortBy}</span>
      <Select className="" options={SORTS} names={homeWords().sort} value={sort} onChange={onSort} />
    </label>
  );
}

function LookSwitch({ look, onLook }: { readonly look: Look; readonly onLook: (look: Look) => void }) {
  return (
    <div className="looks" role="group" aria-label={homeWords().show}>
      {LOOKS.map((each) => (
        <IconButton key={each} name={homeWords()[each]} isChosen={look === each} onPress={() => onLook(each)}>
          {each === 'cards' ? (
            <LayoutGrid size={18} strokeWidth={1.5} aria-hidden="true" />
          ) : (
            <List size={18} strokeWidth={1.5} aria-hidden="true" />
          )}
        </IconButton>
      ))}
    </div>
  );
}

function Waiting() {
  return (
    <div className="waiting" role="status">
      <span className="unseen">{words.loading}</span>
      <ul className="maps as-cards" aria-hidden="true">
        {[0, 1, 2, 3, 4, 5].map((each) => (
          <li key={each} className="cell">
            <span className="cell-picture" />
            <span className="waiting-line" />
          </li>
        ))}
      </ul>
    </div>
  );
}
