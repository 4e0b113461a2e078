import type { Clock, MapId } from '@bough/base';
import type { Metadata } from '../metadata/metadata.ts';
import type { Gifts } from './gifts.ts';
import { grantsAt } from './map-access.ts';
import { type Reason, reasonsOf } from './members.ts';

export interface ReasonParts {
  readonly metadata: Metadata;
  readonly gifts: Pick<Gifts, 'peopleOn'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Why people may open the map now: by grants, by folders and by groups. */
export async function reasonsOn({ metadata, gifts, clock }: ReasonParts, map: MapId): Promise<readonly Reason[]> {
  const [grants, given] = await Promise.all([metadata.grantsOnMaps([map]), gifts.peopleOn(map)]);
  return [...reasonsOf(grantsAt(grants, clock.now())), ...given];
}
