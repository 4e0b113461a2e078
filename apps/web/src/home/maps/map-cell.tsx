import type { MapFacts, PersonFacts } from '@bough/contracts';
import { Check, Ellipsis, Globe, Star, UserPlus, Users } from 'lucide-react';
import { useAsking } from '../../bell/asking.ts';
import { Face } from '../../faces-of-people/face.tsx';
import { LocalLink } from '../../shell/controls/local-link.tsx';
import { mapAddress } from '../../shell/screen.ts';
import { firstLetters } from '../../words/letters.ts';
import { bellWords } from '../../words/screens/bell-words.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import { useAtHome } from '../at-home.ts';
import { titleOf, toggleStar } from '../library/deeds.ts';
import { lineOf, nameOf, unsentOf } from './map-line.ts';
import { Thumbnail } from './thumbnail.tsx';
import { IconButton } from '../../shell/controls/icon-button.tsx';

/** How a list of maps is drawn. */
export type Look = 'cards' | 'list';

interface MapCellProps {
  readonly map: MapFacts;
  readonly person: PersonFacts | null;
  readonly look: Look;
  /** The one cell that the Tab key reaches. */
  readonly isActive: boolean;
  readonly isMarked: boolean;
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void;
}

const ICON = { strokeWidth: 1.5, 'aria-hidden': true } as const;

/** One map in the list: its picture, its name, who and when. */
export function MapCell({ map, person, look, isActive, isMarked, onMenu }: MapCellProps) {
  const { state } = useAtHome();
  const tabIndex = isActive ? 0 : -1;
  const isTrashed = map.trashedAt !== null;
  const here = state.here.get(map.id);
  const unsent = unsentOf(here);
  const line = lineOf(map, person, here);
  const picture = <Picture map={map} isMarked={isMarked} />;
  const text = (
    <span className="cell-words">
      <span className="cell-title cut">{titleOf(map)}</span>
      <span className="cell-line hint cut">
        <Marks map={map} />
        <ChangedBy map={map} person={person} />
        {look === 'list' ? [...(unsent === null ? [] : [unsent]), ...map.tags].join(', ') : (unsent ?? line)}
      </span>
    </span>
  );
  return (
    <>
      {isTrashed ? (
        <button
          type="button"
          className="cell-link"
          tabIndex={tabIndex}
          onClick={(event) => onMenu(below(event.currentTarget))}
        >
          {picture}
          {text}
        </button>
      ) : (
        <LocalLink to={mapAddress(map.id)} className="cell-link" tabIndex={tabIndex}>
          {picture}
          {text}
        </LocalLink>
      )}
      {look === 'list' ? (
        <>
          <span className="cell-owner hint cut">{nameOf(map.owner, person)}</span>
          <span className="cell-folder hint cut">{state.folders.find(({ id }) => id === map.folder)?.name}</span>
          <span className="cell-changed hint tabular cut">{line}</span>
        </>
      ) : null}
      {isTrashed ? null : <StarButton map={map} tabIndex={tabIndex} />}
      <IconButton
        className="cell-more"
        tabIndex={tabIndex}
        name={homeWords().actionsOf(titleOf(map))}
        aria-haspopup="menu"
        onPress={(event) => onMenu(below(event.currentTarget))}
      >
        <Ellipsis size={18} {...ICON} />
      </IconButton>
    </>
  );
}

function Picture({ map, isMarked }: Pick<MapCellProps, 'map' | 'isMarked'>) {
  return (
    <span className="cell-picture">
      <Thumbnail map={map.id} />
      {isMarked ? (
        <span className="cell-check">
          <Check size={16} strokeWidth={2.5} aria-hidden="true" />
          <span className="unseen">{homeWords().many.isMarked}</span>
        </span>
      ) : null}
    </span>
  );
}

function StarButton({ map, tabIndex }: { readonly map: MapFacts; readonly tabIndex: number }) {
  const { library } = useAtHome();
  const title = titleOf(map);
  return (
    <IconButton
      className="cell-star"
      tabIndex={tabIndex}
      isChosen={map.isStarred}
      name={map.isStarred ? homeWords().unstarIt(title) : homeWords().starIt(title)}
      onPress={() => void toggleStar(library, map)}
    >
      <Star size={16} {...ICON} fill={map.isStarred ? 'currentColor' : 'none'} />
    </IconButton>
  );
}

/** The face of somebody else who changed a map of several people last. */
function ChangedBy({ map: { changedBy, isShared, trashedAt }, person }: Pick<MapCellProps, 'map' | 'person'>) {
  if (!isShared || trashedAt !== null || changedBy === null || changedBy.id === person?.id) return null;
  return (
    <span className="face-dot cell-face" data-hue={changedBy.hue} aria-hidden="true">
      <Face person={changedBy.id} letters={firstLetters(changedBy.name.trim(), 1).toLocaleUpperCase()} />
    </span>
  );
}

function Marks({ map }: { readonly map: MapFacts }) {
  const asking = useAsking(map.id);
  return (
    <>
      {asking > 0 ? (
        <span className="cell-mark asking" title={bellWords().asking(asking)}>
          <UserPlus size={14} {...ICON} />
          <span className="unseen">{bellWords().asking(asking)}</span>
        </span>
      ) : null}
      {map.isPublic ? (
        <span className="cell-mark" title={homeWords().isPublic}>
          <Globe size={14} {...ICON} />
          <span className="unseen">{homeWords().isPublic}</span>
        </span>
      ) : null}
      {map.isShared && !map.isPublic ? (
        <span className="cell-mark" title={homeWords().sharedWithOthers}>
          <Users size={14} {...ICON} />
          <span className="unseen">{homeWords().sharedWithOthers}</span>
        </span>
      ) : null}
    </>
  );
}

function below(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.right, y: box.bottom + 4 };
}
