import { isShortId } from '@bough/base';
import { LIMITS } from './limits.ts';
import type { Item, ItemFields, ItemId, OrderKey, Settings } from './model.ts';

// One table of an item's fields and one of a map's settings: what an empty one holds and what each may hold. A field that is
// not here does not exist.

/** An item on which nobody has set anything. */
export const EMPTY_FIELDS: ItemFields = {
  text: '',
  note: '',
  side: null,
  offset: null,
  colour: null,
  size: null,
  shape: null,
  width: null,
  align: null,
  icon: null,
  image: null,
  href: null,
  checkbox: null,
  isFolded: false,
  linePoints: null,
  lineStyle: null,
  foreign: null,
};

/** The settings of a map on which nobody has set anything. */
export const EMPTY_SETTINGS: Settings = { title: '', defaultShape: null, lineStyle: null, foreign: null };

/** An item. All are built here, field by field in one order, so that the engine gives them one shape and reads them fast. */
export function makeItem(
  id: ItemId,
  parent: ItemId | null,
  order: OrderKey,
  text: string,
  rest: Partial<ItemFields> | undefined,
): Item {
  const item: Item = {
    id,
    parent,
    order,
    text,
    note: '',
    side: null,
    offset: null,
    colour: null,
    size: null,
    shape: null,
    width: null,
    align: null,
    icon: null,
    image: null,
    href: null,
    checkbox: null,
    isFolded: false,
    linePoints: null,
    lineStyle: null,
    foreign: null,
  };
  return rest === undefined ? item : { ...item, ...rest };
}

/** What somebody has set on the item besides its text, as it is stored; null: nothing. */
export function fieldsSet(item: ItemFields): Partial<ItemFields> | null {
  const { note, side, offset, colour, size, shape, width, align, icon } = item;
  const { image, href, checkbox, isFolded, linePoints, lineStyle, foreign } = item;
  // One comparison for each field, and not a walk over the table: all items of a map come through here whenever it is stored.
  const isNothing =
    note === '' &&
    side === null &&
    offset === null &&
    colour === null &&
    size === null &&
    shape === null &&
    width === null &&
    align === null &&
    icon === null &&
    image === null &&
    href === null &&
    checkbox === null &&
    !isFolded &&
    linePoints === null &&
    lineStyle === null &&
    foreign === null;
  return isNothing ? null : plainFields(item);
}

const STORED_NAMES = Object.keys(EMPTY_FIELDS).filter((name) => name !== 'text');
const STORED_PLACES = new Map(STORED_NAMES.map((name, place) => [name, place]));
const EMPTY: Readonly<Record<string, unknown>> = { ...EMPTY_FIELDS };

/** Those of the fields, but for the text, that differ from an empty item's, in the table's order; null: none. */
export function plainFields(fields: Partial<ItemFields>): Partial<ItemFields> | null {
  const given: Readonly<Record<string, unknown>> = fields;
  if (arePlain(given)) return fields;
  let found: Record<string, unknown> | null = null;
  for (const name of STORED_NAMES) {
    const value = given[name];
    if (value !== undefined && value !== EMPTY[name]) (found ??= {})[name] = plain(value);
  }
  return found;
}

/** Whether they are as `plainFields` would have them, as nearly all are that were stored; a false no costs a copy. */
function arePlain(fields: Readonly<Record<string, unknown>>): boolean {
  let last = -1;
  for (const name in fields) {
    const place = STORED_PLACES.get(name);
    const value = fields[name];
    if (place === undefined || place <= last || typeof value === 'object' || value === EMPTY[name]) return false;
    last = place;
  }
  return last >= 0;
}

/** Points and images, which come from outside, with their keys in our order. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if ('x' in value && 'y' in value) return { x: value.x, y: value.y };
  if ('source' in value && 'width' in value && 'height' in value) {
    return { source: value.source, width: value.width, height: value.height };
  }
  return value;
}

const COLOUR = /^(?:[0-7]|#[0-9a-f]{6})$/;
const ASSET = /^asset:[0-9a-f]{64}$/;
const WEB = /^https?:\/\/[^\s\p{Cc}]+$/u;
const HTTPS = /^https:\/\/[^\s\p{Cc}]+$/u;
const MAILTO = /^mailto:[^\s\p{Cc}]+$/u;
/** The words that a field may hold, where they are a closed list. */
export const CHOICES = {
  shape: new Set<unknown>(['none', 'pill', 'box', 'ellipse', 'diamond', 'parallelogram']),
  side: new Set<unknown>(['left', 'right']),
  align: new Set<unknown>(['start', 'middle', 'end']),
  lineStyle: new Set<unknown>(['solid', 'dashed', 'dotted']),
  checkbox: new Set<unknown>(['open', 'done']),
} as const;

