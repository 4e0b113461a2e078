import type { PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import type { Folder, FolderGrant } from '../metadata/folders/folder-store.ts';
import { strongest } from '../metadata/roles.ts';

/** Deeper nesting is refused, and what is deeper all the same stands at the top. */
export const FOLDERS_DEEP = 10;

/** Folders with everything around them, and with whom they are shared. */
export class FolderTree {
  readonly #folders: ReadonlyMap<string, Folder>;
  readonly #grants: ReadonlyMap<string, readonly FolderGrant[]>;

  constructor(folders: readonly Folder[], grants: readonly FolderGrant[]) {
    this.#folders = new Map(folders.map((folder) => [folder.id, folder]));
    this.#grants = Map.groupBy(grants, ({ folder }) => folder);
  }

  get(id: string): Folder | null {
    return this.#folders.get(id) ?? null;
  }

  all(): Iterable<Folder> {
    return this.#folders.values();
  }

  /** The folder and those around it, from the inside out. Ends where somebody else's begins, and never goes around. */
  chain(id: string): readonly Folder[] {
    const chain: Folder[] = [];
    let next = this.get(id);
    const owner = next?.owner;
    while (next !== null && next.owner === owner && chain.length < FOLDERS_DEEP && !chain.includes(next)) {
      chain.push(next);
      next = next.parent === null ? null : this.get(next.parent);
    }
    return chain;
  }

  /** What the person may do in the folder: 'own' when it is theirs, else what it or one around it gives; null: nothing. */
  roleIn(id: string, person: PersonId): MapRole | null {
    const chain = this.chain(id);
    if (chain[0]?.owner === person) return 'own';
    const grants = chain.flatMap((folder) => this.#grants.get(folder.id) ?? []);
    return strongest(grants.filter((grant) => grant.person === person).map(({ role }) => role));
  }

  /** Everybody who may do something in the folder, its owner first. */
  peopleOf(id: string): readonly PersonId[] {
    const chain = this.chain(id);
    const grants = chain.flatMap((folder) => this.#grants.get(folder.id) ?? []);
    return [...new Set([...chain.slice(0, 1).map(({ owner }) => owner), ...grants.map(({ person }) => person)])];
  }

  /** Whether anybody but its owner sees the folder. */
  isShared(id: string): boolean {
    return this.chain(id).some((folder) => (this.#grants.get(folder.id) ?? []).length > 0);
  }
}
