import { isRecord } from '@bough/base';
import type { Splice } from '../changes/change.ts';
import { LIMITS } from './limits.ts';
import type { Item, ItemFields, ItemId, OrderKey, Settings } from './model.ts';
import type { Dice } from '../testing/dice.ts';
import {
  among,
  type Check,
  CHOICES,
  isColour,
  isHref,
  isImage,
  isLength,
  isPoint,
  isPoints,
  isText,
  orNull,
} from './values.ts';

// The fields of an item and the settings of a map. A field that has no row here does not exist; whatever is done with all fields
// goes by the rows. The compiler asks for the row of each field of model.ts, and for its trial, which the laws go by.

/** What there is to know about a field. */
interface Field<T> {
  /** What it holds where nobody has set anything; null when the layout and the theme decide. */
  readonly empty: T;
  readonly holds: Check;
  /** Who wins when two people change it at once: the last one, or both, character by character. */
  readonly merge: 'last' | 'splices';
  /** The version of the stored form that has it first; absent: all have it. */
  readonly since?: number;
}

type Fields<T> = {
  readonly [F in keyof T]: Field<T[F]> & { readonly merge: F extends Splice['field'] ? 'splices' : 'last' };
};

/** Null, or what the check lets pass. The last one wins. */
function maybe(holds: Check) {
  return { empty: null, holds: orNull(holds), merge: 'last' } as const;
}

const textOf =
  (limit: number): Check =>
  (value) =>
    isText(value, limit);

/** In the order in which stored forms have them. */
export const ITEM_FIELDS: Fields<ItemFields> = {
  text: { empty: '', holds: textOf(LIMITS.text), merge: 'splices' },
  note: { empty: '', holds: textOf(LIMITS.note), merge: 'splices' },
  side: maybe(among(CHOICES.side)),
  offset: maybe(isPoint),
  colour: maybe(isColour),
  size: maybe((value) => typeof value === 'number' && value >= 0.5 && value <= 4),
  shape: maybe(among(CHOICES.shape)),
  width: maybe(isLength),
  align: maybe(among(CHOICES.align)),
  icon: maybe((value) => isText(value, LIMITS.icon) && value !== ''),
  image: maybe(isImage),
  href: maybe(isHref),
  checkbox: maybe(among(CHOICES.checkbox)),
  isFolded: { empty: false, holds: (value) => typeof value === 'boolean', merge: 'last' },
  linePoints: maybe(isPoints),
  lineStyle: maybe(among(CHOICES.lineStyle)),
  foreign: { ...maybe(textOf(LIMITS.foreign)), since: 2 },
};

/** In the order in which stored forms have them. */
export const SETTINGS_FIELDS: Fields<Settings> = {
  title: { empty: '', holds: textOf(LIMITS.title), merge: 'last' },
  defaultShape: maybe(among(CHOICES.shape)),
  lineStyle: maybe(among(CHOICES.lineStyle)),
  foreign: { ...maybe(textOf(LIMITS.foreign)), since: 2 },
};

/** The version of the stored form that has them all. */
export const NEWEST_FIELD = [ITEM_FIELDS, SETTINGS_FIELDS]
  .flatMap((fields): readonly Field<unknown>[] => Object.values(fields))
  .reduce((newest, { since = 1 }) => Math.max(newest, since), 1);

/** What the laws try a field with. Nothing that ships reads it, so it is in no bundle. */
interface FieldTrial<T> {
  /** What the frozen document of each version holds. */
  readonly sample: T;
  readonly random: (dice: Dice) => T;
}

export const ITEM_TRIALS: { readonly [F in keyof ItemFields]: FieldTrial<ItemFields[F]> } = {
  text: { sample: 'full', random: (dice) => dice.text(8) },
  note: { sample: 'a note', random: (dice) => dice.text() },
  side: { sample: 'left', random: (dice) => dice.one(['left', 'right', null]) },
  offset: {
    sample: { x: -12.5, y: 40 },
    random: (dice) => (dice.chance(0.3) ? null : { x: dice.below(500) - 250, y: dice.below(500) - 250.5 }),
  },
  colour: { sample: '#a0b1c2', random: (dice) => dice.one(['3', '#a0b1c2', null]) },
  size: { sample: 1.5, random: (dice) => dice.one([0.5, 2, 4, null]) },
  shape: { sample: 'pill', random: (dice) => dice.one(['pill', 'none', 'diamond', null]) },
  width: { sample: 240, random: (dice) => dice.one([120, 80.25, null]) },
  align: { sample: 'middle', random: (dice) => dice.one(['start', 'end', null]) },
  icon: { sample: '⭐', random: (dice) => dice.one(['star', '🌳', null]) },
  image: {
    sample: { source: `asset:${'0a'.repeat(32)}`, width: 320, height: 200 },
    random: (dice) => dice.one([{ source: `asset:${'0'.repeat(64)}`, width: 10, height: 20 }, null]),
  },
  href: {
    sample: 'https://example.org/?a=b',
    random: (dice) => dice.one(['https://example.org/a?b=c', 'mailto:a@example.org', 'item:AAAAAAAAAAAA', null]),
  },
  checkbox: { sample: 'done', random: (dice) => dice.one(['open', 'done', null]) },
  isFolded: { sample: true, random: (dice) => dice.chance(0.5) },
  linePoints: { sample: [{ x: 1, y: -2 }], random: (dice) => dice.one([[{ x: 1, y: 2 }], null]) },
  lineStyle: { sample: 'dashed', random: (dice) => dice.one(['dashed', 'solid', null]) },
  foreign: { sample: '{"mm":["STYLE_REF","x"]}', random: (dice) => dice.one(['{"mm":[]}', null]) },
};

