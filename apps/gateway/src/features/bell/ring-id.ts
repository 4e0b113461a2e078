import { createHash } from 'node:crypto';
import { idText } from '../../metadata/ids-in-bytes.ts';

/** The id of a ring: the same for the same words, so that nothing rings twice, whoever tells it again. */
export function ringId(...about: readonly (string | number)[]): string {
  return idText(createHash('sha256').update(about.join(' ')).digest().subarray(0, 16));
}
