import type { BlobStore, Lag } from '@bough/bloblog';
import { docstoreRoutes, type UpkeepWalk } from '@bough/contracts';
import { handle, type Mounted } from '@bough/service';
import { readState, type Walk } from './upkeep-state.ts';

/** Tells what upkeep has done. The state is read from storage: another instance may have done it. */
export function upkeepRoutes(first: BlobStore, lag: (() => Lag) | null): readonly Mounted[] {
  return [
    handle(docstoreRoutes.readUpkeep, async () => {
      const { walks } = (await readState(first)).state;
      const ended = [...told('tidy', walks.tidy), ...told('scrub', walks.scrub)];
      if (lag === null) return { walks: ended, second: null };
      const { logs, changes, oldestMs } = lag();
      return { walks: ended, second: { documents: logs, changes, oldestMs: Math.max(0, Math.floor(oldestMs)) } };
    }),
  ];
}

function told(name: UpkeepWalk['name'], { last }: Walk): readonly UpkeepWalk[] {
  return last === null ? [] : [{ name, endedAt: Math.floor(last.endedAt), ...last.tally }];
}
