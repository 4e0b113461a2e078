import { setTimeout as sleep } from 'node:timers/promises';
import type { Saved, StoreWrite } from '@bough/sync';
import { SimStore } from '@bough/sync/testing';

/** As long as a browser takes to write something down, and when it has much to do. */
const [WRITE_MS, LATE_MS] = [5, 400];

/** What somebody's browser keeps of a map: each writing is there a little later, whole or not at all, whatever becomes of the page. */
export class Kept {
  /** What a page had written that no browser could go on with. */
  readonly problems: string[] = [];
  /** From now on it takes long. */
  isLate = false;
  readonly #store = new SimStore();
  readonly #written: (writes: readonly StoreWrite[]) => void;
  #underWay: readonly StoreWrite[] | null = null;

  /** `written` hears of what is there. */
  constructor(written: (writes: readonly StoreWrite[]) => void) {
    this.#written = written;
  }

  /** What is there, for the next page. */
  get saved(): Saved {
    return this.#store.load();
  }

  /** Nothing is on its way. */
  get isQuiet(): boolean {
    return this.#underWay === null;
  }

  /** Resolves when it is there; never, if the page is gone before. */
  async write(writes: readonly StoreWrite[]): Promise<void> {
    this.#underWay = writes;
    await sleep(this.isLate ? LATE_MS : WRITE_MS);
    if (this.#underWay !== writes) return await new Promise(() => undefined);
    this.#end(writes);
  }

  /** The page is gone: what was on its way is there or is not. */
  lose(isThrough: boolean): void {
    if (this.#underWay !== null && isThrough) this.#end(this.#underWay);
    this.#underWay = null;
    this.isLate = false;
  }

  #end(writes: readonly StoreWrite[]): void {
    this.#underWay = null;
    try {
      this.#store.write(writes);
    } catch (failure) {
      this.problems.push(`S1: what a page keeps does not go together: ${String(failure)}`);
    }
    this.#written(writes);
  }
}
