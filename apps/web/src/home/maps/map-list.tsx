import type { MapId } from '@bough/base';
import type { MapFacts, PersonFacts } from '@bough/contracts';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { language, words } from '../../words/index.ts';
import { carry } from './carried.ts';
import { useAtHome } from '../at-home.ts';
import { putAway, titleOf, toggleStar } from '../library/deeds.ts';
import { cellAfter, type ListShape } from './list-window.ts';
import { type Look, MapCell } from './map-cell.tsx';
import { MapMenu } from './map-menu.tsx';
import { useListWindow } from './use-list-window.ts';

interface MapListProps {
  readonly maps: readonly MapFacts[];
  readonly person: PersonFacts | null;
  readonly look: Look;
  readonly label: string;
}
interface OpenMenu {
  readonly map: MapFacts;
  readonly at: { readonly x: number; readonly y: number };
}

/** The maps as cards or rows. Arrows walk, letters act; however many there are, only those in sight are in the page. */
export function MapList({ maps, person, look, label }: MapListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { shape, shown, rowsInSight, reveal } = useListWindow(list, maps.length, look);
  const [active, setActive] = useState<MapId | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const at = Math.max(
    0,
    maps.findIndex((map) => map.id === active),
  );
  const focusNext = useFocusedCell(list);
  const openMenu = (map: MapFacts, place: OpenMenu['at']) => {
    setActive(map.id);
    setMenu({ map, at: place });
  };
  const steer = useSteering({ maps, at, shape, rowsInSight, openMenu }, (next) => {
    focusNext();
    setActive(maps[next]?.id ?? null);
    reveal(next);
  });
  return (
    <>
      {look === 'list' ? <Columns /> : null}
      <ul
        ref={list}
        className={`maps as-${look}`}
        aria-label={label}
        style={{ paddingTop: shown.before, paddingBottom: shown.after }}
        onKeyDown={steer}
      >
        {maps.slice(shown.from, shown.to).map((map, offset) => (
          <li
            key={map.id}
            className="cell"
            aria-setsize={maps.length}
            aria-posinset={shown.from + offset + 1}
            data-active={shown.from + offset === at}
            draggable={map.trashedAt === null}
            onDragStart={(event) => carry(event, { kind: 'map', id: map.id }, titleOf(map))}
            onFocus={() => setActive(map.id)}
            onContextMenu={(event) => showMenu(event, (place) => openMenu(map, place))}
          >
            <MapCell
              map={map}
              person={person}
              look={look}
              isActive={shown.from + offset === at}
              onMenu={(place) => openMenu(map, place)}
            />
          </li>
        ))}
      </ul>
      {menu === null ? null : <MapMenu {...menu} onClose={() => setMenu(null)} />}
    </>
  );
}

/** Gives the focus to the active cell as soon as it is drawn, once for each time that it is asked. */
function useFocusedCell(list: RefObject<HTMLElement | null>): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current) return;
    const cell = list.current?.querySelector<HTMLElement>('[data-active="true"] .cell-link');
    if (cell === null || cell === undefined) return;
    isWanted.current = false;
    cell.focus({ preventScroll: true });
  });
  return () => {
    isWanted.current = true;
  };
}

function Columns() {
  return (
    <div className="columns hint" aria-hidden="true" lang={language}>
      <span>{words.home.column.title}</span>
      <span>{words.home.column.owner}</span>
    </div>
  );
}

function showMenu(event: MouseEvent, open: (at: { x: number; y: number }) => void): void {
  event.preventDefault();
  // Asked for by key, it has no pointer to hang from: the cell is where it belongs.
  const box = event.currentTarget.getBoundingClientRect();
  const isByKey = event.clientX === 0 && event.clientY === 0;
  open(isByKey ? { x: box.right, y: box.top + 24 } : { x: event.clientX, y: event.clientY });
}

interface Steered {
  readonly maps: readonly MapFacts[];
  readonly at: number;
  readonly shape: ListShape;
  readonly rowsInSight: number;
  readonly openMenu: (map: MapFacts, at: OpenMenu['at']) => void;
}

/** Keys of the list: those that lead to another cell, and those that act on this one. */
function useSteering({ maps, at, shape, rowsInSight, openMenu }: Steered, walk: (next: number) => void) {
  const act = useCellKeys(openMenu);
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = cellAfter(event.key, at, shape, rowsInSight);
    const map = maps[at];
    if (next !== null) walk(next);
    else if (map === undefined || !act(event, map)) return;
    event.preventDefault();
  };
}

/** What a key does to the map that has the focus; true when it did something. */
function useCellKeys(openMenu: (map: MapFacts, at: OpenMenu['at']) => void) {
  const { library, ask } = useAtHome();
  return (event: KeyboardEvent, map: MapFacts): boolean => {
    const mayRename = map.role === 'own' || map.role === 'edit';
    switch (event.key) {
      case 'ContextMenu': {
        const box = event.currentTarget.querySelector('[data-active="true"]')?.getBoundingClientRect();
        if (box !== undefined) openMenu(map, { x: box.right, y: box.top + 24 });
        return box !== undefined;
      }
      case 'F2':
        if (mayRename && map.trashedAt === null) ask({ kind: 'rename map', map });
        return true;
      case 'Delete':
        if (map.trashedAt === null) void putAway(library, map);
        else ask({ kind: 'purge map', map });
        return true;
      case 's':
        if (map.trashedAt === null) void toggleStar(library, map);
        return true;
      case 'm':
        if (map.trashedAt === null) ask({ kind: 'move map', map });
        return true;
      default:
        return false;
    }
  };
}
