import type { Colour, Command } from '@bough/scene';
import { badge } from '../marks/mark-shapes.ts';
import type { Node } from '../place/node.ts';

/** What stands beside an item's words: the signs of its fields, how many comments there are, and the count of a fold. */
export function markCommands(node: Node, colour: Colour): Command[] {
  const { id, inside, context } = node;
  return inside.marks.flatMap((mark) => {
    const { sign } = mark;
    switch (sign) {
      case 'comments':
        return badge(mark, { kind: sign, id }, 'accent/85', 'paper', 10, 4);
      case 'fold':
        return badge(mark, { kind: sign, id }, `${colour}/26`, 'ink', 10.5, 8.5);
      default:
        return sign.draw({ ...mark, id, colour, fontSize: inside.fontSize, figures: context.settings.figures });
    }
  });
}
