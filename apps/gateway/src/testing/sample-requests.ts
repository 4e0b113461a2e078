import type { AnyRoute } from '@bough/contracts';

// For tests of every route: something well formed for whatever a route asks for.

const ID = 'AYvP5WgAcUS6bLNdmUg0Fw';

const QUERIES: Readonly<Record<string, string>> = {
  importMaps: '?name=plan.mm',
  outbox: '?limit=1',
  pictures: `?of=${ID}`,
  readMapChanges: '?from=1&to=1',
  searchMaps: '?q=tree',
  socketTicket: '?client=AAAAAAAAAAAA',
  thumbnail: '?theme=light',
};

const PASSKEY_ANSWER = {
  credential: 'AAAA',
  clientData: 'AAAA',
  authenticatorData: 'AAAA',
  signature: 'AAAA',
  user: null,
};

const BODIES: Readonly<Record<string, unknown>> = {
  becomeGuest: { name: null },
  requestSignIn: { email: 'a@b.example' },
  confirmSignIn: { secret: 'AAAA' },
  signInByPassword: { email: 'a@b.example', password: 'of some length' },
  requestPasswordReset: { email: 'a@b.example' },
  confirmPasswordReset: { secret: 'AAAA', password: 'of some length' },
  beginProviderSignIn: { provider: 'provider' },
  confirmProviderSignIn: { provider: 'provider', answer: 'code=x' },
  confirmPasskeySignIn: { answer: PASSKEY_ANSWER },
  beginPasskey: { proof: null },
  addPasskey: { clientData: 'AAAA', attestation: 'AAAA', transports: [], name: null },
  renamePasskey: { name: 'Mine' },
  removePasskey: { proof: null },
  confirmPasskeyProof: { answer: PASSKEY_ANSWER },
  becomeOwner: { secret: 'AAAA' },
  changeAccount: { name: 'Ada', hue: 1 },
  setPicture: new Uint8Array(8),
  readBell: { entries: [] },
  tellRestored: { seq: 0, items: null },
  setPassword: { password: 'of some length', proof: null },
  removePassword: { proof: null },
  requestEmailChange: { email: 'a@b.example', proof: null },
  confirmEmailChange: { secret: 'AAAA' },
  setMailWish: { isWanted: true },
  watchMap: { isWatched: true },
  setWatchWish: { wish: 'daily' },
  prove: { proof: null },
  deleteAccount: { proof: null },
  showSecondStep: { code: '000000' },
  beginSecondStep: { proof: null },
  turnOnSecondStep: { code: '000000' },
  turnOffSecondStep: { proof: null },
  renewRecoveryCodes: { proof: null },
  wasNotMe: { secret: 'AAAA' },
  joinMap: { secret: 'AAAA' },
  createMap: { title: 'Made' },
  renameMap: { title: 'Renamed' },
  changeMap: { ops: [] },
  copyMap: {},
  starMap: { isStarred: true },
  tagMap: { tags: ['work'] },
  readComments: { upTo: 0, threads: [] },
  placeMap: { folder: null },
  makeFolder: { name: 'Made' },
  makeGroup: { name: 'Made', addresses: [] },
  renameGroup: { name: 'Renamed' },
  changeGroupAddresses: { add: [], remove: [] },
  giveToGroup: { role: 'view' },
  changeFolder: { name: 'Renamed', parent: null },
  inviteToFolder: { email: 'a@b.example', role: 'view' },
  setFolderMember: { role: 'view' },
  inviteToMap: { email: 'a@b.example', role: 'view' },
  askForAccess: { message: '' },
  grantAsked: { role: 'view', until: null },
  setInviting: { mayEditorsInvite: false },
  setMember: { role: 'view' },
  giveMap: { person: ID },
  setPublic: { isPublic: false, mayCopy: false },
  makeShareLink: { role: 'view' },
  makeToken: { name: 'build', scopes: ['maps:read'] },
  nameVersion: { seq: 1, name: 'The first' },
};

/** The route's path for this map or folder, with something well formed for every other name in it, and its query. */
export function samplePath(route: Pick<AnyRoute, 'path' | 'name'>, id: string): string {
  const values: Readonly<Record<string, string>> = {
    map: id,
    folder: id,
    group: ID,
    link: 'x',
    format: 'svg',
    hash: '0'.repeat(64),
    version: '1-AAAAAAAAAAAA',
    person: ID,
    token: ID,
    passkey: ID,
    invitation: ID,
  };
  const path = route.path.replaceAll(/:(\w+)/g, (_whole, name: string) => values[name] ?? 'x');
  return path + (QUERIES[route.name] ?? '');
}

/** A body that the route takes; undefined: it takes none. */
export function sampleBody(route: Pick<AnyRoute, 'name'>): unknown {
  return BODIES[route.name];
}
