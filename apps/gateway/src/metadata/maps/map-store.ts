import type { MapId, PersonId, PrefixName } from '@bough/base';
import type { CommentsRead, MapRole } from '@bough/contracts';
import type { Shelved } from '../shelf/shelf-store.ts';

/** Whether anybody at all may look at the map under its address, and take it away. */
export type PublicPage = 'none' | 'look' | 'copy';

export interface NewMap {
  readonly id: MapId;
  /** As last seen; the document has the truth. */
  readonly title: string;
  readonly createdAt: number;
}
export interface MapRecord extends NewMap {
  /** As last written: while somebody draws it lags behind. */
  readonly changedAt: number;
  readonly changedBy: PersonId | null;
  /** null: it is not in the trash. */
  readonly trashedAt: number | null;
  readonly page: PublicPage;
  /** Whether those who may edit may invite others. */
  readonly mayEditorsInvite: boolean;
}
/** A map as one person keeps it. */
export interface MapEntry extends MapRecord, Shelved {
  /** null: the person never did. */
  readonly openedAt: number | null;
}
/** When the person opened the map last, or, not yet, was given it. */
export interface OpenedMap {
  readonly map: MapId;
  readonly at: number;
}
/** A map that a person has a role on; who never opened it has it since then. */
export interface MapListing extends MapEntry {
  readonly role: MapRole;
  readonly openedAt: number;
}

/** Who last changed a map. */
export interface MapChange {
  readonly id: MapId;
  readonly at: number;
  readonly by: PersonId | null;
}

/** Maps, as lists show them. */
export interface MapStore {
  /** Keeps the map and its owner's grant. */
  addMap(map: NewMap, owner: PersonId): Promise<void>;
  map(id: MapId): Promise<MapRecord | null>;
  /** Those of these maps that there are, in no order. */
  maps(ids: readonly MapId[]): Promise<readonly MapRecord[]>;
  setTitle(id: MapId, title: string): Promise<void>;
  /** Who last changed these maps, and when; an earlier time than the one that is kept changes nothing. */
  setChanged(changed: readonly MapChange[]): Promise<void>;
  setTrashed(id: MapId, at: number | null): Promise<void>;
  setPage(id: MapId, page: PublicPage): Promise<void>;
  setInviting(id: MapId, mayEditorsInvite: boolean): Promise<void>;
  /** Maps that were put into the trash before then, oldest first. */
  trashedBefore(at: number, limit: number): Promise<readonly MapId[]>;
  /** Forgets the map and everything about it: grants, links, invitations, words, where people kept it. */
  removeMap(id: MapId): Promise<void>;
  /** Those of these maps that there are, as the person keeps them, in no order. */
  entries(maps: readonly MapId[], person: PersonId): Promise<readonly MapEntry[]>;
  /** Every map that the person has a grant on, trashed ones too, newest opened first. What folders give is not among them. */
  mapsOf(person: PersonId): Promise<readonly MapListing[]>;
  /** With the address in a group that they came by, where nothing else let them in; null leaves what is known of it. */
  setOpened(map: MapId, person: PersonId, at: number, entry?: string | null): Promise<void>;
  /** What the person has read of the map's comments; a person who never opened it has read none. */
  commentsRead(map: MapId, person: PersonId): Promise<CommentsRead>;
  /** Kept only for a map that the person has opened. */
  setCommentsRead(map: MapId, person: PersonId, read: CommentsRead): Promise<void>;
  /** What the person had seen of the map when they left it last; null: nobody knows. */
  seenOf(map: MapId, person: PersonId): Promise<PrefixName | null>;
  /** Kept only for a map that the person has opened. */
  setSeen(map: MapId, person: PersonId, seen: PrefixName): Promise<void>;
  /**
   * Maps that the person has opened or was given, last opened first, in the order of ids where that was at once; from behind `after`. Some
   * of them the person may have lost meanwhile.
   */
  opened(person: PersonId, after: OpenedMap | null, limit: number): Promise<readonly OpenedMap[]>;
}
