import { parsePeerId, parsePersonId } from '@bough/base';
import type { ItemId } from '@bough/map';
import { NOBODY_HERE, type Peer, type PeerCursor, type PresenceState } from '@bough/sync';

/** Another person, as they are shown: the first one is Ada. */
export function another(state: Partial<PresenceState>, number = 1): Peer {
  const peer = parsePeerId(`peer${String(number).padStart(8, '0')}`);
  const person = parsePersonId('AYvP5WgAdwiHBwcHBwcHBw');
  if (peer === null || person === null) throw new Error('these are ids');
  const name = number === 1 ? 'Ada' : `Ada ${number}`;
  return { peer, person, name, hue: number % 8, state: { ...NOBODY_HERE, ...state } };
}

/** A pointer so far from the place of the item, or from nowhere. */
export function pointing(x: number, y: number, item: ItemId | null = null): PeerCursor {
  return { item, x, y };
}
