import type { PersonId } from '@bough/base';
import { idBytes, idText, mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { mustRole } from '../roles.ts';
import { bytes, integer, maybeInteger, NONE, type Row } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { THESE, these } from '../sqlite/these.ts';
import { type Grant, type GrantStore, type NewGrant, together, wholeGrant } from './grant-store.ts';

/** Grants in SQLite. */
export function sqliteGrants(db: SqliteDatabase): GrantStore {
  return {
    addGrant: async (grant) => putGrant(db, grant),
    grantsOn: async (map, person) => {
      const sql = 'SELECT * FROM grants WHERE map = ? AND person = ?';
      return db.all(sql, idBytes(map), idBytes(person)).map(toGrant);
    },
    grantsOf: async (person) => db.all('SELECT * FROM grants WHERE person = ?', idBytes(person)).map(toGrant),
    grantsAmong: async (maps, person) => {
      const sql = `SELECT * FROM grants WHERE person = ?1 AND map IN ${THESE.replace('?', '?2')}`;
      return db.all(sql, idBytes(person), these(maps)).map(toGrant);
    },
    grantsBetween: async (maps, people) => {
      const sql = `SELECT * FROM grants WHERE map IN ${THESE.replace('?', '?1')} AND person IN ${THESE.replace('?', '?2')}`;
      return db.all(sql, these(maps), these(people)).map(toGrant);
    },
    grantsOnMaps: async (maps) =>
      db.all(`SELECT * FROM grants WHERE map IN ${THESE} ORDER BY at`, these(maps)).map(toGrant),
    changeGrants: async (map, person, decide) =>
      db.together(() => {
        const [ofMap, ofPerson] = [idBytes(map), idBytes(person)];
        const known = db.all('SELECT * FROM grants WHERE map = ? AND person = ?', ofMap, ofPerson).map(toGrant);
        const change = decide(known);
        if (change === null) return null;
        db.run('DELETE FROM grants WHERE map = ? AND person = ? AND link = ?', ofMap, ofPerson, NONE);
        if (change.links === 'go') db.run('DELETE FROM grants WHERE map = ? AND person = ?', ofMap, ofPerson);
        if (change.own !== null) putGrant(db, change.own);
        return change;
      }),
    removeGrants: async (map, person) => {
      db.run('DELETE FROM grants WHERE map = ? AND person = ?', idBytes(map), idBytes(person));
    },
    moveGrants: async (from, to, nowMs) => {
      if (from !== to) db.together(() => moveEverything(db, from, to, nowMs));
    },
  };
}

/** Gives the grant, or changes the same one. */
export function putGrant(db: SqliteDatabase, wanted: NewGrant): void {
  const grant = wholeGrant(wanted);
  db.run(
    `INSERT OR REPLACE INTO grants (map, person, link, role, at, may_copy, may_read_past, invited, is_set, until, later)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    idBytes(grant.map),
    idBytes(grant.person),
    grant.link === null ? NONE : idBytes(grant.link),
    grant.role,
    grant.at,
    grant.mayCopy ? 1 : 0,
    grant.mayReadPast ? 1 : 0,
    grant.isInvited ? 1 : 0,
    grant.isSet ? 1 : 0,
    grant.until,
    grant.later,
  );
  // What nobody has opened yet stands in lists where it was given.
  const given = 'INSERT OR IGNORE INTO opened (person, map, at) VALUES (?, ?, ?)';
  db.run(given, idBytes(grant.person), idBytes(grant.map), grant.at);
}

function moveEverything(db: SqliteDatabase, from: PersonId, to: PersonId, nowMs: number): void {
  db.run('UPDATE people SET became = ? WHERE id = ?', idBytes(to), idBytes(from));
  for (const row of db.all('SELECT * FROM grants WHERE person = ?', idBytes(from))) {
    const known = 'SELECT * FROM grants WHERE map = ? AND person = ? AND link = ?';
    const has = db.get(known, bytes(row['map']), idBytes(to), bytes(row['link']));
    const grant = toGrant(row);
    const moved = has === null ? grant : together(grant, toGrant(has), nowMs);
    putGrant(db, { ...moved, person: to });
  }
  db.run('DELETE FROM grants WHERE person = ?', idBytes(from));
  // What the other has already put somewhere stays there.
  for (const [table, columns] of [
    ['opened', 'map, at, read_up_to, read_threads, seen, entry'],
    ['shelves', 'map, starred, tags, folder'],
    ['folder_grants', 'folder, role, at'],
    ['rings', 'id, kind, map, ringer, at, is_read, item, comment, chat'],
    ['rung', 'id, at'],
  ]) {
    const move = `INSERT OR IGNORE INTO ${table} (person, ${columns}) SELECT ?, ${columns} FROM ${table} WHERE person = ?`;
    db.run(move, idBytes(to), idBytes(from));
    db.run(`DELETE FROM ${table} WHERE person = ?`, idBytes(from));
  }
  db.run('UPDATE folders SET owner = ? WHERE owner = ?', idBytes(to), idBytes(from));
  db.run('UPDATE tokens SET person = ? WHERE person = ?', idBytes(to), idBytes(from));
}

/** Reads a grant. */
export function toGrant(row: Row): Grant {
  const link = bytes(row['link']);
  return {
    map: mustMapId(bytes(row['map'])),
    person: mustPersonId(bytes(row['person'])),
    role: mustRole(row['role']),
    link: link.length === 0 ? null : idText(link),
    at: integer(row['at']),
    mayCopy: row['may_copy'] === 1,
    mayReadPast: row['may_read_past'] === 1,
    isInvited: row['invited'] === 1,
    isSet: row['is_set'] === 1,
    until: maybeInteger(row['until']),
    later: row['later'] === null ? null : mustRole(row['later']),
  };
}
