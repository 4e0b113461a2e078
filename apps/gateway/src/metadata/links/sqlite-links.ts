import { idBytes, idText, mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { bytes, hashBytes, integer, type Row } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { LinkRecord, LinkStore } from './link-store.ts';

/** Share links in SQLite. */
export function sqliteLinks(db: SqliteDatabase): LinkStore {
  return {
    addLink: async ({ id, map, hash, role, createdAt }) => {
      const sql = 'INSERT INTO links (id, map, hash, role, created_at) VALUES (?, ?, ?, ?, ?)';
      db.run(sql, idBytes(id), idBytes(map), hashBytes(hash), role, createdAt);
    },
    linksOf: async (map) =>
      db.all('SELECT * FROM links WHERE map = ? ORDER BY created_at, id', idBytes(map)).map(toLink),
    linkByHash: async (hash) => {
      const row = db.get('SELECT * FROM links WHERE hash = ?', hashBytes(hash));
      return row === null ? null : toLink(row);
    },
    revokeGrants: async (map, link) => {
      db.run('DELETE FROM grants WHERE map = ? AND link = ?', idBytes(map), idBytes(link));
    },
    revokeLink: async (map, id) =>
      db.together(() => {
        if (db.run('DELETE FROM links WHERE id = ? AND map = ?', idBytes(id), idBytes(map)) === 0) return null;
        const sql = 'DELETE FROM grants WHERE map = ? AND link = ? RETURNING person';
        return db.all(sql, idBytes(map), idBytes(id)).map((row) => mustPersonId(bytes(row['person'])));
      }),
  };
}

function toLink(row: Row): LinkRecord {
  return {
    id: idText(bytes(row['id'])),
    map: mustMapId(bytes(row['map'])),
    hash: idText(bytes(row['hash'])),
    role: row['role'] === 'edit' ? 'edit' : 'view',
    createdAt: integer(row['created_at']),
  };
}
