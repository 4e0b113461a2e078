import { idBytes } from '../ids-in-bytes.ts';

/** The set of the ids that are bound there, however many: `id IN ${THESE}`, with `these(ids)` as the value. */
export const THESE = '(SELECT unhex(value) FROM json_each(?))';

/** The ids as one bound value. */
export function these(ids: readonly string[]): string {
  return JSON.stringify(ids.map((id) => Buffer.from(idBytes(id)).toString('hex')));
}
