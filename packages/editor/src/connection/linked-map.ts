import { type ClientId, err, ok, type Result, unreachable } from '@bough/base';
import { emptyMap, type MindMap, type Op, type Touched } from '@bough/map';
import type { ClientEvent, ClientStatus, EditRefusal, PresenceState, SyncClient } from '@bough/sync';
import type { LineFacts, MapEvent, MapFacts, MapStatus, OpenMap } from '../core/ports/open-map.ts';
import type { MapLink } from './map-link.ts';

/** An OpenMap over a link that may come later; until then it is empty, and opening. */
export class LinkedMap implements OpenMap {
  readonly #fresh: ClientId;
  readonly #empty = emptyMap();
  readonly #listeners = new Set<(event: MapEvent) => void>();
  #link: MapLink | null = null;
  #free: () => void = () => undefined;
  #facts: MapFacts;
  readonly #ended = new AbortController();
  #isClosed = false;

  constructor(fresh: ClientId) {
    this.#fresh = fresh;
    this.#facts = this.#readFacts();
  }

  get map(): MindMap {
    return this.#client?.map ?? this.#empty;
  }
  get line(): LineFacts | null {
    return this.#link?.line ?? null;
  }
  get isClosed(): boolean {
    return this.#isClosed;
  }

  facts(): MapFacts {
    return this.#facts;
  }

  change(ops: readonly Op[], step?: string): Result<Touched, EditRefusal> {
    const client = this.#client;
    if (client === null) return err({ reason: 'no-map', op: 0, detail: 'the map is not there yet' });
    const edited = client.edit(ops, step === undefined ? {} : { step });
    return edited.ok ? ok(edited.value.touched) : edited;
  }

  endStep(): void {
    this.#client?.endStep();
  }
  undo(): void {
    this.#client?.undo();
  }
  redo(): void {
    this.#client?.redo();
  }
  share(state: PresenceState): void {
    this.#client?.share(state);
  }
  dismissRefused(counter: number): void {
    this.#client?.dismissRefused(counter);
    this.#tell({ kind: 'facts' });
  }

  subscribe(listener: (event: MapEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#ended.abort();
    const free = this.#free;
    void this.#link?.stop().then(free);
  }

  /** The link is made; `free` is called when it has ended. */
  attach(link: MapLink, free: () => void): void {
    if (this.#isClosed) {
      free();
      return;
    }
    this.#link = link;
    this.#free = free;
    this.#tell({ kind: 'facts' });
  }

  /** Hears of the page that the network is there or not, and that people look elsewhere or leave. */
  followPage(): void {
    const { signal } = this.#ended;
    addEventListener('online', this.#wake, { signal });
    addEventListener('offline', this.#cutOff, { signal });
    addEventListener('pagehide', this.#leave, { signal });
    document.addEventListener('visibilitychange', this.#wake, { signal });
  }

  /** What the client said. */
  heard(event: ClientEvent): void {
    if (this.#isClosed || this.#link === null) return;
    switch (event.kind) {
      case 'map':
        this.#facts = this.#readFacts();
        if (event.origin === 'reset') this.#tell({ kind: 'replaced' });
        else this.#tell({ kind: 'touched', touched: event.touched, isOwn: event.origin === 'own' });
        return;
      case 'refused':
        this.#tell({ kind: 'refused', refused: event.refused });
        return;
      case 'renewed':
        this.#tell({ kind: 'renewed', again: event.again });
        return;
      case 'status':
      case 'role':
      case 'peers':
      case 'undo':
        this.#tell({ kind: 'facts' });
        return;
      default:
        unreachable(event);
    }
  }

  get #client(): SyncClient | null {
    return this.#link?.client ?? null;
  }

  readonly #wake = (): void => {
    if (document.visibilityState === 'visible') this.#client?.wake();
    else this.#leave();
  };

  readonly #leave = (): void => this.#link?.leave();

  readonly #cutOff = (): void => this.#link?.cutOff();

  #tell(event: MapEvent): void {
    if (event.kind === 'facts') this.#facts = this.#readFacts();
    for (const listener of this.#listeners) listener(event);
  }

  #readFacts(): MapFacts {
    const client = this.#client;
    return {
      status: client === null ? { kind: 'opening', isAsked: false, isUnanswered: false } : statusOf(client.status),
      role: client?.role ?? null,
      client: this.#fresh,
      people: [...(client?.board.peers.values() ?? [])],
      self: client?.board.self ?? null,
      refused: client?.refused ?? [],
      canUndo: client?.canUndo ?? false,
      canRedo: client?.canRedo ?? false,
      isKept: this.#link?.isKept ?? true,
    };
  }
}

/** The client's status as people see it: joining is saving or opening, never a word of its own. */
function statusOf(status: ClientStatus): MapStatus {
  const { unsent } = status;
  switch (status.kind) {
    case 'loading':
      return { kind: 'opening', isAsked: true, isUnanswered: status.isUnanswered };
    case 'offline':
    case 'full':
      return { kind: status.kind, unsent };
    case 'joining':
    case 'live':
      return unsent === 0 ? { kind: 'saved' } : { kind: 'saving', unsent };
    case 'outdated':
      return { kind: 'outdated', unsent, isOpen: status.isWhole };
    case 'refused':
      return { kind: 'closed', reason: status.reason, detail: status.detail, unsent };
    default:
      return unreachable(status);
  }
}
