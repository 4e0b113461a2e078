import type { LinkRole } from '@bough/contracts';
import type { Binary, Db } from 'mongodb';
import { mustPersonId } from '../ids-in-bytes.ts';
import { asked, readAll, readOne, upserted } from '../mongo/asking.ts';
import { bin, idOf } from '../mongo/binary.ts';
import type { Folder, FolderGrant, FolderStore } from './folder-store.ts';

interface FolderDoc {
  readonly _id: Binary;
  readonly owner: Binary;
  readonly parent: Binary | null;
  readonly name: string;
  readonly createdAt: number;
}
interface FolderGrantDoc {
  /** Folder, person. */
  readonly _id: Binary;
  readonly folder: Binary;
  readonly person: Binary;
  readonly role: LinkRole;
  readonly at: number;
}

/** Folders in MongoDB. */
export function mongoFolders(db: Db): FolderStore {
  const folders = db.collection<FolderDoc>('folders');
  const grants = db.collection<FolderGrantDoc>('folder_grants');
  const shelves = db.collection('shelves');
  return {
    addFolder: async ({ id, owner, parent, name, createdAt }) => {
      const doc = { _id: bin(id), owner: bin(owner), parent: maybeBin(parent), name, createdAt };
      await asked(() => folders.insertOne(doc));
    },
    folder: async (id) => await readOne(() => folders.findOne({ _id: bin(id) }), toFolder),
    folders: async (ids) => await readAll(folders.find({ _id: { $in: ids.map((id) => bin(id)) } }), toFolder),
    foldersOf: async (owners) =>
      await readAll(folders.find({ owner: { $in: owners.map((owner) => bin(owner)) } }), toFolder),
    changeFolder: async (id, name, parent) => {
      await asked(() => folders.updateOne({ _id: bin(id) }, { $set: { name, parent: maybeBin(parent) } }));
    },
    // The folder goes last: until then a crash leaves one that can be removed again.
    removeFolder: async ({ id, owner, parent }) => {
      const [here, above] = [bin(id), maybeBin(parent)];
      await asked(() => grants.deleteMany({ folder: here }));
      await asked(() => db.collection('invitations').deleteMany({ target: here }));
      await asked(() => folders.updateMany({ parent: here, owner: bin(owner) }, { $set: { parent: above } }));
      await asked(() => shelves.updateMany({ folder: here, person: bin(owner) }, { $set: { folder: above } }));
      await asked(() => shelves.updateMany({ folder: here }, { $set: { folder: null } }));
      await asked(() => folders.deleteOne({ _id: here }));
    },
    addFolderGrant: async ({ folder, person, role, at }) => {
      const _id = bin(folder, person);
      const update = { $set: { role }, $setOnInsert: { folder: bin(folder), person: bin(person), at } };
      await upserted(() => grants.updateOne({ _id }, update, { upsert: true }));
    },
    folderGrantsOf: async (person) => await readAll(grants.find({ person: bin(person) }), toFolderGrant),
    folderGrantsIn: async (ids) =>
      await readAll(grants.find({ folder: { $in: ids.map((id) => bin(id)) } }).sort({ at: 1 }), toFolderGrant),
    removeFolderGrant: async (folder, person) => {
      await asked(() => grants.deleteOne({ _id: bin(folder, person) }));
    },
  };
}

function maybeBin(id: string | null): Binary | null {
  return id === null ? null : bin(id);
}

function toFolder(doc: FolderDoc): Folder {
  const { parent, name, createdAt } = doc;
  const owner = mustPersonId(doc.owner.value());
  return { id: idOf(doc._id), owner, parent: parent === null ? null : idOf(parent), name, createdAt };
}

function toFolderGrant({ folder, person, role, at }: FolderGrantDoc): FolderGrant {
  return { folder: idOf(folder), person: mustPersonId(person.value()), role, at };
}
