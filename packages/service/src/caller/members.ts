import type { Cancel, Clock } from '@bough/base';
import type { Instance } from './instance.ts';

/** What is under way at an instance that has left is waited for so long: longer than any call may take. */
const LEAVING_MS = 120_000;

/** The instances of a service that there are, by address. */
export class Members {
  readonly #clock: Clock;
  readonly #make: (url: string) => Instance;
  readonly #leaving = new Map<Instance, Cancel>();
  #here: ReadonlyMap<string, Instance> = new Map();

  constructor(clock: Clock, make: (url: string) => Instance) {
    this.#clock = clock;
    this.#make = make;
  }

  get urls(): readonly string[] {
    return [...this.#here.keys()];
  }

  /** Those that have not left, by address. */
  get all(): ReadonlyMap<string, Instance> {
    return this.#here;
  }

  /** From here on these are all. One that stays keeps its connections; one that leaves ends what it has begun. Says whether that is a change. */
  set(urls: readonly string[]): boolean {
    const before = this.#here;
    const isSame = urls.length === before.size && urls.every((url) => before.has(url));
    if (isSame) return false;
    this.#here = new Map(urls.map((url) => [url, before.get(url) ?? this.#make(url)]));
    for (const [url, instance] of before) if (!this.#here.has(url)) this.#letGo(instance);
    return true;
  }

  async stop(): Promise<void> {
    for (const cancel of this.#leaving.values()) cancel();
    await Promise.all([...this.#here.values(), ...this.#leaving.keys()].map((instance) => instance.stop()));
  }

  #letGo(instance: Instance): void {
    const end = (): void => {
      this.#leaving.delete(instance);
      void instance.stop();
    };
    this.#leaving.set(instance, this.#clock.after(LEAVING_MS, end));
  }
}
