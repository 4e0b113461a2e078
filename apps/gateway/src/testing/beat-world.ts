import { type ClientId, makeIds, parseClientId, parsePeerId, type PeerId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { Beat, BEAT_MS } from '../features/rooms/beat.ts';

const ids = makeIds(new VirtualClock(), seededRandom(1));

/** Somebody who writes. */
export function newClient(): ClientId {
  const id = parseClientId(ids.short());
  if (id === null) throw new Error('short ids name clients');
  return id;
}

/** Somebody who is in a room. */
export function newPeer(): PeerId {
  const id = parsePeerId(ids.short());
  if (id === null) throw new Error('short ids name peers');
  return id;
}

/** A beat on a clock of its own that stands at one of its moments, and how long ago that was. */
export function beatWorld(): { readonly clock: VirtualClock; readonly beat: Beat; readonly sinceMs: () => number } {
  const clock = new VirtualClock();
  clock.advance(BEAT_MS - (clock.monotonic() % BEAT_MS));
  const startMs = clock.monotonic();
  return { clock, beat: new Beat(clock, { everyMs: BEAT_MS }), sinceMs: () => clock.monotonic() - startMs };
}
