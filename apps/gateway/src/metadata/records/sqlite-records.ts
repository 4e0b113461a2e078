import type { SQLInputValue } from 'node:sqlite';
import { type MoveMark, readMark, writeMark } from '@bough/service';
import { idBytes, idText } from '../ids-in-bytes.ts';
import { bytes, hashBytes, integer, NONE, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { RecordMoves, RecordStore } from './record-store.ts';
import { type Field, fieldsOf, type StoredRecord, TABLE_NAMES, type TableName, TABLES, type Value } from './tables.ts';

/** Records in SQLite. */
export function sqliteRecords(db: SqliteDatabase): RecordStore {
  return {
    ...sqliteMoves(db),
    records: async function* () {
      const all = db.atOneMoment(() =>
        TABLE_NAMES.map((name) => [name, db.all(`SELECT * FROM ${TABLES[name].sqlite}`)] as const),
      );
      for (const [table, rows] of all) for (const row of rows) yield { table, values: valuesOf(table, row) };
    },
    addRecords: async (records) =>
      db.together(() => {
        for (const record of records) add(db, record);
      }),
    isEmpty: async () => db.get('SELECT 1 FROM people UNION ALL SELECT 1 FROM maps LIMIT 1') === null,
  };
}

/** The mark is in a table that is made with the first one. */
function sqliteMoves(db: SqliteDatabase): RecordMoves {
  const table = `CREATE TABLE IF NOT EXISTS storage_move (id INTEGER PRIMARY KEY CHECK (id = 1), mark TEXT NOT NULL) STRICT`;
  const isMarked = (): boolean => db.get(`SELECT 1 FROM sqlite_master WHERE name = 'storage_move'`) !== null;
  const addAll = (records: readonly StoredRecord[]): void => {
    for (const record of records) add(db, record);
  };
  return {
    moveMark: async () =>
      isMarked() ? db.readOne((row) => readMark(text(row['mark'])), 'SELECT mark FROM storage_move') : null,
    setMoveMark: async (mark: MoveMark) =>
      db.together(() => {
        db.run(table);
        db.run('INSERT OR REPLACE INTO storage_move (id, mark) VALUES (1, ?)', writeMark(mark));
      }),
    fill: async (records) => db.together(() => addAll(records)),
    tryFill: async (records) => {
      const undone = new Error('nothing of it stays');
      try {
        db.together(() => {
          addAll(records);
          throw undone;
        });
      } catch (error) {
        if (error !== undone) throw error;
      }
    },
    clear: async () =>
      db.together(() => {
        for (const name of TABLE_NAMES) db.run(`DELETE FROM ${TABLES[name].sqlite}`);
      }),
  };
}

function add(db: SqliteDatabase, { table, values }: StoredRecord): void {
  const fields = fieldsOf(table);
  const columns = fields.map(([name, field]) => columnOf(name, field));
  const sql = `INSERT INTO ${TABLES[table].sqlite} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (${keyOf(table)}) DO NOTHING`;
  db.run(sql, ...fields.map(([name, field]) => kept(name, field, values[name] ?? null)));
  // A person's own row says, too, which sessions have ended.
  if (table === 'revocations' && values['kind'] === 'person') {
    const { subject, epoch } = values;
    db.run('UPDATE people SET epoch = MAX(epoch, ?) WHERE id = ?', Number(epoch), idBytes(String(subject)));
  }
  if (table === 'people') {
    const sessions = `UPDATE people SET epoch = MAX(epoch, COALESCE((SELECT epoch FROM revocations WHERE kind = 'person' AND subject = ?1), 0)) WHERE id = ?1`;
    db.run(sessions, idBytes(String(values['id'])));
  }
}

function keyOf(table: TableName): string {
  const key: readonly string[] = table === 'revocations' ? ['kind', 'subject'] : TABLES[table].key;
  const fields = new Map(fieldsOf(table));
  return key.map((name) => columnOf(name, fields.get(name))).join(', ');
}

function columnOf(name: string, field: Field | undefined): string {
  return field?.sqlite ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function valuesOf(table: TableName, row: Row): Record<string, Value> {
  return Object.fromEntries(fieldsOf(table).map(([name, field]) => [name, read(field, row[columnOf(name, field)])]));
}

function read(field: Field, value: unknown): Value {
  if (value === null || value === undefined) return field.none ?? null;
  switch (field.type) {
    case 'id':
      return bytes(value).length === 0 ? null : idText(bytes(value));
    case 'hash':
      return idText(bytes(value));
    case 'text':
      return text(value);
    case 'number':
      return integer(value);
    case 'flag':
      return integer(value) === 1;
    case 'texts': {
      const texts: unknown = JSON.parse(text(value));
      return Array.isArray(texts) ? texts.map(String) : [];
    }
  }
}

function kept(name: string, { type }: Field, value: Value): SQLInputValue {
  // A link that gave no grant is part of a key, and empty there.
  if (value === null) return name === 'link' ? NONE : null;
  if (type === 'id') return idBytes(String(value));
  if (type === 'hash') return hashBytes(String(value));
  if (type === 'flag') return value === true ? 1 : 0;
  if (type === 'texts') return JSON.stringify(value);
  return typeof value === 'number' ? value : String(value);
}
