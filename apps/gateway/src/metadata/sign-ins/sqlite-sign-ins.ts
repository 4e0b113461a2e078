import { hashBytes, maybeInteger, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { SignInStore } from './sign-in-store.ts';

/** Sign-in mails in SQLite. */
export function sqliteSignIns(db: SqliteDatabase): SignInStore {
  return {
    addSignIn: async ({ hash, email, browser, expiresAt }) => {
      const sql = 'INSERT INTO sign_ins (hash, email, browser, expires_at) VALUES (?, ?, ?, ?)';
      db.run(sql, hashBytes(hash), email, browser, expiresAt);
    },
    usableSignIn: async (hash, browser, nowMs) => {
      const usable = 'SELECT email FROM sign_ins WHERE hash = ? AND browser = ? AND used = 0 AND expires_at > ?';
      const row = db.get(usable, hashBytes(hash), browser, nowMs);
      return row === null ? null : text(row['email']);
    },
    useSignIn: async (hash, browser, nowMs) => {
      const usable = 'SELECT email, browser FROM sign_ins WHERE hash = ? AND used = 0 AND expires_at > ?';
      const row = db.get(usable, hashBytes(hash), nowMs);
      if (row === null) return { kind: 'gone' };
      if (row['browser'] !== browser) return { kind: 'wrong-browser' };
      const used = db.run('UPDATE sign_ins SET used = 1 WHERE hash = ? AND used = 0', hashBytes(hash));
      return used === 1 ? { kind: 'used', email: text(row['email']) } : { kind: 'gone' };
    },
    firstSignIn: async (browser, email) => {
      const sql = 'SELECT MIN(expires_at) AS first FROM sign_ins WHERE browser = ? AND email = ?';
      return maybeInteger(db.get(sql, browser, email)?.['first']);
    },
    forgetSignIns: async (browser, endsAfter, keep) => {
      db.run('DELETE FROM sign_ins WHERE browser = ? AND expires_at > ? AND email IS NOT ?', browser, endsAfter, keep);
    },
    pruneSignIns: async (before) => {
      db.run('DELETE FROM sign_ins WHERE expires_at < ?', before);
    },
  };
}
