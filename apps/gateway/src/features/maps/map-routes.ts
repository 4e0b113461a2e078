import { type Clock, type Ids, type MapId, parseMapId, type PersonId, type Random } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import type { Caller } from '@bough/service';
import type { AuditNotes } from '../audit/audit-notes.ts';
import { GatewayFailure, noSuchFolder } from '../../failure.ts';
import type { Gifts } from '../../access/gifts.ts';
import type { FolderAccess } from '../../access/folder-access.ts';
import type { LimitName, RateLimits } from '../../limits/rate-limits.ts';
import { firstOps, titleOps } from './first-ops.ts';
import type { MapAccess } from '../../access/map-access.ts';
import type { MapLists } from './lists/map-lists.ts';
import { asTitle } from './titles.ts';
import { viewOf } from '../../access/shown.ts';
import type { DeferredIndexing } from '../search-index/deferred-indexing.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { isAtLeast } from '../../metadata/roles.ts';
import type { Registration } from '../../people/registration.ts';
import type { OutsideChanges } from '../rooms/outside-changes.ts';
import type { Owners } from '../../access/owners.ts';
import { type Asked, type Handlers, mustBePerson } from '../../http/handlers.ts';

export interface MapParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly metadata: Metadata;
  readonly audit: Pick<AuditNotes, 'note'>;
  readonly docstore: Pick<Caller, 'call'>;
  readonly changes: Pick<OutsideChanges, 'rename' | 'change'>;
  readonly limits: RateLimits;
  readonly lists: MapLists;
  readonly access: MapAccess;
  readonly folders: FolderAccess;
  readonly gifts: Gifts;
  readonly owners: Owners;
  readonly indexing: Pick<DeferredIndexing, 'changed' | 'lastChange' | 'removed'>;
  readonly registration: Pick<Registration, 'mustLetMakeMaps'>;
  /** Tells every gateway that these people's roles on the map are to be looked at again; null: on every map, everybody's. */
  readonly tellAccess: (map: MapId | null, people: readonly PersonId[] | null) => void;
}
type MapNames = 'listMaps' | 'createMap' | 'mapFacts' | 'renameMap' | 'copyMap' | 'leaveMap';
type ShelfNames = 'starMap' | 'tagMap' | 'listTags' | 'placeMap';

/** A person's maps. */
export function mapRoutes(parts: MapParts): Pick<Handlers, MapNames> {
  const { metadata, clock, lists } = parts;
  return {
    listMaps: async ({ params, person }) => {
      const by = mustBePerson(person);
      return await lists.page(by, params);
    },
    createMap: async (asked) => {
      const { body, context } = asked;
      const { folder = null, isImport = false } = body;
      const by = await mustBeMaker(parts, asked.person, isImport ? 'imported maps by person' : 'maps by person');
      if (folder !== null) await mustPutInto(parts, folder, by, true);
      const map = newMapId(parts.ids);
      const ops = isImport ? titleOps(body.title) : firstOps(body.title, parts);
      await parts.docstore.call(docstoreRoutes.createDocument, { params: {}, body: { map, by, ops } }, context);
      await putOnShelf(parts, asked, { map, title: body.title, folder });
      return await lists.one(map, by);
    },
    mapFacts: async ({ params, person }) => await lists.one(params.map, person),
    renameMap: async ({ params, body, person, context }) => {
      const by = mustBePerson(person);
      await parts.changes.rename(params.map, by, body.title, context);
      await metadata.setTitle(params.map, body.title);
      return await lists.one(params.map, by);
    },
    copyMap: async ({ params, body, person, context, rights }) => {
      const by = await mustBeMaker(parts, person, 'maps by person');
      const to = newMapId(parts.ids);
      const from = await metadata.map(params.map);
      const title = body.title ?? asTitle(`${from?.title ?? ''} (copy)`);
      await parts.docstore.call(
        docstoreRoutes.copyDocument,
        { params: { map: params.map, at: params.at }, body: { to, view: viewOf(rights.role) } },
        context,
      );
      await parts.changes.rename(to, by, title, context);
      await metadata.addMap({ id: to, title, createdAt: clock.now() }, by);
      parts.indexing.changed(to, 1, by, clock.now());
      return await lists.one(to, by);
    },
    leaveMap: async ({ params, person }) => {
      const by = mustBePerson(person);
      await parts.owners.leave(params.map, by);
      await metadata.setFolder(params.map, by, null);
      parts.tellAccess(params.map, [by]);
      // And those in groups of theirs.
      parts.tellAccess(params.map, null);
      const { role } = await parts.access.of(params.map, by);
      if (role === null || (await metadata.map(params.map))?.page !== 'none') return undefined;
      throw new GatewayFailure('denied', 'You have this map through a shared folder or a group.', {
        hint: 'Leave the folder or the group, or ask its owner.',
      });
    },
  };
}

