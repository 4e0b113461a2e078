import { PathBuilder, type PathData } from '@bough/scene';

/** A step of a glyph's outline as fontkit tells it, in the font's units, upwards. */
export interface GlyphCommand {
  readonly command: string;
  readonly args: readonly number[];
}

/** The outline moved to the right by `dx` of the font's units, scaled, upside down; curves of one control point become curves of two. */
export function glyphPath(commands: readonly GlyphCommand[], scale: number, dx = 0): PathData {
  const path = new PathBuilder();
  let [fromX, fromY] = [0, 0];
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args.map((value, i) =>
      i % 2 === 0 ? (value + dx) * scale : -value * scale,
    );
    if (command === 'closePath') {
      path.closePath();
      continue;
    }
    const [toX, toY] = args.length === 6 ? [e, f] : args.length === 4 ? [c, d] : [a, b];
    const towards = (from: number, control: number): number => from + (2 / 3) * (control - from);
    if (command === 'moveTo') path.moveTo(toX, toY);
    else if (command === 'lineTo') path.lineTo(toX, toY);
    else if (command === 'quadraticCurveTo')
      path.bezierCurveTo(towards(fromX, a), towards(fromY, b), towards(toX, a), towards(toY, b), toX, toY);
    else path.bezierCurveTo(a, b, c, d, toX, toY);
    [fromX, fromY] = [toX, toY];
  }
  return path.build();
}
