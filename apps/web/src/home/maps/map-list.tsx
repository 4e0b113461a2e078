import type { MapId } from '@bough/base';
import type { MapFacts, PersonFacts } from '@bough/contracts';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { language } from '../../words/index.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import { carry } from './carried.ts';
import { useAtHome } from '../at-home.ts';
import { putAway, titleOf, toggleStar } from '../library/deeds.ts';
import { putAllAway } from '../library/deeds-for-many.ts';
import { cellAfter, type ListShape } from './list-window.ts';
import { isByFinger, useLongPress } from './long-press.ts';
import { type Look, MapCell } from './map-cell.tsx';
import { MarkedBar } from './marked-bar.tsx';
import { allOf, markedIn, type Marks, NO_MARKS, pressed, toggled, upTo } from './marking.ts';
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
  const { marks, setMarks, ids, marked, pressesOf } = useMarking(maps, setActive);
  const at = active === null ? 0 : Math.max(0, ids.indexOf(active));
  const focusNext = useFocusedCell(list, active);
  const openMenu = (map: MapFacts, place: OpenMenu['at']) => {
    setActive(map.id);
    setMenu({ map, at: place });
  };
  const walk = (next: number) => {
    const id = maps[next]?.id ?? null;
    focusNext(id);
    setActive(id);
    reveal(next);
  };
  const steer = useSteering({ maps, marked, at, shape, rowsInSight, openMenu, onMarks: setMarks, marks, ids }, walk);
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
            data-row={map.id}
            aria-setsize={maps.length}
            aria-posinset={shown.from + offset + 1}
            data-active={shown.from + offset === at}
            data-marked={marks.ids.has(map.id)}
            draggable={map.trashedAt === null}
            onDragStart={(event) => carry(event, { kind: 'maps', ids: takenBy(map, marked) }, titleOf(map))}
            onFocus={() => setActive(map.id)}
            onContextMenu={(event) => showMenu(event, (place) => openMenu(map, place))}
            {...pressesOf(map)}
          >
            <MapCell
              map={map}
              person={person}
              look={look}
              isActive={shown.from + offset === at}
              isMarked={marks.ids.has(map.id)}
              onMenu={(place) => openMenu(map, place)}
            />
          </li>
        ))}
      </ul>
      {marked.length === 0 ? null : <MarkedBar maps={marked} onEnd={() => setMarks(NO_MARKS)} />}
      {menu === null ? null : <MapMenu {...menu} onClose={() => setMenu(null)} />}
    </>
  );
}

/** What a drag takes along: all that is marked when it begins there, else the one map. */
function takenBy(map: MapFacts, marked: readonly MapFacts[]): readonly MapId[] {
  return marked.some(({ id }) => id === map.id) ? marked.map(({ id }) => id) : [map.id];
}

/** What is marked, and the handlers by which a cell marks. */
function useMarking(maps: readonly MapFacts[], onActive: (id: MapId) => void) {
  const [marks, setMarks] = useState<Marks>(NO_MARKS);
  const ids = useMemo(() => maps.map(({ id }) => id), [maps]);
  const holdable = useLongPress((map: MapFacts) => setMarks(toggled(marks, map.id)));
  const press = (event: MouseEvent, map: MapFacts) => {
    if (!(event.target instanceof Element) || event.target.closest('.cell-link') === null) return;
    const isToggling = event.ctrlKey || event.metaKey;
    const next = pressed(marks, map.id, ids, { isToggling, isExtending: event.shiftKey });
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    setMarks(next);
    onActive(map.id);
  };
  const pressesOf = (map: MapFacts) => cellPresses(holdable(map), (event) => press(event, map));
  return { marks, setMarks, ids, marked: markedIn(marks, maps), pressesOf };
}

type Holding = ReturnType<ReturnType<typeof useLongPress<MapFacts>>>;

/** A cell's handlers of presses: the click that ends a long press is nobody's, every other one may mark. */
function cellPresses({ onClickCapture, ...holding }: Holding, press: (event: MouseEvent) => void): Holding {
  return {
    ...holding,
    onClickCapture: (event) => {
      onClickCapture(event);
      if (!event.defaultPrevented) press(event);
    },
  };
}

