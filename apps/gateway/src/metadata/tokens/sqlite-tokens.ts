import { idBytes, idText, mustPersonId } from '../ids-in-bytes.ts';
import { mustBeTexts } from '../shelf/sqlite-shelves.ts';
import { bytes, hashBytes, integer, maybeInteger, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { knownScopes } from './scopes.ts';
import type { TokenRecord, TokenStore } from './token-store.ts';

/** Personal tokens in SQLite. */
export function sqliteTokens(db: SqliteDatabase): TokenStore {
  return {
    tryAddToken: async ({ id, person, hash, name, scopes, createdAt, usedAt, expiresAt }, epoch) =>
      db.run(
        `INSERT INTO tokens (id, person, hash, name, scopes, created_at, used_at, expires_at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE EXISTS (SELECT 1 FROM people WHERE id = ?2 AND epoch <= ?9)`,
        idBytes(id),
        idBytes(person),
        hashBytes(hash),
        name,
        JSON.stringify(scopes),
        createdAt,
        usedAt,
        expiresAt,
        epoch,
      ) === 1,
    tokensOf: async (person) =>
      db.all('SELECT * FROM tokens WHERE person = ? ORDER BY created_at, id', idBytes(person)).map(toToken),
    tokenByHash: async (hash) => db.readOne(toToken, 'SELECT * FROM tokens WHERE hash = ?', hashBytes(hash)),
    setTokenUsed: async (id, at) => {
      db.run('UPDATE tokens SET used_at = ? WHERE id = ?', at, idBytes(id));
    },
    removeToken: async (person, id) =>
      db.run('DELETE FROM tokens WHERE id = ? AND person = ?', idBytes(id), idBytes(person)) === 1,
  };
}

function toToken(row: Row): TokenRecord {
  return {
    id: idText(bytes(row['id'])),
    person: mustPersonId(bytes(row['person'])),
    hash: idText(bytes(row['hash'])),
    name: text(row['name']),
    scopes: knownScopes(mustBeTexts(JSON.parse(text(row['scopes'])))),
    createdAt: integer(row['created_at']),
    usedAt: maybeInteger(row['used_at']),
    expiresAt: maybeInteger(row['expires_at']),
  };
}
