import type { Item, ItemFields } from '@bough/map';
import type { Command } from '@bough/scene';
import type { TextMeasurer } from '@bough/text';
import { drawIcon, iconWidth } from './icon.ts';
import { checkbox, link, note, type PlacedMark } from './mark-shapes.ts';

// The signs beside an item's words, one row for each field of packages/map/src/model/model.ts; the compiler asks for it.

/** The sign of a field. */
export interface FieldMark {
  readonly side: 'before' | 'after';
  /** What it says of the item; null: nothing, and there is no sign. */
  label(item: Item): string | null;
  /** How wide it is beside words of this size. */
  width(label: string, size: number, measurer: TextMeasurer): number;
  draw(mark: PlacedMark): Command[];
}

type FieldName = keyof ItemFields;

/** null: it has no sign of its own. Signs of one side stand in this order. */
const FIELD_MARKS: { readonly [F in FieldName]: FieldMark | null } = {
  checkbox: { side: 'before', label: (item) => item.checkbox, width: (_, size) => size * 1.05, draw: checkbox },
  icon: { side: 'before', label: (item) => item.icon, width: iconWidth, draw: drawIcon },
  href: { side: 'after', label: (item) => item.href, width: (_, size) => size * 0.85, draw: link },
  note: {
    side: 'after',
    label: (item) => (item.note === '' ? null : ''),
    width: (_, size) => size * 0.85,
    draw: note,
  },
  text: null,
  side: null,
  offset: null,
  colour: null,
  size: null,
  shape: null,
  width: null,
  align: null,
  image: null,
  isFolded: null,
  linePoints: null,
  lineStyle: null,
  foreign: null,
};

const ROWS = Object.values(FIELD_MARKS).filter((row) => row !== null);

/** The rows of each side. */
export const MARKS_BEFORE: readonly FieldMark[] = ROWS.filter(({ side }) => side === 'before');
export const MARKS_AFTER: readonly FieldMark[] = ROWS.filter(({ side }) => side === 'after');
