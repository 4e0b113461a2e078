import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { must } from '@bough/base';
import { createLog, DEFAULT_SETTINGS, sealedStore } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { nodeCiphers } from '@bough/blobs';
import {
  apply,
  type Change,
  decodeChange,
  emptyMap,
  encodeChange,
  encodeMap,
  type ItemId,
  newItemId,
  parseOps,
} from '@bough/map';
import { platformClock, platformIds, platformRandom } from '@bough/service';
import { type Benchmark, median, type Report, type RunSettings } from '../benchmark.ts';
import { LOG_PORTS } from '../bough/log-ports.ts';
import { AMAZON_S3 } from '../capacity/prices.ts';
import { addItem, AUTHOR, newClient } from './docstore/typists.ts';

// The same edits kept twice: as rows of a database with the indexes that the questions need (by map and number, by client and
// counter, by time), and as Bough keeps them. Both sides hold everything: the whole history, and what opening needs.

const PEOPLE = 10;
/** Amazon RDS for MySQL and PostgreSQL, gp3 storage, one zone, us-east-1, US dollars a gigabyte and month, list price of 2025. */
const DATABASE_GIGABYTE_MONTH = 0.115;
const GIGABYTE = 1e9;
const PHRASE = 'the quick brown fox jumps over a lazy dog while people think about maps and trees ';

/** Edits of ten people who type into items of one map, in the order of their numbers. */
function* edits(count: number): Generator<Change> {
  const root = newItemId(platformIds);
  const people = Array.from({ length: PEOPLE }, () => ({ client: newClient(), counter: 0, item: root, typed: 0 }));
  let at = Date.now() - count * 300;
  for (let i = 0; i < count; i++) {
    const person = people[i % PEOPLE];
    if (person === undefined) throw new Error('there is a person');
    person.counter++;
    at += 20 + Math.floor(Math.random() * 500);
    const ops = must(parseOps([i === 0 ? addItem(root, null, 'Root') : editOf(person, root)]));
    yield { client: person.client, counter: person.counter, author: AUTHOR, at, ops };
  }
}

function editOf(person: { item: ItemId; typed: number; counter: number }, root: ItemId): Change['ops'][number] {
  if (person.counter % 40 === 1 || person.item === root) {
    person.item = newItemId(platformIds);
    person.typed = 0;
    return addItem(person.item, root, '');
  }
  const insert = PHRASE[(person.counter * 7) % PHRASE.length] ?? ' ';
  return { kind: 'splice', id: person.item, field: 'text', at: person.typed++, remove: 0, insert };
}

/** Bytes per edit as rows. */
async function asRows(all: readonly Change[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bough-rows-'));
  const file = join(folder, 'rows.db');
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE edits (map TEXT NOT NULL, seq INTEGER NOT NULL, client TEXT NOT NULL, counter INTEGER NOT NULL,
      author TEXT NOT NULL, at INTEGER NOT NULL, ops TEXT NOT NULL, PRIMARY KEY (map, seq)) WITHOUT ROWID;
    CREATE UNIQUE INDEX by_client ON edits (map, client, counter);
    CREATE INDEX by_time ON edits (map, at);`);
  const insert = database.prepare('INSERT INTO edits VALUES (?, ?, ?, ?, ?, ?, ?)');
  const map = platformIds.long();
  database.exec('BEGIN');
  for (const [i, { client, counter, author, at, ops }] of all.entries()) {
    insert.run(map, i + 1, client, counter, author, at, JSON.stringify(ops));
  }
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const { size } = await stat(file);
  await rm(folder, { recursive: true });
  return size / all.length;
}

/** Bytes per edit in blobs, head, segments and snapshots together, sealed. */
async function asBlobs(all: readonly Change[]): Promise<number> {
  const raw = new MemoryStore(platformClock);
  const keys = [{ id: 'bench', bytes: platformRandom.bytes(32) }];
  const store = sealedStore(raw, keys, { ciphers: nodeCiphers, random: platformRandom });
  const codec = { encode: encodeChange, tryDecode: decodeChange, writerOf: ({ client }: Change) => client };
  const log = await createLog({ ports: LOG_PORTS, store, codec }, { ...DEFAULT_SETTINGS, gatherMs: 0 }, 'bench', {
    entries: [],
    label: '',
  });
  const map = emptyMap();
  for (let from = 0; from < all.length; from += PEOPLE) {
    const batch = all.slice(from, from + PEOPLE);
    for (const change of batch) if (!apply(map, change).ok) throw new Error('an edit does not apply');
    const written = log.append(batch, '');
    if (log.isSealDue()) log.seal(() => Buffer.from(encodeMap(map)));
    await written;
  }
  await log.close();
  return raw.objects.values().reduce((sum, { bytes }) => sum + bytes.length, 0) / all.length;
}

async function run({ quick, say }: RunSettings): Promise<Report> {
  const count = quick ? 50_000 : 1_000_000;
  const rounds = quick ? 3 : 1;
  const [rows, blobs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    say(`round ${round + 1} of ${rounds}: ${count} edits`);
    const all = [...edits(count)];
    rows.push(await asRows(all));
    blobs.push(await asBlobs(all));
  }
  const [a, b] = [median(rows), median(blobs)];
  const priceOf = (bytes: number, perGigabyte: number): number => ((bytes * 1_000_000) / GIGABYTE) * perGigabyte;
  const [rowsPrice, blobsPrice] = [priceOf(a, DATABASE_GIGABYTE_MONTH), priceOf(b, AMAZON_S3.gigabyteMonth)];
  return {
    table: [
      ['kept as', 'bytes per edit', 'dollars a month for a million edits'],
      ['rows with indexes', a.toFixed(1), rowsPrice.toFixed(5)],
      ['blobs', b.toFixed(1), blobsPrice.toFixed(5)],
      ['blobs in two locations', (2 * b).toFixed(1), (2 * blobsPrice).toFixed(5)],
    ],
    a,
    b,
    ratio: a / b,
    figures: [
      { name: 'bytes at rest, rows against blobs', value: a / b, unit: 'times', bar: { atLeast: 10 } },
      { name: 'price, rows against blobs', value: rowsPrice / blobsPrice, unit: 'times', bar: { atLeast: 10 } },
      { name: 'bytes per edit in blobs', value: b, unit: 'bytes', bar: { atMost: 30 } },
    ],
    facts: { edits: count },
  };
}

export const benchmark: Benchmark = {
  name: 'blobs',
  what: 'A: edits as database rows with indexes, B: the log on blobs; bytes at rest and list price (ratio a / b)',
  run,
};
