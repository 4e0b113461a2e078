const WEIGHTS = [400, 500, 600, 700];

/**
 * The typeface of maps, in the weights that they have: asked for, since a canvas asks for none, and paints with another one what is not
 * there. Settles once it is there, or is known not to come.
 */
export async function loadFaces({ fonts }: Document): Promise<void> {
  await Promise.allSettled(WEIGHTS.map((weight) => fonts.load(`${weight} 16px 'Inter Variable'`)));
}
