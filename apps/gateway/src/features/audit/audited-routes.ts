import type { Route, SessionFacts } from '@bough/contracts';
import type { gatewayRoutes } from '@bough/contracts/gateway';
import type { PersonId } from '@bough/base';
import type { About, AuditKind } from './entry.ts';

/** What a request of one route leaves in the audit log. */
export interface AuditRule<P = unknown, B = unknown, A = unknown> {
  readonly what: AuditKind;
  readonly about?: (params: P, body: B, answer: A) => About;
  /** Whom the event is about where the request does not say so yet: who has just come in. */
  readonly who?: (answer: A) => PersonId | null;
  /** Its refusals are told, too. */
  readonly tellsRefusals?: true;
  /** But not this one, which the route tells by itself. */
  readonly isToldByItself?: string;
  /** It may have happened in part when it fails, which is told. */
  readonly tellsFailures?: true;
  /** It makes somebody safer, so no limit keeps it from happening. */
  readonly isAlways?: true;
}
type Routes = typeof gatewayRoutes;
type RuleOf<R> = R extends Route<infer P, infer B, infer A> ? AuditRule<P, B, A> | null : never;

/** Somebody who is asked for the second step has not come in. */
const here = ({ person, awaitsCode }: SessionFacts): PersonId | null => (awaitsCode ? null : (person?.id ?? null));

/**
 * What each route leaves: null for what needs no entry, since it only reads, changes what one alone sees, stands in the map's own
 * history, or writes its entries by itself (`AuditNotes.note`). A new route does not compile without a decision here.
 */
