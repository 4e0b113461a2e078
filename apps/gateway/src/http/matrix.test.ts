import type { MapId, PersonId } from '@bough/base';
import type { AnyRoute, MapRole } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { beforeAll, expect, test } from 'vitest';
import type { PublicPage } from '../metadata/maps/map-store.ts';
import { Browser } from '../testing/visitors/browser.ts';
import { ids, newFolder } from '../testing/metadata-contract/fixtures.ts';
import { sampleBody, samplePath } from '../testing/sample-requests.ts';
import { openWorld, type RunningGateway, type World } from '../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start({ limitsFactor: 100_000 });
  return world.end;
});

const ROLES = ['view', 'comment', 'edit', 'own'] as const satisfies readonly MapRole[];
/** `bound` has the role "view" from a link that does not let copy. */
const ASKERS = ['nobody', 'stranger', 'bound', ...ROLES] as const;
type Who = (typeof ASKERS)[number];
type State = 'usual' | 'trashed' | Exclude<PublicPage, 'none'>;
type Verdict = 'let in' | 401 | 403 | 404;

type RouteName = keyof typeof gatewayRoutes;

/** Who may ask for what, written down here once more, by hand: what the table of routes says is held to it. */
const WHO: Readonly<Record<AnyRoute['access'], readonly RouteName[]>> = {
  service: [],
  anybody: [
    ...(['session', 'becomeGuest', 'requestSignIn', 'confirmSignIn', 'signOut', 'signInWays', 'joinMap'] as const),
    ...(['signInByPassword', 'requestPasswordReset', 'confirmPasswordReset', 'outbox'] as const),
    ...(['beginProviderSignIn', 'confirmProviderSignIn'] as const),
    ...(['beginPasskeySignIn', 'confirmPasskeySignIn', 'showSecondStep', 'wasNotMe'] as const),
  ],
  person: [
    ...(['becomeOwner', 'account', 'changeAccount', 'exportAccount', 'deletionFacts', 'deleteAccount'] as const),
    ...(['setPassword', 'removePassword', 'requestEmailChange', 'confirmEmailChange', 'mailWish'] as const),
    ...([
      'setMailWish',
      'listSessions',
      'endSession',
      'endOtherSessions',
      'signOutEverywhere',
      'upkeep',
      'prove',
    ] as const),
    ...(['listMaps', 'createMap', 'searchMaps', 'listTags', 'emptyTrash', 'listFolders', 'makeFolder'] as const),
    ...(['listPasskeys', 'beginPasskey', 'addPasskey', 'renamePasskey', 'removePasskey'] as const),
    ...(['beginPasskeyProof', 'confirmPasskeyProof', 'renewRecoveryCodes'] as const),
    ...(['beginSecondStep', 'turnOnSecondStep', 'turnOffSecondStep'] as const),
    ...(['auditPage', 'auditLines'] as const),
    ...(['listTokens', 'makeToken', 'removeToken', 'waitingInvitations', 'acceptInvitation'] as const),
    ...(['askForAccess', 'askedForAccess', 'watches', 'setWatchWish'] as const),
    ...(['listGroups', 'makeGroup', 'readGroup', 'renameGroup', 'changeGroupAddresses'] as const),
    ...(['removeGroup', 'leaveGroup'] as const),
    ...(['bell', 'readBell', 'setPicture', 'removePicture', 'pictures', 'picture'] as const),
  ],
  read: ['mapFacts', 'readMap', 'asset'],
  past: ['readMapChanges', 'listVersions', 'lastVisit', 'renewals'],
  copy: ['copyMap', 'exportMap', 'exportReport', 'prepareExport'],
  view: [
    'acceptOwner',
    'declineOwner',
    'mapPeople',
    'mapMembers',
    'starMap',
    'tagMap',
    'placeMap',
    'leaveMap',
    'watching',
    'watchMap',
    'socketTicket',
  ],
  comment: ['commentsRead', 'readComments'],
  edit: [
    ...(['renameMap', 'addAsset', 'changeMap', 'nameVersion', 'removeVersion', 'tellRestored'] as const),
    // Editors where owners let them: see inviting.test.ts.
    ...(['inviteToMap', 'withdrawInvitation', 'giveToGroup', 'takeFromGroup'] as const),
  ],
  own: [
    ...(['trashMap', 'sharing', 'setInviting', 'grantAsked', 'refuseAsked', 'setMember', 'removeMember'] as const),
    ...(['giveMap', 'keepMap', 'setPublic', 'listShareLinks', 'makeShareLink', 'revokeShareLink'] as const),
  ],
  trashed: ['restoreMap', 'purgeMap'],
  seen: ['thumbnail'],
  'folder view': ['leaveFolder'],
  'folder edit': [],
  'folder own': [
    ...(['changeFolder', 'removeFolder', 'folderSharing', 'inviteToFolder', 'withdrawFolderInvitation'] as const),
    ...(['setFolderMember', 'removeFolderMember'] as const),
  ],
};

