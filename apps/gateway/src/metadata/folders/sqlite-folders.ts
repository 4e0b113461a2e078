import { idBytes, idText, mustPersonId } from '../ids-in-bytes.ts';
import { mustLinkRole } from '../roles.ts';
import { bytes, integer, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { THESE, these } from '../sqlite/these.ts';
import type { Folder, FolderGrant, FolderStore } from './folder-store.ts';

/** Folders in SQLite. */
export function sqliteFolders(db: SqliteDatabase): FolderStore {
  return {
    addFolder: async ({ id, owner, parent, name, createdAt }) => {
      const sql = 'INSERT INTO folders (id, owner, parent, name, created_at) VALUES (?, ?, ?, ?, ?)';
      db.run(sql, idBytes(id), idBytes(owner), maybeId(parent), name, createdAt);
    },
    folder: async (id) => db.readOne(toFolder, 'SELECT * FROM folders WHERE id = ?', idBytes(id)),
    folders: async (ids) => db.all(`SELECT * FROM folders WHERE id IN ${THESE}`, these(ids)).map(toFolder),
    foldersOf: async (owners) => db.all(`SELECT * FROM folders WHERE owner IN ${THESE}`, these(owners)).map(toFolder),
    changeFolder: async (id, name, parent) => {
      db.run('UPDATE folders SET name = ?, parent = ? WHERE id = ?', name, maybeId(parent), idBytes(id));
    },
    removeFolder: async ({ id, owner, parent }) =>
      db.together(() => {
        const [here, above] = [idBytes(id), maybeId(parent)];
        db.run('UPDATE folders SET parent = ? WHERE parent = ? AND owner = ?', above, here, idBytes(owner));
        db.run('UPDATE shelves SET folder = ? WHERE folder = ? AND person = ?', above, here, idBytes(owner));
        db.run('UPDATE shelves SET folder = NULL WHERE folder = ?', here);
        db.run('DELETE FROM folder_grants WHERE folder = ?', here);
        db.run('DELETE FROM invitations WHERE target = ?', here);
        db.run('DELETE FROM folders WHERE id = ?', here);
      }),
    addFolderGrant: async ({ folder, person, role, at }) => {
      const sql = `INSERT INTO folder_grants (folder, person, role, at) VALUES (?, ?, ?, ?)
        ON CONFLICT (folder, person) DO UPDATE SET role = excluded.role`;
      db.run(sql, idBytes(folder), idBytes(person), role, at);
    },
    folderGrantsOf: async (person) =>
      db.all('SELECT * FROM folder_grants WHERE person = ?', idBytes(person)).map(toFolderGrant),
    folderGrantsIn: async (folders) =>
      db.all(`SELECT * FROM folder_grants WHERE folder IN ${THESE} ORDER BY at`, these(folders)).map(toFolderGrant),
    removeFolderGrant: async (folder, person) => {
      db.run('DELETE FROM folder_grants WHERE folder = ? AND person = ?', idBytes(folder), idBytes(person));
    },
  };
}

function maybeId(id: string | null): Uint8Array | null {
  return id === null ? null : idBytes(id);
}

function toFolder(row: Row): Folder {
  return {
    id: idText(bytes(row['id'])),
    owner: mustPersonId(bytes(row['owner'])),
    parent: row['parent'] === null ? null : idText(bytes(row['parent'])),
    name: text(row['name']),
    createdAt: integer(row['created_at']),
  };
}

function toFolderGrant(row: Row): FolderGrant {
  return {
    folder: idText(bytes(row['folder'])),
    person: mustPersonId(bytes(row['person'])),
    role: mustLinkRole(row['role']),
    at: integer(row['at']),
  };
}
