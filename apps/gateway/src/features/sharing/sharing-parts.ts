import type { Clock, Ids, Random } from '@bough/base';
import type { FolderAccess } from '../../access/folder-access.ts';
import type { Gifts } from '../../access/gifts.ts';
import type { GroupAccess } from '../../access/group-access.ts';
import type { Owners } from '../../access/owners.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { GroupNotices } from '../groups/group-notices.ts';
import type { MapLists } from '../maps/lists/map-lists.ts';
import type { TellAccess } from '../rooms/rooms.ts';
import type { SigningKeys } from '../../secrets/keys.ts';
import type { Invitations } from './invitations.ts';

/** What everything about sharing works with. */
export interface SharingParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly metadata: Metadata;
  readonly limits: RateLimits;
  readonly folders: FolderAccess;
  readonly gifts: Gifts;
  readonly groups: GroupAccess;
  readonly owners: Owners;
  readonly lists: MapLists;
  readonly invitations: Invitations;
  readonly keys: Pick<SigningKeys, 'shareLinks'>;
  readonly tellAccess: TellAccess;
  readonly notices: Pick<GroupNotices, 'toldOf'>;
}
