import { type StoreBackoff, DEFAULT_BACKOFF } from '../store/store-backoff.ts';
import { isContinued } from './continued.ts';
import { LogFailure } from '../failure.ts';
import { forkOf } from './fork.ts';
import { encodeHead, hasMore } from '../objects/head.ts';
import { headKey } from '../objects/keys.ts';
import { renewedHead } from '../objects/renewed-head.ts';
import type { MirrorParts } from './mirror.ts';
import { objectsOf } from '../objects/objects-of.ts';
import { LOOKS, readHead } from '../log/read-log.ts';
import { keysApart } from './apart.ts';
import { repairObjects } from '../upkeep/repair-log.ts';
import { writeHead } from '../log/write-head.ts';

/** What was brought home. */
export interface BroughtHome {
  /** The last number that the first location had, and the one that it has now. */
  readonly from: number;
  readonly to: number;
  /** Keys of objects that it lacked, its head among them. */
  readonly keys: readonly string[];
}

/**
 * Where the second location goes on from exactly what the first has, the first has lost the end of the log: a mirror only ever brings what the
 * first has. Then what the second has more is brought home: nothing of either is lost by that. The log begins a new lineage after it,
 * since the first may have had more that the second had not got yet. The head is replaced under its ETag, so a writer that went on meanwhile loses
 * nothing. null: the second has no more, or both have what the other has not, which is for a person to decide (see `settlement`).
 */
export async function bringHome(
  { ports, first, second }: Pick<MirrorParts, 'ports' | 'first' | 'second'>,
  log: string,
  backoff: StoreBackoff = DEFAULT_BACKOFF,
): Promise<BroughtHome | null> {
  for (let look = 1; look <= LOOKS; look++) {
    const here = await readHead({ ports, store: first }, log);
    const there = await readHead({ ports, store: second }, log);
    if (here === null || there === null || !hasMore(there.head, here.head)) return null;
    if (forkOf(here.head, there.head) !== null) return null;
    if (here.head.seq > 0 && !(await isContinued(ports, second, here.head, there.head))) return null;
    const keys = [...objectsOf(there.head), ...(await keysApart([first, second], log))];
    const { repaired, lost } = await repairObjects(first, second, keys);
    const missing = lost.find(({ key }) => objectsOf(there.head).includes(key));
    if (missing !== undefined) {
      throw new LogFailure(
        `the first location of ${log} lost changes, and the second has not all of them: ${missing.why}`,
        {
          ...{ kind: 'corrupt', code: 'bloblog/missing', hint: 'Run verify; a backup may have it whole: see restore.' },
        },
      );
    }
    const back = renewedHead(ports, there.head);
    const bytes = encodeHead(ports.compression, back);
    const write = { key: headKey(log), etag: here.etag, bytes, writeId: back.writeId };
    const outcome = await writeHead({ ...ports, store: first }, write, backoff);
    if (outcome.kind === 'won') return { from: here.head.seq, to: back.seq, keys: [...repaired, headKey(log)] };
  }
  return null;
}