/** What changes who asks is tried with somebody new each time. */
const CHANGES_THE_ASKER = /session|sign-in|join|account/;
const ROUTES = Object.values<AnyRoute>(gatewayRoutes).filter(({ path }) => !CHANGES_THE_ASKER.test(path));
/** Let in, and what was asked for is not there, or is not to be had. */
const AFTERWARDS =
  /DELETE .*\/(links|invitations|tokens)\/|\/accept: 404|PUT .*\/members\/|\/owner: 404|\/owner\/(?:accept|decline): 404|GET .*\/assets\/|GET .*\/picture\/|nobody POST .*\/copies|edit POST .*\/invitations: 403|own .*\/asks\/|\/groups\/.*: 404|account-needed|last-owner|GET \/api\/audit/;

/** Let in, and there is no such link, session, second step or provider. */
const OF_NOTHING = /\/api\/join: |\/account\/(?:sessions|passkeys|second-step)\/|\/session\/provider/;

/** What a route's access means for each asker, written down once more, by hand. */
function expected(access: AnyRoute['access'], who: Who, state: State): Verdict {
  if (access === 'anybody') return 'let in';
  if (access === 'person') return who === 'nobody' ? 401 : 'let in';
  const isPublic = state === 'look' || state === 'copy';
  if (access === 'past') {
    if (who === 'nobody' && !isPublic) return 401;
    if (state === 'trashed' || (who === 'stranger' && !isPublic)) return 404;
    return who === 'edit' || who === 'own' ? 'let in' : 403;
  }
  if (access === 'seen') return expected(state === 'trashed' ? 'trashed' : 'read', who, state);
  if (access === 'read' || access === 'copy') {
    if (who === 'nobody' && !isPublic) return 401;
    if (state === 'trashed' || (who === 'stranger' && !isPublic)) return 404;
    if (access === 'read' || state === 'copy') return 'let in';
    return who === 'nobody' || who === 'stranger' || who === 'bound' ? 403 : 'let in';
  }
  if (who === 'nobody') return 401;
  if (access === 'trashed') return state !== 'trashed' || who === 'stranger' ? 404 : atLeast('own', who);
  if (state === 'trashed' || (who === 'stranger' && !isPublic)) return 404;
  return atLeast(access, who);
}

function expectedInFolder(access: AnyRoute['access'], who: Who): Verdict {
  if (who === 'nobody') return 401;
  return who === 'stranger' ? 404 : atLeast(access.replace('folder ', ''), who);
}

function atLeast(need: string, who: Who): Verdict {
  const role = who === 'bound' || who === 'stranger' ? 'view' : who;
  return ROLES.findIndex((each) => each === role) >= ROLES.findIndex((each) => each === need) ? 'let in' : 403;
}

const LINK = ids.long();
const CODES = { 401: 'gateway/unauthenticated', 403: 'gateway/denied', 404: 'gateway/absent' } as const;

interface Asker {
  readonly browser: Browser;
  /** null: nobody. */
  readonly id: PersonId | null;
}

async function newAskers(): Promise<ReadonlyMap<Who, Asker>> {
  const askers = new Map<Who, Asker>();
  for (const who of ASKERS) {
    const browser = who === 'nobody' ? new Browser(gateway) : await Browser.guest(gateway);
    await browser.open();
    askers.set(who, { browser, id: who === 'nobody' ? null : (await browser.person()).id });
  }
  return askers;
}

/** A map of somebody else's, on which each asker has the role that they are named for. */
async function newMap(owner: Browser, askers: ReadonlyMap<Who, Asker>, state: State): Promise<MapId> {
  const { id: map } = await owner.makeMap();
  await setRoles(map, askers, state);
  return map;
}

