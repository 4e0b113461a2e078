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
import { parseItemId } from '@bough/map';
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

/** null stays null; undefined: it is neither that nor what it should be. */
function nullOr<T>(value: unknown, parse: (value: unknown) => T | null): T | null | undefined {
  return value === null ? null : (parse(value) ?? undefined);
}

/** A list of at most so many, each as it should be; or null. */
export function parseList<T>(value: unknown, most: number, parse: (value: unknown) => T | null): readonly T[] | null {
  if (!Array.isArray(value) || value.length > most) return null;
  const parsed = value.map((one: unknown) => parse(one));
  return parsed.every((one) => one !== null) ? parsed : null;
}

const SHOWN = ['cursor', 'selection', 'editing', 'dragged', 'follows', 'view', 'slide'] as const;

/** What somebody shows of themselves, or that it is wrong. */
export function parsePresence(value: unknown): Result<PresenceState, string> {
  const wrong = err('not a presence state');
  if (!isRecord(value) || !hasExactly(value, SHOWN)) return wrong;
  const cursor = nullOr(value['cursor'], parsePlace);
  const selection = parseList(value['selection'], PROTOCOL_LIMITS.selection, parseItemId);
  const editing = nullOr(value['editing'], parseItemId);
  const dragged = parseList(value['dragged'], PROTOCOL_LIMITS.dragged, parseDragged);
  const follows = nullOr(value['follows'], parsePeerId);
  const view = nullOr(value['view'], parseView);
  const slide = nullOr(value['slide'], parseItemId);
  if (cursor === undefined || selection === null || editing === undefined || dragged === null) return wrong;
  if (follows === undefined || view === undefined || slide === undefined) return wrong;
  return ok({ cursor, selection, editing, dragged, follows, view, slide });
}

function parsePlace(value: unknown): PeerCursor | null {
  return isRecord(value) && hasExactly(value, ['item', 'x', 'y']) ? placeIn(value) : null;
}

function placeIn({ item: near, x, y }: Fields): PeerCursor | null {
  const item = nullOr(near, parseItemId);
  return item !== undefined && isCoordinate(x) && isCoordinate(y) ? { item, x, y } : null;
}

function parseView(value: unknown): PeerView | null {
  if (!isRecord(value) || !hasExactly(value, ['item', 'x', 'y', 'width', 'height'])) return null;
  const { width, height } = value;
  const place = placeIn(value);
  if (place === null || !isCoordinate(width) || !isCoordinate(height)) return null;
  return width > 0 && height > 0 ? { ...place, width, height } : null;
}

function parseDragged(value: unknown): Dragged | null {
  if (!Array.isArray(value) || value.length !== 3) return null;
  const [id, dx, dy] = value as readonly unknown[];
  const item = parseItemId(id);
  return item !== null && isCoordinate(dx) && isCoordinate(dy) ? [item, dx, dy] : null;
}

/** One of the people in a room, or null. */
export function parsePeer(value: unknown): Peer | null {
  if (!isRecord(value) || !hasExactly(value, ['peer', 'person', 'name', 'hue', 'state'])) return null;
  const peer = parsePeerId(value['peer']);
  const person = parsePersonId(value['person']);
  const { name, hue } = value;
  const state = parsePresence(value['state']);
  if (peer === null || person === null || !state.ok || !isShortText(name, 200) || !isCount(hue) || hue > 7) return null;
  return { peer, person, name, hue, state: state.value };
}

/** Whose pointer is where, or null. */
export function parseMoved(value: unknown): Moved | null {
  if (!Array.isArray(value) || value.length < 3 || value.length > 4) return null;
  const [who, x, y, near] = value as readonly unknown[];
  const peer = parsePeerId(who);
  if (peer === null || !isCoordinate(x) || !isCoordinate(y)) return null;
  if (value.length === 3) return [peer, x, y];
  const item = nullOr(near, parseItemId);
  return item === undefined ? null : [peer, x, y, item];
}

/** The names of an order, one at least, or null. */
export function parseLineages(value: unknown): readonly Lineage[] | null {
  const lineages = parseList(value, LINEAGES_MOST, parseLineage);
  return lineages !== null && lineages.length > 0 ? lineages : null;
}

function parseLineage(value: unknown): Lineage | null {
  if (!isRecord(value) || !hasExactly(value, ['id', 'from'])) return null;
  const { id, from } = value;
  return isShortId(id) && isCount(from) ? { id, from } : null;
}
