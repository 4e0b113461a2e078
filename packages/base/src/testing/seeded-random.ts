import type { Random } from '../ports.ts';

/** Randomness that is the same for the same seed, on every machine: Mulberry32 (Tommy Ettinger, 2017). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next32 = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  return {
    fraction: () => next32() / 0x1_0000_0000,
    bytes: (length) => {
      const out = new Uint8Array(length);
      for (let i = 0; i < length; i++) out[i] = next32() & 0xff;
      return out;
    },
  };
}
