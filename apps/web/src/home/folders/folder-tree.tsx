import type { FolderFacts } from '@bough/contracts';
import { ChevronRight, Ellipsis, FolderPlus, Users } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { keep, readKept } from '../../shell/kept.ts';
import { go } from '../../shell/router.ts';
import { placeAddress } from '../../shell/screen.ts';
import { language } from '../../words/index.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import { useAtHome } from '../at-home.ts';
import { carry } from '../maps/carried.ts';
import { useDrop } from '../maps/use-drop.ts';
import { FolderMenu } from './folder-menu.tsx';
import { type FolderRow, folderRows, wayTo } from './folder-rows.ts';
import { IconButton } from '../../shell/controls/icon-button.tsx';

const ICON = { strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Deeper folders stand no further to the right. */
const DEEPEST = 6;

interface OpenMenu {
  readonly folder: FolderFacts;
  readonly at: { readonly x: number; readonly y: number };
}

/** The folders as a tree: one stop of the Tab key, arrows walk, open and close, Enter goes there. */
export function FolderTree({ here }: { readonly here: string | null }) {
  const { state, ask } = useAtHome();
  const [open, setOpen] = useOpenFolders(here, state.folders);
  const [focused, setFocused] = useState<string | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  const rows = folderRows(state.folders, open, language);
  const stop = rows.find((row) => row.folder.id === (focused ?? here))?.folder.id ?? rows[0]?.folder.id;
  const turn = (id: string, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(id);
    else next.delete(id);
    setOpen(next);
  };
  const openMenu = (folder: FolderFacts, element: Element) => {
    const box = element.getBoundingClientRect();
    setMenu({ folder, at: { x: box.left + 24, y: box.bottom } });
  };
  const steer = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.findIndex((row) => row.folder.id === stop);
    const row = rows[at];
    if (row === undefined) return;
    const walk = (to: number) => focusRow(tree.current, Math.max(0, Math.min(rows.length - 1, to)));
    const isDone = steerRow(event, row, { at, rows, walk, turn, ask, openMenu });
    if (isDone) event.preventDefault();
  };
  return (
    <section className="folders">
      <h2 className="rail-title" id="folders">
        {homeWords().folders}
        <IconButton name={homeWords().newFolder} onPress={() => ask({ kind: 'new folder', parent: null })}>
          <FolderPlus size={16} {...ICON} />
        </IconButton>
      </h2>
      {rows.length === 0 ? null : (
        <div ref={tree} role="tree" aria-labelledby="folders" onKeyDown={steer}>
          {rows.map((row) => (
            <Row
              key={row.folder.id}
              row={row}
              isHere={row.folder.id === here}
              isStop={row.folder.id === stop}
              onFocus={() => setFocused(row.folder.id)}
              onTurn={(isOpen) => turn(row.folder.id, isOpen)}
              onMenu={(element) => openMenu(row.folder, element)}
            />
          ))}
        </div>
      )}
      {menu === null ? null : <FolderMenu {...menu} onClose={() => setMenu(null)} />}
    </section>
  );
}

interface Steering {
  readonly at: number;
  readonly rows: readonly FolderRow[];
  readonly walk: (to: number) => void;
  readonly turn: (id: string, isOpen: boolean) => void;
  readonly ask: ReturnType<typeof useAtHome>['ask'];
  readonly openMenu: (folder: FolderFacts, element: Element) => void;
}

