import type { MapId } from '@bough/base';
import type { BellEntry } from '@bough/contracts';
import { useSyncExternalStore } from 'react';
import { bellState, overhearBell } from './bell-store.ts';

/** How many ask for access to the map and wait for an answer, read or not; null entries: nobody has said it yet. */
export function countAsking(entries: readonly Pick<BellEntry, 'kind' | 'map'>[] | null, map: MapId): number {
  return entries?.filter((entry) => entry.kind === 'ask' && entry.map === map).length ?? 0;
}

/** The same as the bell knows it now, in React, beside a bell. */
export function useAsking(map: MapId): number {
  return useSyncExternalStore(overhearBell, () => countAsking(bellState().entries, map));
}
