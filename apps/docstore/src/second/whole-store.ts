import { type BlobStore, DEFAULT_MENDING, type LogPorts, mendingStore } from '@bough/bloblog';
import type { Log } from '@bough/service';
import type { StoreMetrics } from '../watch/store-metrics.ts';
import type { SecondSide } from './second-side.ts';

/**
 * The first location, in which what people read is whole as long as the second has it. Without a second it is the first itself. Those who
 * look for damage see the first as it is.
 */
export function wholeStore(
  parts: {
    readonly ports: LogPorts;
    readonly log: Pick<Log, 'warn'>;
    readonly metrics: Pick<StoreMetrics, 'readElsewhere'>;
  },
  first: BlobStore,
  second: { readonly documents: Pick<SecondSide['documents'], 'second'> } | null,
): BlobStore {
  if (second === null) return first;
  const { ports, log, metrics } = parts;
  const count = metrics.readElsewhere();
  return mendingStore(
    {
      ports,
      store: first,
      other: second.documents.second,
      onReadElsewhere({ key, isMended, trouble }) {
        count(isMended);
        const what = isMended
          ? 'an object of the first location was damaged, and was mended from the second'
          : 'an object of the first location is not whole: it was read from the second';
        log.warn(what, trouble === null ? { key } : { key, error: trouble });
      },
    },
    DEFAULT_MENDING,
  );
}
