import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import { newItemId, parseOps } from '@bough/map';
import { platformIds } from '@bough/service';
import { type Benchmark, type Figure, median, percentile, type Report, type RunSettings } from '../benchmark.ts';
import { Docstore } from './docstore/running.ts';
import { folderPlace, ownFolder, type Place, versityPlace } from './docstore/stores.ts';
import { typeTogether } from './docstore/crowd.ts';
import { databaseUse } from './docstore/database.ts';
import { addItem, AUTHOR, newDocument, newMap, Typist } from './docstore/typists.ts';

// What durability costs: an acknowledged change against the bare conditional write below it, on the same store, in turns. In a
// folder, what is replaced again and again stands in a journal that is Bough's own, several times faster than a file that is
// replaced and flushed. There both are measured: what is added to the journal's write, and the tail against the file's.

const HEAD_BYTES = 4 * 1024;
const ADDED_MS = 45;
/** Until both sides are compiled: before about so many changes, a change takes up to twice as long. */
const WARMING = 1_000;

interface Latency {
  readonly name: string;
  readonly bare: readonly number[];
  /** Objects that are replaced as files; none where the bare write is what everybody's is. */
  readonly files: readonly number[];
  readonly acknowledged: readonly number[];
}

/** One typist, one change at a time, in turns with bare replaces of an object as big as a head. */
async function latency(place: Place, count: number): Promise<Latency> {
  const docstore = await Docstore.start(place.environment);
  const { map, root } = await newDocument(docstore);
  const typist = new Typist(docstore, map, root);
  const created = await place.bare.createIfAbsent('bench/bare', randomBytes(HEAD_BYTES));
  let etag = created.kind === 'written' ? created.etag : '';
  const [bare, files, acknowledged]: [number[], number[], number[]] = [[], [], []];
  for (let i = -WARMING; i < count; i++) {
    const bytes = randomBytes(HEAD_BYTES);
    const startedMs = performance.now();
    const put = await place.bare.replaceIf('bench/bare', etag, bytes);
    const bareMs = performance.now() - startedMs;
    if (put.kind !== 'written') throw new Error('a bare write did not win');
    etag = put.etag;
    const fileMs = place.hasFiles ? await replacedFile(place) : null;
    const acknowledgedMs = await typist.send([typist.next()]);
    if (i < 0) continue;
    bare.push(bareMs);
    if (fileMs !== null) files.push(fileMs);
    acknowledged.push(acknowledgedMs);
  }
  await docstore.stop();
  return { name: place.name, bare, files, acknowledged };
}

function rowsOf({ name, bare, files, acknowledged }: Latency): string[][] {
  const row = (what: string, ms: readonly number[]): string[] => [
    name,
    what,
    `${median(ms).toFixed(2)} ms`,
    `${percentile(ms, 0.99).toFixed(2)} ms`,
  ];
  const fileRows = files.length === 0 ? [] : [row('a file replaced', files)];
  return [row('a bare conditional write', bare), ...fileRows, row('an acknowledged change', acknowledged)];
}

function latencyFigures({ name, bare, files, acknowledged }: Latency): Figure[] {
  const against = (ms: readonly number[]): number => percentile(acknowledged, 0.99) / percentile(ms, 0.99);
  const added: Figure = {
    name: `${name}: added median`,
    value: median(acknowledged) - median(bare),
    unit: 'ms',
    bar: { atMost: 3 },
  };
  const toBare = { name: `${name}: p99 against the bare p99`, value: against(bare), unit: 'times' };
  if (files.length === 0) return [added, { ...toBare, bar: { atMost: 1.5 } }];
  const toFile = {
    name: `${name}: p99 against a file's p99`,
    value: against(files),
    unit: 'times',
    bar: { atMost: 1.5 },
  };
  return [added, toFile, toBare];
}

/** What replacing an object as a file takes: under its key's lock, flushed with its folder. */
async function replacedFile({ bare }: Place): Promise<number> {
  const bytes = randomBytes(HEAD_BYTES);
  const startedMs = performance.now();
  await bare.put('bench/file', bytes);
  return performance.now() - startedMs;
}

