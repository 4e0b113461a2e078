import type { MapId, PersonId } from '@bough/base';
import type { LinkRole, MapRole } from '@bough/contracts';
import type { Metadata } from '../metadata/metadata.ts';
import { isAtLeast, strongest } from '../metadata/roles.ts';
import type { Reason } from './members.ts';
import type { Placed } from '../metadata/shelf/shelf-store.ts';
import { FolderTree } from './folder-tree.ts';

/** What a folder gives a person on a map that somebody else has put there. */
export interface FolderGift {
  readonly role: LinkRole;
  readonly folder: string;
}

/**
 * What people may do because of folders. Whoever sees a folder may open, with the role that the folder gives them, each map that its
 * owner has put there: somebody with a grant of their own on the map, who may still edit in the folder. Nothing of it is copied
 * anywhere, so that taking a person or a map out of a folder takes back at once what it gave.
 */
export class FolderAccess {
  readonly #metadata: Metadata;

  constructor(components: { readonly metadata: Metadata }) {
    this.#metadata = components.metadata;
  }

  /** The person's own folders and those that others share with them, with everything that decides about them. */
  async seenBy(person: PersonId): Promise<FolderTree> {
    const grants = await this.#metadata.folderGrantsOf(person);
    return await this.#treeAround(
      grants.map(({ folder }) => folder),
      [person],
    );
  }

  /** What the person may do in the folder; null: nothing, or there is no such folder. */
  async roleIn(folder: string, person: PersonId): Promise<MapRole | null> {
    return (await this.#treeAround([folder], [])).roleIn(folder, person);
  }

  /** Whether anybody but its owner sees the folder. */
  async isShared(folder: string): Promise<boolean> {
    return (await this.#treeAround([folder], [])).isShared(folder);
  }

  /**
   * What folders give on these maps, looked up with as few questions as for one of them. Only folders of those who own a map are read:
   * anybody who may look at it puts it into as many of their own as they like.
   */
  async rolesOn(maps: readonly MapId[]): Promise<(map: MapId, person: PersonId) => LinkRole | null> {
    const { byMap, tree } = await this.#givenOn(maps);
    return (map, person) => giftsOf(byMap.get(map) ?? [], tree, person).get(map)?.role ?? null;
  }

  /** Whom folders let open this map, and with which role. */
  async peopleOn(map: MapId): Promise<readonly Reason[]> {
    const { byMap, tree } = await this.#givenOn([map]);
    const places = byMap.get(map) ?? [];
    return [...new Set(places.flatMap(({ folder }) => tree.peopleOf(folder)))].flatMap((person) => {
      const gift = giftsOf(places, tree, person).get(map);
      return gift === undefined
        ? []
        : [{ person, role: gift.role, by: 'folder', group: null, isInvited: false, until: null } as const];
    });
  }

  /** Everybody whom folders let open one of these maps. */
  async peopleOnAny(maps: readonly MapId[]): Promise<ReadonlySet<PersonId>> {
    const { byMap, tree } = await this.#givenOn(maps);
    const found = new Set<PersonId>();
    for (const [map, places] of byMap) {
      const people = new Set(places.flatMap(({ folder }) => tree.peopleOf(folder)));
      for (const person of people) if (giftsOf(places, tree, person).has(map)) found.add(person);
    }
    return found;
  }

  /** Every map that a folder of the tree gives the person. */
  async mapsFor(person: PersonId, tree: FolderTree): Promise<ReadonlyMap<MapId, FolderGift>> {
    const seen = [...tree.all()].map(({ id }) => id).filter((id) => tree.roleIn(id, person) !== null);
    const places = seen.length === 0 ? [] : await this.#metadata.placedIn(seen);
    const given = places.filter((place) => place.person !== person && isGiven(place, tree));
    return giftsOf(await this.#ofOwners(given), tree, person);
  }

  /** Those of the places where somebody put a map that they own. */
  async #ofOwners(places: readonly Placed[]): Promise<readonly Placed[]> {
    if (places.length === 0) return [];
    const grants = await this.#metadata.grantsOnMaps([...new Set(places.map(({ map }) => map))]);
    const owners = new Set(grants.filter(({ role }) => role === 'own').map(({ map, person }) => `${map} ${person}`));
    return places.filter(({ map, person }) => owners.has(`${map} ${person}`));
  }

  /** Where owners of the maps have put them, with everything around that decides. */
  async #givenOn(maps: readonly MapId[]): Promise<{ byMap: ReadonlyMap<MapId, readonly Placed[]>; tree: FolderTree }> {
    const places = await this.#metadata.ownersPlacesOf(maps);
    const folders = places.map(({ folder }) => folder);
    return { byMap: Map.groupBy(places, ({ map }) => map), tree: await this.#treeAround(folders, []) };
  }

  async #treeAround(ids: readonly string[], owners: readonly PersonId[]): Promise<FolderTree> {
    const found = ids.length === 0 ? [] : await this.#metadata.folders([...new Set(ids)]);
    const of = new Set([...owners, ...found.map((folder) => folder.owner)]);
    const folders = of.size === 0 ? [] : await this.#metadata.foldersOf([...of]);
    const grants = folders.length === 0 ? [] : await this.#metadata.folderGrantsIn(folders.map(({ id }) => id));
    return new FolderTree(folders, grants);
  }
}

/** Whether who put it there may still edit in the folder. */
function isGiven({ folder, person: by }: Placed, tree: FolderTree): boolean {
  const placer = tree.roleIn(folder, by);
  return placer !== null && isAtLeast(placer, 'edit');
}

/** What these places, where owners have put maps, give the person on them. */
function giftsOf(places: readonly Placed[], tree: FolderTree, person: PersonId): Map<MapId, FolderGift> {
  const gifts = new Map<MapId, FolderGift>();
  for (const place of places) {
    const { map, folder } = place;
    const role = tree.roleIn(folder, person);
    if (place.person === person || role === null || !isGiven(place, tree)) continue;
    // Owning the folder is not owning what others put there.
    const gift = role === 'own' ? 'edit' : role;
    const known = gifts.get(map);
    if (known === undefined || strongest([known.role, gift]) !== known.role) gifts.set(map, { role: gift, folder });
  }
  return gifts;
}
