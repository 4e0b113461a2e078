import type { MapId, PersonId } from '@bough/base';

/**
 * Something that somebody did in a map, for a person to know. What is asked of people is no ring: it stands where it was asked, and the bell
 * finds it there; only that it was read is kept here.
 */
export interface RingRecord {
  readonly person: PersonId;
  /** The same for what rings the same bell: it is one entry, the last one. */
  readonly id: string;
  readonly kind: RingKind;
  readonly map: MapId;
  readonly by: PersonId;
  readonly at: number;
  readonly isRead: boolean;
  readonly item: string | null;
  readonly comment: string | null;
  /** A message of the map's chat. */
  readonly chat: string | null;
}
export type RingKind = 'mention' | 'answer' | 'restored';

/** What rings the bells of people, and what they have read of it. */
export interface RingStore {
  /** Each in the place of one with the same person and id. */
  ring(rings: readonly RingRecord[]): Promise<void>;
  /** The newest first. */
  ringsOf(person: PersonId, limit: number): Promise<readonly RingRecord[]>;
  /** These are read, rings and what else the bell shows; an id that rings anew is not. */
  setRung(person: PersonId, ids: readonly string[], at: number): Promise<void>;
  /** What was read of what else the bell shows. */
  rungOf(person: PersonId): Promise<ReadonlySet<string>>;
  /** Forgets those from then or before. */
  pruneRings(at: number): Promise<void>;
}

/** The kind that the text is; anything else is a damaged record. */
export function mustRingKind(text: unknown): RingKind {
  if (text === 'mention' || text === 'answer' || text === 'restored') return text;
  throw new Error(`a damaged record: nothing rings as ${String(text)}`);
}