/** People who type at their own pace for a while, each sending when it is time, whatever is unanswered; writes per change. */
async function crowd(
  place: Place,
  people: number,
  perSecond: number,
  seconds: number,
): Promise<{ ratio: number; ms: number[] }> {
  const docstore = await Docstore.start(place.environment);
  const { map, root } = await newDocument(docstore);
  const before = await docstore.requests('replaceIf');
  const ms: number[] = [];
  let changes = 0;
  const lane = async (): Promise<void> => {
    const typist = new Typist(docstore, map, root);
    await sleep((Math.random() * 1_000) / perSecond);
    let waiting: ReturnType<Typist['next']>[] = [];
    let isSending = false;
    const flush = async (): Promise<void> => {
      isSending = true;
      while (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        const took = await typist.send(batch);
        ms.push(...batch.map(() => took));
      }
      isSending = false;
    };
    let sending = Promise.resolve();
    for (let i = 0; i < perSecond * seconds; i++) {
      waiting.push(typist.next());
      changes++;
      if (!isSending) sending = flush();
      await sleep(1_000 / perSecond);
    }
    await sending;
  };
  await Promise.all(Array.from({ length: people }, lane));
  const writes = (await docstore.requests('replaceIf')) - before;
  await docstore.stop();
  return { ratio: writes / changes, ms };
}

/** Ten people at ten keys a second, with the product's own client and room; writes per change that the log has of it. */
async function typing10(place: Place, seconds: number): Promise<number> {
  const docstore = await Docstore.start(place.environment);
  const { map, root } = await newDocument(docstore);
  const before = await docstore.requests('replaceIf');
  const { changes } = await typeTogether(docstore, map, root, { people: 10, perSecond: 10, seconds });
  const writes = (await docstore.requests('replaceIf')) - before;
  await docstore.stop();
  return writes / changes;
}

/** Bytes per change at rest, every file below the folder counted, after so many changes of ten people, so many at a time. */
async function atRest(changes: number, together: number): Promise<number> {
  const place = await ownFolder();
  const docstore = await Docstore.start(place.environment);
  const { map, root } = await newDocument(docstore);
  const typists = Array.from({ length: 10 }, () => new Typist(docstore, map, root));
  for (let sent = 0; sent < changes; sent += 10 * together) {
    await Promise.all(typists.map((typist) => typist.send(Array.from({ length: together }, () => typist.next()))));
  }
  await docstore.stop();
  const bytes = await bytesBelow(place.folder);
  await place.remove();
  return bytes / changes;
}

async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

/** The median of so many bare conditional writes, one after the other. */
async function bareWrite(place: Place, count: number): Promise<number> {
  const created = await place.bare.createIfAbsent('bench/slow', randomBytes(HEAD_BYTES));
  let etag = created.kind === 'written' ? created.etag : '';
  const ms: number[] = [];
  for (let i = 0; i < count; i++) {
    const startedMs = performance.now();
    const put = await place.bare.replaceIf('bench/slow', etag, randomBytes(HEAD_BYTES));
    ms.push(performance.now() - startedMs);
    etag = put.kind === 'written' ? put.etag : '';
  }
  return median(ms);
}

interface ColdOpen {
  readonly items: number;
  readonly requests: number;
  readonly ms: number;
}

/** Opens of documents of these sizes by a process that has just started: requests to the store, and time. */
async function coldOpens(sizes: readonly number[]): Promise<readonly ColdOpen[]> {
  const place = await folderPlace();
  const docstore = await Docstore.start(place.environment);
  const opens: ColdOpen[] = [];
  for (const items of sizes) {
    const map = newMap();
    const root = newItemId(platformIds);
    await docstore.call(docstoreRoutes.createDocument, {
      params: {},
      body: { map, by: AUTHOR, ops: must(parseOps([addItem(root, null, 'Root')])) },
    });
    await fill(docstore, map, root, items);
    await docstore.down();
    await docstore.up();
    const before = await docstore.requests('get');
    const startedMs = performance.now();
    await docstore.call(docstoreRoutes.readDocument, { params: { map, known: null, at: null, encoding: 'zstd' } });
    const ms = performance.now() - startedMs;
    opens.push({ items, requests: (await docstore.requests('get')) - before, ms });
  }
  await docstore.stop();
  await place.close();
  return opens;
}

