import { idBytes, idText, mustMapId } from '../ids-in-bytes.ts';
import { mustRole, strongest } from '../roles.ts';
import { bytes, integer, NONE } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { Grant, GrantStore } from './grant-store.ts';

/** Grants in SQLite. */
export function sqliteGrants(db: SqliteDatabase): GrantStore {
  return {
    addGrant: async (grant) => putGrant(db, grant),
    role: async (map, person) => {
      const rows = db.all('SELECT role FROM grants WHERE map = ? AND person = ?', idBytes(map), idBytes(person));
      return strongest(rows.map((row) => mustRole(row['role'])));
    },
    moveGrants: async (from, to) => {
      if (from === to) return;
      db.together(() => {
        for (const row of db.all('SELECT * FROM grants WHERE person = ?', idBytes(from))) {
          const [map, link] = [bytes(row['map']), bytes(row['link'])];
          const known = 'SELECT role FROM grants WHERE map = ? AND person = ? AND link = ?';
          const has = db.get(known, map, idBytes(to), link);
          const roles = [mustRole(row['role']), ...(has === null ? [] : [mustRole(has['role'])])];
          putGrant(db, {
            map: mustMapId(map),
            person: to,
            role: strongest(roles) ?? 'view',
            link: link.length === 0 ? null : idText(link),
            at: integer(row['at']),
          });
        }
        db.run('DELETE FROM grants WHERE person = ?', idBytes(from));
        const move = 'INSERT OR IGNORE INTO opened (person, map, at) SELECT ?, map, at FROM opened WHERE person = ?';
        db.run(move, idBytes(to), idBytes(from));
        db.run('DELETE FROM opened WHERE person = ?', idBytes(from));
      });
    },
  };
}

/** Gives the grant, or changes the role of the same one. */
export function putGrant(db: SqliteDatabase, grant: Grant): void {
  db.run(
    `INSERT INTO grants (map, person, link, role, at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (map, person, link) DO UPDATE SET role = excluded.role, at = excluded.at`,
    idBytes(grant.map),
    idBytes(grant.person),
    grant.link === null ? NONE : idBytes(grant.link),
    grant.role,
    grant.at,
  );
}