export const SETTINGS_TRIALS: { readonly [F in keyof Settings]: FieldTrial<Settings[F]> } = {
  title: { sample: 'Everything', random: (dice) => dice.text() },
  defaultShape: { sample: 'box', random: (dice) => dice.one(['pill', null]) },
  lineStyle: { sample: 'dotted', random: (dice) => dice.one(['dotted', null]) },
  foreign: { sample: '{"mm":["STYLE_REF","x"]}', random: (dice) => dice.one(['{"opml":[]}', null]) },
};

/** An item on which nobody has set anything. */
export const EMPTY_FIELDS: ItemFields = emptyOf(ITEM_FIELDS);

/** The settings of a map on which nobody has set anything. */
export const EMPTY_SETTINGS: Settings = emptyOf(SETTINGS_FIELDS);

function emptyOf<T>(fields: Fields<T>): T {
  return Object.fromEntries(Object.entries<Field<unknown>>(fields).map(([name, { empty }]) => [name, empty])) as T;
}

type Writable<T> = { -readonly [F in keyof T]: T[F] };

/** What every item is copied from: so the engine gives them all one shape, and reads them fast. */
const EMPTY_ITEM = { id: '', parent: null, order: '', ...EMPTY_FIELDS } as unknown as Item;

/** An item. */
export function makeItem(
  id: ItemId,
  parent: ItemId | null,
  order: OrderKey,
  text: string,
  rest: Partial<ItemFields> | undefined,
): Item {
  const item: Writable<Item> = rest === undefined ? { ...EMPTY_ITEM } : { ...EMPTY_ITEM, text, ...rest };
  item.id = id;
  item.parent = parent;
  item.order = order;
  if (rest === undefined) item.text = text;
  return item;
}

const EMPTY: Readonly<Record<string, unknown>> = { ...EMPTY_FIELDS };
const EMPTY_VALUES: readonly unknown[] = Object.values(EMPTY_ITEM);
/** Its id, parent, order and text. */
const BEFORE_FIELDS = 4;
const STORED_NAMES = Object.keys(EMPTY).filter((name) => name !== 'text');
const STORED_PLACES = new Map(STORED_NAMES.map((name, place) => [name, place]));

/** What somebody has set on the item besides its text, as it is stored; null: nothing. All items come through here to be stored. */
export function fieldsSet(item: Partial<ItemFields>): Partial<ItemFields> | null {
  const given: Readonly<Record<string, unknown>> = item;
  let at = 0;
  // In the order of EMPTY_ITEM, as all items are made; an item in another order would only be looked at once more.
  for (const name in given) {
    if (at >= BEFORE_FIELDS && given[name] !== EMPTY_VALUES[at]) return plainFields(item);
    at++;
  }
  return null;
}

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

type Rows = ReadonlyMap<unknown, Field<unknown>>;

const itemRows: Rows = new Map(Object.entries(ITEM_FIELDS));
const settingsRows: Rows = new Map(Object.entries(SETTINGS_FIELDS));

/** Null when these are fields of an item, each with something it may hold; else what is wrong. */
export function problemOfFields(value: unknown): string | null {
  return problemOf(value, itemRows, 'fields');
}

/** Null when these are settings of a map, each with something it may hold; else what is wrong. */
export function problemOfSettings(value: unknown): string | null {
  return problemOf(value, settingsRows, 'settings');
}

function problemOf(value: unknown, rows: Rows, what: string): string | null {
  if (!isRecord(value)) return `${what} are not an object`;
  for (const name in value) {
    const row = rows.get(name);
    if (row === undefined) return `no such field: ${name.slice(0, 40)}`;
    if (!row.holds(value[name])) return `${name} cannot hold that`;
  }
  return null;
}

/** Whether this names a text in which splices merge. */
export function isSpliced(name: unknown): boolean {
  return itemRows.get(name)?.merge === 'splices';
}
