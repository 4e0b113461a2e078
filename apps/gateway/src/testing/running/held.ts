import type { Metadata } from '../../metadata/metadata.ts';

/** A call that waits. */
export interface Holding {
  /** Resolves when it waits. */
  readonly reached: Promise<void>;
  readonly release: () => void;
}
/** A real store whose calls can be made to wait, one by one: as behind a crowd of others, or a slow network. */
export interface Held {
  readonly metadata: Metadata;
  /** Has the next call of this method wait: before it is done, or after, before its caller hears of it. */
  readonly hold: (name: string, where: 'before' | 'after') => Holding;
}

/** Holds calls of the store. */
export function held(store: Metadata): Held {
  const holdings = new Map<string, (call: () => Promise<unknown>) => Promise<unknown>>();
  const metadata = new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || typeof name !== 'string') return method;
      return async (...given: unknown[]): Promise<unknown> => {
        const call = async (): Promise<unknown> => await Reflect.apply(method, target, given);
        const holding = holdings.get(name);
        holdings.delete(name);
        return holding === undefined ? await call() : await holding(call);
      };
    },
  });
  return {
    metadata,
    hold: (name, where) => {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holdings.set(name, async (call) => {
        const early = where === 'after' ? await call() : undefined;
        reached.resolve();
        await released.promise;
        return where === 'after' ? early : await call();
      });
      return { reached: reached.promise, release: () => released.resolve() };
    },
  };
}
