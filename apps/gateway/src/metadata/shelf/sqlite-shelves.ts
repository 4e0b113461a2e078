import type { MapId, PersonId } from '@bough/base';
import { idBytes, idText, mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { bytes, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { THESE, these } from '../sqlite/these.ts';
import { type Placed, type Shelved, type ShelfStore, UNSHELVED } from './shelf-store.ts';

/** Shelves in SQLite. */
export function sqliteShelves(db: SqliteDatabase): ShelfStore {
  const put = (column: string, map: MapId, person: PersonId, value: number | string | Uint8Array | null): void => {
    const sql = `INSERT INTO shelves (person, map, ${column}) VALUES (?, ?, ?)
      ON CONFLICT (person, map) DO UPDATE SET ${column} = excluded.${column}`;
    db.run(sql, idBytes(person), idBytes(map), value);
  };
  return {
    setStar: async (map, person, isStarred) => put('starred', map, person, isStarred ? 1 : 0),
    setTags: async (map, person, tags) => put('tags', map, person, JSON.stringify(tags)),
    setFolder: async (map, person, folder) => put('folder', map, person, folder === null ? null : idBytes(folder)),
    placesOf: async (maps) =>
      db.all(`SELECT * FROM shelves WHERE folder IS NOT NULL AND map IN ${THESE}`, these(maps)).map(toPlaced),
    ownersPlacesOf: async (maps) => {
      // Owners first: of those who only visit there may be thousands.
      const sql = `SELECT DISTINCT s.map, s.person, s.folder FROM grants AS g
        CROSS JOIN shelves AS s ON s.person = g.person AND s.map = g.map
        WHERE g.map IN ${THESE} AND g.role = 'own' AND s.folder IS NOT NULL`;
      return db.all(sql, these(maps)).map(toPlaced);
    },
    placedIn: async (folders) => db.all(`SELECT * FROM shelves WHERE folder IN ${THESE}`, these(folders)).map(toPlaced),
  };
}

/** What a row that may have no shelf says about it. */
export function toShelved(row: Row): Shelved {
  if (row['starred'] === null) return UNSHELVED;
  return {
    isStarred: row['starred'] === 1,
    tags: mustBeTexts(JSON.parse(text(row['tags']))),
    folder: row['folder'] === null ? null : idText(bytes(row['folder'])),
  };
}

/** A list of texts that was kept as JSON. */
export function mustBeTexts(kept: unknown): readonly string[] {
  if (Array.isArray(kept) && kept.every((each) => typeof each === 'string')) return kept;
  throw new Error('a damaged record: no list of texts');
}

function toPlaced(row: Row): Placed {
  return {
    map: mustMapId(bytes(row['map'])),
    person: mustPersonId(bytes(row['person'])),
    folder: idText(bytes(row['folder'])),
  };
}
