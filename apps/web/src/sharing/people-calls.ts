import type { MapId, PersonId, Result } from '@bough/base';
import { folderRoutes, type Invitation, type MapRole, sharingRoutes } from '@bough/contracts';
import type { Trouble } from '../api/api.ts';
import { callUnsafe } from '../api/session.ts';

/** What people are invited to. */
export type SharedThing =
  | { readonly kind: 'map'; readonly map: MapId }
  | { readonly kind: 'folder'; readonly folder: string };

const MAP_ROLES: readonly MapRole[] = ['view', 'comment', 'edit', 'own'];
/** The roles that others may have who own nothing. */
export const LINK_ROLES: readonly Exclude<MapRole, 'own'>[] = ['view', 'comment', 'edit'];

/** The roles that one may give there: owners are made by owners. */
export function rolesOf(of: SharedThing, isOwner = true): readonly MapRole[] {
  return of.kind === 'map' && isOwner ? MAP_ROLES : LINK_ROLES;
}

function folderRole(role: MapRole): Exclude<MapRole, 'own'> {
  return LINK_ROLES.find((each) => each === role) ?? 'edit';
}

/** Invites somebody by their address, to a map until then; null: what they get does not end. */
export function invite(
  of: SharedThing,
  email: string,
  role: MapRole,
  until: number | null,
): Promise<Result<Invitation, Trouble>> {
  return of.kind === 'map'
    ? callUnsafe(sharingRoutes.inviteToMap, { map: of.map }, { email, role, until })
    : callUnsafe(folderRoutes.inviteToFolder, { folder: of.folder }, { email, role: folderRole(role) });
}

/** Gives somebody who is there a role, until then; null: it does not end. */
export function setRole(
  of: SharedThing,
  person: PersonId,
  role: MapRole,
  until: number | null,
): Promise<Result<undefined, Trouble>> {
  return of.kind === 'map'
    ? callUnsafe(sharingRoutes.setMember, { map: of.map, person }, { role, until: role === 'own' ? null : until })
    : callUnsafe(folderRoutes.setFolderMember, { folder: of.folder, person }, { role: folderRole(role) });
}

/** Asks somebody to become the owner of the map. */
export function askToOwn(map: MapId, person: PersonId): Promise<Result<undefined, Trouble>> {
  return callUnsafe(sharingRoutes.giveMap, { map }, { person });
}

/** Takes it from somebody. */
export function remove(of: SharedThing, person: PersonId): Promise<Result<undefined, Trouble>> {
  return of.kind === 'map'
    ? callUnsafe(sharingRoutes.removeMember, { map: of.map, person }, undefined)
    : callUnsafe(folderRoutes.removeFolderMember, { folder: of.folder, person }, undefined);
}

/** Withdraws an invitation. */
export function withdraw(of: SharedThing, invitation: string): Promise<Result<undefined, Trouble>> {
  return of.kind === 'map'
    ? callUnsafe(sharingRoutes.withdrawInvitation, { map: of.map, invitation }, undefined)
    : callUnsafe(folderRoutes.withdrawFolderInvitation, { folder: of.folder, invitation }, undefined);
}