function steerRow(event: KeyboardEvent, row: FolderRow, steering: Steering): boolean {
  const { at, rows, walk, turn, ask, openMenu } = steering;
  const { folder } = row;
  const isOwn = folder.role === 'own';
  switch (event.key) {
    case 'ArrowDown':
      walk(at + 1);
      return true;
    case 'ArrowUp':
      walk(at - 1);
      return true;
    case 'Home':
      walk(0);
      return true;
    case 'End':
      walk(rows.length - 1);
      return true;
    case 'ArrowRight':
      if (row.hasChildren && !row.isOpen) turn(folder.id, true);
      else if (row.isOpen) walk(at + 1);
      return true;
    case 'ArrowLeft':
      if (row.isOpen) turn(folder.id, false);
      else walk(rows.findIndex((each) => each.folder.id === folder.parent));
      return true;
    case 'Enter':
      go(placeAddress({ kind: 'folder', folder: folder.id }));
      return true;
    case 'F2':
      if (isOwn) ask({ kind: 'rename folder', folder });
      return true;
    case 'Delete':
      ask({ kind: 'remove folder', folder });
      return true;
    case 'm':
      if (isOwn) ask({ kind: 'move folder', folder });
      return true;
    case 'ContextMenu':
      if (event.target instanceof Element) openMenu(folder, event.target);
      return true;
    default:
      return false;
  }
}

function focusRow(tree: HTMLElement | null, at: number): void {
  tree?.querySelectorAll<HTMLElement>('[role="treeitem"]')[at]?.focus();
}

interface RowProps {
  readonly row: FolderRow;
  readonly isHere: boolean;
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly onTurn: (isOpen: boolean) => void;
  readonly onMenu: (element: Element) => void;
}

function Row({ row, isHere, isStop, onFocus, onTurn, onMenu }: RowProps) {
  const { folder, level, isOpen, hasChildren } = row;
  const dropping = useDrop(folder);
  return (
    <div
      role="treeitem"
      className="rail-row folder-row"
      data-row={folder.id}
      data-level={Math.min(level, DEEPEST)}
      aria-level={level}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isHere}
      aria-label={folder.isShared ? `${folder.name}, ${homeWords().sharedWithOthers}` : folder.name}
      tabIndex={isStop ? 0 : -1}
      draggable={folder.role === 'own'}
      onFocus={onFocus}
      onClick={() => go(placeAddress({ kind: 'folder', folder: folder.id }))}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(event.currentTarget);
      }}
      onDragStart={(event) => carry(event, { kind: 'folder', id: folder.id }, folder.name)}
      {...dropping}
    >
      <span
        className="folder-turn"
        data-open={isOpen}
        onClick={(event) => {
          if (!hasChildren) return;
          event.stopPropagation();
          onTurn(!isOpen);
        }}
      >
        {hasChildren ? <ChevronRight size={14} {...ICON} /> : <span className="folder-leaf" />}
      </span>
      <span className="folder-name cut">{folder.name}</span>
      {folder.isShared ? <Users size={14} {...ICON} /> : null}
      <IconButton
        className="folder-more"
        tabIndex={-1}
        name={homeWords().actionsOf(folder.name)}
        aria-haspopup="menu"
        onPress={(event) => {
          event.stopPropagation();
          onMenu(event.currentTarget);
        }}
      >
        <Ellipsis size={16} {...ICON} />
      </IconButton>
    </div>
  );
}

/** Which folders are open: kept on this device, and always those around where one is. */
function useOpenFolders(
  here: string | null,
  folders: readonly FolderFacts[],
): readonly [ReadonlySet<string>, (open: ReadonlySet<string>) => void] {
  const [open, setOpen] = useState<ReadonlySet<string>>(readOpen);
  const around =
    here === null
      ? ''
      : wayTo(here, folders)
          .slice(0, -1)
          .map((each) => each.id)
          .join(' ');
  useEffect(() => {
    if (around !== '') setOpen((before) => new Set([...before, ...around.split(' ')]));
  }, [around]);
  const turn = (next: ReadonlySet<string>) => {
    setOpen(next);
    keep(OPEN_KEY, [...next].join(' '));
  };
  return [open, turn];
}

const OPEN_KEY = 'bough.open-folders';

function readOpen(): ReadonlySet<string> {
  return new Set((readKept(OPEN_KEY) ?? '').split(' ').filter((id) => id !== ''));
}
