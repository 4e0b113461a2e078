import type { Clock, MapId, PersonId } from '@bough/base';
import type { MapFacts, MapPage, PersonName } from '@bough/contracts';
import { noSuchMap } from '../../../failure.ts';
import type { FolderAccess } from '../../../access/folder-access.ts';
import type { Gifts } from '../../../access/gifts.ts';
import type { FolderTree } from '../../../access/folder-tree.ts';
import type { Grant } from '../../../metadata/grants/grant-store.ts';
import type { MapEntry } from '../../../metadata/maps/map-store.ts';
import type { Metadata } from '../../../metadata/metadata.ts';
import { UNSHELVED } from '../../../metadata/shelf/shelf-store.ts';
import { type ListedMap, type ListQuery, pageByOpening, pageOf } from './list-query.ts';
import type { DeferredIndexing } from '../../search-index/deferred-indexing.ts';
import { namesOf } from '../../../people/names-of.ts';
import { ListedMaps } from './listed-maps.ts';
import type { MapAccess } from '../../../access/map-access.ts';

/** What a public map says about itself in the head of its page. */
export interface MapHead {
  readonly title: string;
  /** Its whole address. */
  readonly url: string;
  /** null: nobody is named. */
  readonly by: string | null;
}

/** Maps as people see them in lists. */
export class MapLists {
  readonly #metadata: Metadata;
  readonly #folders: FolderAccess;
  readonly #gifts: Gifts;
  readonly #access: MapAccess;
  readonly #listed: ListedMaps;

  constructor(components: {
    readonly metadata: Metadata;
    readonly folders: FolderAccess;
    readonly gifts: Gifts;
    readonly access: MapAccess;
    readonly clock: Clock;
    readonly indexing: Pick<DeferredIndexing, 'lastChange'>;
  }) {
    this.#metadata = components.metadata;
    this.#folders = components.folders;
    this.#gifts = components.gifts;
    this.#access = components.access;
    this.#listed = new ListedMaps(components);
  }

  /** A page of the person's maps. In the order in which they were opened it costs what stands on it, else what there is. */
  async page(person: PersonId, query: ListQuery): Promise<MapPage> {
    const tree = await this.#folders.seenBy(person);
    const page =
      (query.sort ?? 'opened') === 'opened'
        ? await pageByOpening((after, most) => this.#listed.byOpening(person, tree, after, most), query)
        : pageOf(await this.all(person, tree), query);
    return { maps: await this.facts(page.maps, person, tree), next: page.next };
  }

  /** Every map of which the person has a role, trashed ones too. */
  async all(person: PersonId, tree: FolderTree): Promise<readonly ListedMap[]> {
    return await this.#listed.all(person, tree);
  }

  /** Every map that may be one of the person's, without looking at any: see `some`. */
  async ids(person: PersonId, tree: FolderTree): Promise<readonly MapId[]> {
    return await this.#listed.ids(person, tree);
  }

  /** Those of these maps of which the person has a role, in no order. */
  async some(ids: readonly MapId[], person: PersonId, tree: FolderTree): Promise<readonly ListedMap[]> {
    return await this.#listed.some(ids, person, tree);
  }

  /** Maps in the trash that the person owns, and so may remove for ever. */
  async trashOf(person: PersonId): Promise<readonly MapId[]> {
    const maps = await this.all(person, await this.#folders.seenBy(person));
    return maps.filter(({ trashedAt, role }) => trashedAt !== null && role === 'own').map(({ id }) => id);
  }

  /** The map as this person, or anybody at all for null, sees it; throws 'absent' when they may not. */
  async one(map: MapId, person: PersonId | null): Promise<MapFacts> {
    const [access, record] = await Promise.all([this.#access.of(map, person), this.#metadata.map(map)]);
    const role = access.role;
    if (record === null || role === null) throw noSuchMap();
    const [kept, tree] =
      person === null
        ? [[], null]
        : await Promise.all([this.#metadata.entries([map], person), this.#folders.seenBy(person)]);
    const entry = this.#listed.changedNow(kept[0] ?? { ...record, ...UNSHELVED, openedAt: null });
    const folder = tree !== null && person !== null ? await this.#folderOf(entry, person, tree) : null;
    const { mayCopy, mayReadPast } = access;
    const listed = {
      ...entry,
      role,
      mayCopy,
      mayReadPast,
      folder,
      openedAt: entry.openedAt ?? entry.createdAt,
      isFromOthers: false,
    };
    const [facts] = await this.facts([listed], person, tree);
    if (facts === undefined) throw noSuchMap();
    return facts;
  }

  /** What the head of the map's page says; null where the map is not public. */
  async head(map: MapId, publicUrl: string): Promise<MapHead | null> {
    const record = await this.#metadata.map(map);
    if (record === null || record.page === 'none' || record.trashedAt !== null) return null;
    const owner = ownerOf(await this.#metadata.grantsOnMaps([map]));
    const by = owner === null ? null : ((await namesOf(this.#metadata, [owner])).get(owner)?.name ?? null);
    return { title: record.title, url: new URL(`/p/${map}`, publicUrl).href, by };
  }

  /** What lists show of these maps. */
  async facts(
    maps: readonly ListedMap[],
    person: PersonId | null,
    tree: FolderTree | null,
  ): Promise<readonly MapFacts[]> {
    const ids = maps.map(({ id }) => id);
    const [given, groups] = await Promise.all([this.#metadata.grantsOnMaps(ids), this.#metadata.groupsOn(ids)]);
    const grants = Map.groupBy(given, ({ map }) => map);
    const isWithGroup = new Set(groups.map(({ map }) => map));
    const owners = new Map([...grants].map(([map, all]) => [map, ownerOf(all)]));
    const named = new Set([...owners.values(), ...maps.map(({ changedBy }) => changedBy)]);
    const people = await namesOf(
      this.#metadata,
      [...named].filter((id) => id !== null && id !== undefined),
    );
    const nameOf = (of: PersonId | null | undefined): PersonName | null => {
      const found = of == null ? undefined : people.get(of);
      return found === undefined ? null : { id: found.id, name: found.name, hue: found.hue };
    };
    return maps.map((map) => {
      const others = (grants.get(map.id) ?? []).some((grant) => grant.person !== person);
      const inShared = map.folder !== null && tree !== null && tree.isShared(map.folder);
      return {
        id: map.id,
        title: map.title,
        role: map.role,
        mayCopy: map.mayCopy,
        mayReadPast: map.mayReadPast,
        createdAt: map.createdAt,
        openedAt: map.openedAt,
        changedAt: map.changedAt,
        changedBy: nameOf(map.changedBy),
        owner: nameOf(owners.get(map.id)),
        isShared: others || inShared || isWithGroup.has(map.id) || map.page !== 'none',
        isPublic: map.page !== 'none',
        isStarred: map.isStarred,
        folder: map.folder,
        tags: map.tags,
        trashedAt: map.trashedAt,
      };
    });
  }

  async #folderOf(entry: MapEntry, person: PersonId, tree: FolderTree): Promise<string | null> {
    if (entry.folder !== null && tree.roleIn(entry.folder, person) !== null) return entry.folder;
    return (await this.#gifts.mapsFor(person, tree)).get(entry.id)?.folder ?? null;
  }
}

/** Whose map it is: who has owned it for longest. */
function ownerOf(grants: readonly Grant[]): PersonId | null {
  return grants.find(({ role }) => role === 'own')?.person ?? null;
}
