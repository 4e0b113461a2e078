import { isDeepStrictEqual } from 'node:util';
import type { MapId } from '@bough/base';
import { type BlobStore, type LogPorts, readChanges, readHead } from '@bough/bloblog';
import { changeCodec } from '../changes/change-codec.ts';
import { BEFORE_ALL, changesAfter, type OldDocument, type OldPlace } from './old-place.ts';
import { mustReadRow, refused } from './read-row.ts';

/** Changes of one document that are read and compared at a time. */
export const BATCH = 1_000;

/** What is compared with what. */
export interface Comparing {
  readonly ports: LogPorts;
  readonly place: OldPlace;
  readonly document: OldDocument;
  readonly map: MapId;
  /** Told before so many rows are compared. */
  readonly pace: (changes: number) => Promise<void>;
}

/**
 * Reads every row that is left of the document, and the change of that number as each location has it, and holds author, time and ops of one
 * against the other. Answers up to which number there are rows, and how far the log goes that is shortest; throws when they differ. Rows behind
 * the end of a log are not compared.
 */
export async function compareRows(
  { ports, place, document, map, pace }: Comparing,
  locations: readonly (readonly [which: string, store: BlobStore])[],
): Promise<{ readonly rows: number; readonly log: number }> {
  const logs = await Promise.all(
    locations.map(async ([which, store]) => {
      const source = { ports, store, codec: changeCodec };
      const head = (await readHead(source, map))?.head;
      if (head === undefined) throw new Error(`the ${which} location does not have it`);
      return { which, source, head };
    }),
  );
  const log = Math.min(...logs.map(({ head }) => head.seq));
  let rows = 0;
  for await (const batch of changesAfter(place, document.name, BEFORE_ALL, BATCH)) {
    await pace(batch.length);
    const first = batch.find(({ seq }) => seq < 1);
    if (first !== undefined) throw refused(`a row has the number ${first.seq}, and they count from 1`);
    const [from, to] = [batch[0]?.seq ?? 1, Math.min(log, batch.at(-1)?.seq ?? 0)];
    for (const { which, source, head } of logs) {
      const kept = from > to ? [] : await readChanges(source, head, from, to);
      for (const row of batch) {
        if (row.seq > log) break;
        const was = mustReadRow(map, row);
        const is = kept[row.seq - from];
        const isSame = is?.author === was.author && is.at === was.at && isDeepStrictEqual(is.ops, was.ops);
        if (!isSame) throw refused(`change ${row.seq} of the ${which} location is not what its row says`);
      }
    }
    rows = batch.at(-1)?.seq ?? rows;
  }
  return { rows, log };
}
