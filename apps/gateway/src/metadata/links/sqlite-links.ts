import { idBytes, idText, mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { mustLinkRole } from '../roles.ts';
import { bytes, hashBytes, integer, maybeInteger, type Row } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { LinkRecord, LinkStore } from './link-store.ts';

/** Share links in SQLite. */
export function sqliteLinks(db: SqliteDatabase): LinkStore {
  return {
    addLink: async ({ id, map, hash, role, needsSignIn, mayCopy, mayReadPast, expiresAt, createdAt }) => {
      db.run(
        `INSERT INTO links (id, map, hash, role, needs_sign_in, may_copy, may_read_past, expires_at, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        idBytes(id),
        idBytes(map),
        hashBytes(hash),
        role,
        needsSignIn ? 1 : 0,
        mayCopy ? 1 : 0,
        mayReadPast ? 1 : 0,
        expiresAt,
        createdAt,
      );
    },
    linksOf: async (map) =>
      db.all('SELECT * FROM links WHERE map = ? ORDER BY created_at, id', idBytes(map)).map(toLink),
    linkByHash: async (hash) => db.readOne(toLink, 'SELECT * FROM links WHERE hash = ?', hashBytes(hash)),
    linksEnded: async (nowMs) => {
      const sql = 'SELECT id, map FROM links WHERE expires_at <= ? ORDER BY expires_at LIMIT 1000';
      return db.all(sql, nowMs).map((row) => ({ id: idText(bytes(row['id'])), map: mustMapId(bytes(row['map'])) }));
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
    role: mustLinkRole(row['role']),
    needsSignIn: row['needs_sign_in'] === 1,
    mayCopy: row['may_copy'] === 1,
    mayReadPast: row['may_read_past'] === 1,
    expiresAt: maybeInteger(row['expires_at']),
    createdAt: integer(row['created_at']),
  };
}
