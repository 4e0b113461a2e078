import type { MapId } from '@bough/base';
import type {
  FromPast,
  Look,
  PastAnswer,
  PastQuestion,
  PastState,
  PastSupply,
  Shown,
  ToPast,
} from '@bough/editor/moments';
import { readSupply } from './past-reader.ts';

/** What is told of the past as it comes. */
export interface PastListener {
  readonly opened: (last: number | null) => void;
  readonly shown: (shown: Shown) => void;
  readonly unread: () => void;
  readonly state: (state: PastState) => void;
}

/** The worker that reads the past of a map, for as long as somebody looks at it. */
export class PastLink {
  readonly #worker = new Worker(new URL('past-worker.ts', import.meta.url), { type: 'module' });
  readonly #listener: PastListener;
  readonly #asked = new Map<number, (answer: PastAnswer<PastQuestion['kind']>) => void>();
  #lastId = 0;

  constructor(map: MapId, listener: PastListener) {
    this.#listener = listener;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromPast>) => this.#take(data));
    this.#worker.addEventListener('error', () => listener.opened(null));
    this.#send({ kind: 'open', map });
  }

  look(look: Look): void {
    this.#send({ kind: 'look', look });
  }

  /** Reads all of it, if that has not begun. */
  read(): void {
    this.#send({ kind: 'read' });
  }

  /** Asks something of the whole past; resolves once that is read, and never where it cannot be. */
  ask<K extends PastQuestion['kind']>(question: PastQuestion & { readonly kind: K }): Promise<PastAnswer<K>> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve as (answer: PastAnswer<PastQuestion['kind']>) => void);
      this.#send({ kind: 'ask', id, question });
    });
  }

  close(): void {
    this.#worker.terminate();
  }

  #take(message: FromPast): void {
    switch (message.kind) {
      case 'need':
        void readSupply(message.need).then((supply) => this.#supply(message.id, supply));
        return;
      case 'opened':
        return this.#listener.opened(message.last);
      case 'shown':
        this.#listener.shown(message);
        requestAnimationFrame(() => this.#send({ kind: 'drawn' }));
        return;
      case 'unread':
        return this.#listener.unread();
      case 'state':
        return this.#listener.state(message.state);
      case 'answer':
        this.#asked.get(message.id)?.(message.answer);
        this.#asked.delete(message.id);
    }
  }

  #supply(id: number, supply: PastSupply | null): void {
    this.#worker.postMessage({ kind: 'supply', id, supply }, supply === null ? [] : [supply.bytes]);
  }

  #send(message: ToPast): void {
    this.#worker.postMessage(message, []);
  }
}
