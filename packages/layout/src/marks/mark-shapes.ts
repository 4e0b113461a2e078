import { type Colour, type Command, type HitTag, PathBuilder, polyline, type Rect, roundedRect } from '@bough/scene';
import { createInterMeasurer, parseHref, type TextMeasurer } from '@bough/text';
import type { Figures } from '../layout.ts';

// How marks are drawn.

/** A mark in its place, and what drawing it needs to know. */
export interface PlacedMark {
  readonly id: string;
  readonly rect: Rect;
  readonly label: string;
  /** The branch's. */
  readonly colour: Colour;
  readonly fontSize: number;
  readonly figures: Figures | null;
}

const measurer: TextMeasurer = createInterMeasurer();

/** Nothing to see, but something to hit. */
export function area(rect: Rect, hit: HitTag): Command {
  return { kind: 'fill', path: roundedRect(rect, 0), colour: 'paper', alpha: 0, bounds: rect, hit };
}

/** A box, ticked or not. */
export function checkbox({ id, rect, label, colour }: PlacedMark): Command[] {
  const hit: HitTag = { kind: 'checkbox', id };
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

/** Lines of writing. */
export function note({ id, rect }: PlacedMark): Command[] {
  const lines = new PathBuilder();
  const { x, y, width, height } = rect;
  for (const [at, to] of [
    [0.26, 0.9],
    [0.5, 0.9],
    [0.74, 0.55],
  ] as const) {
    lines.moveTo(x + width * 0.1, y + height * at).lineTo(x + width * to, y + height * at);
  }
  const hit: HitTag = { kind: 'note', id };
  return [area(rect, hit), { kind: 'stroke', path: lines.build(), colour: 'ink-soft', width: 1.4, bounds: rect }];
}

/** An arrow that leaves: a link to an address or to another item. */
export function link({ id, rect, label }: PlacedMark): Command[] {
  const href = parseHref(label);
  const { x, y, width: w, height: h } = rect;
  const path = new PathBuilder()
    .moveTo(x + w * 0.2, y + h * 0.8)
    .lineTo(x + w * 0.8, y + h * 0.2)
    .moveTo(x + w * 0.34, y + h * 0.2)
    .lineTo(x + w * 0.8, y + h * 0.2)
    .lineTo(x + w * 0.8, y + h * 0.66)
    .build();
  const hit: HitTag = { kind: 'href', id, href: href ?? label };
  const stroke: Command = { kind: 'stroke', path, colour: 'ink-soft', width: 1.4, bounds: rect };
  return label.startsWith('item:') || href !== null ? [area(rect, hit), stroke] : [stroke];
}

/** Words on a plate. */
export function badge(
  { rect, label }: Pick<PlacedMark, 'rect' | 'label'>,
  hit: HitTag,
  fill: Colour,
  ink: Colour,
  size: number,
  radius: number,
): Command[] {
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
