import type { PersonId } from '@bough/base';
import type { LinkRole } from '@bough/contracts';

export interface Folder {
  readonly id: string;
  /** Who made it. Everything around it and in it is the same person's. */
  readonly owner: PersonId;
  /** null: it stands for itself. */
  readonly parent: string | null;
  readonly name: string;
  readonly createdAt: number;
}
/** A folder that is shared with a person, and with it every folder in it. */
export interface FolderGrant {
  readonly folder: string;
  readonly person: PersonId;
  readonly role: LinkRole;
  readonly at: number;
}

/** Folders, and with whom they are shared. */
export interface FolderStore {
  addFolder(folder: Folder): Promise<void>;
  folder(id: string): Promise<Folder | null>;
  /** Those of these folders that there are, in no order. */
  folders(ids: readonly string[]): Promise<readonly Folder[]>;
  /** All folders of these people, in no order. */
  foldersOf(owners: readonly PersonId[]): Promise<readonly Folder[]>;
  changeFolder(id: string, name: string, parent: string | null): Promise<void>;
  /** Removes the folder with its grants and invitations; what was in it is then in its parent. */
  removeFolder(folder: Folder): Promise<void>;
  /** Adding the same (folder, person) again changes the role. */
  addFolderGrant(grant: FolderGrant): Promise<void>;
  folderGrantsOf(person: PersonId): Promise<readonly FolderGrant[]>;
  folderGrantsIn(folders: readonly string[]): Promise<readonly FolderGrant[]>;
  removeFolderGrant(folder: string, person: PersonId): Promise<void>;
}
