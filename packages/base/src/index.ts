export { assert, unreachable } from './assert.ts';
export { type Backoff, backoffMs, pause } from './backoff.ts';
export { parseBase64Url, toBase64Url } from './base64url.ts';
export type { Brand } from './brand.ts';
export { Coalesced } from './coalesced.ts';
export { Failure, type FailureDetails, type FailureKind, inSentences } from './failure.ts';
export {
  type ClientId,
  type Ids,
  isLongId,
  isShortId,
  makeIds,
  type MapId,
  parseClientId,
  parseMapId,
  parsePeerId,
  parsePersonId,
  type PeerId,
  type PersonId,
} from './ids.ts';
export { isCount, isRecord, tryJson } from './json.ts';
export { isMadeOf, lettersOf } from './letters.ts';
export {
  commonPrefix,
  holdsPrefix,
  type DocumentView,
  type Lineage,
  inTheirView,
  lineageIn,
  LINEAGES_MOST,
  parsePrefixName,
  type PrefixName,
  prefixText,
  presentLineage,
} from './lineage.ts';
export type { Cancel, Clock, Random } from './ports.ts';
export { err, must, ok, type Result } from './result.ts';
export { tryUtf8Decode, utf8Encode } from './utf8.ts';
