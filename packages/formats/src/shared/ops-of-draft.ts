import type { Ids, Random } from '@bough/base';
import {
  type ItemFields,
  type ItemId,
  LIMITS,
  type Link,
  newItemId,
  newLinkId,
  type Op,
  ordersBetween,
  parseOps,
} from '@bough/map';
import type { Draft, DraftItem } from './draft.ts';
import type { Reporter } from './report.ts';
import { need } from './unreadable.ts';
import { pushAll } from './push-all.ts';

// A draft as the ops that make it on an empty map: fresh ids, one run of order keys for each list of siblings, and every field
// held to what a map takes. What a map does not take is left out and told.

/** Asks for the source of an image that came inside the file; null when it is not to be had. */
export type PlaceFile = (name: string) => string | null;

/** The ops that make the draft's map, parents before children, links last. */
export function opsOf(
  draft: Draft,
  ids: Pick<Ids, 'short'>,
  random: Random,
  reporter: Reporter,
  place: PlaceFile,
): Op[] {
  need(draft.items.length > 0, 'empty', 'There is nothing in it.');
  need(draft.items.length <= LIMITS.items, 'too-large', `It has more than ${LIMITS.items} items.`);
  const idOf = new Map<string, ItemId>();
  for (const { key } of draft.items) idOf.set(key, newItemId(ids));
  const ops: Op[] = [];
  if (Object.keys(draft.settings).length > 0) {
    ops.push({ kind: 'settings', fields: lawfulSettings(draft.settings, reporter) });
  }
  pushAll(ops, adds(draft.items, idOf, random, reporter, place));
  const links = draft.links.slice(0, LIMITS.links);
  for (let i = links.length; i < draft.links.length; i++) reporter.note('lost', 'More links than a map may have.');
  for (const draftLink of links) {
    const from = idOf.get(draftLink.from);
    const to = idOf.get(draftLink.to);
    if (from === undefined || to === undefined || from === to) {
      reporter.note('lost', 'A link without an item at its end.', draftLink.label);
      continue;
    }
    const { arrow, colour } = draftLink;
    const points = draftLink.points.slice(0, LIMITS.points);
    const link: Link = {
      id: newLinkId(ids),
      from,
      to,
      label: cut(draftLink.label, LIMITS.label),
      colour,
      arrow,
      points,
    };
    const op: Op = { kind: 'link', link };
    if (parseOps([op]).ok) ops.push(op);
    else ops.push({ kind: 'link', link: { ...link, colour: null, points: [] } });
  }
  return ops;
}

/** A file may claim settings that there are not. */
function lawfulSettings(settings: Draft['settings'], reporter: Reporter): Draft['settings'] {
  const fields: Record<string, unknown> = { ...settings, title: cut(settings.title ?? '', LIMITS.title) };
  for (const [name, value] of Object.entries(fields)) {
    if (parseOps([{ kind: 'settings', fields: { [name]: value } }]).ok) continue;
    reporter.note('lost', LOST[name] ?? OTHER, name);
    delete fields[name];
  }
  return fields;
}

function adds(
  items: readonly DraftItem[],
  idOf: ReadonlyMap<string, ItemId>,
  random: Random,
  reporter: Reporter,
  place: PlaceFile,
): Op[] {
  const placed = parentsOf(items, reporter);
  const counts = new Map<number, number>();
  for (const parent of placed) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  const orders = new Map<number, string[]>();
  for (const [parent, count] of counts) orders.set(parent, ordersBetween(null, null, count, random).reverse());
  return items.map((item, i) => {
    const parent = placed[i] ?? -1;
    const above = items[parent];
    const fields = lawful(item, idOf, reporter, place);
    return {
      kind: 'add',
      id: idOf.get(item.key) ?? newItemId({ short: () => item.key }),
      parent: above === undefined ? null : (idOf.get(above.key) ?? null),
      order: orders.get(parent)?.pop() ?? 'a0',
      fields,
    };
  });
}

/** The index of each item's parent, -1 above a root. What is nested too deep moves up to the deepest level that a map has. */
function parentsOf(items: readonly DraftItem[], reporter: Reporter): number[] {
  const path: number[] = [];
  return items.map((item, i) => {
    if (item.level > LIMITS.depth)
      reporter.note('approximated', 'Items deeper than a map goes stand on its last level.', item.fields.text);
    const level = Math.max(1, Math.min(item.level, LIMITS.depth, path.length + 1));
    path.length = level - 1;
    const parent = path.at(-1) ?? -1;
    path.push(i);
    return parent;
  });
}

function lawful(
  item: DraftItem,
  idOf: ReadonlyMap<string, ItemId>,
  reporter: Reporter,
  place: PlaceFile,
): Partial<ItemFields> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(item.fields)) {
    const kept = name === 'href' ? hrefOf(value, idOf) : name === 'image' ? imageOf(item, place) : value;
    if (kept === null || kept === undefined || kept === '') {
      if (value !== null && value !== undefined && value !== '')
        reporter.note('lost', LOST[name] ?? OTHER, item.fields.text);
      continue;
    }
    fields[name] = typeof kept === 'string' && name !== 'foreign' ? shortened(name, kept, reporter) : kept;
  }
  if (isLawful(fields)) return fields;
  for (const [name, value] of Object.entries(fields)) {
    if (isLawful({ [name]: value })) continue;
    reporter.note('lost', LOST[name] ?? OTHER, item.fields.text);
    delete fields[name];
  }
  return fields;
}

const OTHER = 'A property that a map cannot hold in that way.';
const LOST: Readonly<Record<string, string>> = {
  href: 'An address that is neither of the web nor of an item.',
  image: 'An image that is not in the file.',
  foreign: 'More of what only the other program knows than a map keeps.',
};

function isLawful(fields: Readonly<Record<string, unknown>>): boolean {
  return parseOps([{ kind: 'set', id: 'AAAAAAAAAAAA', fields }]).ok;
}

function hrefOf(value: unknown, idOf: ReadonlyMap<string, ItemId>): string | null {
  if (typeof value !== 'string') return null;
  if (!value.startsWith('item:')) return value;
  const id = idOf.get(value.slice(5));
  return id === undefined ? null : `item:${id}`;
}

function imageOf(item: DraftItem, place: PlaceFile): unknown {
  const { image } = item.fields;
  if (image === null || image === undefined || !image.source.startsWith('file:')) return image;
  const source = place(image.source.slice(5));
  return source === null ? null : { ...image, source };
}

const LENGTHS: Readonly<Record<string, number>> = { text: LIMITS.text, note: LIMITS.note, icon: LIMITS.icon };

function shortened(name: string, text: string, reporter: Reporter): string {
  const limit = LENGTHS[name] ?? Infinity;
  if (text.length > limit) reporter.note('lost', 'The end of a text that is longer than an item holds.', text);
  return cut(text, limit);
}

function cut(text: string, limit: number): string {
  const short = text.length <= limit ? text : text.slice(0, limit);
  const last = short.charCodeAt(short.length - 1);
  return (last >= 0xd800 && last < 0xdc00 ? short.slice(0, -1) : short).toWellFormed();
}
