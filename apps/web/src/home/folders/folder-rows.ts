import type { FolderFacts } from '@bough/contracts';
import { byName } from '../../words/by-name.ts';

/** One row of the tree of folders, as it stands. */
export interface FolderRow {
  readonly folder: FolderFacts;
  /** 1 for a folder that is in no other. */
  readonly level: number;
  readonly isOpen: boolean;
  readonly hasChildren: boolean;
  readonly isLast: boolean;
}

/** The folders as rows from the top, without those below a closed one. A folder whose parent is not there stands at the top. */
export function folderRows(
  folders: readonly FolderFacts[],
  open: ReadonlySet<string>,
  language: string,
): readonly FolderRow[] {
  const known = new Set(folders.map((folder) => folder.id));
  const below = new Map<string | null, FolderFacts[]>();
  const compare = byName(language, { numeric: true });
  for (const folder of folders.toSorted((a, b) => compare(a.name, b.name))) {
    const parent = folder.parent !== null && known.has(folder.parent) ? folder.parent : null;
    below.set(parent, [...(below.get(parent) ?? []), folder]);
  }
  const rows: FolderRow[] = [];
  const walk = (parent: string | null, level: number): void => {
    const children = below.get(parent) ?? [];
    for (const [at, folder] of children.entries()) {
      const hasChildren = below.has(folder.id);
      const isOpen = hasChildren && open.has(folder.id);
      rows.push({ folder, level, isOpen, hasChildren, isLast: at === children.length - 1 });
      if (isOpen) walk(folder.id, level + 1);
    }
  };
  walk(null, 1);
  return rows;
}

/** The folders around one, from the outermost to itself; empty when it is not there. */
export function wayTo(folder: string, folders: readonly FolderFacts[]): readonly FolderFacts[] {
  const byId = new Map(folders.map((each) => [each.id, each]));
  const way: FolderFacts[] = [];
  for (let at = byId.get(folder); at !== undefined && !way.includes(at);) {
    way.unshift(at);
    at = at.parent === null ? undefined : byId.get(at.parent);
  }
  return way;
}

/** Whether a folder may be put into another: never into itself or what is below it, and only among one's own. */
export function mayMoveInto(moved: FolderFacts, target: FolderFacts | null, folders: readonly FolderFacts[]): boolean {
  if (moved.role !== 'own' || moved.parent === (target?.id ?? null)) return false;
  if (target === null) return true;
  return target.role === 'own' && !wayTo(target.id, folders).some((each) => each.id === moved.id);
}