/**
 * Gives the focus to a cell as soon as it is the active one and drawn, once for each time that it is asked. While keys follow fast, what is
 * drawn may still be of the one before.
 */
function useFocusedCell(list: RefObject<HTMLElement | null>, active: MapId | null): (id: MapId | null) => void {
  const wanted = useRef<MapId | null>(null);
  useEffect(() => {
    if (wanted.current === null || wanted.current !== active) return;
    const cell = list.current?.querySelector<HTMLElement>('[data-active="true"] .cell-link');
    if (cell === null || cell === undefined) return;
    wanted.current = null;
    cell.focus({ preventScroll: true });
  });
  return (id) => {
    wanted.current = id;
  };
}

function Columns() {
  return (
    <div className="columns hint" aria-hidden="true" lang={language}>
      <span>{homeWords().column.title}</span>
      <span>{homeWords().column.owner}</span>
      <span>{homeWords().column.folder}</span>
      <span>{homeWords().column.changed}</span>
    </div>
  );
}

function showMenu(event: MouseEvent, open: (at: { x: number; y: number }) => void): void {
  event.preventDefault();
  // A finger that rests marks.
  if (isByFinger(event)) return;
  // Asked for by key, it has no pointer to hang from: the cell is where it belongs.
  const box = event.currentTarget.getBoundingClientRect();
  const isByKey = event.clientX === 0 && event.clientY === 0;
  open(isByKey ? { x: box.right, y: box.top + 24 } : { x: event.clientX, y: event.clientY });
}

interface Steered {
  readonly maps: readonly MapFacts[];
  readonly ids: readonly MapId[];
  readonly marked: readonly MapFacts[];
  readonly marks: Marks;
  readonly onMarks: (marks: Marks) => void;
  readonly at: number;
  readonly shape: ListShape;
  readonly rowsInSight: number;
  readonly openMenu: (map: MapFacts, at: OpenMenu['at']) => void;
}

/** Keys of the list: those that lead to another cell, and those that act on this one. */
function useSteering(steered: Steered, walk: (next: number) => void) {
  const { maps, ids, marked, marks, onMarks, at, shape, rowsInSight, openMenu } = steered;
  const act = useCellKeys(openMenu);
  const actOnMarked = useMarkedKeys(marked, onMarks);
  return (event: KeyboardEvent): void => {
    const marking = markingKey(event, ids, at);
    if (marking !== null) {
      onMarks(marking(marks));
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = cellAfter(event.key, at, shape, rowsInSight);
    const map = maps[at];
    const to = next === null ? undefined : ids[next];
    if (event.shiftKey && to !== undefined) onMarks(upTo({ ...marks, from: marks.from ?? ids[at] ?? null }, to, ids));
    if (next !== null) walk(next);
    else if (actOnMarked(event.key)) event.stopPropagation();
    else if (map === undefined || !act(event, map)) return;
    event.preventDefault();
  };
}

/** What a key marks: Space the map that has the focus, Ctrl+A all; null: it marks nothing. */
function markingKey(event: KeyboardEvent, ids: readonly MapId[], at: number): ((marks: Marks) => Marks) | null {
  const id = ids[at];
  if (event.key === 'a' && (event.ctrlKey || event.metaKey)) return () => allOf(ids);
  const isOnLink = event.target instanceof Element && event.target.matches('.cell-link');
  return event.key === ' ' && isOnLink && id !== undefined ? (marks) => toggled(marks, id) : null;
}

/** What a key does to all that is marked; true when it did something. */
function useMarkedKeys(marked: readonly MapFacts[], onMarks: (marks: Marks) => void) {
  const { library, ask } = useAtHome();
  return (key: string): boolean => {
    if (marked.length === 0) return false;
    const isTrash = marked.every(({ trashedAt }) => trashedAt !== null);
    if (key === 'Escape') onMarks(NO_MARKS);
    else if (key === 'm' && !isTrash) ask({ kind: 'move maps', maps: marked });
    else if (key === 'Delete' && isTrash) ask({ kind: 'purge maps', maps: marked });
    else if (key === 'Delete') {
      onMarks(NO_MARKS);
      void putAllAway(library, marked);
    } else return false;
    return true;
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
