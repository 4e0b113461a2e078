import { type MapId, must } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import { newItemId, type Op, parseOps } from '@bough/map';
import { platformIds } from '@bough/service';
import { type Benchmark, median, type Report, type RunSettings } from '../benchmark.ts';
import { Docstore } from './docstore/running.ts';
import { folderPlace } from './docstore/stores.ts';
import { addItem, AUTHOR, newMap } from './docstore/typists.ts';

// Whether docstore's memory stays what it is, however many documents pass through it: a fleet of documents, several times what
// its cache holds, is opened in turn, some fifteen times; what grows over hours is seen by `npm run soak`. A is what the process holds once
// every document has been open, B what it holds at the end.

const DOCUMENTS = 5_000;
const ITEMS = 120;
const FULL_MS = 10 * 60_000;
const QUICK_MS = 20_000;
const LANES = 2;
/** Between two opens of a lane: this is about time, not about load. */
const PACE_MS = 15;
const SAMPLE_EVERY_MS = 1_000;
/** At the end as after the first round, but for what a garbage collector may be late with. */
const MOST_GROWTH = 1.15;
/** What a container of docstore is given; the default of BOUGH_OPEN_MB is made for it. */
const MOST_MIB = 512;

async function run({ quick, say }: RunSettings): Promise<Report> {
  const place = await folderPlace();
  const docstore = await Docstore.start(place.environment);
  try {
    const documents = quick ? DOCUMENTS / 2 : DOCUMENTS;
    say(`making ${documents} documents of ${ITEMS} items`);
    const maps = await makeDocuments(docstore, documents);
    say(`opening them in turn for ${(quick ? QUICK_MS : FULL_MS) / 60_000} minutes`);
    const soak = await openInTurn(docstore, maps, quick ? QUICK_MS : FULL_MS);
    return judge(documents, soak);
  } finally {
    await docstore.stop();
    await place.close();
  }
}

async function makeDocuments(docstore: Docstore, count: number): Promise<readonly MapId[]> {
  const maps: MapId[] = [];
  const make = async (): Promise<void> => {
    while (maps.length < count) {
      const map = newMap();
      maps.push(map);
      const root = newItemId(platformIds);
      const ops: Op[] = [addItem(root, null, 'soak')];
      for (let item = 1; item < ITEMS; item++) {
        ops.push(addItem(newItemId(platformIds), root, `item ${item} of ${map} says something of the usual length`));
      }
      await docstore.call(docstoreRoutes.createDocument, {
        params: {},
        body: { map, by: AUTHOR, ops: must(parseOps(ops)) },
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, make));
  return maps.slice(0, count);
}

interface Soak {
  readonly opened: number;
  /** Resident bytes, a sample every second, and how many documents had been opened by then. */
  readonly samples: readonly { readonly bytes: number; readonly opened: number }[];
}

async function openInTurn(docstore: Docstore, maps: readonly MapId[], forMs: number): Promise<Soak> {
  const samples: { bytes: number; opened: number }[] = [];
  const endsAt = performance.now() + forMs;
  let opened = 0;
  // However slow the machine: each document is opened twice.
  const isGoing = (): boolean => performance.now() < endsAt || opened < 2 * maps.length;
  const open = async (): Promise<void> => {
    while (isGoing()) {
      const map = maps[opened++ % maps.length];
      if (map === undefined) return;
      await docstore.call(docstoreRoutes.readDocument, {
        params: { map, known: null, at: null, encoding: null },
        body: undefined,
      });
      if (forMs === FULL_MS) await sleep(PACE_MS);
    }
  };
  const watch = async (): Promise<void> => {
    while (isGoing()) {
      samples.push({ bytes: await docstore.residentBytes(), opened });
      await sleep(SAMPLE_EVERY_MS);
    }
  };
  await Promise.all([watch(), ...Array.from({ length: LANES }, open)]);
  return { opened, samples };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function judge(documents: number, { opened, samples }: Soak): Report {
  const MIB = 1024 * 1024;
  const steady = samples.filter((sample) => sample.opened >= documents).map((sample) => sample.bytes / MIB);
  if (steady.length < 8) throw new Error('the documents were not opened often enough to say anything');
  const part = Math.floor(steady.length / 4);
  const a = median(steady.slice(0, part));
  const b = median(steady.slice(-part));
  return {
    table: [
      ['', 'resident MiB'],
      ['after the first round', a.toFixed(1)],
      ['at the end', b.toFixed(1)],
      ['most', Math.max(...steady).toFixed(1)],
    ],
    a,
    b,
    ratio: b / a,
    figures: [
      { name: 'memory at the end against the first round', value: b / a, unit: 'times', bar: { atMost: MOST_GROWTH } },
      { name: 'most resident memory', value: Math.max(...steady), unit: 'MiB', bar: { atMost: MOST_MIB } },
      { name: 'opens', value: opened, unit: '' },
      { name: 'rounds through all documents', value: opened / documents, unit: '' },
    ],
  };
}

export const benchmark: Benchmark = {
  name: 'memory',
  what: 'A: docstore after every one of 5,000 documents was open once, B: after 10 minutes of opening them in turn',
  run,
};
