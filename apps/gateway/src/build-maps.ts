import type { Clock } from '@bough/base';
import type { Caller, ContextFacts, OpenContext } from '@bough/service';
import type { Bus } from './bus/bus.ts';
import { FolderAccess } from './folders/folder-access.ts';
import type { Handlers } from './http/handlers.ts';
import { folderRoutes, folderSharingRoutes } from './http/folder-routes.ts';
import type { Doorkeeper } from './http/guard.ts';
import { joinRoutes, linkRoutes } from './http/link-routes.ts';
import { type MapParts, mapRoutes, shelfRoutes } from './http/map-routes.ts';
import type { SessionParts } from './http/session-facts.ts';
import { searchRoutes } from './http/search-routes.ts';
import { invitationRoutes, sharingRoutes } from './http/sharing-routes.ts';
import { trashRoutes } from './http/trash-routes.ts';
import { MapAccess } from './maps/map-access.ts';
import { MapLists } from './maps/map-lists.ts';
import { Settling } from './maps/settling.ts';
import type { Metadata } from './metadata/metadata.ts';
import { MissingWords } from './search/missing-words.ts';
import { sealedWords } from './search/sealed-words.ts';
import { doSearchTask, type DoSearchTask } from './search/search-task.ts';
import { Search } from './search/search.ts';
import { StaleMaps } from './search/stale-maps.ts';
import { WordIndex } from './search/word-index.ts';
import { Owners } from './sharing/owners.ts';

export interface MapsParts {
  readonly metadata: Metadata;
  /** What the index of words is sealed with, newest first. */
  readonly wordKeys: readonly Uint8Array[];
  readonly clock: Clock;
  readonly bus: Bus;
  readonly docstore: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  /** Looks through maps on threads of its own; absent: it is done here. */
  readonly searchElsewhere?: DoSearchTask | undefined;
  readonly onTrouble: (error: unknown) => void;
}
/** Who may do what with maps and folders, what lists show of them, and what is found in them. */
export interface MapsAround {
  readonly folders: FolderAccess;
  readonly access: MapAccess;
  readonly lists: MapLists;
  readonly owners: Owners;
  readonly settling: Settling;
  readonly search: Search;
  /** What has to be started and stopped. */
  readonly life: readonly { start(): Promise<void> | void; stop(): void }[];
  readonly keeper: Doorkeeper;
}

/** Builds it. */
export function buildMaps(parts: MapsParts): MapsAround {
  const { metadata, clock, onTrouble, searchElsewhere: doTask = doSearchTask } = parts;
  const folders = new FolderAccess(parts);
  const access = new MapAccess({ ...parts, folders });
  const searched = { ...metadata, ...sealedWords(metadata, parts.wordKeys) };
  const index = new WordIndex({ ...parts, metadata: searched, doTask });
  const stale = new StaleMaps(parts);
  const settling = new Settling({
    ...parts,
    writeChanged: (map, at, by) => metadata.setChanged(map, at, by),
    index: (map) => index.index(map),
    noteBehind: (map) => metadata.setBehind(map, true),
    tellStale: (map, isStale) => stale.tell(map, isStale),
  });
  const lists = new MapLists({ ...parts, folders, access, settling });
  return {
    folders,
    access,
    lists,
    settling,
    owners: new Owners(parts),
    search: new Search({ metadata: searched, clock, lists, folders, index, stale, doTask, onTrouble }),
    life: [stale, new MissingWords({ ...parts, metadata: searched, index, stale })],
    keeper: {
      rightsOn: (map, person) => access.of(map, person),
      roleInFolder: (folder, person) => folders.roleIn(folder, person),
    },
  };
}

/** Everything about maps, folders, who may open them, and tokens. */
export function mapHandlers(parts: MapParts & SessionParts) {
  return {
    ...mapRoutes(parts),
    ...shelfRoutes(parts),
    ...trashRoutes(parts),
    ...folderRoutes(parts),
    ...folderSharingRoutes(parts),
    ...sharingRoutes(parts),
    ...invitationRoutes(parts),
    ...linkRoutes(parts),
    ...joinRoutes(parts),
    ...searchRoutes(parts),
  } satisfies Partial<Handlers>;
}
