import { isRecord, type MapId, parseMapId, parsePersonId, type PersonId, tryJson } from '@bough/base';
import type { RoomMessage } from '@bough/sync';

// What gateways tell one another, as JSON. Only gateways that share the bus's password speak here, and all of one version: what
// is checked is that a message is one of ours, so that somebody else's on the same server does nothing.

export interface AccessMessage {
  /** null: every map. */
  readonly map: MapId | null;
  /** null: everybody. */
  readonly people: readonly PersonId[] | null;
}
export interface NamedPerson {
  readonly id: PersonId;
  readonly name: string;
  readonly hue: number;
}
export interface RoomNote {
  /** The gateway that says it. */
  readonly from: string;
  readonly message: RoomMessage;
}

/** Whose roles on which map are to be looked at again; null when the text says no such thing. */
export function parseAccessMessage(text: string): AccessMessage | null {
  const read = parseObject(text);
  if (read === null) return null;
  const { map: named, people } = read;
  const map = parseMapId(named);
  if ((map === null && named !== null) || (people !== null && !Array.isArray(people))) return null;
  return { map, people: people?.map(parsePersonId).filter((person) => person !== null) ?? null };
}

/** How a person is called now; null when the text says no such thing. */
export function parseNamedPerson(text: string): NamedPerson | null {
  const { id: named, name, hue } = parseObject(text) ?? {};
  const id = parsePersonId(named);
  return id !== null && typeof name === 'string' && typeof hue === 'number' ? { id, name, hue } : null;
}

/** What a room on another gateway says; null when the text says no such thing. */
export function parseRoomNote(text: string): RoomNote | null {
  const read = parseObject(text);
  const from = read?.['from'];
  const message: unknown = read?.['message'];
  return typeof from === 'string' && isRoomMessage(message) ? { from, message } : null;
}

const ROOM_KINDS: readonly unknown[] = ['changes', 'who', 'peers', 'peer-gone'] satisfies RoomMessage['kind'][];

function isRoomMessage(message: unknown): message is RoomMessage {
  return isRecord(message) && ROOM_KINDS.includes(message['kind']);
}

/** The object that the text holds, or null. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  const read = tryJson(text);
  return isRecord(read) ? read : null;
}
