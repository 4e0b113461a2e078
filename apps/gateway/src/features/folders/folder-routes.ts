import type { Clock, Ids, PersonId } from '@bough/base';
import type { FolderFacts } from '@bough/contracts';
import { GatewayFailure, noSuchFolder } from '../../failure.ts';
import { FOLDERS_DEEP, type FolderTree } from '../../access/folder-tree.ts';
import type { Folder } from '../../metadata/folders/folder-store.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { FolderAccess } from '../../access/folder-access.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { TellAccess } from '../rooms/rooms.ts';
import type { AuditNotes } from '../audit/audit-notes.ts';

export interface FolderParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly metadata: Metadata;
  readonly limits: RateLimits;
  readonly folders: FolderAccess;
  readonly audit: Pick<AuditNotes, 'note'>;
  readonly tellAccess: TellAccess;
}
type FolderNames = 'listFolders' | 'makeFolder' | 'changeFolder' | 'removeFolder';

const FOLDERS_MOST = 1_000;

/** A person's folders. */
export function folderRoutes(parts: FolderParts): Pick<Handlers, FolderNames> {
  const { metadata, clock, ids, folders } = parts;
  const one = async (id: string, person: PersonId): Promise<FolderFacts> => {
    const found = (await factsFor(parts, person)).find((folder) => folder.id === id);
    if (found === undefined) throw noSuchFolder();
    return found;
  };
  return {
    listFolders: async ({ person }) => {
      const by = mustBePerson(person);
      return { folders: await factsFor(parts, by) };
    },
    makeFolder: async ({ body, person }) => {
      const by = mustBePerson(person);
      parts.limits.mustTake('folders by person', by);
      const tree = await folders.seenBy(by);
      if ([...tree.all()].filter(({ owner }) => owner === by).length >= FOLDERS_MOST) {
        throw new GatewayFailure('malformed', `You can have at most ${FOLDERS_MOST} folders.`);
      }
      const { name, parent = null } = body;
      mustFit(tree, null, parent, by);
      const id = ids.long();
      await metadata.addFolder({ id, owner: by, parent, name, createdAt: clock.now() });
      return await one(id, by);
    },
    changeFolder: async (asked) => {
      const [{ folder }, { name, parent }, by] = [asked.params, asked.body, mustBePerson(asked.person)];
      const tree = await folders.seenBy(by);
      mustFit(tree, folder, parent, by);
      const was = tree.get(folder)?.parent ?? null;
      const isSeen = was !== parent && [was, parent].some((each) => each !== null && tree.isShared(each));
      if (isSeen && parent !== null) parts.limits.mustTake('audited by person', by);
      await metadata.changeFolder(folder, name, parent);
      parts.tellAccess(null, null);
      const about = { folder, ...(parent === null ? {} : { into: parent }) };
      if (isSeen) await parts.audit.note(asked, 'folder-moved', { about });
      return await one(folder, by);
    },
    removeFolder: async ({ params }) => {
      const folder = await metadata.folder(params.folder);
      if (folder === null) throw noSuchFolder();
      await metadata.removeFolder(folder);
      parts.tellAccess(null, null);
      return undefined;
    },
  };
}

/** Whether the folder, or a new one for null, may stand in the parent. */
function mustFit(tree: FolderTree, folder: string | null, parent: string | null, owner: PersonId): void {
  if (parent === null) return;
  const chain = tree.chain(parent);
  if (chain[0]?.owner !== owner) throw noSuchFolder();
  if (chain.some(({ id }) => id === folder))
    throw new GatewayFailure('malformed', 'A folder cannot be moved into itself.');
  if (chain.length + depthBelow(tree, folder) > FOLDERS_DEEP) {
    throw new GatewayFailure('malformed', `Folders can be at most ${FOLDERS_DEEP} levels deep.`);
  }
}

/** How many folders, this one included, stand in one another from here on. */
function depthBelow(tree: FolderTree, folder: string | null): number {
  let deepest = 1;
  if (folder === null) return deepest;
  for (const { id } of tree.all()) {
    const at = tree.chain(id).findIndex((each) => each.id === folder);
    deepest = Math.max(deepest, at + 1);
  }
  return deepest;
}

async function factsFor(parts: FolderParts, person: PersonId): Promise<readonly FolderFacts[]> {
  const tree = await parts.folders.seenBy(person);
  const seen = [...tree.all()].filter(({ id }) => tree.roleIn(id, person) !== null);
  const owners = await parts.metadata.people([...new Set(seen.map(({ owner }) => owner))]);
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  const facts = seen.flatMap((folder) => folderFacts(folder, byId.get(folder.owner), tree, person));
  return facts.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) || a.createdAt - b.createdAt);
}

function folderFacts(
  { id, name, parent, createdAt }: Folder,
  owner: Person | undefined,
  tree: FolderTree,
  person: PersonId,
): FolderFacts[] {
  const role = tree.roleIn(id, person);
  if (role === null || owner === undefined) return [];
  const above = parent !== null && tree.roleIn(parent, person) !== null ? parent : null;
  const named = { id: owner.id, name: owner.name, hue: owner.hue };
  return [{ id, name, parent: above, role, owner: named, isShared: tree.isShared(id), createdAt }];
}
