import type { Point } from '@bough/map';
import { alignShift } from '../draw/item-group.ts';
import type { ItemBox, WordsBox } from '../layout.ts';
import { colourName } from '../measure/colours.ts';
import { LINE_HEIGHT } from '../measure/measures.ts';
import { boxIn, exitTo, type Node } from '../place/node.ts';

/** A node's box on the map. */
export function boxOf(node: Node, origin: Point): ItemBox {
  const rect = boxIn(node);
  const at = (point: Point): Point => ({ x: origin.x + point.x, y: origin.y + point.y });
  return {
    id: node.id,
    x: origin.x + rect.x,
    y: origin.y + rect.y,
    width: rect.width,
    height: rect.height,
    depth: node.depth,
    side: node.depth === 0 ? null : node.side === 1 ? 'right' : 'left',
    entry: origin,
    exits: node.depth === 0 ? [at(exitTo(node, 1)), at(exitTo(node, -1))] : [at(exitTo(node, node.side))],
    colour: node.colour === null ? 'ink' : colourName(node.colour),
    isPlaced: node.isPlaced,
    isFolded: node.isFolded,
    hidden: node.hidden,
  };
}

/** A node's words on the map. */
export function wordsOf(node: Node, origin: Point): WordsBox {
  const { words, text, fontSize, fontWeight, wrapWidth } = node.inside;
  return {
    x: origin.x + words.x,
    y: origin.y + words.y,
    width: words.width,
    height: words.height,
    font: { family: 'sans', size: fontSize, weight: fontWeight, italic: false },
    lineHeight: LINE_HEIGHT,
    align: node.item.align ?? (node.depth === 0 ? 'middle' : 'start'),
    isRtl: text.isRtl,
    wrapWidth,
    lines: text.lines.map((line) => ({
      text: line.text,
      x: origin.x + words.x + alignShift(node, words.width - line.width, line.isRtl),
      baseline: origin.y + words.y + line.baseline,
      width: line.width,
    })),
  };
}