async function setRoles(map: MapId, askers: ReadonlyMap<Who, Asker>, state: State): Promise<void> {
  for (const [who, { id: person }] of askers) {
    if (person === null || who === 'stranger' || who === 'nobody') continue;
    const role = who === 'bound' ? 'view' : who;
    const link = who === 'bound' ? LINK : null;
    await world.metadata.addGrant({ map, person, role, link, at: 1, mayCopy: who !== 'bound' });
  }
  if (state === 'trashed') await world.metadata.setTrashed(map, 1);
  else await world.metadata.setPage(map, state === 'usual' ? 'none' : state);
}

async function ask(route: AnyRoute, who: Who, browser: Browser, id: string, should: Verdict): Promise<void> {
  const answer = await browser.ask(route.method, samplePath(route, id), sampleBody(route));
  const code: unknown = answer.json?.code;
  const seen = `${who} ${route.method} ${route.path}: ${answer.status} ${String(code)}`;
  if (should !== 'let in') expect(seen).toBe(`${who} ${route.method} ${route.path}: ${should} ${CODES[should]}`);
  else if ([401, 403, 404].includes(answer.status)) expect(seen).toMatch(AFTERWARDS);
  else expect(`${seen} ${answer.text}`).not.toMatch(/: 500 /);
}

test('[GW-18] every route is for those whom this file names, and none is left out', () => {
  const byHand = Object.entries(WHO).flatMap(([access, names]) => names.map((name) => `${name}: ${access}`));
  const byTable = Object.entries<AnyRoute>(gatewayRoutes).map(([name, { access }]) => `${name}: ${access}`);
  const alphabetic = (names: readonly string[]): string[] => names.toSorted((a, b) => (a < b ? -1 : 1));
  expect(alphabetic(byHand)).toEqual(alphabetic(byTable));
});

test('[GW-18] what is for people is refused to nobody, and to nobody else; what is for anybody is refused to none', async () => {
  const refused = ['gateway/unauthenticated', 'gateway/denied', 'gateway/absent'];
  const routes = Object.values<AnyRoute>(gatewayRoutes).filter(({ path }) => CHANGES_THE_ASKER.test(path));
  expect(routes.length).toBeGreaterThan(20);
  for (const route of routes) {
    const nobody = new Browser(gateway);
    await nobody.open();
    for (const [who, browser] of [
      ['nobody', nobody],
      ['somebody', await Browser.guest(gateway)],
    ] as const) {
      const answer = await browser.ask(route.method, samplePath(route, LINK), sampleBody(route));
      const code = String(answer.json?.code);
      const seen = `${who} ${route.method} ${route.path}: ${code}`;
      if (route.access === 'person' && who === 'nobody') expect(seen).toMatch(/: gateway\/unauthenticated$/);
      else if (refused.includes(code)) expect(seen).toMatch(OF_NOTHING);
    }
  }
});

for (const state of ['usual', 'trashed', 'look', 'copy'] as const) {
  test(`[GW-18] every route lets in whom the table names, and nobody else: ${state}`, async () => {
    const [owner, askers] = [await Browser.guest(gateway), await newAskers()];
    let map = await newMap(owner, askers, state);
    for (const route of ROUTES.filter(({ access }) => !access.startsWith('folder '))) {
      for (const [who, { browser }] of askers) {
        const should = expected(route.access, who, state);
        await ask(route, who, browser, map, should);
        // What was let in may have changed who may do what.
        if (should !== 'let in' || route.method === 'GET') continue;
        if (/trash|restore|purge/i.test(route.name)) map = await newMap(owner, askers, state);
        else await setRoles(map, askers, state);
      }
    }
  });
}

test('[GW-18] folders let in whom the table names, and nobody else', async () => {
  const askers = await newAskers();
  const routes = ROUTES.filter(({ access }) => access.startsWith('folder '));
  expect(routes.length).toBeGreaterThan(5);
  for (const route of routes) {
    for (const [who, { browser, id: person }] of askers) {
      const owner = askers.get('own')?.id ?? null;
      if (who === 'bound' || owner === null) continue;
      const folder = newFolder(owner);
      await world.metadata.addFolder(folder);
      if (person !== null && who !== 'stranger' && who !== 'own' && who !== 'nobody') {
        await world.metadata.addFolderGrant({ folder: folder.id, person, role: who, at: 1 });
      }
      await ask(route, who, browser, folder.id, expectedInFolder(route.access, who));
    }
  }
});