type Check = (value: unknown) => boolean;

/** A well-formed text (no half of a surrogate pair) of at most so many UTF-16 units. */
export function isText(value: unknown, limit: number): value is string {
  return typeof value === 'string' && value.length <= limit && value.isWellFormed();
}

/** An object as JSON has them, whose keys may be read. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of nobody knows what. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether the object has exactly these keys. */
export function hasExactly(value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  let count = 0;
  for (const key in value) {
    if (!keys.includes(key)) return false;
    count++;
  }
  return count === keys.length;
}

/** A number of map units within the limit; never -0, which JSON cannot write. */
function isCoordinate(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LIMITS.coordinate && !Object.is(value, -0);
}

const isLength: Check = (value) => isCoordinate(value) && value > 0;

/** A point of two coordinates and nothing else. */
function isPoint(value: unknown): boolean {
  return isRecord(value) && hasExactly(value, ['x', 'y']) && isCoordinate(value['x']) && isCoordinate(value['y']);
}

/** A few points. */
export function isPoints(value: unknown): boolean {
  return Array.isArray(value) && value.length <= LIMITS.points && value.every(isPoint);
}

/** null, or a branch hue by number, or a colour in lower-case hexadecimal. */
export function isColour(value: unknown): boolean {
  return value === null || (typeof value === 'string' && COLOUR.test(value));
}

function isImage(value: unknown): boolean {
  if (!isRecord(value) || !hasExactly(value, ['source', 'width', 'height'])) return false;
  const source = value['source'];
  return (
    isText(source, LIMITS.href) &&
    (ASSET.test(source) || HTTPS.test(source)) &&
    isLength(value['width']) &&
    isLength(value['height'])
  );
}

function isHref(value: unknown): boolean {
  if (!isText(value, LIMITS.href)) return false;
  return WEB.test(value) || MAILTO.test(value) || (value.startsWith('item:') && isShortId(value.slice(5)));
}

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const among =
  (values: ReadonlySet<unknown>): Check =>
  (value) =>
    values.has(value);

const ITEM_CHECKS: { readonly [F in keyof ItemFields]: Check } = {
  text: (value) => isText(value, LIMITS.text),
  note: (value) => isText(value, LIMITS.note),
  side: orNull(among(CHOICES.side)),
  offset: orNull(isPoint),
  colour: isColour,
  size: orNull((value) => typeof value === 'number' && value >= 0.5 && value <= 4),
  shape: orNull(among(CHOICES.shape)),
  width: orNull(isLength),
  align: orNull(among(CHOICES.align)),
  icon: orNull((value) => isText(value, LIMITS.icon) && value !== ''),
  image: orNull(isImage),
  href: orNull(isHref),
  checkbox: orNull(among(CHOICES.checkbox)),
  isFolded: (value) => typeof value === 'boolean',
  linePoints: orNull(isPoints),
  lineStyle: orNull(among(CHOICES.lineStyle)),
  foreign: orNull((value) => isText(value, LIMITS.foreign)),
};

const SETTINGS_CHECKS: { readonly [F in keyof Settings]: Check } = {
  title: (value) => isText(value, LIMITS.title),
  defaultShape: orNull(among(CHOICES.shape)),
  lineStyle: orNull(among(CHOICES.lineStyle)),
  foreign: orNull((value) => isText(value, LIMITS.foreign)),
};

const itemChecks = new Map<string, Check>(Object.entries(ITEM_CHECKS));
const settingsChecks = new Map<string, Check>(Object.entries(SETTINGS_CHECKS));

/** Null when these are fields of an item, each with something it may hold; else what is wrong. */
export function problemOfFields(value: unknown): string | null {
  return problemOf(value, itemChecks, 'fields');
}

/** Null when these are settings of a map, each with something it may hold; else what is wrong. */
export function problemOfSettings(value: unknown): string | null {
  return problemOf(value, settingsChecks, 'settings');
}

function problemOf(value: unknown, checks: ReadonlyMap<string, Check>, what: string): string | null {
  if (!isRecord(value)) return `${what} are not an object`;
  for (const name in value) {
    const check = checks.get(name);
    if (check === undefined) return `no such field: ${name.slice(0, 40)}`;
    if (!check(value[name])) return `${name} cannot hold that`;
  }
  return null;
}
