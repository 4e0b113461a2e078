import type { PersonId } from '@bough/base';
import { GatewayFailure } from '../../failure.ts';
import { idBytes, idText, mustPersonId } from '../ids-in-bytes.ts';
import { bytes, integer, type Row } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { Revocation, SessionStore } from './session-store.ts';

/** What ended sessions, in SQLite. */
export function sqliteSessions(db: SqliteDatabase): SessionStore {
  const put = (revocation: Revocation): void => {
    const subject = revocation.kind === 'session' ? revocation.session : revocation.person;
    db.run(
      `INSERT INTO revocations (kind, subject, epoch, at) VALUES (?, ?, ?, ?)
       ON CONFLICT (kind, subject) DO UPDATE SET epoch = MAX(epoch, excluded.epoch), at = MAX(at, excluded.at)`,
      revocation.kind,
      idBytes(subject),
      revocation.kind === 'person' ? revocation.epoch : 0,
      revocation.at,
    );
  };
  const tryEnd = (person: PersonId, at: number, most: number): number | null =>
    db.together(() => {
      const sql = 'UPDATE people SET epoch = epoch + 1 WHERE id = ? AND epoch <= ? RETURNING epoch';
      const row = db.get(sql, idBytes(person), most);
      if (row === null) return null;
      const epoch = integer(row['epoch']);
      put({ kind: 'person', person, epoch, at });
      db.run('DELETE FROM tokens WHERE person = ?', idBytes(person));
      return epoch;
    });
  return {
    addRevocation: async (revocation) => put(revocation),
    endSessions: async (person, at) => {
      const epoch = tryEnd(person, at, Number.MAX_SAFE_INTEGER);
      if (epoch === null) throw new GatewayFailure('absent', 'This account does not exist.');
      return epoch;
    },
    tryEndSessions: async (person, at, epoch) => tryEnd(person, at, epoch),
    revocations: async (sinceMs) =>
      db.all('SELECT * FROM revocations WHERE at >= ? ORDER BY at', sinceMs).map(toRevocation),
    pruneRevocations: async (before) => {
      db.run("DELETE FROM revocations WHERE kind = 'session' AND at < ?", before);
    },
  };
}

function toRevocation(row: Row): Revocation {
  const subject = bytes(row['subject']);
  const at = integer(row['at']);
  if (row['kind'] === 'session') return { kind: 'session', session: idText(subject), at };
  return { kind: 'person', person: mustPersonId(subject), epoch: integer(row['epoch']), at };
}
