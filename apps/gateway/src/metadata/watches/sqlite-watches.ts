import { idBytes, mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { bytes, type Row } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { type WatchRecord, type WatchStore, watchWishOf } from './watch-store.ts';

/** Who watches which maps, in SQLite. */
export function sqliteWatches(db: SqliteDatabase): WatchStore {
  return {
    addWatch: async ({ map, person, toldTo, tellsTo, dueAt }) => {
      const sql = 'INSERT OR IGNORE INTO watches (map, person, told_to, tells_to, due_at) VALUES (?, ?, ?, ?, ?)';
      db.run(sql, idBytes(map), idBytes(person), toldTo, tellsTo, dueAt);
    },
    removeWatch: async (map, person) => {
      db.run('DELETE FROM watches WHERE map = ? AND person = ?', idBytes(map), idBytes(person));
    },
    isWatched: async (map, person) =>
      db.get('SELECT 1 FROM watches WHERE map = ? AND person = ?', idBytes(map), idBytes(person)) !== null,
    watchesOf: async (person) =>
      db.all('SELECT * FROM watches WHERE person = ? ORDER BY map', idBytes(person)).map(toWatch),
    dueWatches: async (at, limit) =>
      db.all('SELECT * FROM watches WHERE due_at <= ? ORDER BY due_at, map, person LIMIT ?', at, limit).map(toWatch),
    tryMoveWatch: async ({ map, person, dueAt: readDueAt }, { toldTo, tellsTo, dueAt }) => {
      const sql =
        'UPDATE watches SET told_to = ?, tells_to = ?, due_at = ? WHERE map = ? AND person = ? AND due_at IS ?';
      return db.run(sql, toldTo, tellsTo, dueAt, idBytes(map), idBytes(person), readDueAt) === 1;
    },
    watchWish: async (person) =>
      watchWishOf(db.get('SELECT wish FROM watch_wishes WHERE person = ?', idBytes(person))?.['wish']),
    setWatchWish: async (person, wish) => {
      const sql =
        'INSERT INTO watch_wishes (person, wish) VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET wish = excluded.wish';
      db.run(sql, idBytes(person), wish);
    },
  };
}

function toWatch(row: Row): WatchRecord {
  const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  return {
    map: mustMapId(bytes(row['map'])),
    person: mustPersonId(bytes(row['person'])),
    toldTo: number(row['told_to']),
    tellsTo: number(row['tells_to']),
    dueAt: number(row['due_at']),
  };
}
