import type { BrowserContext } from '@playwright/test';

/**
 * From now on the pages of this context have this moment for now, and random numbers that are the same each time: a branch's shade
 * follows from its item's id, and an id from those. Each length asked for has numbers of its own, so that a retry, which asks for other
 * lengths, shifts none of the others.
 */
export async function keepStill(context: BrowserContext, name: string, moment: number): Promise<void> {
  await context.addInitScript(
    ([who, now]) => {
      const Real = Date;
      Real.now = () => now;
      globalThis.Date = new Proxy(Real, {
        construct: (target, given: unknown[], made) =>
          Reflect.construct(target, given.length === 0 ? [now] : given, made) as object,
        apply: () => new Real(now).toString(),
      });
      // What a window is called stays through what is loaded in it.
      const visit = Number(/^still:(\d+)$/.exec(window.name)?.[1] ?? 0) + 1;
      window.name = `still:${visit}`;
      const states = new Map<number, number>();
      const next = (length: number): number => {
        let state = states.get(length);
        if (state === undefined) {
          state = 0x811c_9dc5;
          for (const unit of `${who} ${visit} ${length}`)
            state = Math.imul(state ^ (unit.codePointAt(0) ?? 0), 0x0100_0193);
        }
        // Mulberry32.
        state = (state + 0x6d2b_79f5) | 0;
        states.set(length, state);
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return (mixed ^ (mixed >>> 14)) >>> 0;
      };
      Crypto.prototype.getRandomValues = function still<T extends ArrayBufferView>(array: T): T {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let at = 0; at < bytes.length; at++) bytes[at] = next(bytes.length) >>> 24;
        return array;
      };
      Math.random = () => next(0) / 2 ** 32;
    },
    [name, moment] as const,
  );
}
