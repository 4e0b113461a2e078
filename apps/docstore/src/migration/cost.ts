import { type BlobStore, entriesBelow, HEADS, LOGS, type StoreCall, type StoreMeter } from '@bough/bloblog';
import type { Tally } from './ledger.ts';
import type { OldSize } from './old-place.ts';

// What documents cost before and after, at list prices of 2025 in US dollars: a gigabyte of a database's disk (Amazon RDS, gp3, us-east-1) and of object
// storage (Amazon S3 Standard, us-east-1) for a month, and 1,000 requests that write or read. `npm run bench -- blobs` uses the same.

const DATABASE_GIGABYTE_MONTH = 0.115;
const BLOBS_GIGABYTE_MONTH = 0.023;
const THOUSAND_WRITES = 0.005;
const THOUSAND_READS = 0.000_4;
const GIGABYTE = 1e9;

/** Requests to storage, of both locations. */
export interface Traffic {
  readonly writes: number;
  readonly reads: number;
}

const WRITING = new Set<StoreCall>(['put', 'createIfAbsent', 'replaceIf', 'list']);

/** Counts requests of locations that are given this meter; a listing costs what a write does. */
export function countTraffic(): { readonly meter: StoreMeter; readonly traffic: () => Traffic } {
  let [writes, reads] = [0, 0];
  const record: StoreMeter['record'] = (call) => {
    if (WRITING.has(call)) writes++;
    else if (call !== 'remove') reads++;
  };
  return { meter: { record }, traffic: () => ({ writes, reads }) };
}

/** What stands in the old place against what is kept in these locations, which are listed for it. */
export async function costLines(
  size: OldSize,
  { writes, reads }: Tally,
  stores: readonly BlobStore[],
): Promise<readonly string[]> {
  let [objects, bytes] = [0, 0];
  for (const store of stores) {
    for (const prefix of [HEADS, LOGS]) {
      for await (const entry of entriesBelow(store, prefix)) {
        objects++;
        bytes += entry.size;
      }
    }
  }
  const before =
    size.bytes === null ? 'bytes unknown' : `${megabytes(size.bytes)}, ${monthly(size.bytes, DATABASE_GIGABYTE_MONTH)}`;
  const once = (writes * THOUSAND_WRITES + reads * THOUSAND_READS) / 1_000;
  return [
    `before: ${size.documents + size.changes} rows, ${before}`,
    `after:  ${objects} objects of all documents in ${stores.length === 1 ? 'one location' : 'two locations'}, ${megabytes(bytes)}, ${monthly(bytes, BLOBS_GIGABYTE_MONTH)}`,
    `moving: ${writes} requests that write, ${reads} that read, ${once.toFixed(2)} dollars once (list prices of Amazon RDS and S3, 2025)`,
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function monthly(bytes: number, price: number): string {
  return `${((bytes / GIGABYTE) * price).toFixed(4)} dollars a month`;
}
