import { idBytes, mustPersonId } from '../ids-in-bytes.ts';
import { bytes, integer, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { THESE, these } from '../sqlite/these.ts';
import type { FormerStore } from './former-store.ts';

/** People of deleted accounts in SQLite. */
export function sqliteFormer(db: SqliteDatabase): FormerStore {
  return {
    keepFormer: async ({ id, name, hue }) => {
      db.run('INSERT OR REPLACE INTO former_people (id, name, hue) VALUES (?, ?, ?)', idBytes(id), name, hue);
    },
    formerPeople: async (ids) =>
      db.all(`SELECT * FROM former_people WHERE id IN ${THESE}`, these(ids)).map((row) => {
        return { id: mustPersonId(bytes(row['id'])), name: text(row['name']), hue: integer(row['hue']) };
      }),
  };
}
