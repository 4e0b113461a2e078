import type { ItemFields, Shape } from '@bough/map';
import type { DraftItem, OpenFields } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { isWebAddress } from '../shared/text/web-address.ts';
import { pixelsOf } from './dialects.ts';

// The attributes of a node that both sides know. Reading and writing stand here together, so that they cannot drift apart.

/** Attributes that are kept without a word: times and names, which are no loss to anybody who looks at the map. */
export const NATIVE_ATTRIBUTES: ReadonlySet<string> = new Set([
  'ID',
  'CREATED',
  'MODIFIED',
  'STYLE',
  'LINK',
  'HGAP_QUANTITY',
  'VSHIFT_QUANTITY',
]);

/** What the IDs begin with that Bough gives to nodes; they are not worth keeping. */
export const OWN_ID = 'bough_';

/** Attributes of the node's edge are kept with the node's own, behind this. */
export const EDGE = 'edge:';

const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ['bubble', 'pill'],
  ['rectangle', 'box'],
  ['oval', 'ellipse'],
]);
const STYLES: ReadonlyMap<string, string> = new Map([...SHAPES].map(([style, shape]) => [shape, style]));

/** The fields that a node's attributes stand for, and the attributes that stand for none. */
export function fieldsOfAttributes(
  attributes: ReadonlyMap<string, string>,
  level: number,
  reporter: Reporter,
): { fields: DraftItem['fields']; others: [string, string][] } {
  const fields: OpenFields = { text: attributes.get('TEXT') ?? '' };
  const others: [string, string][] = [];
  for (const [name, value] of attributes) {
    const found = fieldsOf(name, value, level, attributes);
    if (found === null) others.push([name, value]);
    else Object.assign(fields, found);
    if (name === 'LINK' && found === null && value !== '')
      reporter.note('kept', 'An address outside of the web.', value);
  }
  return { fields, others };
}

/** What one attribute says; null: nothing that Bough has a word for. */
function fieldsOf(
  name: string,
  value: string,
  level: number,
  all: ReadonlyMap<string, string>,
): Partial<ItemFields> | null {
  switch (name) {
    case 'TEXT':
    case 'X_BOUGH':
      return {};
    case 'FOLDED':
      return value === 'true' ? { isFolded: true } : {};
    case 'POSITION':
      if (level !== 2) return {};
      return { side: /left/.test(value) ? 'left' : 'right' };
    case 'STYLE': {
      const shape = SHAPES.get(value);
      return shape === undefined ? null : { shape };
    }
    case 'LINK':
      if (value.startsWith('#') && value.length > 1) return { href: `item:${value.slice(1)}` };
      return isWebAddress(value) ? { href: value } : null;
    case 'X_COGGLE_POSX':
      return level === 1 ? placeOf(value, all.get('X_COGGLE_POSY') ?? '0') : null;
    case 'X_COGGLE_POSY':
      return level === 1 ? {} : null;
    default:
      return null;
  }
}

function placeOf(x: string, y: string): Partial<ItemFields> {
  const point = { x: Number(x) || 0, y: Number(y) || 0 };
  return point.x === 0 && point.y === 0 ? {} : { offset: point };
}

/** The attributes that hold the fields, and the fields that need another place; `said`: those that icons hold. */
export function attributesOfFields(
  fields: DraftItem['fields'],
  level: number,
  idOf: (key: string) => string,
  said: ReadonlySet<string>,
): { attributes: [string, string][]; others: Record<string, unknown> } {
  const attributes: [string, string][] = [];
  const others: Record<string, unknown> = {};
  const { isFolded, side, shape, href } = fields;
  const style = shape === null || shape === undefined ? undefined : STYLES.get(shape);
  const written = new Set([...WRITTEN_ELSEWHERE, ...said]);
  const write = (name: string, attribute: string, value: string): void => {
    written.add(name);
    attributes.push([attribute, value]);
  };
  if (isFolded === true) write('isFolded', 'FOLDED', 'true');
  if (level === 2 && side !== null && side !== undefined) write('side', 'POSITION', side);
  if (style !== undefined) write('shape', 'STYLE', style);
  if (href !== null && href !== undefined) write('href', 'LINK', linkOf(href, idOf));
  for (const [name, value] of Object.entries(fields)) if (!written.has(name)) others[name] = value;
  return { attributes, others };
}

const WRITTEN_ELSEWHERE: readonly string[] = ['text', 'note', 'icon', 'colour', 'foreign'];

/** Where a free node of Freeplane's stands, from the node that it belongs to; null where it does not say. */
export function placeOfFreeNode(
  attributes: ReadonlyMap<string, string>,
): { readonly x: number; readonly y: number } | null {
  const gap = attributes.get('HGAP_QUANTITY') ?? attributes.get('HGAP');
  const shift = attributes.get('VSHIFT_QUANTITY') ?? attributes.get('VSHIFT');
  if (gap === undefined && shift === undefined) return null;
  const x = pixelsOf(gap);
  return { x: attributes.get('POSITION') === 'left' && x !== 0 ? -x : x, y: pixelsOf(shift) };
}

function linkOf(href: string, idOf: (key: string) => string): string {
  return href.startsWith('item:') ? `#${idOf(href.slice(5))}` : href;
}
