import { setFlagsFromString } from 'node:v8';

/** How much may be allocated on top of what lives before garbage is collected, in percent of what lives. */
const GROWTH_PERCENT = 30;

/**
 * Bounds what garbage adds to the memory of this process. Left alone, the engine goes by the machine: where there is much memory, it
 * lets a heap grow to a multiple of what lives in it. Here what lives is bounded by a setting, and so is then the whole. To be called
 * first; the engine asks for the flag at each collection.
 */
export function boundGarbage(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
