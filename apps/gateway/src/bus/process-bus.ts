import type { Cancel, Clock } from '@bough/base';
import type { Bus } from './bus.ts';

type Listen = (message: string) => void;

/** The bus of a gateway that is alone: subscribers are called after the publisher's present step, in order. */
export class ProcessBus implements Bus {
  readonly name = 'the-only-one';
  readonly reachesOthers = false;
  readonly isUp = true;
  readonly isWhole = true;
  readonly #clock: Clock;
  readonly #topics = new Map<string, Set<Listen>>();
  readonly #claims = new Map<string, Cancel>();
  readonly #counts = new Map<string, { count: number; readonly cancel: Cancel }>();

  constructor(components: { readonly clock: Clock }) {
    this.#clock = components.clock;
  }

  heard(): readonly string[] {
    return [];
  }

  publish(topic: string, message: string): void {
    queueMicrotask(() => {
      for (const listen of this.#topics.get(topic) ?? []) listen(message);
    });
  }

  async subscribe(topic: string, listen: Listen): Promise<Cancel> {
    const listeners = this.#topics.get(topic) ?? new Set();
    this.#topics.set(topic, listeners);
    // One function may subscribe twice; each subscription is its own entry.
    const entry: Listen = (message) => listen(message);
    listeners.add(entry);
    return () => {
      listeners.delete(entry);
      if (listeners.size === 0 && this.#topics.get(topic) === listeners) this.#topics.delete(topic);
    };
  }

  async tryClaim(key: string, forMs: number): Promise<boolean> {
    if (this.#claims.has(key)) return false;
    this.#claims.set(
      key,
      this.#clock.after(forMs, () => this.#claims.delete(key)),
    );
    return true;
  }

  async count(key: string, forMs: number): Promise<number> {
    const known = this.#counts.get(key);
    if (known !== undefined) return ++known.count;
    const cancel = this.#clock.after(forMs, () => this.#counts.delete(key));
    this.#counts.set(key, { count: 1, cancel });
    return 1;
  }

  /** Nothing is ever lost inside one process. */
  onGap(): Cancel {
    return () => undefined;
  }

  async close(): Promise<void> {
    for (const cancel of this.#claims.values()) cancel();
    for (const { cancel } of this.#counts.values()) cancel();
    this.#claims.clear();
    this.#counts.clear();
    this.#topics.clear();
  }
}
