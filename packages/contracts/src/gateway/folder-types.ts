import type { MapRole, PersonName } from './map-types.ts';

/** A folder as one person sees it: their own, or one that somebody shares with them. */
export interface FolderFacts {
  readonly id: string;
  readonly name: string;
  /** The folder that it is in; null: in none that this person sees. */
  readonly parent: string | null;
  /** What its people may do with the maps that are put there. Who made it owns it. */
  readonly role: MapRole;
  readonly owner: PersonName;
  readonly isShared: boolean;
  readonly createdAt: number;
}
