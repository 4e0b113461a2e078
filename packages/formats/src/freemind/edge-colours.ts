// Branch colours as .mm has them. Bough's eight hues have a colour each, for programs that know no hues.

const HUES = ['#f28b82', '#6aa9f5', '#dda23b', '#a893f5', '#6fbf73', '#ee8bb5', '#3bbcc0', '#a9ac3e'] as const;

/** Whether the text is a colour as both sides write it. */
export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** Whether the colour is what a child drifts to from its parent's: at most 24 of 255 apart in each part. */
export function isDrift(above: string, colour: string): boolean {
  return [1, 3, 5].every((at) => Math.abs(part(above, at) - part(colour, at)) <= 24);
}

/** The edge's colour for an item's. */
export function edgeColourOf(colour: string): string {
  return isColour(colour) ? colour : (HUES[Number(colour)] ?? HUES[0]);
}

function part(colour: string, at: number): number {
  return parseInt(colour.slice(at, at + 2), 16);
}
