import { type MapId, parseBase64Url, parseMapId, parsePersonId, type PersonId, toBase64Url } from '@bough/base';

/** The 16 bytes of a long id, as databases keep it. */
export function idBytes(id: string): Uint8Array {
  const bytes = parseBase64Url(id);
  if (bytes === null || bytes.length !== 16) throw new Error('a bug in Bough: a long id has 16 bytes');
  return bytes;
}

/** The 22 characters of a kept id. */
export function idText(bytes: Uint8Array): string {
  return toBase64Url(bytes);
}

/** The map id that was kept; anything else is a damaged record. */
export function mustMapId(bytes: Uint8Array): MapId {
  const id = parseMapId(toBase64Url(bytes));
  if (id === null) throw new Error('a damaged record: not a map id');
  return id;
}

/** The person id that was kept; anything else is a damaged record. */
export function mustPersonId(bytes: Uint8Array): PersonId {
  const id = parsePersonId(toBase64Url(bytes));
  if (id === null) throw new Error('a damaged record: not a person id');
  return id;
}
