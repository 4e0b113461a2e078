import type { MindMap, Touched } from '@bough/map';
import type { ClientEvent, ClientStatus, Origin } from '../client/client-types.ts';
import { Touches } from './touches.ts';

/** What happened during one input, gathered, and told when the client's state is whole again. */
export class News {
  readonly #notify: (event: ClientEvent) => void;
  #touches = new Touches();
  #origin: Origin = 'remote';
  #events: ClientEvent[] = [];
  #toldStatus = '';

  constructor(notify: (event: ClientEvent) => void) {
    this.#notify = notify;
  }

  /** Where whoever changes the map says what was touched. */
  get touches(): Touches {
    return this.#touches;
  }

  /** What is touched is one's own doing, or the whole map is another one. */
  comesFrom(origin: Origin): void {
    this.#origin = origin;
  }

  add(...events: readonly ClientEvent[]): void {
    this.#events.push(...events);
  }

  tell(client: { readonly map: MindMap; readonly status: ClientStatus }): void {
    const events = this.#events;
    this.#events = [];
    const hasMapNews = !this.#touches.isEmpty || this.#origin === 'reset';
    const touched: Touched | null = hasMapNews ? this.#touches.total(client.map) : null;
    if (touched !== null) events.unshift({ kind: 'map', origin: this.#origin, touched });
    this.#touches = new Touches();
    this.#origin = 'remote';
    const status = describe(client.status);
    if (status !== this.#toldStatus) events.push({ kind: 'status' });
    this.#toldStatus = status;
    for (const event of events) this.#notify(event);
  }
}

function describe(status: ClientStatus): string {
  return JSON.stringify(status);
}
