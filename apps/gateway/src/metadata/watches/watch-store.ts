import type { MapId, PersonId } from '@bough/base';
import type { WatchWish } from '@bough/contracts';

/** That somebody watches a map, and how far they were told what others changed there. */
export interface WatchRecord {
  readonly map: MapId;
  readonly person: PersonId;
  /** Up to which change they were told; null: not known, so that the next look begins with the map as it is then. */
  readonly toldTo: number | null;
  /** Up to which change the mail tells that is being sent; null: none is. It stays until it is known to be sent, so that it is the same one again. */
  readonly tellsTo: number | null;
  /** When to look next, or when the claim on looking runs out; null: mails are not wanted. */
  readonly dueAt: number | null;
}

/** Names a watch as somebody has read it: what they write counts only while nobody else has moved it since. */
export type ReadWatch = Pick<WatchRecord, 'map' | 'person' | 'dueAt'>;

/** Which maps people watch, and how often they want to hear of them. */
export interface WatchStore {
  /** One that is there stays as it is. */
  addWatch(watch: WatchRecord): Promise<void>;
  removeWatch(map: MapId, person: PersonId): Promise<void>;
  isWatched(map: MapId, person: PersonId): Promise<boolean>;
  watchesOf(person: PersonId): Promise<readonly WatchRecord[]>;
  /** Those that are due then, the longest due first. */
  dueWatches(at: number, limit: number): Promise<readonly WatchRecord[]>;
  /** Moves it, if it is as it was read; of any number of calls with the same reading one answers true. */
  tryMoveWatch(read: ReadWatch, to: Pick<WatchRecord, 'toldTo' | 'tellsTo' | 'dueAt'>): Promise<boolean>;
  /** Daily, until somebody says otherwise. */
  watchWish(person: PersonId): Promise<WatchWish>;
  setWatchWish(person: PersonId, wish: WatchWish): Promise<void>;
}

/** The wish that the text is; what nobody said is daily. */
export function watchWishOf(text: unknown): WatchWish {
  return text === 'hourly' || text === 'never' ? text : 'daily';
}
