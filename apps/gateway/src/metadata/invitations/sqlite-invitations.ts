import { idBytes, idText, mustPersonId } from '../ids-in-bytes.ts';
import { mustRole } from '../roles.ts';
import { bytes, hashBytes, integer, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { InvitationRecord, InvitationStore } from './invitation-store.ts';

/** Invitations in SQLite. */
export function sqliteInvitations(db: SqliteDatabase): InvitationStore {
  return {
    putInvitation: async ({ id, kind, target, email, role, until, by, hash, createdAt, expiresAt }) =>
      db.together(() => {
        db.run('DELETE FROM invitations WHERE target = ? AND email = ?', idBytes(target), email);
        db.run(
          `INSERT INTO invitations (id, kind, target, email, role, inviter, hash, created_at, expires_at, until)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          idBytes(id),
          kind,
          idBytes(target),
          email,
          role,
          idBytes(by),
          hashBytes(hash),
          createdAt,
          expiresAt,
          until,
        );
      }),
    invitationsTo: async (target) =>
      db.all('SELECT * FROM invitations WHERE target = ? ORDER BY created_at, id', idBytes(target)).map(toInvitation),
    invitationsFor: async (email) =>
      db.all('SELECT * FROM invitations WHERE email = ? ORDER BY created_at, id', email).map(toInvitation),
    invitationByHash: async (hash) =>
      db.readOne(toInvitation, 'SELECT * FROM invitations WHERE hash = ?', hashBytes(hash)),
    removeInvitation: async (target, id) =>
      db.run('DELETE FROM invitations WHERE id = ? AND target = ?', idBytes(id), idBytes(target)) === 1,
    pruneInvitations: async (nowMs) => {
      db.run('DELETE FROM invitations WHERE expires_at <= ?', nowMs);
    },
  };
}

function toInvitation(row: Row): InvitationRecord {
  return {
    id: idText(bytes(row['id'])),
    kind: row['kind'] === 'folder' ? 'folder' : 'map',
    target: idText(bytes(row['target'])),
    email: text(row['email']),
    role: mustRole(row['role']),
    until: row['until'] === null ? null : integer(row['until']),
    by: mustPersonId(bytes(row['inviter'])),
    hash: idText(bytes(row['hash'])),
    createdAt: integer(row['created_at']),
    expiresAt: integer(row['expires_at']),
  };
}
