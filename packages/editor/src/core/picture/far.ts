/** The words of first branches, in the map's units: while these can be read, nothing is drawn over the map. */
const PLAIN_SIZE = 15;
/**
 * How high plain words are, in pixels, when the large ones of roots, of their branches, and of theirs come in their place. There is
 * nothing between: both at once are a smear.
 */
const BELOW = [6.5, 6.5, 4.5];

/** Whether the large words of a level are there at this scale: not while plain words can be read. */
export function isFar(scale: number, depth: number): boolean {
  return PLAIN_SIZE * scale < (BELOW[depth] ?? 0);
}
