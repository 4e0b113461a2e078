import type { Clock } from '@bough/base';

/** The outcome of the work, or a rejection when it takes longer; the work goes on, and how it ends is nobody's concern then. */
export async function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(ms, () => reject(new Error(`it took longer than ${ms} ms`)));
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}
