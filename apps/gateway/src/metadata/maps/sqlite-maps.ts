import type { MapId, PersonId } from '@bough/base';
import { putGrant } from '../grants/sqlite-grants.ts';
import { idBytes, mustMapId } from '../ids-in-bytes.ts';
import { mustRole } from '../roles.ts';
import { bytes, integer, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { listedOnce, type MapListing, type MapRecord, type MapStore } from './map-store.ts';

const LISTINGS = `SELECT maps.*, grants.role AS role, COALESCE(opened.at, grants.at) AS opened_at FROM grants
  JOIN maps ON maps.id = grants.map
  LEFT JOIN opened ON opened.person = grants.person AND opened.map = grants.map`;

/** Maps in SQLite. */
export function sqliteMaps(db: SqliteDatabase): MapStore {
  const putOpened = (map: MapId, person: PersonId, at: number): void => {
    const sql =
      'INSERT INTO opened (person, map, at) VALUES (?, ?, ?) ON CONFLICT (person, map) DO UPDATE SET at = excluded.at';
    db.run(sql, idBytes(person), idBytes(map), at);
  };
  return {
    addMap: async ({ id, title, createdAt }, owner) =>
      db.together(() => {
        db.run('INSERT INTO maps (id, title, created_at) VALUES (?, ?, ?)', idBytes(id), title, createdAt);
        putGrant(db, { map: id, person: owner, role: 'own', link: null, at: createdAt });
        putOpened(id, owner, createdAt);
      }),
    map: async (id) => {
      const row = db.get('SELECT * FROM maps WHERE id = ?', idBytes(id));
      return row === null ? null : toMap(row);
    },
    setTitle: async (id, title) => {
      db.run('UPDATE maps SET title = ? WHERE id = ?', title, idBytes(id));
    },
    mapsOf: async (person) => toListings(db.all(`${LISTINGS} WHERE grants.person = ?`, idBytes(person))),
    listing: async (map, person) => {
      const sql = `${LISTINGS} WHERE grants.person = ? AND grants.map = ?`;
      return toListings(db.all(sql, idBytes(person), idBytes(map)))[0] ?? null;
    },
    setOpened: async (map, person, at) => putOpened(map, person, at),
  };
}

function toListings(rows: readonly Row[]): MapListing[] {
  const entries = rows.map((row) => {
    return { ...toMap(row), role: mustRole(row['role']), openedAt: integer(row['opened_at']) };
  });
  return listedOnce(entries);
}

function toMap(row: Row): MapRecord {
  return { id: mustMapId(bytes(row['id'])), title: text(row['title']), createdAt: integer(row['created_at']) };
}
