/** A promise with its two ends, whose rejection nobody has to take. */
export interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(reason: unknown): void;
}

/** A fresh one. */
export function defer(): Deferred {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => {
    // Whoever waits gets the rejection from the promise itself; with nobody waiting there is nobody to tell.
  });
  return { promise, resolve, reject };
}
