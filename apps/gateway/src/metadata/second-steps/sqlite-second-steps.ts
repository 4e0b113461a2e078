import type { PersonId } from '@bough/base';
import { idBytes } from '../ids-in-bytes.ts';
import { integer, maybeInteger, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { SecondStep, SecondStepStore } from './second-step-store.ts';

const IS_LIVING = 'EXISTS (SELECT 1 FROM people WHERE id = second_steps.person AND epoch <= ?)';

/** Second steps in SQLite. */
export function sqliteSecondSteps(db: SqliteDatabase): SecondStepStore {
  const read = (person: PersonId): SecondStep | null => {
    const row = db.get('SELECT * FROM second_steps WHERE person = ?', idBytes(person));
    return row === null ? null : toSecondStep(person, row);
  };
  const write = (person: PersonId, codes: readonly string[]): boolean => {
    const sql = 'UPDATE second_steps SET codes = ? WHERE person = ? AND on_at IS NOT NULL';
    return db.run(sql, JSON.stringify(codes), idBytes(person)) === 1;
  };
  return {
    secondStep: async (person) => read(person),
    tryBeginSecondStep: async (person, sealed) => {
      const sql = `INSERT INTO second_steps (person, sealed) VALUES (?, ?)
        ON CONFLICT (person) DO UPDATE SET sealed = excluded.sealed WHERE on_at IS NULL`;
      return db.run(sql, idBytes(person), sealed) === 1;
    },
    tryTurnOnSecondStep: async ({ person, sealed, onAt, lastStep, codes, codesAt }, epoch) => {
      const sql = `UPDATE second_steps SET on_at = ?, last_step = ?, codes = ?, codes_at = ?
        WHERE person = ? AND on_at IS NULL AND sealed = ? AND ${IS_LIVING}`;
      return db.run(sql, onAt, lastStep, JSON.stringify(codes), codesAt, idBytes(person), sealed, epoch) === 1;
    },
    tryTakeStep: async (person, step) => {
      const sql = 'UPDATE second_steps SET last_step = ?2 WHERE person = ?1 AND on_at IS NOT NULL AND last_step < ?2';
      return db.run(sql, idBytes(person), step) === 1;
    },
    tryTakeRecoveryCode: async (person, hash) =>
      db.together(() => {
        const codes = read(person)?.codes ?? [];
        return codes.includes(hash) && write(person, codes.toSpliced(codes.indexOf(hash), 1));
      }),
    trySetRecoveryCodes: async (person, { codes, codesAt }, epoch) => {
      const sql = `UPDATE second_steps SET codes = ?, codes_at = ? WHERE person = ? AND on_at IS NOT NULL AND ${IS_LIVING}`;
      return db.run(sql, JSON.stringify(codes), codesAt, idBytes(person), epoch) === 1;
    },
    resealSecondStep: async (person, from, to) => {
      db.run('UPDATE second_steps SET sealed = ? WHERE person = ? AND sealed = ?', to, idBytes(person), from);
    },
    removeSecondStep: async (person) => db.run('DELETE FROM second_steps WHERE person = ?', idBytes(person)) === 1,
  };
}

function toSecondStep(person: PersonId, row: Row): SecondStep {
  const codes: unknown = JSON.parse(text(row['codes']));
  return {
    person,
    sealed: text(row['sealed']),
    onAt: maybeInteger(row['on_at']),
    lastStep: integer(row['last_step']),
    codes: Array.isArray(codes) ? codes.map(String) : [],
    codesAt: maybeInteger(row['codes_at']),
  };
}
