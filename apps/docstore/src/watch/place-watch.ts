import type { Clock } from '@bough/base';
import type { Component } from '@bough/service';
import type { Location } from '../locations/locations.ts';

const LOOK_MS = 1_000;

/**
 * Sees within a second that the folder of the first location is not where it was, also while nobody writes: then the process ends, and is
 * not ready any more. Writes do not wait for that: each looks before it is confirmed.
 */
export function placeWatch(clock: Clock, first: Pick<Location, 'mustStand'>): Component {
  let cancel = (): void => undefined;
  const look = (): void => {
    first.mustStand();
    cancel = clock.after(LOOK_MS, look);
  };
  return {
    name: 'place of the first location',
    start: async () => look(),
    stop: async () => cancel(),
  };
}
