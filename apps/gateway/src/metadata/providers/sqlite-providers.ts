import { idBytes, mustPersonId } from '../ids-in-bytes.ts';
import { bytes, hashBytes } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { ProviderStore } from './provider-store.ts';

/** Whom providers know, in SQLite. */
export function sqliteProviders(db: SqliteDatabase): ProviderStore {
  const personOf = (subject: Uint8Array): Uint8Array | null => {
    const sql =
      'SELECT person FROM provider_people WHERE subject = ?1 UNION ALL SELECT person FROM accounts WHERE provider = ?1';
    const row = db.get(`${sql} LIMIT 1`, subject);
    return row === null ? null : bytes(row['person']);
  };
  return {
    personByProvider: async (subject) => {
      const person = personOf(hashBytes(subject));
      return person === null ? null : mustPersonId(person);
    },
    tryJoinProvider: async (person, of) =>
      db.together(() => {
        const [id, subject, issuer] = [idBytes(person), hashBytes(of.subject), hashBytes(of.issuer)];
        const joined = personOf(subject);
        if (joined !== null && !Buffer.from(joined).equals(id)) return false;
        // One from before there were several, which has not come in since: it may be of this very issuer.
        const unknown = `SELECT 1 FROM accounts WHERE person = ?1 AND provider IS NOT NULL AND provider <> ?2
          AND NOT EXISTS (SELECT 1 FROM provider_people WHERE subject = accounts.provider)`;
        if (db.get(unknown, id, subject) !== null) return false;
        db.run('INSERT OR IGNORE INTO provider_people (subject, person, issuer) VALUES (?, ?, ?)', subject, id, issuer);
        return db.get('SELECT 1 FROM provider_people WHERE subject = ?', subject) !== null;
      }),
    hasProvider: async (person) => {
      const sql = `SELECT 1 FROM provider_people WHERE person = ?1
        UNION ALL SELECT 1 FROM accounts WHERE person = ?1 AND provider IS NOT NULL LIMIT 1`;
      return db.get(sql, idBytes(person)) !== null;
    },
    leaveProviders: async (person) =>
      db.together(() => {
        const joins = db.run('DELETE FROM provider_people WHERE person = ?', idBytes(person));
        const older = 'UPDATE accounts SET provider = NULL WHERE person = ? AND provider IS NOT NULL';
        return joins + db.run(older, idBytes(person)) > 0;
      }),
  };
}
