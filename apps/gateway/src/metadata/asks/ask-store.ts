import type { MapId, PersonId } from '@bough/base';

/**
 * Something that one person asked another about a map. `access`: the person asks its owners to let them in; also of a map that does not
 * exist, so that nothing tells which ones do. `owner`: an owner, `by`, asks the person to become the owner.
 */
export interface AskRecord {
  readonly id: string;
  readonly kind: AskKind;
  readonly map: MapId;
  readonly person: PersonId;
  readonly by: PersonId;
  readonly message: string;
  readonly at: number;
  /** It stays, so that nobody asks the same again soon. */
  readonly isRefused: boolean;
  /** Whether everybody who is to know has their mail. */
  readonly isMailed: boolean;
}
export type AskKind = 'access' | 'owner';

/** What people have asked each other. */
export interface AskStore {
  /** Of one kind a person has one for each map: false, and nothing changes, where there is one. */
  tryAddAsk(ask: AskRecord): Promise<boolean>;
  ask(kind: AskKind, map: MapId, person: PersonId): Promise<AskRecord | null>;
  /** Oldest first. */
  asksAbout(map: MapId): Promise<readonly AskRecord[]>;
  /** Of one kind, about any of these maps; in no order. */
  asksOn(kind: AskKind, maps: readonly MapId[]): Promise<readonly AskRecord[]>;
  /** What is asked of the person, or by them, of one kind; in no order. */
  asksOf(kind: AskKind, person: PersonId): Promise<readonly AskRecord[]>;
  /** Oldest first. */
  unmailedAsks(limit: number): Promise<readonly AskRecord[]>;
  setAskMailed(id: string): Promise<void>;
  setAskRefused(id: string): Promise<void>;
  /** Of any number of calls one answers true. */
  removeAsk(id: string): Promise<boolean>;
  /** Forgets those from then or before. */
  pruneAsks(at: number): Promise<void>;
}

/** The kind that the text is; anything else is a damaged record. */
export function mustAskKind(text: unknown): AskKind {
  if (text === 'access' || text === 'owner') return text;
  throw new Error(`a damaged record: nothing asked is called ${String(text)}`);
}
