import type { Colour } from '@bough/scene';

/** How much is seen of what stands back. */
export const FADED = 0.12;

const PALE = new Map<Colour, Colour>();

/**
 * The colour of a command that stands back: that much of it mixed into the paper, opaque. Painted half through, lines would be darker
 * wherever they lie on each other.
 */
export function palenessOf(colour: Colour): Colour {
  let pale = PALE.get(colour);
  if (pale === undefined) {
    const slash = colour.lastIndexOf('/');
    const share = slash < 0 ? 100 : Number(colour.slice(slash + 1));
    pale = `${slash < 0 ? colour : colour.slice(0, slash)}/${Math.round(share * FADED * 100) / 100}`;
    if (PALE.size > 50_000) PALE.clear();
    PALE.set(colour, pale);
  }
  return pale;
}
