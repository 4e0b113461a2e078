import type { Clock } from '@bough/base';
import type { Caller, ContextFacts, OpenContext } from '@bough/service';
import type { Bus } from './bus/bus.ts';
import { FolderAccess } from './access/folder-access.ts';
import type { Handlers } from './http/handlers.ts';
import { folderRoutes, folderSharingRoutes } from './features/folders/folder-routes.ts';
import type { Doorkeeper } from './http/guard.ts';
import { joinRoutes, linkRoutes } from './features/sharing/link-routes.ts';
import { type MapParts, mapRoutes, shelfRoutes } from './features/maps/map-routes.ts';
import type { SessionParts } from './features/sign-in/session-facts.ts';
import { searchRoutes } from './features/search/search-routes.ts';
import { invitationRoutes, sharingRoutes } from './features/sharing/sharing-routes.ts';
import { trashRoutes } from './features/maps/trash-routes.ts';
import { MapAccess } from './access/map-access.ts';
import { MapLists } from './features/maps/lists/map-lists.ts';
import { Settling } from './features/search-index/settling.ts';
import type { Metadata } from './metadata/metadata.ts';
import { MissingWords } from './features/search-index/missing-words.ts';
import { sealedWords } from './features/search-index/sealed-words.ts';
import { doSearchTask, type DoSearchTask } from './features/search-index/search-task.ts';
import { Search } from './features/search/search.ts';
import { StaleMaps } from './features/search-index/stale-maps.ts';
import { WordIndex } from './features/search-index/word-index.ts';
import { Owners } from './access/owners.ts';

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
