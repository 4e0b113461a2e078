import type { BlobStore, Lag } from '@bough/bloblog';
import { docstoreRoutes, type UpkeepWalk } from '@bough/contracts';
import { handle, type MountedRoute } from '@bough/service';
import type { Which } from '../locations/locations.ts';
import { readState, type Walk } from './upkeep-state.ts';

/** What this instance knows of its locations. */
export interface LocationsNow {
  readonly isFull: () => boolean;
  readonly wornKeys: () => readonly Which[];
  readonly second: { readonly lag: () => Lag; readonly isAway: () => boolean } | null;
}

/** Tells what upkeep has done, and how the locations are. The state is read from storage: another instance may have done it. */
export function upkeepRoutes(first: BlobStore, { isFull, wornKeys, second }: LocationsNow): readonly MountedRoute[] {
  return [
    handle(docstoreRoutes.readUpkeep, async () => {
      const { walks } = (await readState(first)).state;
      const ended = [...told('tidy', walks.tidy), ...told('scrub', walks.scrub)];
      const facts = { walks: ended, isFull: isFull(), wornKeys: wornKeys() };
      if (second === null) return { ...facts, second: null };
      const { logs, unsure, apart, changes, oldestMs } = second.lag();
      const behind = { documents: logs + unsure + apart.length, changes, oldestMs: Math.max(0, Math.floor(oldestMs)) };
      return { ...facts, second: { isAway: second.isAway(), ...behind } };
    }),
  ];
}

function told(name: UpkeepWalk['name'], { last }: Walk): readonly UpkeepWalk[] {
  return last === null ? [] : [{ name, endedAt: Math.floor(last.endedAt), ...last.tally }];
}
