import { utf8Encode } from '@bough/base';
import {
  createLog,
  DEFAULT_BACKOFF,
  DEFAULT_SETTINGS,
  type BlobStore,
  meteredStore,
  readHead,
  readMoment,
  retryingStore,
  sealedStore,
  type StoreCall,
} from '@bough/bloblog';
import { nodeCiphers } from '@bough/blobs';
import { docstoreRoutes } from '@bough/contracts';
import { apply, type Change, decodeChange, emptyMap, encodeChange, encodeMap } from '@bough/map';
import { platformClock } from '@bough/service';
import type { MapId } from '@bough/base';
import { type Benchmark, type Figure, median, percentile, type Report, type RunSettings } from '../benchmark.ts';
import { LOG_PORTS } from '../bough/log-ports.ts';
import { Docstore } from './docstore/running.ts';
import { folderPlace, type Place, versityPlace } from './docstore/stores.ts';
import { newMap } from './docstore/typists.ts';
import { edits } from './history/edits.ts';

// A map of a million changes is made with the log's own modules, as docstore makes it but for bigger batches. Then docstore opens
// it at random numbers, as somebody does who looks at history. A is its present, B is any moment.

const MOST_ITEMS = 10_000;
const BATCH = 250;
const FULL = { changes: 1_000_000, opens: 200 };
/** As docstore has them, but nobody is waited for: the changes of many are all here. */
const MAKING = { ...DEFAULT_SETTINGS, gatherMs: 0 };
const QUICK = { changes: 100_000, opens: 60 };

const codec = { encode: encodeChange, tryDecode: decodeChange, writerOf: ({ client }: Change) => client };

/** The place as docstore has it: sealed with its key, retrying, and told about each call. */
function openStore(place: Place, told: (call: StoreCall) => void): BlobStore {
  const [kid = '', key = ''] = (place.environment['BOUGH_BLOBS_KEYS'] ?? '').split(':');
  const metered = meteredStore(place.bare, { record: told }, platformClock);
  const keys = [{ id: kid, bytes: Buffer.from(key, 'base64url') }];
  return sealedStore(retryingStore(metered, LOG_PORTS, DEFAULT_BACKOFF), keys, { ...LOG_PORTS, ciphers: nodeCiphers });
}

/** Makes the log; answers the sum of the bytes that stay of it. */
async function makeHistory(store: BlobStore, map: MapId, count: number): Promise<number> {
  const state = emptyMap();
  const log = await createLog({ ports: LOG_PORTS, store, codec }, MAKING, map, { entries: [], label: '["",0]' });
  let batch: Change[] = [];
  const flush = async (): Promise<void> => {
    const written = log.append(batch, '["History",0]');
    batch = [];
    if (log.isSealDue()) log.seal(() => utf8Encode(encodeMap(state)));
    await written;
  };
  for (const change of edits(count, MOST_ITEMS)) {
    const applied = apply(state, change);
    if (!applied.ok) throw new Error(`an edit does not apply: ${applied.error.detail}`);
    batch.push(change);
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  await log.close();
  return bytesOf(store, map);
}

async function bytesOf(store: BlobStore, map: MapId): Promise<number> {
  let bytes = 0;
  for (const prefix of [`heads/${map}`, `logs/${map}/`]) {
    for (let after: string | null = null; ;) {
      const page = await store.list(prefix, { after });
      for (const entry of page.entries) bytes += entry.size;
      if (page.next === null) break;
      after = page.next;
    }
  }
  return bytes;
}

interface Opened {
  readonly name: string;
  readonly bytesPerChange: number;
  /** Reads of each open by the log alone, the head included. */
  readonly reads: readonly number[];
  /** Reads of all opens by docstore, which has the head. */
  readonly docstoreReads: number;
  readonly presentMs: readonly number[];
  readonly anyMs: readonly number[];
}

async function openAnywhere(place: Place, size: typeof FULL, say: RunSettings['say']): Promise<Opened> {
  say(`${place.name}: making ${size.changes} changes`);
  let gets = 0;
  const store = openStore(place, (call) => {
    if (call === 'get') gets++;
  });
  const map = newMap();
  const bytes = await makeHistory(store, map, size.changes);
  say(`${place.name}: opening at ${size.opens} random numbers`);
  const numbers = Array.from({ length: size.opens }, () => 1 + Math.floor(Math.random() * size.changes));
  const reads: number[] = [];
  for (const seq of numbers) {
    gets = 0;
    const found = await readHead({ ports: LOG_PORTS, store }, map);
    if (found === null) throw new Error('the log is there');
    await readMoment({ ports: LOG_PORTS, store, codec }, found.head, seq);
    reads.push(gets);
  }
  const docstore = await Docstore.start(place.environment);
  const [presentMs, anyMs]: [number[], number[]] = [[], []];
  const openAt = async (at: number | null): Promise<number> => {
    const startedMs = performance.now();
    const params = { map, known: null, at, encoding: 'zstd' as const };
    await docstore.call(docstoreRoutes.readDocument, { params });
    return performance.now() - startedMs;
  };
  for (const seq of numbers.slice(0, 10)) await openAt(seq);
  const before = await docstore.requests('get');
  for (const seq of numbers) {
    anyMs.push(await openAt(seq));
    presentMs.push(await openAt(null));
  }
  const docstoreReads = (await docstore.requests('get')) - before;
  await docstore.stop();
  return { name: place.name, bytesPerChange: bytes / size.changes, reads, docstoreReads, presentMs, anyMs };
}

function figuresOf(opened: Opened): readonly Figure[] {
  const { name, anyMs } = opened;
  const bar = { atMost: 150 };
  return [
    { name: `${name}: most reads for one moment`, value: Math.max(...opened.reads), unit: '', bar: { atMost: 3 } },
    {
      name: `${name}: reads for one moment by docstore, which has the head`,
      value: opened.docstoreReads / anyMs.length,
      unit: '',
      bar: { atMost: 2 },
    },
    { name: `${name}: any moment, median`, value: median(anyMs), unit: 'ms', bar },
    { name: `${name}: any moment, 95 of 100`, value: percentile(anyMs, 0.95), unit: 'ms', bar },
    { name: `${name}: any moment, slowest`, value: Math.max(...anyMs), unit: 'ms' },
    { name: `${name}: bytes per change`, value: opened.bytesPerChange, unit: 'bytes', bar: { atMost: 30 } },
  ];
}

async function run({ quick, say }: RunSettings): Promise<Report> {
  const size = quick ? QUICK : FULL;
  const all: Opened[] = [];
  for (const place of [await folderPlace(), await versityPlace(0)]) {
    if (place === null) {
      say('versitygw is not to be had here: its part is left out');
      continue;
    }
    try {
      all.push(await openAnywhere(place, size, say));
    } finally {
      await place.close();
    }
  }
  const [first] = all;
  if (first === undefined) throw new Error('there is a folder');
  const [a, b] = [median(first.presentMs), median(first.anyMs)];
  const rows = all.map(({ name, reads, anyMs }) => [
    name,
    `${median(reads)} to ${Math.max(...reads)}`,
    ...[0.5, 0.95, 1].map((part) => `${percentile(anyMs, part).toFixed(1)} ms`),
  ]);
  return {
    table: [['store', 'reads', 'p50', 'p95', 'slowest'], ...rows],
    a,
    b,
    ratio: b / a,
    figures: all.flatMap(figuresOf),
    facts: { changes: size.changes, opens: size.opens },
  };
}

export const benchmark: Benchmark = {
  name: 'history',
  what: 'A: a map of a million changes as it is, B: as it was at any of them; reads, time and bytes per change',
  run,
};
