import { idBytes } from '../ids-in-bytes.ts';
import { integer } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { SET_UP_ID, type SetUpStore } from './set-up-store.ts';

/** Which set-up link is good, in SQLite. */
export function sqliteSetUp(db: SqliteDatabase): SetUpStore {
  const id = idBytes(SET_UP_ID);
  return {
    setUpTurn: async () => integer(db.get('SELECT turn FROM set_up WHERE id = ?', id)?.['turn'] ?? 0),
    tryTurnSetUp: async (from, to) => {
      const sql = `INSERT INTO set_up (id, turn) SELECT ?1, ?3 WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM set_up WHERE turn = ?2)
        ON CONFLICT (id) DO UPDATE SET turn = ?3 WHERE turn = ?2`;
      return db.run(sql, id, from, to) === 1;
    },
  };
}
