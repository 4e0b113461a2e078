/** No screen shows less than a tenth of a pixel, and the same number is told while nothing moves. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
