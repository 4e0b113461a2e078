// Branch colours as .mm has them: a branch's children drift from it.

/** Whether the colour is what a child drifts to from its parent's: at most 24 of 255 apart in each part. */
export function isDrift(above: string, colour: string): boolean {
  return [1, 3, 5].every((at) => Math.abs(part(above, at) - part(colour, at)) <= 24);
}

function part(colour: string, at: number): number {
  return parseInt(colour.slice(at, at + 2), 16);
}
