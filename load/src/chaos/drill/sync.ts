import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobStore } from '@bough/bloblog';
import type { FullStack } from '../../bough/full-stack.ts';
import type { Visitor } from '../../bough/visitor.ts';
import { mustHead } from './named.ts';
import { addition, ask } from './writer.ts';

/** One of so many seeds ends with the second location in `sync`: that takes as long as a docstore tries to reach it. */
const SYNC_ONE_IN = 4;
const SYNC_CUT_MS = 13_000;
const LOOK_MS = 200;

/** Whether the second location is in `sync` at the end of this seed. */
export function endsInSync(seed: number): boolean {
  return seed % SYNC_ONE_IN === 1;
}

/** S9: in `sync`, whatever anybody is shown is in the second location by then, which is cut off for longer than anybody waits for it. */
export async function syncProblems(
  { ways }: FullStack,
  { owner, map }: { readonly owner: Visitor; readonly map: string },
  second: BlobStore,
): Promise<readonly string[]> {
  const found = new Set<string>();
  await ways.second.cut();
  const fromMs = performance.now();
  const isCut = (): boolean => performance.now() - fromMs < SYNC_CUT_MS;
  const asking = ask(owner, map, addition('Not yet')).catch(() => undefined);
  const looking = (async () => {
    while (isCut()) {
      const shown = await owner.document(map).then(
        ({ seq }) => seq,
        () => 0,
      );
      const seq = await mustHead(second, map).then(
        ({ head }) => head.seq,
        () => Infinity,
      );
      if (shown > seq) found.add(`S9: change ${shown} is shown in sync, and the second location has ${seq}`);
      await sleep(LOOK_MS);
    }
  })();
  await sleep(SYNC_CUT_MS);
  await ways.second.mend();
  await Promise.all([asking, looking]);
  return [...found];
}
