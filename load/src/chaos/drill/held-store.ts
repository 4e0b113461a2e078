import { setTimeout as sleep } from 'node:timers/promises';
import { type BlobStore, DEFAULT_SETTINGS } from '@bough/bloblog';

// For the tests of drills alone: a log, and a store on whose way heads are held back.

export const LOG = 'doc';
export const SETTINGS = { ...DEFAULT_SETTINGS, gatherMs: 0 };

/** A write without an answer is given up after so long. */
export const GIVEN_UP_MS = 100;

export type Write = BlobStore['replaceIf'];

/** A store on whose way heads can be held back; who waits too long for one is told that nobody knows, unless they sleep. */
export class HeldStore {
  waiting = 0;
  doesSleep = false;
  readonly store: BlobStore;
  #left = 0;
  #holding = 0;

  constructor(store: BlobStore, write: Write) {
    this.store = {
      ...bound(store),
      replaceIf: async (key, etag, bytes) =>
        (await this.#isFreed()) ? await write(key, etag, bytes) : { kind: 'unsure', cause: new Error('no answer') },
    };
  }

  hold(atMost = Infinity): void {
    this.#left = atMost;
    this.#holding++;
  }

  release(): void {
    this.#left = 0;
    this.#holding++;
  }

  async #isFreed(): Promise<boolean> {
    if (this.#left === 0) return true;
    this.#left--;
    this.waiting++;
    const [holding, fromMs] = [this.#holding, performance.now()];
    while (this.#holding === holding && (this.doesSleep || performance.now() - fromMs < GIVEN_UP_MS)) await sleep(2);
    this.waiting--;
    return this.#holding !== holding;
  }
}

/** The methods of a store, also where they stand in its class. */
export function bound(store: BlobStore): BlobStore {
  return {
    get: (key) => store.get(key),
    getIfChanged: (key, etag) => store.getIfChanged(key, etag),
    createIfAbsent: (key, bytes) => store.createIfAbsent(key, bytes),
    replaceIf: (key, etag, bytes) => store.replaceIf(key, etag, bytes),
    put: (key, bytes) => store.put(key, bytes),
    list: (prefix, options) => store.list(prefix, options),
    remove: (key) => store.remove(key),
  };
}
