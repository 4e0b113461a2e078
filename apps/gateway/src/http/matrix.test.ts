import type { MapId, PersonId } from '@bough/base';
import { type AnyRoute, gatewayRoutes, type MapRole } from '@bough/contracts';
import { beforeAll, expect, test } from 'vitest';
import type { PublicPage } from '../metadata/maps/map-store.ts';
import { Browser } from '../testing/browser.ts';
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

const ROUTES = Object.values<AnyRoute>(gatewayRoutes).filter(({ path }) => !/session|sign-in|join|account/.test(path));
/** Let in, and what was asked for is not there, or is not to be had. */
const AFTERWARDS =
  /DELETE .*\/(links|invitations|tokens)\/|PUT .*\/members\/|\/owner: 404|GET .*\/assets\/|nobody POST .*\/copies|account-needed|last-owner/;

/** What the table of routes says about each asker, written down once more, by hand. */
function expected(access: AnyRoute['access'], who: Who, state: State): Verdict {
  if (access === 'anybody') return 'let in';
  if (access === 'person') return who === 'nobody' ? 401 : 'let in';
  const isPublic = state === 'look' || state === 'copy';
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
        if (/trash|restore|purge/.test(route.name)) map = await newMap(owner, askers, state);
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
