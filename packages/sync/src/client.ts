import type { ClientId, PersonId, Result } from '@bough/base';
import type { MindMap, Op } from '@bough/map';
import type {
  ClientComponents,
  ClientSettings,
  ClientStatus,
  Edited,
  EditOptions,
  EditRefusal,
  FetchFailure,
  RefusedChange,
  Saved,
} from './client-types.ts';
import type { Peer, PresenceState, Role } from './frames.ts';

/**
 * One person's copy of one map: edits apply at once, travel when they can, and are rebased over what others did. Holds one
 * map, changed in place; `notify` says what was touched. A pure state machine: see ClientComponents.
 */
export class SyncClient {
  constructor(_components: ClientComponents, _settings: ClientSettings) {}

  /** The map with all own edits, readonly; the same object until an event of origin 'reset'. Empty while loading. */
  get map(): MindMap {
    throw new Error('not yet');
  }
  get status(): ClientStatus {
    throw new Error('not yet');
  }
  /** null until a gateway has said it; editing is allowed then (offline) and checked when it arrives. */
  get role(): Role | null {
    throw new Error('not yet');
  }
  get person(): PersonId {
    throw new Error('not yet');
  }
  /** Everybody else who has this map open. */
  get peers(): ReadonlyMap<ClientId, Peer> {
    throw new Error('not yet');
  }
  /** Own changes that were refused and not dismissed, oldest first. */
  get refused(): readonly RefusedChange[] {
    throw new Error('not yet');
  }
  get canUndo(): boolean {
    throw new Error('not yet');
  }
  get canRedo(): boolean {
    throw new Error('not yet');
  }

  /** Begins, with what the store had (or null), and connects. Called once, and again to retry after 'refused'. */
  start(_saved: Saved | null): void {}
  /** Ends: closes the socket, cancels timers; nothing is told or asked afterwards. */
  stop(): void {}
  /** The network is back, or the page visible again: try now instead of when the pause is over. */
  wake(): void {}

  /** Applies the ops at once, together or not at all, and queues them as one change. */
  edit(_ops: readonly Op[], _options: EditOptions = {}): Result<Edited, EditRefusal> {
    throw new Error('not yet');
  }
  /** Takes back one's own last step, whatever others did since. */
  undo(): Result<Edited, EditRefusal> {
    throw new Error('not yet');
  }
  redo(): Result<Edited, EditRefusal> {
    throw new Error('not yet');
  }
  /** Ends the current undo step: the next edit begins another, whatever its name. */
  endStep(): void {}
  /** What others may see of this person now; sent at most 20 times a second, the last one wins. */
  share(_state: PresenceState): void {}
  /** The author has seen (or copied) a refused change: it is forgotten. */
  dismissRefused(_counter: number): void {}

  /** The socket asked for as `connection` is open, and this ticket admits to it. */
  opened(_connection: number, _ticket: string): void {}
  /** A message came on it. */
  received(_connection: number, _text: string): void {}
  /** It closed or never opened. 'denied' and 'absent' (the ticket was refused so) end the attempts. */
  closed(_connection: number, _why: FetchFailure = 'unavailable'): void {}
  /** The answer to 'fetch'; the map is the client's from now on. */
  loaded(_seq: number, _map: MindMap): void {}
  loadFailed(_why: FetchFailure): void {}
  /** The answer to 'store'. */
  stored(_save: number): void {}
}
