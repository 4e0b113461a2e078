import type { MapId, PersonId } from '@bough/base';

export type MapRole = 'view' | 'comment' | 'edit' | 'own';

/** A person as others see them. */
export interface PersonName {
  readonly id: PersonId;
  readonly name: string;
  readonly hue: number;
}

/** A map as one person sees it in a list. */
export interface MapFacts {
  readonly id: MapId;
  readonly title: string;
  readonly role: MapRole;
  /** Whether the person may take it away: export and copy it. */
  readonly mayCopy: boolean;
  /** Whether the person may read what is not there any more: changes, old moments, named versions. */
  readonly mayReadPast: boolean;
  readonly createdAt: number;
  /** When the person last opened it. */
  readonly openedAt: number;
  /** When it last changed, and by whom; lags behind while somebody draws. null: by nobody since it was made. */
  readonly changedAt: number;
  readonly changedBy: PersonName | null;
  /** null: nobody owns it any more. */
  readonly owner: PersonName | null;
  /** Whether anybody else may open it: by invitation, link, folder or as a public page. */
  readonly isShared: boolean;
  readonly isPublic: boolean;
  readonly isStarred: boolean;
  /** In which folder the person sees it; null: in none. */
  readonly folder: string | null;
  readonly tags: readonly string[];
  /** When it was put into the trash; null: it is not there. */
  readonly trashedAt: number | null;
}

/** A page of a list: `next` goes back as `cursor`, null is the end. */
export interface MapPage {
  readonly maps: readonly MapFacts[];
  readonly next: string | null;
}

/** Where a map's words were found. */
export interface SearchHit {
  /** The item; null: the title. */
  readonly item: string | null;
  /** The words around the first match. */
  readonly text: string;
  /** What matched, from and to in UTF-16 units of `text`. */
  readonly marks: readonly (readonly [from: number, to: number])[];
}
export interface SearchResult {
  readonly map: MapFacts;
  readonly hits: readonly SearchHit[];
  /** How many items of the map match. */
  readonly matches: number;
}
/** What a search found. */
export interface SearchAnswer {
  /** Best first. */
  readonly results: readonly SearchResult[];
  /** False: it ended at its bounds, or a map could not be read, so that there may be more. */
  readonly isComplete: boolean;
}

/** What the socket's first frame proves itself with: good once, and soon. */
export interface SocketTicket {
  readonly ticket: string;
  readonly expiresInMs: number;
}
