import { ALPHABET, parseBase64Url, toBase64Url } from './base64url.ts';
import type { Brand } from './brand.ts';
import { isMadeOf, lettersOf } from './letters.ts';
import type { Clock, Random } from './ports.ts';

// Two kinds of name. Short: 9 random bytes as 12 base64url characters, for what lives inside one map. Long: a UUIDv7
// (RFC 9562), kept as 16 bytes and shown as 22 base64url characters, for what lives on its own: it sorts by its birth.

/** A map, for ever. */
export type MapId = Brand<string, 'MapId'>;
/** A person, guest or signed in, for ever. */
export type PersonId = Brand<string, 'PersonId'>;
/**
 * One running copy of the editor (or another writer). It counts its changes together with its person: everybody may know the id, and
 * it is worth something to that person alone.
 */
export type ClientId = Brand<string, 'ClientId'>;
/** How the others in a room know one socket, for as long as it is there: worth nothing anywhere else. */
export type PeerId = Brand<string, 'PeerId'>;

/** The port that makes names. Lives in the shell; a simulation makes it from its seed with `makeIds`. */
export interface Ids {
  /** 12 base64url characters, 72 random bits. */
  short(): string;
  /** 22 base64url characters, a UUIDv7. */
  long(): string;
}

const SHORT_LENGTH = 12;
const LETTERS = lettersOf(ALPHABET);

/** Ids from a clock and a source of randomness; long ones made within one millisecond still sort by birth. */
export function makeIds(clock: Pick<Clock, 'now'>, random: Pick<Random, 'bytes'>): Ids {
  let lastMs = -1;
  let sequence = 0;
  return {
    short: () => toBase64Url(random.bytes(9)),
    long: () => {
      const bytes = random.bytes(16);
      const nowMs = clock.now();
      if (nowMs > lastMs) {
        lastMs = nowMs;
        sequence = (((bytes[6] ?? 0) & 7) << 8) | (bytes[7] ?? 0);
      } else if (++sequence > 0xfff) {
        lastMs++;
        sequence = 0;
      }
      writeUuid7(bytes, lastMs, sequence);
      return toBase64Url(bytes);
    },
  };
}

function writeUuid7(bytes: Uint8Array, ms: number, sequence: number): void {
  const high = Math.floor(ms / 0x1_0000);
  bytes[0] = (high >>> 24) & 0xff;
  bytes[1] = (high >>> 16) & 0xff;
  bytes[2] = (high >>> 8) & 0xff;
  bytes[3] = high & 0xff;
  bytes[4] = (ms >>> 8) & 0xff;
  bytes[5] = ms & 0xff;
  bytes[6] = 0x70 | (sequence >>> 8);
  bytes[7] = sequence & 0xff;
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
}

/** Whether the text has the form of a short id. */
export function isShortId(text: unknown): text is string {
  return typeof text === 'string' && text.length === SHORT_LENGTH && isMadeOf(text, LETTERS);
}

/** Whether the text has the form of a long id: 22 characters that are a UUIDv7. */
export function isLongId(text: unknown): text is string {
  if (typeof text !== 'string' || text.length !== 22) return false;
  const bytes = parseBase64Url(text);
  return bytes !== null && ((bytes[6] ?? 0) & 0xf0) === 0x70 && ((bytes[8] ?? 0) & 0xc0) === 0x80;
}

/** The map id that the text is, or null. */
export function parseMapId(text: unknown): MapId | null {
  return isLongId(text) ? (text as MapId) : null;
}

/** The person id that the text is, or null. */
export function parsePersonId(text: unknown): PersonId | null {
  return isLongId(text) ? (text as PersonId) : null;
}

/** The peer id that the text is, or null. */
export function parsePeerId(text: unknown): PeerId | null {
  return isShortId(text) ? (text as PeerId) : null;
}

/** The client id that the text is, or null. */
export function parseClientId(text: unknown): ClientId | null {
  return isShortId(text) ? (text as ClientId) : null;
}
