import type { PersonId } from '@bough/base';
import { TooMany } from '../../limits/rate-limits.ts';

/** So many searches of one person may wait for the one that is being done: more than somebody types meanwhile. */
const WAITING_MOST = 8;
const AGAIN_S = 2;

/** Lets one search of each person be done at a time, so that nobody's maps keep others from searching. */
export class SearchTurns {
  readonly #queues = new Map<PersonId, { last: Promise<unknown>; count: number }>();

  /** Does it after those that the person began before; throws 'too-many' when many of them wait. */
  async take<T>(person: PersonId, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(person) ?? { last: Promise.resolve(), count: 0 };
    if (queue.count > WAITING_MOST) throw new TooMany(AGAIN_S);
    this.#queues.set(person, queue);
    queue.count++;
    const mine = queue.last.then(work);
    queue.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      queue.count--;
      if (queue.count === 0) this.#queues.delete(person);
    }
  }
}
