import type { Benchmark, Figure } from '../benchmark.ts';
import { type Measured, numberOf } from '../bough/k6.ts';
import { countOf, type Restart, runRooms } from '../bough/rooms-load.ts';
import type { Standing } from '../bough/stand.ts';
import { storageRequests } from '../bough/storage-requests.ts';

// Everybody is sent away at once and comes back as the page does, as after an upgrade on a Monday morning, while they go on typing.

const ROOMS = 400;
const EACH = 5;
const WATCHED_MS = 30_000;
const BACK_MS = 15_000;

/** All gateways go at once and come again. */
class AllAtOnce implements Restart {
  readonly #people: number;
  #requests: readonly number[] = [];
  #moments: readonly number[] = [];
  #readyAt = Number.NaN;

  constructor(people: number) {
    this.#people = people;
  }

  async at(mark: string, bough: Standing): Promise<void> {
    await this.#count(bough.docstores);
    if (mark !== 'restart') return;
    await Promise.all(bough.gateways.map((gateway) => gateway.stop()));
    await Promise.all(bough.gateways.map((gateway) => gateway.start()));
    this.#readyAt = Date.now();
  }

  figures(measured: Measured): readonly Figure[] {
    const [first = Number.NaN, second = Number.NaN, third = Number.NaN] = this.#requests;
    const [from = Number.NaN, at = Number.NaN, to = Number.NaN] = this.#moments;
    const usual = (second - first) / (at - from);
    const since = (third - second) / (to - at);
    return [
      { name: 'people who came back', value: countOf(measured, 'came_back'), unit: '', bar: { atLeast: this.#people } },
      {
        name: 'the last one is back after the gateways are',
        value: (numberOf(measured, 'back_at', 'max') - this.#readyAt) / 1_000,
        unit: 's',
        bar: { atMost: BACK_MS / 1_000 },
      },
      { name: 'requests to storage before', value: usual * 1_000, unit: 'per second' },
      { name: 'requests to storage after, of those before', value: since / usual, unit: '', bar: { atMost: 2 } },
    ];
  }

  async #count(docstores: Standing['docstores']): Promise<void> {
    this.#requests = [...this.#requests, await storageRequests(docstores)];
    this.#moments = [...this.#moments, performance.now()];
  }
}

export const benchmark: Benchmark = {
  name: 'monday',
  what: '2,000 people come back at once after all gateways were restarted: all are there within 15 s, storage is asked at most twice as often, nothing is lost',
  isForStacks: true,
  run: async ({ quick, stack, say }) => {
    const rooms = quick ? ROOMS / 4 : ROOMS;
    return await runRooms(
      {
        rooms,
        each: EACH,
        perUser: 20,
        cursorEveryMs: 0,
        changeEveryMs: 20_000,
        arriveMs: 25_000,
        steadyMs: 2 * WATCHED_MS,
        restartAfterMs: WATCHED_MS,
        settleMs: 20_000,
        lookAtOneIn: 1,
        // It would begin a minute after the start, and ask storage for itself.
        standing: { environment: { BOUGH_UPKEEP: 'false' } },
        thresholds: {},
        judge: () => [],
        restart: new AllAtOnce(rooms * EACH),
      },
      { stack, say },
    );
  },
};
