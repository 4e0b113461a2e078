import { GatewayFailure } from '../failure.ts';
import type { Handlers } from './handlers.ts';

const absent = async (): Promise<never> => {
  throw new GatewayFailure('absent', 'there is nothing here yet');
};

/** Routes of the table that nothing answers yet. */
export const coming = {
  copyMap: absent,
  starMap: absent,
  tagMap: absent,
  listTags: absent,
  placeMap: absent,
  leaveMap: absent,
  trashMap: absent,
  restoreMap: absent,
  purgeMap: absent,
  searchMaps: absent,
  listFolders: absent,
  makeFolder: absent,
  changeFolder: absent,
  removeFolder: absent,
  folderSharing: absent,
  inviteToFolder: absent,
  withdrawFolderInvitation: absent,
  setFolderMember: absent,
  removeFolderMember: absent,
  leaveFolder: absent,
  sharing: absent,
  inviteToMap: absent,
  withdrawInvitation: absent,
  setMember: absent,
  removeMember: absent,
  giveMap: absent,
  setPublic: absent,
  listTokens: absent,
  makeToken: absent,
  removeToken: absent,
} satisfies Partial<Handlers>;
