import type { PersonId } from '@bough/base';
import { idBytes, idText, mustPersonId } from '../ids-in-bytes.ts';
import { toPerson } from '../people/sqlite-people.ts';
import { bytes, hashBytes, integer, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { Account, AccountStore, SessionRecord } from './account-store.ts';
import { mustBeWay } from './ways.ts';

type Accounts = Omit<AccountStore, keyof Records>;
type Records = Pick<
  AccountStore,
  | 'addSessionRecord'
  | 'setSessionSeen'
  | 'sessionRecords'
  | 'removeSessionRecord'
  | 'removeSessionRecords'
  | 'pruneSessionRecords'
>;

/** Accounts in SQLite. */
export function sqliteAccounts(db: SqliteDatabase): AccountStore {
  return { ...accounts(db), ...sessionRecords(db) };
}

function accounts(db: SqliteDatabase): Accounts {
  const set = (person: PersonId, column: 'password' | 'owner' | 'disabled_at', value: string | number | null): void => {
    const sql = `INSERT INTO accounts (person, ${column}) VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET ${column} = excluded.${column}`;
    db.run(sql, idBytes(person), value);
  };
  return {
    account: async (person) => toAccount(person, db.get('SELECT * FROM accounts WHERE person = ?', idBytes(person))),
    personByProvider: async (provider) => {
      const row = db.get('SELECT person FROM accounts WHERE provider = ?', hashBytes(provider));
      return row === null ? null : mustPersonId(bytes(row['person']));
    },
    setPassword: async (person, password) => set(person, 'password', password),
    replacePassword: async (person, from, to) => {
      db.run('UPDATE accounts SET password = ? WHERE person = ? AND password = ?', to, idBytes(person), from);
    },
    tryJoinProvider: async (person, provider) => {
      const sql = `INSERT INTO accounts (person, provider) SELECT ?1, ?2
        WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE provider = ?2 AND person <> ?1)
        ON CONFLICT (person) DO UPDATE SET provider = ?2 WHERE provider IS NULL OR provider = ?2`;
      return db.run(sql, idBytes(person), hashBytes(provider)) === 1;
    },
    setOwner: async (person, isOwner) => set(person, 'owner', isOwner ? 1 : 0),
    setDisabled: async (person, at) => set(person, 'disabled_at', at),
    hasOwner: async () => db.get('SELECT 1 AS one FROM accounts WHERE owner = 1 LIMIT 1') !== null,
    tryChangeEmail: async (person, from, to) => {
      const sql =
        'UPDATE people SET email = ?1 WHERE id = ?2 AND email = ?3 AND NOT EXISTS (SELECT 1 FROM people WHERE email = ?1)';
      return db.run(sql, to, idBytes(person), from) === 1;
    },
    removePerson: async (person) =>
      db.together(() => {
        const own = 'SELECT id FROM folders WHERE owner = ?';
        db.run(`UPDATE shelves SET folder = NULL WHERE folder IN (${own})`, idBytes(person));
        db.run(`DELETE FROM folder_grants WHERE folder IN (${own})`, idBytes(person));
        db.run(`DELETE FROM invitations WHERE target IN (${own})`, idBytes(person));
        db.run('DELETE FROM folders WHERE owner = ?', idBytes(person));
        db.run('DELETE FROM invitations WHERE inviter = ?', idBytes(person));
        for (const table of ['tokens', 'shelves', 'opened', 'grants', 'folder_grants', 'session_records', 'accounts']) {
          db.run(`DELETE FROM ${table} WHERE person = ?`, idBytes(person));
        }
        db.run('DELETE FROM people WHERE id = ?', idBytes(person));
      }),
    peopleAfter: async (person, limit) => {
      const after = person === null ? new Uint8Array(0) : idBytes(person);
      const sql = 'SELECT * FROM people WHERE id > ? AND email IS NOT NULL ORDER BY id LIMIT ?';
      return db.all(sql, after, limit).flatMap((row) => toPerson(row) ?? []);
    },
  };
}

function sessionRecords(db: SqliteDatabase): Records {
  return {
    addSessionRecord: async ({ session, person, device, by, beganAt, seenAt }) => {
      const sql = `INSERT INTO session_records (session, person, device, way, began_at, seen_at) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (session) DO UPDATE SET seen_at = MAX(seen_at, excluded.seen_at)`;
      db.run(sql, idBytes(session), idBytes(person), device, by, beganAt, seenAt);
    },
    setSessionSeen: async (session, at) => {
      db.run('UPDATE session_records SET seen_at = MAX(seen_at, ?) WHERE session = ?', at, idBytes(session));
    },
    sessionRecords: async (person) => {
      const sql = 'SELECT * FROM session_records WHERE person = ? ORDER BY seen_at DESC, session';
      return db.all(sql, idBytes(person)).map(toRecord);
    },
    removeSessionRecord: async (person, session) => {
      const sql = 'DELETE FROM session_records WHERE session = ? AND person = ?';
      return db.run(sql, idBytes(session), idBytes(person)) === 1;
    },
    removeSessionRecords: async (person, keep) => {
      const kept = keep === null ? new Uint8Array(0) : idBytes(keep);
      db.run('DELETE FROM session_records WHERE person = ? AND session <> ?', idBytes(person), kept);
    },
    pruneSessionRecords: async (before) => {
      db.run('DELETE FROM session_records WHERE seen_at < ?', before);
    },
  };
}

function toAccount(person: PersonId, row: Row | null): Account {
  const { password = null, provider = null, owner = 0, disabled_at: disabledAt = null } = row ?? {};
  return {
    person,
    password: password === null ? null : text(password),
    provider: provider === null ? null : idText(bytes(provider)),
    isOwner: integer(owner) === 1,
    disabledAt: disabledAt === null ? null : integer(disabledAt),
  };
}

function toRecord(row: Row): SessionRecord {
  return {
    session: idText(bytes(row['session'])),
    person: mustPersonId(bytes(row['person'])),
    device: text(row['device']),
    by: mustBeWay(row['way']),
    beganAt: integer(row['began_at']),
    seenAt: integer(row['seen_at']),
  };
}
