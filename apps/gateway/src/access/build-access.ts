import type { Clock, MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import type { Metadata } from '../metadata/metadata.ts';
import { FolderAccess } from './folder-access.ts';
import { Gifts } from './gifts.ts';
import { GroupAccess } from './group-access.ts';
import { MapAccess, type MapRights } from './map-access.ts';
import { Owners } from './owners.ts';

/** Who knows what people may do. */
export interface Doorkeeper {
  readonly rightsOn: (map: MapId, person: PersonId | null) => Promise<MapRights>;
  readonly roleInFolder: (folder: string, person: PersonId) => Promise<MapRole | null>;
}
/** Who may do what with maps and folders. */
export interface WhoMay {
  readonly folders: FolderAccess;
  readonly groups: GroupAccess;
  readonly gifts: Gifts;
  readonly access: MapAccess;
  readonly owners: Owners;
  /** The same, as each request asks for it. */
  readonly keeper: Doorkeeper;
}

export function buildAccess(ports: { readonly clock: Clock; readonly metadata: Metadata }): WhoMay {
  const folders = new FolderAccess(ports);
  const groups = new GroupAccess({ ...ports, folders });
  const gifts = new Gifts({ folders, groups });
  const access = new MapAccess({ ...ports, gifts });
  const keeper: Doorkeeper = {
    rightsOn: (map, person) => access.of(map, person),
    roleInFolder: (folder, person) => folders.roleIn(folder, person),
  };
  return { folders, groups, gifts, access, owners: new Owners(ports), keeper };
}
