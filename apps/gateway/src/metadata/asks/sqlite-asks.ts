import { idBytes, idText, mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { bytes, integer, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { THESE, these } from '../sqlite/these.ts';
import { type AskRecord, type AskStore, mustAskKind } from './ask-store.ts';

/** What people ask each other, in SQLite. */
export function sqliteAsks(db: SqliteDatabase): AskStore {
  return {
    tryAddAsk: async ({ id, kind, map, person, by, message, at, isRefused, isMailed }) =>
      db.run(
        `INSERT OR IGNORE INTO asks (id, kind, map, person, asker, message, at, refused, mailed)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        idBytes(id),
        kind,
        idBytes(map),
        idBytes(person),
        idBytes(by),
        message,
        at,
        isRefused ? 1 : 0,
        isMailed ? 1 : 0,
      ) === 1,
    ask: async (kind, map, person) => {
      const sql = 'SELECT * FROM asks WHERE map = ? AND person = ? AND kind = ?';
      return db.readOne(toAsk, sql, idBytes(map), idBytes(person), kind);
    },
    asksAbout: async (map) => db.all('SELECT * FROM asks WHERE map = ? ORDER BY at, id', idBytes(map)).map(toAsk),
    asksOn: async (kind, maps) =>
      db.all(`SELECT * FROM asks WHERE kind = ?1 AND map IN ${THESE.replace('?', '?2')}`, kind, these(maps)).map(toAsk),
    asksOf: async (kind, person) =>
      db.all('SELECT * FROM asks WHERE person = ? AND kind = ?', idBytes(person), kind).map(toAsk),
    unmailedAsks: async (limit) =>
      db.all('SELECT * FROM asks WHERE mailed = 0 ORDER BY at, id LIMIT ?', limit).map(toAsk),
    setAskMailed: async (id) => {
      db.run('UPDATE asks SET mailed = 1 WHERE id = ?', idBytes(id));
    },
    setAskRefused: async (id) => {
      db.run('UPDATE asks SET refused = 1 WHERE id = ?', idBytes(id));
    },
    removeAsk: async (id) => db.run('DELETE FROM asks WHERE id = ?', idBytes(id)) === 1,
    pruneAsks: async (at) => {
      db.run('DELETE FROM asks WHERE at <= ?', at);
    },
  };
}

function toAsk(row: Row): AskRecord {
  return {
    id: idText(bytes(row['id'])),
    kind: mustAskKind(row['kind']),
    map: mustMapId(bytes(row['map'])),
    person: mustPersonId(bytes(row['person'])),
    by: mustPersonId(bytes(row['asker'])),
    message: text(row['message']),
    at: integer(row['at']),
    isRefused: row['refused'] === 1,
    isMailed: row['mailed'] === 1,
  };
}