/** How a person keeps their maps. */
export function shelfRoutes(parts: MapParts): Pick<Handlers, ShelfNames> {
  const { metadata, lists } = parts;
  return {
    starMap: async ({ params, body, person }) => {
      const by = mustBePerson(person);
      await metadata.setStar(params.map, by, body.isStarred);
      return await lists.one(params.map, by);
    },
    tagMap: async ({ params, body, person }) => {
      const by = mustBePerson(person);
      await metadata.setTags(params.map, by, [...new Set(body.tags)]);
      return await lists.one(params.map, by);
    },
    listTags: async ({ person }) => {
      const by = mustBePerson(person);
      const maps = await lists.all(by, await parts.folders.seenBy(by));
      const counts = new Map<string, number>();
      for (const { tags, trashedAt } of maps) {
        if (trashedAt === null) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
      }
      const tags = [...counts].map(([tag, count]) => ({ tag, maps: count }));
      return { tags: tags.toSorted((a, b) => b.maps - a.maps || (a.tag < b.tag ? -1 : 1)).slice(0, 1_000) };
    },
    placeMap: async (asked) => {
      const [{ map }, { folder }, by] = [asked.params, asked.body, mustBePerson(asked.person)];
      const isOwner = asked.rights.role === 'own';
      if (folder !== null) await mustPutInto(parts, folder, by, isOwner);
      const isSeen = isOwner && (await isSeenByOthers(parts, map, by, folder));
      await metadata.setFolder(map, by, folder);
      // Whoever sees the folder that it was in, or is in now, may do something else with it from now on.
      parts.tellAccess(map, null);
      const about = { map, ...(folder === null ? {} : { folder }) };
      if (isSeen) await parts.audit.note(asked, 'map-placed', { about });
      return await lists.one(map, by);
    },
  };
}

/** A new map whose document is there. */
export interface NewMap {
  readonly map: MapId;
  readonly title: string;
  readonly folder: string | null;
}

/** The map is its maker's from now on, in their folder, and is found. */
export async function putOnShelf(
  parts: MapParts,
  asked: Asked<unknown, unknown>,
  { map, title, folder }: NewMap,
): Promise<void> {
  const { metadata, clock } = parts;
  const by = mustBePerson(asked.person);
  await metadata.addMap({ id: map, title: asTitle(title), createdAt: clock.now() }, by);
  parts.indexing.changed(map, 1, by, clock.now());
  if (folder === null) return;
  await metadata.setFolder(map, by, folder);
  if (await parts.folders.isShared(folder)) await parts.audit.note(asked, 'map-placed', { about: { map, folder } });
}

/** The person, who may make one more map. */
export async function mustBeMaker(parts: MapParts, person: PersonId | null, count: LimitName): Promise<PersonId> {
  const by = mustBePerson(person);
  parts.registration.mustLetMakeMaps((await parts.metadata.person(by))?.email ?? null);
  parts.limits.mustTake(count, by);
  return by;
}

/** Into one's own folder anybody puts what they see; into somebody else's only what is theirs to share. */
export async function mustPutInto(parts: MapParts, folder: string, person: PersonId, isOwner: boolean): Promise<void> {
  const role = await parts.folders.roleIn(folder, person);
  if (role === null) throw noSuchFolder();
  if (role === 'own') return;
  if (!isAtLeast(role, 'edit')) throw new GatewayFailure('denied', 'You need the role "edit" in the folder.');
  if (!isOwner)
    throw new GatewayFailure('denied', 'Only an owner of the map can move it into a folder of someone else.');
}

/**
 * Whether an owner who puts the map there, or takes it from where it is, changes who may open it. Throws 'too-many' where that would be more
 * than one person may leave in the audit log; what takes it from others is always possible.
 */
async function isSeenByOthers(parts: MapParts, map: MapId, by: PersonId, folder: string | null): Promise<boolean> {
  const [entry] = await parts.metadata.entries([map], by);
  const was = entry?.folder ?? null;
  if (was === folder) return false;
  if (folder !== null && (await parts.folders.isShared(folder))) {
    parts.limits.mustTake('audited by person', by);
    return true;
  }
  return was !== null && (await parts.folders.isShared(was));
}

export function newMapId(ids: Ids): MapId {
  const id = parseMapId(ids.long());
  if (id === null) throw new Error('a bug in Bough: long ids are map ids');
  return id;
}
