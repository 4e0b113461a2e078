import type { Clock, MapId } from '@bough/base';
import type { Metadata } from '../metadata/metadata.ts';
import type { FolderAccess } from './folder-access.ts';
import { grantsAt } from './map-access.ts';
import { type Reason, reasonsOf } from './members.ts';

export interface ReasonParts {
  readonly metadata: Metadata;
  readonly folders: Pick<FolderAccess, 'peopleOn'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Why people may open the map now: by grants and by folders. */
export async function reasonsOn({ metadata, folders, clock }: ReasonParts, map: MapId): Promise<readonly Reason[]> {
  const [grants, gifts] = await Promise.all([metadata.grantsOnMaps([map]), folders.peopleOn(map)]);
  return [...reasonsOf(grantsAt(grants, clock.now())), ...gifts];
}