export const AUDITED: { readonly [K in keyof Routes]: RuleOf<Routes[K]> } = {
  session: null,
  // A guest is nobody in particular yet.
  becomeGuest: null,
  requestSignIn: null,
  confirmSignIn: { what: 'sign-in', who: here, about: () => ({ by: 'mail' }), tellsRefusals: true },
  signOut: { what: 'sign-out', isAlways: true },
  signOutEverywhere: { what: 'sign-out-everywhere', isAlways: true },
  signInWays: null,
  signInByPassword: {
    ...{ what: 'sign-in', who: here, about: () => ({ by: 'password' }) },
    ...{ tellsRefusals: true, isToldByItself: 'gateway/wrong-password' },
  },
  requestPasswordReset: null,
  confirmPasswordReset: { what: 'password-set', who: here, about: () => ({ by: 'mail' }), tellsRefusals: true },
  becomeOwner: { what: 'owner-made', about: () => ({ by: 'set-up link' }), tellsRefusals: true },
  beginProviderSignIn: null,
  confirmProviderSignIn: {
    ...{ what: 'sign-in', who: here, tellsRefusals: true },
    about: (_params, { provider }) => ({ by: 'provider', provider }),
  },
  account: null,
  upkeep: null,
  changeAccount: { what: 'profile-changed' },
  setPicture: { what: 'profile-changed' },
  removePicture: { what: 'profile-changed' },
  pictures: null,
  picture: null,
  bell: null,
  readBell: null,
  tellRestored: null,
  setPassword: { what: 'password-set', tellsRefusals: true, isAlways: true },
  removePassword: { what: 'password-removed', tellsRefusals: true, isAlways: true },
  requestEmailChange: null,
  confirmEmailChange: { what: 'address-changed', tellsRefusals: true },
  mailWish: null,
  setMailWish: { what: 'mail-wish-changed' },
  watching: null,
  watchMap: null,
  watches: null,
  setWatchWish: { what: 'mail-wish-changed' },
  listSessions: null,
  endSession: { what: 'session-ended', about: ({ session }) => ({ session }), isAlways: true },
  endOtherSessions: { what: 'sign-out-everywhere', isAlways: true },
  prove: { what: 'proof', tellsRefusals: true },
  exportAccount: { what: 'account-exported', tellsRefusals: true },
  deletionFacts: null,
  deleteAccount: { what: 'account-deleted', tellsRefusals: true, tellsFailures: true },
  listMaps: null,
  // It says by itself when it is put where others see it.
  createMap: null,
  mapFacts: null,
  renameMap: null,
  copyMap: null,
  starMap: null,
  tagMap: null,
  listTags: null,
  // It says by itself when others see where the map was, or is.
  placeMap: null,
  leaveMap: { what: 'left', about: ({ map }) => ({ map }), isAlways: true },
  trashMap: { what: 'map-trashed', about: ({ map }) => ({ map }), tellsFailures: true },
  restoreMap: { what: 'map-restored', about: ({ map }) => ({ map }) },
  purgeMap: { what: 'map-purged', about: ({ map }) => ({ map }), tellsFailures: true },
  // One entry for each map.
  emptyTrash: null,
  searchMaps: null,
  readMap: null,
  readMapChanges: null,
  addAsset: null,
  changeMap: null,
  asset: null,
  listVersions: null,
  nameVersion: null,
  removeVersion: null,
  socketTicket: null,
  exportMap: { what: 'map-exported', about: ({ map, format }) => ({ map, format }) },
  exportReport: null,
  prepareExport: null,
  thumbnail: null,
  listFolders: null,
  makeFolder: null,
  // It says by itself when it is moved where others see it, or from there.
  changeFolder: null,
  removeFolder: { what: 'folder-removed', about: ({ folder }) => ({ folder }) },
  folderSharing: null,
  inviteToFolder: {
    what: 'invited',
    about: ({ folder }, { role }, { id }) => ({ folder, invitation: id, role }),
  },
  withdrawFolderInvitation: {
    what: 'invitation-withdrawn',
    about: ({ folder, invitation }) => ({ folder, invitation }),
    isAlways: true,
  },
  setFolderMember: { what: 'role-set', about: ({ folder, person }, { role }) => ({ folder, to: person, role }) },
  removeFolderMember: {
    what: 'share-ended',
    about: ({ folder, person }) => ({ folder, to: person }),
    isAlways: true,
  },
  leaveFolder: { what: 'left', about: ({ folder }) => ({ folder }), isAlways: true },
  listGroups: null,
  // A group gives nothing by itself: what it is given is told, and who is put into it or taken out.
  makeGroup: null,
  readGroup: null,
  renameGroup: null,
  changeGroupAddresses: {
    what: 'group-changed',
    about: ({ group }, { add, remove }) => ({ group, added: String(add.length), removed: String(remove.length) }),
  },
  removeGroup: { what: 'group-removed', about: ({ group }) => ({ group }), isAlways: true },
  leaveGroup: { what: 'left', about: ({ group }) => ({ group }), isAlways: true },
  giveToGroup: { what: 'role-set', about: ({ map, group }, { role }) => ({ map, group, role }) },
  takeFromGroup: { what: 'share-ended', about: ({ map, group }) => ({ map, group }), isAlways: true },
  mapPeople: null,
  commentsRead: null,
  lastVisit: null,
  renewals: null,
  readComments: null,
  sharing: null,
  // Of a map that there may not be: what comes of it is told.
  askForAccess: null,
  askedForAccess: null,
  grantAsked: {
    what: 'role-set',
    about: ({ map }, { role, until }, { person }) => ({
      ...{ map, to: person, role },
      ...(until === null ? {} : { until: new Date(until).toISOString() }),
    }),
  },
  refuseAsked: null,
  mapMembers: null,
  setInviting: {
    what: 'inviting-set',
    about: ({ map }, { mayEditorsInvite }) => ({ map, role: mayEditorsInvite ? 'edit' : 'own' }),
  },
  inviteToMap: {
    what: 'invited',
    about: ({ map }, { role, until }, { id }) => ({
      ...{ map, invitation: id, role },
      ...(until == null ? {} : { until: new Date(until).toISOString() }),
    }),
  },
  withdrawInvitation: {
    what: 'invitation-withdrawn',
    about: ({ map, invitation }) => ({ map, invitation }),
    isAlways: true,
  },
  waitingInvitations: null,
  acceptInvitation: {
    what: 'joined',
    about: ({ invitation }, _body, { map, folder }) => ({
      invitation,
      ...(map === null ? {} : { map }),
      ...(folder === null ? {} : { folder }),
    }),
  },
  setMember: {
    what: 'role-set',
    about: ({ map, person }, { role, until }) => ({
      ...{ map, to: person, role },
      ...(until === undefined ? {} : { until: until === null ? 'never' : new Date(until).toISOString() }),
    }),
  },
  removeMember: { what: 'share-ended', about: ({ map, person }) => ({ map, to: person }), isAlways: true },
  giveMap: { what: 'map-offered', about: ({ map }, { person }) => ({ map, to: person }) },
  keepMap: { what: 'offer-withdrawn', about: ({ map }) => ({ map }), isAlways: true },
  acceptOwner: { what: 'map-given', about: ({ map }, _body, { person }) => ({ map, to: person }) },
  declineOwner: { what: 'offer-declined', about: ({ map }) => ({ map }), isAlways: true },
  setPublic: {
    what: 'map-public',
    about: ({ map }, { isPublic, mayCopy }) => ({ map, page: isPublic ? (mayCopy ? 'copy' : 'look') : 'none' }),
  },
  listShareLinks: null,
  makeShareLink: { what: 'link-made', about: ({ map }, { role }, { id }) => ({ map, link: id, role }) },
  revokeShareLink: { what: 'link-revoked', about: ({ map, link }) => ({ map, link }), isAlways: true },
  joinMap: {
    what: 'joined',
    who: ({ session }) => here(session),
    about: (_params, _body, { map, folder }) => ({
      ...(map === null ? {} : { map: map.id }),
      ...(folder === null ? {} : { folder: folder.id }),
    }),
  },
  showSecondStep: {
    ...{ what: 'sign-in', who: here, about: () => ({ by: 'code' }) },
    ...{ tellsRefusals: true, isToldByItself: 'gateway/wrong-code' },
  },
  beginSecondStep: null,
  turnOnSecondStep: { what: 'second-step-on', tellsRefusals: true },
  turnOffSecondStep: { what: 'second-step-off', tellsRefusals: true },
  renewRecoveryCodes: { what: 'recovery-codes-made', tellsRefusals: true },
  // It says by its secret alone whose it is.
  wasNotMe: null,
  beginPasskeySignIn: null,
  confirmPasskeySignIn: { what: 'sign-in', who: here, about: () => ({ by: 'passkey' }), tellsRefusals: true },
  listPasskeys: null,
  beginPasskey: null,
  addPasskey: { what: 'passkey-made', about: (_params, _body, { id }) => ({ passkey: id }), tellsRefusals: true },
  renamePasskey: null,
  removePasskey: {
    ...{ what: 'passkey-removed', about: ({ passkey }) => ({ passkey }) },
    ...{ tellsRefusals: true, isAlways: true },
  },
  beginPasskeyProof: null,
  confirmPasskeyProof: { what: 'proof', about: () => ({ by: 'passkey' }), tellsRefusals: true },
  listTokens: null,
  makeToken: { what: 'token-made', about: (_params, _body, { id }) => ({ token: id }), tellsRefusals: true },
  removeToken: { what: 'token-ended', about: ({ token }) => ({ token }), isAlways: true },
  outbox: null,
  auditPage: null,
  auditLines: { what: 'audit-exported' },
};
