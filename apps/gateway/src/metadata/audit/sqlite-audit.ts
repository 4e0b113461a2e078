import { idBytes, idText, mustPersonId } from '../ids-in-bytes.ts';
import { bytes, hashBytes, integer, maybeInteger, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { AuditRow, AuditStore } from './audit-store.ts';

/** The audit log in SQLite. A trigger refuses every update but the one that takes a name away (sqlite/steps.ts). */
export function sqliteAudit(db: SqliteDatabase): AuditStore {
  return {
    addAudit: async ({ id, at, what, person, body, name, salt, hash, seal }) => {
      db.run(
        'INSERT INTO audit (id, at, what, person, body, name, salt, hash, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        ...[idBytes(id), at, what, person === null ? null : idBytes(person), body, name, salt],
        ...[hashBytes(hash), hashBytes(seal)],
      );
    },
    audit: async ({ order, behind, what, person, most }) => {
      const isNewest = order === 'newest first';
      const rows = db.all(
        `SELECT * FROM audit
         WHERE (?1 IS NULL OR id ${isNewest ? '<' : '>'} ?1) AND (?2 IS NULL OR what = ?2) AND (?3 IS NULL OR person = ?3)
         ORDER BY id ${isNewest ? 'DESC' : 'ASC'} LIMIT ?4`,
        ...[behind === null ? null : idBytes(behind), what, person === null ? null : idBytes(person), most],
      );
      return rows.map(toRow);
    },
    oldestAudit: async () =>
      maybeInteger(db.get('SELECT MIN(at) AS at FROM audit')?.['at']) ?? Number.POSITIVE_INFINITY,
    pruneAudit: async (before) => db.run('DELETE FROM audit WHERE at < ?', before),
  };
}

function toRow(row: Row): AuditRow {
  const maybe = (value: unknown): string | null => (value === null ? null : text(value));
  return {
    id: idText(bytes(row['id'])),
    at: integer(row['at']),
    what: text(row['what']),
    person: row['person'] === null ? null : mustPersonId(bytes(row['person'])),
    body: text(row['body']),
    name: maybe(row['name']),
    salt: maybe(row['salt']),
    hash: idText(bytes(row['hash'])),
    seal: idText(bytes(row['seal'])),
  };
}
