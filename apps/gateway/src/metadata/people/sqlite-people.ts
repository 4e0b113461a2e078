import { idBytes, mustPersonId } from '../ids-in-bytes.ts';
import { bytes, integer, type Row, text } from '../sqlite/rows.ts';
import { THESE, these } from '../sqlite/these.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { PeopleStore, Person } from './people-store.ts';

/** People in SQLite. */
export function sqlitePeople(db: SqliteDatabase): PeopleStore {
  return {
    addPerson: async ({ id, name, email, hue, createdAt }) => {
      const sql = 'INSERT INTO people (id, name, email, hue, created_at) VALUES (?, ?, ?, ?, ?)';
      db.run(sql, idBytes(id), name, email, hue, createdAt);
    },
    person: async (id) => toPerson(db.get('SELECT * FROM people WHERE id = ?', idBytes(id))),
    people: async (ids) => {
      const rows = db.all(`SELECT * FROM people WHERE id IN ${THESE}`, these(ids));
      return rows.map(toPerson).filter((person) => person !== null);
    },
    successors: async (guests) => {
      const rows = db.all(`SELECT id, became FROM people WHERE id IN ${THESE} AND became IS NOT NULL`, these(guests));
      return new Map(rows.map((row) => [mustPersonId(bytes(row['id'])), mustPersonId(bytes(row['became']))]));
    },
    personByEmail: async (email) => toPerson(db.get('SELECT * FROM people WHERE email = ?', email)),
    setPersonFacts: async (id, { name, hue }) => {
      db.run('UPDATE people SET name = ?, hue = ? WHERE id = ?', name, hue, idBytes(id));
    },
    tryClaimEmail: async (id, email) => {
      const sql =
        'UPDATE people SET email = ?1 WHERE id = ?2 AND email IS NULL AND NOT EXISTS (SELECT 1 FROM people WHERE email = ?1)';
      return db.run(sql, email, idBytes(id)) === 1;
    },
  };
}

/** Reads a person; null stays null. */
export function toPerson(row: Row | null): Person | null {
  if (row === null) return null;
  return {
    id: mustPersonId(bytes(row['id'])),
    name: text(row['name']),
    email: row['email'] === null ? null : text(row['email']),
    hue: integer(row['hue']),
    createdAt: integer(row['created_at']),
  };
}
