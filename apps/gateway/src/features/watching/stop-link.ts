import { type MapId, parseBase64Url, parseMapId, parsePersonId, type PersonId, toBase64Url } from '@bough/base';
import { isSeal, seal } from '../../secrets/keys.ts';

// The link that ends one watch: person and map, and a seal on both. It does nothing else, and needs no session: who has the mail may end
// what it is about. It holds as long as the key.

/** Whose watch of what. */
interface Watched {
  readonly map: MapId;
  readonly person: PersonId;
}

const ID_LETTERS = 22;
/** The path of such links. */
export const STOP_PATH = '/stop-watching';

/** The link's path. */
export function stopLink(keys: readonly Uint8Array[], { map, person }: Watched): string {
  return `${STOP_PATH}/${person}${map}${toBase64Url(seal(keys, `${person} ${map}`))}`;
}

/** Whose watch a token of such a link ends; null: nobody sealed it. */
export function readStopToken(keys: readonly Uint8Array[], token: string): Watched | null {
  const person = parsePersonId(token.slice(0, ID_LETTERS));
  const map = parseMapId(token.slice(ID_LETTERS, 2 * ID_LETTERS));
  const mac = parseBase64Url(token.slice(2 * ID_LETTERS));
  if (person === null || map === null || mac === null) return null;
  return isSeal(keys, `${person} ${map}`, mac) ? { map, person } : null;
}
