import { setImmediate } from 'node:timers/promises';
import type { Clock, MapId, PersonId } from '@bough/base';
import type { Gift, Gifts } from '../../../access/gifts.ts';
import type { FolderTree } from '../../../access/folder-tree.ts';
import type { Grant } from '../../../metadata/grants/grant-store.ts';
import type { MapEntry, OpenedMap } from '../../../metadata/maps/map-store.ts';
import type { Metadata } from '../../../metadata/metadata.ts';
import type { ListedMap } from './list-query.ts';
import { grantsAt, rights } from '../../../access/map-access.ts';
import type { DeferredIndexing } from '../../search-index/deferred-indexing.ts';

// Somebody may have ten thousand maps. They are read in portions, in the order in which they were opened last, which the database has
// an index for: a page costs what stands on it. Maps that folders and groups give, and that the person has not opened, come from beside.

/** So many maps are read at once; between two portions others have their turn. */
const PORTION = 200;
/** Ids alone cost little. */
const IDS_PORTION = 2_000;

interface Asked {
  readonly person: PersonId;
  readonly tree: FolderTree;
  readonly gifts: ReadonlyMap<MapId, Gift>;
}

/** The maps that a person has a role on, trashed ones too. */
export class ListedMaps {
  readonly #metadata: Metadata;
  readonly #gifts: Gifts;
  readonly #clock: Clock;
  readonly #indexing: Pick<DeferredIndexing, 'lastChange'>;

  constructor(components: {
    readonly metadata: Metadata;
    readonly gifts: Gifts;
    readonly clock: Clock;
    readonly indexing: Pick<DeferredIndexing, 'lastChange'>;
  }) {
    this.#metadata = components.metadata;
    this.#gifts = components.gifts;
    this.#clock = components.clock;
    this.#indexing = components.indexing;
  }

  /** All of them. */
  async all(person: PersonId, tree: FolderTree): Promise<readonly ListedMap[]> {
    const all: ListedMap[] = [];
    for await (const portion of this.byOpening(person, tree, null)) all.push(...portion);
    return all;
  }

  /** Everything that may be among them, without looking at any: some the person may have lost meanwhile. */
  async ids(person: PersonId, tree: FolderTree): Promise<readonly MapId[]> {
    const ids = new Set((await this.#gifts.mapsFor(person, tree)).keys());
    for (let last: OpenedMap | null = null; ;) {
      const next: readonly OpenedMap[] = await this.#metadata.opened(person, last, IDS_PORTION);
      for (const { map } of next) ids.add(map);
      last = next.at(-1) ?? null;
      if (next.length < IDS_PORTION) return [...ids];
      await setImmediate();
    }
  }

  /** Those of these maps that the person has a role on, in no order. */
  async some(ids: readonly MapId[], person: PersonId, tree: FolderTree): Promise<readonly ListedMap[]> {
    const asked: Asked = { person, tree, gifts: await this.#gifts.mapsFor(person, tree) };
    const some: ListedMap[] = [];
    for (let at = 0; at < ids.length; at += PORTION) {
      if (at > 0) await setImmediate();
      const entries = await this.#metadata.entries(ids.slice(at, at + PORTION), person);
      some.push(...(await this.#listed(entries, asked)));
    }
    return some;
  }

  /** Portion by portion, last opened first, in the order of `openedBefore`, from behind `after`. */
  async *byOpening(
    person: PersonId,
    tree: FolderTree,
    after: OpenedMap | null,
    portion = PORTION,
  ): AsyncGenerator<readonly ListedMap[]> {
    const asked: Asked = { person, tree, gifts: await this.#gifts.mapsFor(person, tree) };
    let given = await this.#onlyGiven(asked, after);
    let last = after;
    for (;;) {
      const next = await this.#metadata.opened(person, last, portion);
      last = next.at(-1) ?? last;
      const isEnd = next.length < portion;
      const entries = await this.#metadata.entries(
        next.map(({ map }) => map),
        person,
      );
      const listed = await this.#listed(entries, asked);
      const border = last;
      const isDue = (map: ListedMap): boolean => isEnd || border === null || openedBefore(placeOf(map), border) < 0;
      const due = given.filter(isDue);
      given = given.filter((map) => !isDue(map));
      yield [...listed, ...due].toSorted((a, b) => openedBefore(placeOf(a), placeOf(b)));
      if (isEnd) return;
      await setImmediate();
    }
  }

  /** What was changed on this very gateway is known before it is written. */
  changedNow(entry: MapEntry): MapEntry {
    const last = this.#indexing.lastChange(entry.id);
    return last === null || last.at < entry.changedAt ? entry : { ...entry, changedAt: last.at, changedBy: last.by };
  }

  /** Maps that a folder or a group gives and that the person never opened. */
  async #onlyGiven(asked: Asked, after: OpenedMap | null): Promise<readonly ListedMap[]> {
    if (asked.gifts.size === 0) return [];
    const entries = await this.#metadata.entries([...asked.gifts.keys()], asked.person);
    const given = await this.#listed(
      entries.filter(({ openedAt }) => openedAt === null),
      asked,
    );
    return after === null ? given : given.filter((map) => openedBefore(after, placeOf(map)) < 0);
  }

  async #listed(entries: readonly MapEntry[], { person, tree, gifts }: Asked): Promise<readonly ListedMap[]> {
    const ids = entries.map(({ id }) => id);
    const grants = ids.length === 0 ? [] : await this.#metadata.grantsAmong(ids, person);
    const living = Map.groupBy(grantsAt(grants, this.#clock.now()), ({ map }) => map);
    return entries.flatMap((kept) => {
      const entry = this.changedNow(kept);
      const listed = list(entry, living.get(entry.id) ?? [], gifts.get(entry.id) ?? null);
      if (listed === null) return [];
      const seen = listed.folder !== null && tree.roleIn(listed.folder, person) !== null ? listed.folder : null;
      return [{ ...listed, folder: seen ?? gifts.get(entry.id)?.folder ?? null }];
    });
  }
}

/** Where the map stands among those that were opened. */
function placeOf({ id, openedAt }: Pick<ListedMap, 'id' | 'openedAt'>): OpenedMap {
  return { map: id, at: openedAt };
}

/** Below 0: `a` stands before `b`. Ids are in the order of their bytes, as the databases have them. */
export function openedBefore(a: OpenedMap, b: OpenedMap): number {
  return b.at - a.at || Buffer.compare(Buffer.from(a.map, 'base64url'), Buffer.from(b.map, 'base64url'));
}

function list(entry: MapEntry, grants: readonly Grant[], gift: Gift | null): ListedMap | null {
  const { role, mayCopy, mayReadPast, trashed } = rights(entry, grants, gift?.role ?? null);
  const shown = role ?? trashed;
  // A public page alone puts nothing into anybody's list.
  if (shown === null || (grants.length === 0 && gift === null)) return null;
  const openedAt = entry.openedAt ?? entry.createdAt;
  return {
    ...entry,
    role: shown,
    mayCopy,
    mayReadPast,
    openedAt,
    isFromOthers: !grants.some((grant) => grant.role === 'own'),
  };
}
