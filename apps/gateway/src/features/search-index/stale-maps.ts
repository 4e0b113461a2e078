import { type Cancel, type Clock, type MapId, parseMapId } from '@bough/base';
import type { Bus } from '../../bus/bus.ts';
import { parseObject } from '../../bus/gateway-messages.ts';

const TOPIC = 'stale words';
/** A gateway that was killed never says that its maps are indexed: until then they are searched as they are. */
const LIFE_MS = 60 * 60_000;
const MAPS_MOST = 20_000;

/** Maps whose index of words is behind, on whichever gateway they are drawn. */
export class StaleMaps {
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #onGone: (map: MapId) => void;
  readonly #since = new Map<MapId, number>();
  #cancel: Cancel = () => undefined;

  /** `onGone` hears of maps that were removed forever, on whichever gateway. */
  constructor(components: { readonly bus: Bus; readonly clock: Clock; readonly onGone: (map: MapId) => void }) {
    this.#bus = components.bus;
    this.#clock = components.clock;
    this.#onGone = components.onGone;
  }

  async start(): Promise<void> {
    this.#cancel = await this.#bus.subscribe(TOPIC, (message) => this.#heard(message));
  }

  stop(): void {
    this.#cancel();
  }

  /** Tells every gateway. */
  tell(map: MapId, isStale: boolean): void {
    this.#take(map, isStale);
    this.#bus.publish(TOPIC, JSON.stringify({ map, isStale }));
  }

  /** Tells every gateway that the map was removed forever: there is no index of it that could be behind. */
  tellGone(map: MapId): void {
    this.#take(map, false);
    this.#bus.publish(TOPIC, JSON.stringify({ map, isStale: false, isGone: true }));
  }

  has(map: MapId): boolean {
    const since = this.#since.get(map);
    return since !== undefined && this.#clock.monotonic() - since < LIFE_MS;
  }

  #heard(message: string): void {
    const read = parseObject(message);
    const map = parseMapId(read?.['map']);
    if (map === null) return;
    this.#take(map, read?.['isStale'] === true);
    if (read?.['isGone'] === true) this.#onGone(map);
  }

  #take(map: MapId, isStale: boolean): void {
    this.#since.delete(map);
    if (isStale) this.#since.set(map, this.#clock.monotonic());
    for (const oldest of this.#since.keys()) {
      if (this.#since.size <= MAPS_MOST) break;
      this.#since.delete(oldest);
    }
  }
}
