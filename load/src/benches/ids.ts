import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Benchmark, Figure, Report, RunSettings } from '../benchmark.ts';

// Who opened which map when: the smallest record that metadata keeps of an id, and one of those it has most of. A: both ids as the
// 36 characters in which UUIDs are usually kept. B: as their 16 bytes. Nothing else differs. It is measured in SQLite, which Bough runs
// on and which tells the pages of each table and index; what stands in for MongoDB in tests keeps records in a way of its own, so that
// its sizes would say nothing about MongoDB. There an id is a BSON binary of 21 bytes (length, subtype, 16) against a string of 41.

const ROWS = 1_000_000;
const QUICK_ROWS = 200_000;
/** Maps that one person has opened. */
const MAPS_EACH = 20;
/** People who have opened one map. */
const PEOPLE_EACH = 3;
const OPENED_AT = 1_790_000_000_000;

interface Sizes {
  /** Bytes for each record, in the table and in the index by map. */
  readonly record: number;
  readonly index: number;
  readonly insertMs: number;
}
type Column = 'TEXT' | 'BLOB';

/** The same ids for both sides: UUIDv7 has its time in front, so that new ones stand side by side in an index. */
function idAt(n: number, kind: number): Buffer {
  const id = Buffer.alloc(16);
  id.writeUIntBE(OPENED_AT + n, 0, 6);
  // What is random in a UUID, from a counter, so that a run can be repeated: Knuth's multiplicative hash.
  for (let at = 6; at < 16; at += 2)
    id.writeUInt16BE((((n + at) * 2_654_435_761 + kind * 40_503) >>> 13) & 0xff_ff, at);
  id.writeUInt8(0x70 | (id.readUInt8(6) & 0x0f), 6);
  id.writeUInt8(0x80 | (id.readUInt8(8) & 0x3f), 8);
  return id;
}

function asUuid(id: Buffer): string {
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** What so many records and their index take in a file of their own. */
async function sizesOf(column: Column, rows: number): Promise<Sizes> {
  const folder = await mkdtemp(join(tmpdir(), 'bough-ids-'));
  const database = new DatabaseSync(join(folder, 'ids.db'));
  try {
    database.exec(`PRAGMA journal_mode = WAL;
      CREATE TABLE opened (person ${column} NOT NULL, map ${column} NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (person, map))
        STRICT, WITHOUT ROWID;
      CREATE INDEX opened_by_map ON opened (map);`);
    const insert = database.prepare('INSERT INTO opened VALUES (?, ?, ?)');
    const startedMs = performance.now();
    database.exec('BEGIN');
    for (let n = 0; n < rows; n++) {
      const [person, map] = [idAt(Math.floor(n / MAPS_EACH), 1), idAt(n % Math.floor(rows / PEOPLE_EACH), 2)];
      if (column === 'TEXT') insert.run(asUuid(person), asUuid(map), OPENED_AT + n);
      else insert.run(person, map, OPENED_AT + n);
    }
    database.exec('COMMIT');
    const insertMs = performance.now() - startedMs;
    // Without the air that growing leaves in pages.
    database.exec('VACUUM');
    const whole = bytesOf(database);
    database.exec('DROP INDEX opened_by_map; VACUUM');
    const record = bytesOf(database);
    return { record: record / rows, index: (whole - record) / rows, insertMs };
  } finally {
    database.close();
    await rm(folder, { recursive: true });
  }
}

function bytesOf(database: DatabaseSync): number {
  const one = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  return one('page_count') * one('page_size');
}

async function run({ quick, say }: RunSettings): Promise<Report> {
  const rows = quick ? QUICK_ROWS : ROWS;
  say(`${rows} records with 36 characters`);
  const text = await sizesOf('TEXT', rows);
  say(`${rows} records with 16 bytes`);
  const bytes = await sizesOf('BLOB', rows);
  const row = (name: string, { record, index, insertMs }: Sizes): string[] => {
    return [name, record.toFixed(1), index.toFixed(1), (insertMs / 1_000).toFixed(1)];
  };
  const saved = (name: string, a: number, b: number): Figure => {
    return { name, value: (1 - b / a) * 100, unit: '%', bar: { atLeast: 45 } };
  };
  return {
    table: [
      [`${rows} records`, 'bytes a record', 'bytes an index entry', 'inserted in s'],
      row('36 characters', text),
      row('16 bytes', bytes),
    ],
    a: text.record + text.index,
    b: bytes.record + bytes.index,
    ratio: (bytes.record + bytes.index) / (text.record + text.index),
    figures: [
      saved('recordSaved', text.record, bytes.record),
      saved('indexSaved', text.index, bytes.index),
      { name: 'insertTime', value: bytes.insertMs / text.insertMs, unit: 'times' },
    ],
    facts: { rows, megabytes: [text, bytes].map(({ record, index }) => Math.round(((record + index) * rows) / 1e6)) },
  };
}

/** What 16 bytes are worth against the text of the same id. */
export const benchmark: Benchmark = {
  name: 'ids',
  what: 'ids of 36 characters against 16 bytes over a million records: bytes of a record and of an index entry',
  run,
};
