import type { BlobStore, ListPage } from '../store/blob-store.ts';
import { headKey, LOGS, logPrefix } from '../objects/keys.ts';

/** Behind everything that a log's name and its objects' are made of. */
const BEHIND_ALL = '\u007F';

/** The logs of which objects are there and no head, so that no listing names them: their head was lost, or their removal was cut off. */
export async function* headlessLogs(store: BlobStore): AsyncGenerator<string> {
  for (let after: string | null = null; ;) {
    const next: ListPage = await store.list(LOGS, { after, limit: 1 });
    const log = next.entries[0]?.key.slice(LOGS.length).split('/')[0];
    if (log === undefined) return;
    const { entries } = await store.list(headKey(log), { limit: 1 });
    if (entries[0]?.key !== headKey(log)) yield log;
    after = `${logPrefix(log)}${BEHIND_ALL}`;
  }
}
