import { isRecord, tryJson } from '@bough/base';
import type { ItemFields, Link, Settings } from '@bough/map';

// What stands between a file and a map: the items in reading order, each with its level, so that no depth of a file makes
// anything recurse. Keys are the file's own names for things; a map's ids are made later.

/** What a file said that Bough has no word for. It goes back into a file of the same format. */
export interface Foreign {
  readonly format: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Elements as they stood, as XML. */
  readonly elements?: readonly string[];
  /** Members of a JSON object. */
  readonly members?: Readonly<Record<string, unknown>>;
}

export interface DraftItem {
  /** A root stands on 1; an item is at most one level below the one before it. */
  readonly level: number;
  /** Unique in the draft. */
  readonly key: string;
  /** An `href` of the form `item:<key>` names another item of the draft. */
  readonly fields: Partial<ItemFields> & { readonly text: string };
}

/** An item's fields while they are being read. */
export type OpenFields = { -readonly [F in keyof ItemFields]?: ItemFields[F] } & { text: string };

export interface DraftLink {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly colour: string | null;
  readonly arrow: Link['arrow'];
  readonly points: Link['points'];
}

export interface Draft {
  readonly settings: Partial<Settings>;
  readonly items: readonly DraftItem[];
  readonly links: readonly DraftLink[];
  /** Images that came inside the file, by the name that an item's `image.source` has as `file:<name>`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What some of them were drawn from, by the same names. */
  readonly originals?: ReadonlyMap<string, Uint8Array>;
  /** Images that items name beside their own, and the file has not. */
  readonly missing?: readonly MissingImage[];
}

/** An image by its source, and the words of the item that names it. */
export interface MissingImage {
  readonly source: string;
  readonly of: string;
}

/** The foreign part as the text that a map keeps; null when there is none. */
export function packForeign(foreign: Foreign): string | null {
  const { format, attributes = {}, elements = [], members = {} } = foreign;
  const parts = {
    ...(Object.keys(attributes).length === 0 ? {} : { attributes: sorted(attributes) }),
    ...(elements.length === 0 ? {} : { elements }),
    ...(Object.keys(members).length === 0 ? {} : { members: sorted(members) }),
  };
  return Object.keys(parts).length === 0 ? null : JSON.stringify({ format, ...parts });
}

/** By name, so that equal parts are equal texts. */
function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What `packForeign` packed, when it was for this format; else nothing. */
export function unpackForeign(
  text: string | null,
  format: string,
): { attributes: Record<string, string>; elements: string[]; members: Record<string, unknown> } {
  const nothing = { attributes: {}, elements: [], members: {} };
  if (text === null) return nothing;
  const value = tryJson(text);
  if (!isRecord(value) || value['format'] !== format) return nothing;
  const { attributes, elements, members } = value;
  return {
    attributes: isRecord(attributes) ? onlyTexts(attributes) : {},
    elements: Array.isArray(elements) ? elements.filter((element) => typeof element === 'string') : [],
    members: isRecord(members) ? { ...members } : {},
  };
}

/** The foreign part when it is of another format: then it travels with what is Bough's own. */
export function foreignOfOthers(text: string | null | undefined, format: string): string | null {
  if (text === null || text === undefined) return null;
  return text.startsWith(`{"format":${JSON.stringify(format)}`) ? null : text;
}

/** What is Bough's own, and the foreign part with it where that is of another format. */
export function withForeign(
  own: Readonly<Record<string, unknown>>,
  foreign: string | null | undefined,
  format: string,
): Record<string, unknown> {
  const elsewhere = foreignOfOthers(foreign, format);
  return elsewhere === null ? { ...own } : { ...own, foreign: elsewhere };
}

/** The name of each item in a file of the format, by its key: the one that it came with, where that is free, else one of Bough's. */
export function namesOf(
  { items }: Draft,
  cameWith: (foreign: string | null) => unknown,
  nameOf: (key: string) => string,
): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { key, fields } of items) {
    const wanted = cameWith(fields.foreign ?? null);
    const name = typeof wanted === 'string' && !taken.has(wanted) ? wanted : nameOf(key);
    taken.add(name);
    names.set(key, name);
  }
  return names;
}

function onlyTexts(record: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(record)) if (typeof value === 'string') texts[name] = value;
  return texts;
}
