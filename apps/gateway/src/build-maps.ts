import type { Clock } from '@bough/base';
import { FolderAccess } from './folders/folder-access.ts';
import type { Handlers } from './http/handlers.ts';
import { folderRoutes, folderSharingRoutes } from './http/folder-routes.ts';
import type { Doorkeeper } from './http/guard.ts';
import { joinRoutes, linkRoutes } from './http/link-routes.ts';
import { type MapParts, mapRoutes, shelfRoutes } from './http/map-routes.ts';
import type { SessionParts } from './http/session-routes.ts';
import { sharingRoutes } from './http/sharing-routes.ts';
import { tokenRoutes } from './http/token-routes.ts';
import { trashRoutes } from './http/trash-routes.ts';
import { MapAccess } from './maps/map-access.ts';
import { MapLists } from './maps/map-lists.ts';
import type { Metadata } from './metadata/metadata.ts';
import { Owners } from './sharing/owners.ts';

/** Who may do what with maps and folders, and what lists show of them. */
export interface MapsAround {
  readonly folders: FolderAccess;
  readonly access: MapAccess;
  readonly lists: MapLists;
  readonly owners: Owners;
  readonly keeper: Doorkeeper;
}

/** Builds it. */
export function buildMaps(parts: { readonly metadata: Metadata; readonly clock: Clock }): MapsAround {
  const folders = new FolderAccess(parts);
  const access = new MapAccess({ ...parts, folders });
  return {
    folders,
    access,
    lists: new MapLists({ ...parts, folders, access }),
    owners: new Owners(parts),
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
    ...linkRoutes(parts),
    ...joinRoutes(parts),
    ...tokenRoutes(parts),
  } satisfies Partial<Handlers>;
}
