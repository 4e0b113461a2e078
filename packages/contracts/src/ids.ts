import {
  type ClientId,
  isLongId,
  type MapId,
  parseClientId,
  parseMapId,
  parsePersonId,
  type PersonId,
} from '@bough/base';
import { idOf, integer, integerText, type Parser, textOf } from './parser.ts';

// A UUIDv7 as base64url: version and variant show in the ninth and the eleventh character, the unused bits in the last.
const LONG = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{8}[c-f][A-Za-z0-9_-][CGKOSWaeimquy26-][A-Za-z0-9_-]{10}[AQgw]$',
} as const;

export const mapId: Parser<MapId> = idOf('map id', parseMapId, LONG);
export const personId: Parser<PersonId> = idOf('person id', parsePersonId, LONG);
export const clientId: Parser<ClientId> = idOf('client id', parseClientId);
/** The id of something that has no type of its own: a folder, a token. */
export const longId: Parser<string> = idOf('id', (input) => (isLongId(input) ? input : null), LONG);
/** A number of a change, a counter, or 0 for none yet. */
export const sequence = integer(0, Number.MAX_SAFE_INTEGER);
/** The same in a parameter. */
export const sequenceText = integerText(0, Number.MAX_SAFE_INTEGER);
/** Milliseconds since 1970. */
export const instant = integer(0, 8_640_000_000_000_000);
/** Base64url, as secrets and opaque ids are written. */
export const opaque: Parser<string> = textOf(/^[A-Za-z0-9_-]+$/, { min: 1, max: 128 });
/** The name of one request across all services. */
export const requestId: Parser<string> = textOf(/^[A-Za-z0-9_-]+$/, { min: 1, max: 64 });