async function fill(
  docstore: Docstore,
  map: ReturnType<typeof newMap>,
  root: ReturnType<typeof newItemId>,
  items: number,
) {
  const typist = new Typist(docstore, map, root);
  for (let made = 1; made < items; made += 1_000) {
    const ops = Array.from({ length: Math.min(1_000, items - made) }, (_, i) =>
      addItem(newItemId(platformIds), root, `Item ${made + i} says something`),
    );
    await typist.send([{ ...typist.next(), ops: must(parseOps(ops)) }]);
  }
}

async function run({ quick, say }: RunSettings): Promise<Report> {
  const figures: Figure[] = [];
  const table: string[][] = [['store', 'what', 'median', 'p99']];
  const measured: Latency[] = [];
  for (const place of [await folderPlace(), await versityPlace(0)]) {
    if (place === null) {
      say('versitygw is not to be had here: its part is left out');
      continue;
    }
    say(`one typist on ${place.name}`);
    const one = await latency(place, quick ? 600 : 2_000);
    await place.close();
    measured.push(one);
    table.push(...rowsOf(one));
    figures.push(...latencyFigures(one));
  }
  const slow = await versityPlace(ADDED_MS);
  if (slow !== null) {
    say(`people on a store that answers in ${ADDED_MS} ms`);
    const seconds = quick ? 5 : 15;
    const many = await crowd(slow, 20, 3, seconds);
    const typing = await typing10(slow, seconds);
    const bareMs = await bareWrite(slow, 20);
    await slow.close();
    const addedMs = median(many.ms) - bareMs;
    figures.push({
      name: 'writes per change, 20 people at 3 a second',
      value: many.ratio,
      unit: '',
      bar: { atMost: 0.35 },
    });
    figures.push({
      name: 'writes per change, 10 people at 10 keys a second',
      value: typing,
      unit: '',
      bar: { atMost: 0.25 },
    });
    figures.push({ name: 'added median there', value: addedMs, unit: 'ms', bar: { atMost: 40 } });
  }
  say('bytes at rest');
  for (const [together, changes] of [
    [20, quick ? 20_000 : 100_000],
    [1, quick ? 4_000 : 20_000],
  ] as const) {
    const bytes = await atRest(changes, together);
    const name = `bytes per change at rest, ${changes} changes sent ${together} at a time`;
    figures.push({ name, value: bytes, unit: 'bytes', bar: { atMost: 30 } });
  }
  say("the gateway's database");
  const used = await databaseUse(quick ? 1_000 : 3_000);
  figures.push({
    name: "operations of a gateway's database per change, beyond an idle one's",
    value: Math.max(0, used.operations - used.idleOperations) / used.changes,
    unit: '',
    bar: { atMost: 0.01 },
  });
  say('cold opens');
  for (const { items, requests, ms } of await coldOpens(quick ? [100, 2_000, 20_000] : [100, 2_000, 100_000])) {
    const bar = { bar: { atMost: items === 100 ? 1 : items === 2_000 ? 2 : 3 } };
    figures.push({ name: `cold open of ${items} items: requests`, value: requests, unit: '', ...bar });
    figures.push({ name: `cold open of ${items} items`, value: ms, unit: 'ms' });
  }
  const [first] = measured;
  const [a, b] = [median(first?.bare ?? []), median(first?.acknowledged ?? [])];
  return { table, a, b, ratio: b / a, figures };
}

export const benchmark: Benchmark = {
  name: 'docstore',
  what: 'A: bare conditional writes, B: acknowledged changes; writes per change, bytes at rest, cold opens',
  run,
};

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
