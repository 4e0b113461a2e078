import { type Command, type Font, type HitTag, PathBuilder, type PathData, playPath, type Rect } from '@bough/scene';
import type { FormulaShape } from '../layout.ts';

// Formulas and icons come as paths of a size of their own; here they get their place on the map.

const ICON_SQUARE = 24;
const ICON_LINE = 2;

/** Of a formula's piece: where its line's baseline begins, how large its letters are, and what it says as it was written. */
export interface FormulaPlace {
  readonly x: number;
  readonly baseline: number;
  readonly bounds: Rect;
  readonly font: Font;
  readonly source: string;
  readonly colour: string;
  readonly hit: HitTag;
}

/** The formula's shape, and the letters in it that are words of the map's own face. */
export function formulaCommands(shape: FormulaShape, place: FormulaPlace): Command[] {
  const { x, baseline, bounds, font, source, colour, hit } = place;
  const path = placed(shape.path, font.size, x, baseline);
  const words = shape.words.map((word): Command => {
    const at = { x: x + word.x * font.size, y: baseline + word.y * font.size };
    return {
      kind: 'text',
      text: word.text,
      ...at,
      width: bounds.width,
      font: { ...font, size: word.size * font.size },
      colour,
      bounds,
    };
  });
  return [{ kind: 'fill', path, colour, bounds, hit, says: source }, ...words];
}

/** The icon's lines in its square. */
export function iconCommand(path: PathData, rect: Rect): Command {
  const scale = rect.width / ICON_SQUARE;
  return {
    kind: 'stroke',
    path: placed(path, scale, rect.x, rect.y),
    colour: 'ink',
    width: ICON_LINE * scale,
    bounds: rect,
  };
}

function placed(path: PathData, scale: number, dx: number, dy: number): PathData {
  const builder = new PathBuilder();
  const [x, y] = [(n: number) => n * scale + dx, (n: number) => n * scale + dy];
  playPath(path, {
    moveTo: (a, b) => void builder.moveTo(x(a), y(b)),
    lineTo: (a, b) => void builder.lineTo(x(a), y(b)),
    bezierCurveTo: (a, b, c, d, e, f) => void builder.bezierCurveTo(x(a), y(b), x(c), y(d), x(e), y(f)),
    closePath: () => void builder.closePath(),
  });
  return builder.build();
}
