import { hexColourIn } from '../shared/branch-colours.ts';

/** The format's six colours (red, orange, yellow, green, cyan, purple) as branch hues. */
const HUES = ['0', '2', '7', '4', '6', '3'] as const;

/** A colour of the canvas as a map has it; null for one that is none. */
export function colourOfCanvas(color: unknown): string | null {
  const said = typeof color === 'string' ? color : '';
  return /^[1-6]$/.test(said) ? (HUES[Number(said) - 1] ?? null) : hexColourIn(said);
}

/** A map's colour as the canvas has it; null for a hue that it has no name for. */
export function canvasColour(colour: string | null | undefined): string | null {
  if (colour?.startsWith('#') === true) return colour;
  const at = HUES.findIndex((hue) => hue === colour);
  return at < 0 ? null : String(at + 1);
}
