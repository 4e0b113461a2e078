import {
  err,
  isCount,
  isRecord,
  isShortId,
  type Lineage,
  LINEAGES_MOST,
  ok,
  parsePeerId,
  parsePersonId,
  type Result,
  tryJson,
} from '@bough/base';
import { type ItemId, parseItemId } from '@bough/map';
import type { Dragged, Moved, Peer, PeerCursor, PeerView, PresenceState } from './frames.ts';
import { PROTOCOL_LIMITS } from './protocol.ts';

// Reading JSON that came over the wire. Everything is refused that is not exactly what the frames say: a missing key, a key
// too many (`__proto__` is one), a number that is not a count.

export type Fields = Readonly<Record<string, unknown>>;

/** The JSON value that the text is, as an object, or what is wrong. */
export function parseJsonObject(text: string): Result<Fields, string> {
  const value = tryJson(text);
  if (value === undefined) return err('not JSON');
  return isRecord(value) ? ok(value) : err('not an object');
}

/** Whether the object has these keys and no others. */
export function hasExactly(value: Fields, keys: readonly string[]): boolean {
  return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));
}

/** Whether the value is a text of at most so many UTF-16 units. */
export function isShortText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}

function isCoordinate(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 1e9;
}

const SHOWN = ['cursor', 'selection', 'editing', 'dragged', 'follows', 'view', 'slide'] as const;

/** What somebody shows of themselves, or what is wrong with it. */
export function parsePresence(value: unknown): Result<PresenceState, string> {
  if (!isRecord(value) || !hasExactly(value, SHOWN)) return err('not a presence state');
  const { cursor, selection, editing } = value;
  const point = cursor === null ? null : parseCursor(cursor);
  if (cursor !== null && point === null) return err('cursor is no place');
  if (!Array.isArray(selection) || selection.length > PROTOCOL_LIMITS.selection)
    return err('selection is not a short list');
  const selected: ItemId[] = [];
  for (const one of selection as unknown[]) {
    const id = parseItemId(one);
    if (id === null) return err('selection names something that is no item');
    selected.push(id);
  }
  const edited = editing === null ? null : parseItemId(editing);
  if (editing !== null && edited === null) return err('editing is not an item id');
  const dragged = parseDragged(value['dragged']);
  if (dragged === null) return err('dragged is not a short list of items');
  const { follows, slide } = value;
  const followed = follows === null ? null : parsePeerId(follows);
  if (follows !== null && followed === null) return err('follows is not somebody');
  const view = value['view'] === null ? null : parseView(value['view']);
  if (value['view'] !== null && view === null) return err('view is no part of a map');
  const presented = slide === null ? null : parseItemId(slide);
  if (slide !== null && presented === null) return err('slide is not an item id');
  return ok({
    cursor: point,
    selection: selected,
    editing: edited,
    dragged,
    follows: followed,
    view,
    slide: presented,
  });
}

function parseCursor(value: unknown): PeerCursor | null {
  if (!isRecord(value) || !hasExactly(value, ['item', 'x', 'y'])) return null;
  const { x, y } = value;
  const item = value['item'] === null ? null : parseItemId(value['item']);
  if (value['item'] !== null && item === null) return null;
  return isCoordinate(x) && isCoordinate(y) ? { item, x, y } : null;
}

function parseView(value: unknown): PeerView | null {
  if (!isRecord(value) || !hasExactly(value, ['item', 'x', 'y', 'width', 'height'])) return null;
  const { x, y, width, height } = value;
  const item = value['item'] === null ? null : parseItemId(value['item']);
  if (value['item'] !== null && item === null) return null;
  if (!isCoordinate(x) || !isCoordinate(y) || !isCoordinate(width) || !isCoordinate(height)) return null;
  return width > 0 && height > 0 ? { item, x, y, width, height } : null;
}

function parseDragged(value: unknown): readonly Dragged[] | null {
  if (!Array.isArray(value) || value.length > PROTOCOL_LIMITS.dragged) return null;
  const dragged: Dragged[] = [];
  for (const one of value as unknown[]) {
    if (!Array.isArray(one) || one.length !== 3) return null;
    const [id, dx, dy] = one as readonly unknown[];
    const item = parseItemId(id);
    if (item === null || !isCoordinate(dx) || !isCoordinate(dy)) return null;
    dragged.push([item, dx, dy]);
  }
  return dragged;
}

/** One of the people in a room, or what is wrong. */
export function parsePeer(value: unknown): Result<Peer, string> {
  if (!isRecord(value) || !hasExactly(value, ['peer', 'person', 'name', 'hue', 'state'])) return err('not a peer');
  const peer = parsePeerId(value['peer']);
  const person = parsePersonId(value['person']);
  const { name, hue } = value;
  if (peer === null || person === null) return err('a peer without a name of its own');
  if (!isShortText(name, 200) || !isCount(hue) || hue > 7) return err('a peer without name or hue');
  const state = parsePresence(value['state']);
  return state.ok ? ok({ peer, person, name, hue, state: state.value }) : state;
}

/** Whose pointer is where, or null. */
export function parseMoved(value: unknown): Moved | null {
  if (!Array.isArray(value) || (value.length !== 3 && value.length !== 4)) return null;
  const [who, x, y, near] = value as readonly unknown[];
  const peer = parsePeerId(who);
  if (peer === null || !isCoordinate(x) || !isCoordinate(y)) return null;
  if (value.length === 3) return [peer, x, y];
  const item = near === null ? null : parseItemId(near);
  return near === null || item !== null ? [peer, x, y, item] : null;
}

/** The names of an order, one at least, or null. */
export function parseLineages(value: unknown): readonly Lineage[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > LINEAGES_MOST) return null;
  const lineages: Lineage[] = [];
  for (const one of value as unknown[]) {
    if (!isRecord(one) || !hasExactly(one, ['id', 'from'])) return null;
    const { id, from } = one;
    if (!isShortId(id) || !isCount(from)) return null;
    lineages.push({ id, from });
  }
  return lineages;
}
