import type { MapId, PersonId } from '@bough/base';
import type { LinkRole } from '@bough/contracts';
import { type GivenRole, strongest } from '../metadata/roles.ts';
import type { FolderAccess } from './folder-access.ts';
import type { FolderTree } from './folder-tree.ts';
import type { GroupAccess } from './group-access.ts';
import type { Reason } from './members.ts';

/** What a person may do with a map without a grant of their own. */
export interface Gift {
  readonly role: LinkRole;
  /** Where the person finds it; null: in no folder. */
  readonly folder: string | null;
}

/** What people may do with maps without grants of their own: because of folders, and because of groups. */
export class Gifts {
  readonly #folders: FolderAccess;
  readonly #groups: GroupAccess;

  constructor(components: { readonly folders: FolderAccess; readonly groups: GroupAccess }) {
    this.#folders = components.folders;
    this.#groups = components.groups;
  }

  /** What the person is given on this map; null: nothing. */
  async roleOn(map: MapId, person: PersonId): Promise<GivenRole | null> {
    return (await this.rolesOn([map], [person]))(map, person);
  }

  /** What these people are given on these maps, looked up with as few questions as for one of each. */
  async rolesOn(
    maps: readonly MapId[],
    people: readonly PersonId[],
  ): Promise<(map: MapId, person: PersonId) => GivenRole | null> {
    const [byFolders, byGroups] = await Promise.all([this.#folders.rolesOn(maps), this.#groups.rolesOn(maps, people)]);
    return (map, person) => {
      const [folder, group] = [byFolders(map, person), byGroups(map, person)];
      if (folder === null) return group;
      return { role: strongest([folder, group?.role ?? folder]) ?? folder, endsAt: group?.endsAt ?? null };
    };
  }

  /** Whom folders let open this map, and whom groups do who are known to be in them: of the others nobody is told. */
  async peopleOn(map: MapId): Promise<readonly Reason[]> {
    const [byFolders, byGroups] = await Promise.all([this.#folders.peopleOn(map), this.#groups.knownOn([map])]);
    return [...byFolders, ...(byGroups.get(map) ?? [])];
  }

  /** The same people of any of these maps. */
  async peopleOnAny(maps: readonly MapId[]): Promise<ReadonlySet<PersonId>> {
    const [byFolders, byGroups] = await Promise.all([this.#folders.peopleOnAny(maps), this.#groups.knownOn(maps)]);
    return new Set([...byFolders, ...[...byGroups.values()].flat().map(({ person }) => person)]);
  }

  /** Every map that a folder of the tree, or a group, gives the person. */
  async mapsFor(person: PersonId, tree: FolderTree): Promise<ReadonlyMap<MapId, Gift>> {
    const [byFolders, byGroups] = await Promise.all([
      this.#folders.mapsFor(person, tree),
      this.#groups.mapsFor(person),
    ]);
    const all = new Map<MapId, Gift>(byFolders);
    for (const [map, role] of byGroups) {
      const known = all.get(map);
      const both = known === undefined ? role : (strongest([known.role, role]) ?? role);
      all.set(map, { role: both, folder: known?.folder ?? null });
    }
    return all;
  }
}
