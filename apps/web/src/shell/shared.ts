import { useSyncExternalStore } from 'react';

/** One value that the whole page shares. */
export class Shared<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  /** Takes another one, and has whatever shows it drawn anew. */
  set(value: T): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  /** Bound: calls the listener after each other value, until what it answers is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** The value in React. */
export function useShared<T>(shared: Shared<T>): T {
  return useSyncExternalStore(shared.subscribe, () => shared.value);
}
