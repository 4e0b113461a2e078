import type { MapId, PersonId } from '@bough/base';
import type { LinkRole, MapRole } from '@bough/contracts';
import type { Metadata } from '../metadata/metadata.ts';
import { isAtLeast, strongest } from '../metadata/roles.ts';
import type { Reason } from '../sharing/members.ts';
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

  /** What folders give the person on this map; null: nothing. */
  async roleOn(map: MapId, person: PersonId): Promise<LinkRole | null> {
    const places = (await this.#metadata.placesOf([map])).filter((place) => place.person !== person);
    if (places.length === 0) return null;
    const tree = await this.#treeAround(
      places.map(({ folder }) => folder),
      [],
    );
    const gifts = await this.#gifts(places, tree, person);
    return gifts.get(map)?.role ?? null;
  }

  /** What folders give on these maps, looked up with as few questions as for one of them. */
  async rolesOn(maps: readonly MapId[]): Promise<(map: MapId, person: PersonId) => LinkRole | null> {
    const places = await this.#metadata.placesOf(maps);
    if (places.length === 0) return () => null;
    const tree = await this.#treeAround(
      places.map(({ folder }) => folder),
      [],
    );
    const owners = await this.#ownersOf(places);
    const byMap = Map.groupBy(places, ({ map }) => map);
    return (map, person) => {
      const others = (byMap.get(map) ?? []).filter((place) => place.person !== person);
      return giftsOf(others, tree, owners, person).get(map)?.role ?? null;
    };
  }

  /** Whom folders let open this map, and with which role. */
  async peopleOn(map: MapId): Promise<readonly Reason[]> {
    const places = await this.#metadata.placesOf([map]);
    const tree = await this.#treeAround(
      places.map(({ folder }) => folder),
      [],
    );
    const reasons: Reason[] = [];
    for (const person of new Set(places.flatMap(({ folder }) => tree.peopleOf(folder)))) {
      const others = places.filter((place) => place.person !== person);
      const gift = (await this.#gifts(others, tree, person)).get(map);
      if (gift !== undefined) reasons.push({ person, role: gift.role, by: 'folder' });
    }
    return reasons;
  }

  /** Every map that a folder of the tree gives the person. */
  async mapsFor(person: PersonId, tree: FolderTree): Promise<ReadonlyMap<MapId, FolderGift>> {
    const seen = [...tree.all()].map(({ id }) => id).filter((id) => tree.roleIn(id, person) !== null);
    const places = seen.length === 0 ? [] : await this.#metadata.placedIn(seen);
    return await this.#gifts(
      places.filter((place) => place.person !== person),
      tree,
      person,
    );
  }

  async #gifts(places: readonly Placed[], tree: FolderTree, person: PersonId): Promise<Map<MapId, FolderGift>> {
    const seen = places.filter(({ folder }) => tree.roleIn(folder, person) !== null);
    return giftsOf(seen, tree, await this.#ownersOf(seen.filter((place) => isGiven(place, tree))), person);
  }

  /** Which of those who put a map there own it: `map person`. */
  async #ownersOf(places: readonly Placed[]): Promise<ReadonlySet<string>> {
    if (places.length === 0) return new Set();
    const grants = await this.#metadata.grantsOnMaps([...new Set(places.map(({ map }) => map))]);
    return new Set(grants.filter(({ role }) => role === 'own').map(({ map, person }) => `${map} ${person}`));
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

function giftsOf(
  places: readonly Placed[],
  tree: FolderTree,
  owners: ReadonlySet<string>,
  person: PersonId,
): Map<MapId, FolderGift> {
  const gifts = new Map<MapId, FolderGift>();
  for (const place of places) {
    const { map, folder, person: by } = place;
    const role = tree.roleIn(folder, person);
    if (role === null || !isGiven(place, tree) || !owners.has(`${map} ${by}`)) continue;
    // Owning the folder is not owning what others put there.
    const gift = role === 'own' ? 'edit' : role;
    const known = gifts.get(map);
    if (known === undefined || strongest([known.role, gift]) !== known.role) gifts.set(map, { role: gift, folder });
  }
  return gifts;
}
