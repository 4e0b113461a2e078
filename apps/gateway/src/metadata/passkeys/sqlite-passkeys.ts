import { idBytes, idText, mustPersonId } from '../ids-in-bytes.ts';
import { mustBeTexts } from '../shelf/sqlite-shelves.ts';
import { bytes, hashBytes, integer, maybeInteger, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { PasskeyRecord, PasskeyStore } from './passkey-store.ts';

/** Passkeys in SQLite. */
export function sqlitePasskeys(db: SqliteDatabase): PasskeyStore {
  return {
    tryAddPasskey: async (passkey, epoch) => {
      const { id, person, hash, credential, key, algorithm, counter, transports, name, maySync } = passkey;
      return db.together(() => {
        if (db.get('SELECT 1 AS one FROM passkeys WHERE hash = ?', hashBytes(hash)) !== null) return 'known';
        const added = db.run(
          `INSERT INTO passkeys
             (id, person, hash, credential, key, algorithm, counter, transports, name, may_sync, created_at, used_at)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12
           WHERE EXISTS (SELECT 1 FROM people WHERE id = ?2 AND epoch <= ?13)`,
          ...[idBytes(id), idBytes(person), hashBytes(hash), credential, key, algorithm, counter],
          ...[JSON.stringify(transports), name, maySync ? 1 : 0, passkey.createdAt, passkey.usedAt, epoch],
        );
        return added === 1 ? 'added' : 'ended';
      });
    },
    passkeysOf: async (person) =>
      db.all('SELECT * FROM passkeys WHERE person = ? ORDER BY created_at, id', idBytes(person)).map(toPasskey),
    passkeyByHash: async (hash) => db.readOne(toPasskey, 'SELECT * FROM passkeys WHERE hash = ?', hashBytes(hash)),
    tryUsePasskey: async (id, counter, at) =>
      db.run(
        'UPDATE passkeys SET counter = ?1, used_at = ?2 WHERE id = ?3 AND (counter < ?1 OR (counter = 0 AND ?1 = 0))',
        counter,
        at,
        idBytes(id),
      ) === 1,
    renamePasskey: async (person, id, name) =>
      db.run('UPDATE passkeys SET name = ? WHERE id = ? AND person = ?', name, idBytes(id), idBytes(person)) === 1,
    removePasskey: async (person, id) =>
      db.run('DELETE FROM passkeys WHERE id = ? AND person = ?', idBytes(id), idBytes(person)) === 1,
    tryUseChallenge: async (hash, expiresAt) =>
      db.run('INSERT OR IGNORE INTO used_challenges (hash, expires_at) VALUES (?, ?)', hashBytes(hash), expiresAt) ===
      1,
    pruneChallenges: async (before) => {
      db.run('DELETE FROM used_challenges WHERE expires_at < ?', before);
    },
  };
}

function toPasskey(row: Row): PasskeyRecord {
  return {
    id: idText(bytes(row['id'])),
    person: mustPersonId(bytes(row['person'])),
    hash: idText(bytes(row['hash'])),
    credential: text(row['credential']),
    key: text(row['key']),
    algorithm: integer(row['algorithm']),
    counter: integer(row['counter']),
    transports: mustBeTexts(JSON.parse(text(row['transports']))),
    name: text(row['name']),
    maySync: integer(row['may_sync']) === 1,
    createdAt: integer(row['created_at']),
    usedAt: maybeInteger(row['used_at']),
  };
}
