import { idBytes, idText, mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { bytes, integer, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { mustRingKind, type RingRecord, type RingStore } from './ring-store.ts';

/** The bells of people in SQLite. */
export function sqliteRings(db: SqliteDatabase): RingStore {
  return {
    ring: async (rings) =>
      db.together(() => {
        for (const { person, id, kind, map, by, at, isRead, item, comment, chat } of rings) {
          const sql = `INSERT OR REPLACE INTO rings (person, id, kind, map, ringer, at, is_read, item, comment, chat)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
          const ids = [idBytes(person), idBytes(id), kind, idBytes(map), idBytes(by)] as const;
          db.run(sql, ...ids, at, isRead ? 1 : 0, item, comment, chat);
        }
      }),
    ringsOf: async (person, limit) =>
      db.all('SELECT * FROM rings WHERE person = ? ORDER BY at DESC, id LIMIT ?', idBytes(person), limit).map(toRing),
    setRung: async (person, ids, at) =>
      db.together(() => {
        for (const id of ids) {
          const own = [idBytes(person), idBytes(id)] as const;
          if (db.run('UPDATE rings SET is_read = 1 WHERE person = ? AND id = ?', ...own) > 0) continue;
          db.run('INSERT OR IGNORE INTO rung (person, id, at) VALUES (?, ?, ?)', ...own, at);
        }
      }),
    rungOf: async (person) => {
      return new Set(
        db.all('SELECT id FROM rung WHERE person = ?', idBytes(person)).map(({ id }) => idText(bytes(id))),
      );
    },
    pruneRings: async (at) => {
      db.run('DELETE FROM rings WHERE at <= ?', at);
      db.run('DELETE FROM rung WHERE at <= ?', at);
    },
  };
}

function toRing(row: Row): RingRecord {
  return {
    person: mustPersonId(bytes(row['person'])),
    id: idText(bytes(row['id'])),
    kind: mustRingKind(row['kind']),
    map: mustMapId(bytes(row['map'])),
    by: mustPersonId(bytes(row['ringer'])),
    at: integer(row['at']),
    isRead: row['is_read'] === 1,
    item: maybeText(row['item']),
    comment: maybeText(row['comment']),
    chat: maybeText(row['chat']),
  };
}

function maybeText(value: unknown): string | null {
  return value === null ? null : text(value);
}
