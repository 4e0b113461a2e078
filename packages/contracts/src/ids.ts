import {
  type ClientId,
  isLongId,
  isShortId,
  type Lineage,
  LINEAGES_MOST,
  type MapId,
  parseClientId,
  parseMapId,
  parsePersonId,
  type PersonId,
} from '@bough/base';
import { idOf, integer, integerText, list, object, type Parser, textOf } from './parser.ts';

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
/** An id of something in a map: an item, a thread. */
export const shortId: Parser<string> = idOf('id', (input) => (isShortId(input) ? input : null), {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{12}$',
});
/** A number of a change, a counter, or 0 for none yet. */
export const sequence = integer(0, Number.MAX_SAFE_INTEGER);
/** The same in a parameter. */
export const sequenceText = integerText(0, Number.MAX_SAFE_INTEGER);
/** The id of a lineage (packages/base, lineage.ts). */
export const lineageId: Parser<string> = idOf('lineage', (input) => (isShortId(input) ? input : null), {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{12}$',
});
/** The lineages of a document's order, oldest first; numbers are given in the last one. */
export const lineageList: Parser<readonly Lineage[]> = list(object({ id: lineageId, from: sequence }), LINEAGES_MOST);
/** The name of a prefix in a parameter, as base's `prefixText` writes it. A bare number, as older pages send it, names nothing. */
export const prefixName: Parser<string> = textOf(/^([A-Za-z0-9_-]{12}-seq-)?(0|[1-9][0-9]{0,14})$/, {
  min: 1,
  max: 32,
});
/** Milliseconds since 1970. */
export const instant = integer(0, 8_640_000_000_000_000);
/** Base64url, as secrets and opaque ids are written. */
export const opaque: Parser<string> = textOf(/^[A-Za-z0-9_-]+$/, { min: 1, max: 128 });
/** The name of one request across all services. */
export const requestId: Parser<string> = textOf(/^[A-Za-z0-9_-]+$/, { min: 1, max: 64 });
