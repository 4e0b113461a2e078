import type { PeerId } from '@bough/base';
import type { Peer } from '@bough/sync';
import type { MapFacts } from '../ports/open-map.ts';

// Who is followed may follow somebody too: all of them have the view of the one who follows nobody.

/** Whose view somebody who follows this one has; null: they are not here, or follow each other. */
export function leaderOf(people: readonly Peer[], followed: PeerId): Peer | null {
  const end = endOf(people, followed);
  return people.find(({ peer }) => peer === end) ?? null;
}

/** Whether somebody has the view of the person here. */
export function isFollowed({ people, self }: Pick<MapFacts, 'people' | 'self'>): boolean {
  return self !== null && people.some(({ peer, state }) => state.follows !== null && endOf(people, peer) === self);
}

/** Where it ends when one goes from each to the one whom they follow: somebody who follows nobody, or who is not among these; null: nowhere. */
function endOf(people: readonly Peer[], from: PeerId): PeerId | null {
  const met = new Set<PeerId>();
  let at = from;
  while (!met.has(at)) {
    met.add(at);
    const follows = people.find(({ peer }) => peer === at)?.state.follows ?? null;
    if (follows === null) return at;
    at = follows;
  }
  return null;
}
