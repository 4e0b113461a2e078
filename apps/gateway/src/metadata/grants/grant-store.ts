import type { MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';

/** One reason why a person may open a map. With several, the strongest role counts. */
export interface Grant {
  readonly map: MapId;
  readonly person: PersonId;
  readonly role: MapRole;
  /** The share link that gave it, and takes it back when revoked; null: given for itself. */
  readonly link: string | null;
  readonly at: number;
}

/** Who may do what. */
export interface GrantStore {
  /** Adding the same (map, person, link) again changes its role. */
  addGrant(grant: Grant): Promise<void>;
  role(map: MapId, person: PersonId): Promise<MapRole | null>;
  /** Everything that one person may open, the other may open from now on; the first keeps nothing. */
  moveGrants(from: PersonId, to: PersonId): Promise<void>;
}
