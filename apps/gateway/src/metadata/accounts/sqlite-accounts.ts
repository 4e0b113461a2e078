import type { PersonId } from '@bough/base';
import { idBytes, idText, mustPersonId } from '../ids-in-bytes.ts';
import { anyBrowserOf } from '../sign-ins/sign-in-store.ts';
import { removeGroups } from '../groups/sqlite-groups.ts';
import { keepSettings } from '../groups/sqlite-kept-settings.ts';
import { toPerson } from '../people/sqlite-people.ts';
import { bytes, hashBytes, integer, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { Account, AccountStore, SessionRecord, SessionRecordStore } from './account-store.ts';
import { mustBeWay } from './ways.ts';

type Accounts = Omit<AccountStore, keyof SessionRecordStore>;

/** What goes with its person. */
const OF_PERSON =
  'tokens passkeys shelves opened grants asks watches watch_wishes rings rung pictures folder_grants session_records provider_people second_steps accounts'.split(
    ' ',
  );

/** Accounts in SQLite. */
export function sqliteAccounts(db: SqliteDatabase): AccountStore {
  return { ...accounts(db), ...sessionRecords(db) };
}

function accounts(db: SqliteDatabase): Accounts {
  const set = (person: PersonId, column: 'password' | 'disabled_at', value: string | number | null): void => {
    const sql = `INSERT INTO accounts (person, ${column}) VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET ${column} = excluded.${column}`;
    db.run(sql, idBytes(person), value);
  };
  return {
    account: async (person) => toAccount(person, db.get('SELECT * FROM accounts WHERE person = ?', idBytes(person))),
    setPassword: async (person, password) => set(person, 'password', password),
    trySetPassword: async (person, password, epoch) => {
      const sql = `INSERT INTO accounts (person, password)
        SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM people WHERE id = ?1 AND epoch <= ?3)
        ON CONFLICT (person) DO UPDATE SET password = excluded.password`;
      return db.run(sql, idBytes(person), password, epoch) === 1;
    },
    replacePassword: async (person, from, to) => {
      db.run('UPDATE accounts SET password = ? WHERE person = ? AND password = ?', to, idBytes(person), from);
    },
    setOwner: async (person, isOwner, by) => {
      const sql = `INSERT INTO accounts (person, owner, owner_by) VALUES (?, ?, ?)
        ON CONFLICT (person) DO UPDATE SET owner = excluded.owner, owner_by = excluded.owner_by`;
      db.run(sql, idBytes(person), isOwner ? 1 : 0, by === null ? null : hashBytes(by));
    },
    setDisabled: async (person, at) => set(person, 'disabled_at', at),
    hasOwner: async () => db.get('SELECT 1 AS one FROM accounts WHERE owner = 1 LIMIT 1') !== null,
    tryChangeEmail: async (person, from, to, epoch = Number.MAX_SAFE_INTEGER) => {
      const sql = `UPDATE people SET email = ?1
        WHERE id = ?2 AND email = ?3 AND epoch <= ?4 AND NOT EXISTS (SELECT 1 FROM people WHERE email = ?1)`;
      return db.together(() => {
        const isChanged = db.run(sql, to, idBytes(person), from, epoch) === 1;
        if (isChanged) db.run('DELETE FROM tokens WHERE person = ?', idBytes(person));
        if (isChanged) keepSettings(db, person, from);
        return isChanged;
      });
    },
    removePerson: async (person) => db.together(() => removePerson(db, person)),
    peopleAfter: async (person, limit) => {
      const after = person === null ? new Uint8Array(0) : idBytes(person);
      const sql = 'SELECT * FROM people WHERE id > ? AND email IS NOT NULL ORDER BY id LIMIT ?';
      return db.all(sql, after, limit).flatMap((row) => toPerson(row) ?? []);
    },
  };
}

function removePerson(db: SqliteDatabase, person: PersonId): void {
  const email = db.get('SELECT email FROM people WHERE id = ? AND email IS NOT NULL', idBytes(person));
  if (email !== null) keepSettings(db, person, text(email['email']));
  const own = 'SELECT id FROM folders WHERE owner = ?';
  db.run(`UPDATE shelves SET folder = NULL WHERE folder IN (${own})`, idBytes(person));
  db.run(`DELETE FROM folder_grants WHERE folder IN (${own})`, idBytes(person));
  db.run(`DELETE FROM invitations WHERE target IN (${own})`, idBytes(person));
  db.run('DELETE FROM folders WHERE owner = ?', idBytes(person));
  removeGroups(db, 'owner', idBytes(person));
  db.run('DELETE FROM invitations WHERE inviter = ?', idBytes(person));
  db.run('DELETE FROM asks WHERE asker = ?', idBytes(person));
  db.run('DELETE FROM rings WHERE ringer = ?', idBytes(person));
  db.run('DELETE FROM sign_ins WHERE browser = ?', anyBrowserOf(person));
  for (const table of OF_PERSON) {
    db.run(`DELETE FROM ${table} WHERE person = ?`, idBytes(person));
  }
  db.run('UPDATE audit SET name = NULL, salt = NULL WHERE person = ? AND name IS NOT NULL', idBytes(person));
  db.run('DELETE FROM people WHERE id = ?', idBytes(person));
}

function sessionRecords(db: SqliteDatabase): SessionRecordStore {
  return {
    addSessionRecord: async ({ session, person, device, by, provider, beganAt, seenAt }) => {
      const sql = `INSERT INTO session_records (session, person, device, way, issuer, provider_session, began_at, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (session) DO UPDATE SET seen_at = MAX(seen_at, excluded.seen_at)`;
      const of = [provider?.issuer, provider?.session].map((hash) => (hash == null ? null : hashBytes(hash)));
      db.run(sql, idBytes(session), idBytes(person), device, by, of[0] ?? null, of[1] ?? null, beganAt, seenAt);
    },
    setSessionSeen: async (session, at) => {
      db.run('UPDATE session_records SET seen_at = MAX(seen_at, ?) WHERE session = ?', at, idBytes(session));
    },
    sessionRecords: async (person) => {
      const sql = 'SELECT * FROM session_records WHERE person = ? ORDER BY seen_at DESC, session';
      return db.all(sql, idBytes(person)).map(toRecord);
    },
    sessionRecordsOfProvider: async (session) => {
      const sql = 'SELECT * FROM session_records WHERE provider_session = ? ORDER BY seen_at DESC, session';
      return db.all(sql, hashBytes(session)).map(toRecord);
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
  const { password = null, owner = 0, owner_by: ownerBy = null, disabled_at: disabledAt = null } = row ?? {};
  return {
    person,
    password: password === null ? null : text(password),
    isOwner: integer(owner) === 1,
    ownerBy: hashText(ownerBy),
    disabledAt: disabledAt === null ? null : integer(disabledAt),
  };
}

function hashText(value: unknown): string | null {
  return value === null || value === undefined ? null : idText(bytes(value));
}

function toRecord(row: Row): SessionRecord {
  const issuer = hashText(row['issuer']);
  return {
    session: idText(bytes(row['session'])),
    person: mustPersonId(bytes(row['person'])),
    device: text(row['device']),
    by: mustBeWay(row['way']),
    provider: issuer === null ? null : { issuer, session: hashText(row['provider_session']) },
    beganAt: integer(row['began_at']),
    seenAt: integer(row['seen_at']),
  };
}
