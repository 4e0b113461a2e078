/** How many times faster than people worked a play can be. */
export const SPEEDS = [1, 2, 4, 8, 16, 32, 64] as const;
export type Speed = (typeof SPEEDS)[number];
