import { unreachable } from '@bough/base';
import { type Colour, type Command, type HitTag, PathBuilder, polyline, type Rect, roundedRect } from '@bough/scene';
import { createInterMeasurer, isEmojiOnly, parseHref } from '@bough/text';
import type { Mark } from '../measure/body.ts';
import { signOnKey } from '../measure/keycap.ts';
import type { Node } from '../place/node.ts';
import { iconCommand } from './figure-commands.ts';

const measurer = createInterMeasurer();

/** What stands beside an item's words: checkbox, icon, signs of a note, a link, comments, and the count of a fold. */
export function markCommands(node: Node, colour: Colour): Command[] {
  return node.inside.marks.flatMap((mark) => {
    switch (mark.kind) {
      case 'checkbox':
        return checkbox(node, mark, colour);
      case 'icon':
        return icon(node, mark);
      case 'note':
        return note(node, mark);
      case 'href':
        return link(node, mark);
      case 'comments':
        return badge(mark, { kind: 'comments', id: node.id }, 'accent/85', 'paper', 10, 4);
      case 'fold':
        return badge(mark, { kind: 'fold', id: node.id }, `${colour}/26`, 'ink', 10.5, 8.5);
      default:
        return unreachable(mark.kind);
    }
  });
}

function checkbox(node: Node, { rect, label }: Mark, colour: Colour): Command[] {
  const hit: HitTag = { kind: 'checkbox', id: node.id };
  const box = { x: rect.x + 1, y: rect.y + 1, width: rect.width - 2, height: rect.height - 2 };
  const path = roundedRect(box, 3.5);
  if (label !== 'done')
    return [area(rect, hit), { kind: 'stroke', path, colour: 'ink-soft', width: 1.4, bounds: rect }];
  const at = (x: number, y: number): number[] => [box.x + box.width * x, box.y + box.height * y];
  const tick = polyline([...at(0.24, 0.53), ...at(0.43, 0.72), ...at(0.77, 0.3)], false);
  return [
    { kind: 'fill', path, colour, bounds: rect, hit },
    { kind: 'stroke', path: tick, colour: 'paper', width: 1.8, bounds: rect },
  ];
}

/** Nothing to see, but something to hit. */
function area(rect: Rect, hit: HitTag): Command {
  return { kind: 'fill', path: roundedRect(rect, 0), colour: 'paper', alpha: 0, bounds: rect, hit };
}

function icon(node: Node, { rect, label }: Mark): Command[] {
  const hit: HitTag = { kind: 'icon', id: node.id };
  if (/^[a-z][a-z0-9-]*$/.test(label)) {
    const path = node.context.settings.figures?.icon(label) ?? null;
    return path === null ? [area(rect, hit)] : [area(rect, hit), iconCommand(path, rect)];
  }
  const sign = signOnKey(label);
  if (sign !== null) {
    return badge({ kind: 'icon', rect, label: sign }, hit, 'ink/12', 'ink', node.inside.fontSize * 0.8, 4);
  }
  const size = node.inside.fontSize * 1.1;
  return [
    {
      kind: 'text',
      text: label,
      x: rect.x,
      y: rect.y + rect.height / 2 + size * 0.36,
      width: rect.width,
      font: { family: 'sans', size, weight: 400, italic: false },
      colour: 'ink',
      bounds: rect,
      hit,
      ...(isEmojiOnly(label) ? { emoji: true } : {}),
    },
  ];
}

function note(node: Node, { rect }: Mark): Command[] {
  const lines = new PathBuilder();
  const { x, y, width, height } = rect;
  for (const [at, to] of [
    [0.26, 0.9],
    [0.5, 0.9],
    [0.74, 0.55],
  ] as const) {
    lines.moveTo(x + width * 0.1, y + height * at).lineTo(x + width * to, y + height * at);
  }
  const hit: HitTag = { kind: 'note', id: node.id };
  return [area(rect, hit), { kind: 'stroke', path: lines.build(), colour: 'ink-soft', width: 1.4, bounds: rect }];
}

/** An arrow that leaves: a link to an address or to another item. */
function link(node: Node, { rect, label }: Mark): Command[] {
  const href = parseHref(label);
  const { x, y, width: w, height: h } = rect;
  const path = new PathBuilder()
    .moveTo(x + w * 0.2, y + h * 0.8)
    .lineTo(x + w * 0.8, y + h * 0.2)
    .moveTo(x + w * 0.34, y + h * 0.2)
    .lineTo(x + w * 0.8, y + h * 0.2)
    .lineTo(x + w * 0.8, y + h * 0.66)
    .build();
  const hit: HitTag = { kind: 'href', id: node.id, href: href ?? label };
  const stroke: Command = { kind: 'stroke', path, colour: 'ink-soft', width: 1.4, bounds: rect };
  return label.startsWith('item:') || href !== null ? [area(rect, hit), stroke] : [stroke];
}

function badge({ rect, label }: Mark, hit: HitTag, fill: Colour, ink: Colour, size: number, radius: number): Command[] {
  const font = { family: 'sans', size, weight: 600, italic: false } as const;
  const width = measurer.width(label, font);
  return [
    { kind: 'fill', path: roundedRect(rect, radius), colour: fill, bounds: rect, hit },
    {
      kind: 'text',
      text: label,
      x: rect.x + (rect.width - width) / 2,
      y: rect.y + rect.height / 2 + size * 0.364,
      width,
      font,
      colour: ink,
      bounds: rect,
    },
  ];
}
