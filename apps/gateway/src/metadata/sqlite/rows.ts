import { parseBase64Url } from '@bough/base';

// What a row's columns are read with: anything of another type is a damaged record.

export type Row = Record<string, unknown>;

/** Keys with a part that may be missing have it empty: an empty blob is equal to itself where NULL would not be. */
export const NONE = new Uint8Array(0);

/** The 32 bytes of a hash, as they are kept. */
export function hashBytes(hash: string): Uint8Array {
  return parseBase64Url(hash) ?? NONE;
}

/** The column as bytes. */
export function bytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new Error('a damaged record: not bytes');
}

/** The column as text. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error('a damaged record: not text');
}

/** The column as a whole number. */
export function integer(value: unknown): number {
  if (typeof value === 'number') return value;
  throw new Error('a damaged record: not a number');
}

/** The column as a whole number, or null where it is empty. */
export function maybeInteger(value: unknown): number | null {
  return value === null || value === undefined ? null : integer(value);
}
