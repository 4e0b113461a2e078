import { assert, type ClientId, type MapId, parseClientId } from '@bough/base';
import { type Change, parseChange } from '@bough/map';
import { DocstoreFailure } from '../failure.ts';
import type { OldChange } from './old-place.ts';

/** The change that a row becomes: its author, time and ops as they were. It counts under a client that the map's id names. Throws when it is none. */
export function mustReadRow(map: MapId, { seq, author, at, ops }: OldChange): Change {
  const read = parseChange({ client: clientOf(map), counter: seq, author, at, ops });
  if (!read.ok) throw refused(`change ${seq}: ${read.error}`);
  return read.value;
}

/** A document that is left where it is, and why. */
export function refused(why: string): DocstoreFailure {
  return new DocstoreFailure(why, { kind: 'corrupt', code: 'docstore/bad-row' });
}

/** The client under which all rows of a document count; nobody who writes in Bough has it. */
export function clientOf(map: MapId): ClientId {
  const client = parseClientId(map.slice(-12));
  assert(client !== null, 'the end of a map id is a client id');
  return client;
}
