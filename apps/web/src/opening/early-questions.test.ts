import { parseMapId } from '@bough/base';
import { everydayRoutes, folderRoutes } from '@bough/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressOf } from '../api/api.ts';
import { earlyDocument, earlyJournals, earlyList, earlySession } from './early-answers.ts';
import { askEarly } from './early-questions.ts';
import { restAhead, screenAhead } from './screen-ahead.ts';

const map = parseMapId('AZNq0J9XcAC_gV0T3bYw1g') ?? expect.unreachable('a map id');
const other = parseMapId('AZNq0J9XcAC_gV0T3bYw2g') ?? expect.unreachable('a map id');
const SESSION = addressOf(everydayRoutes.session, {});
const DOCUMENT = addressOf(everydayRoutes.readMap, { map, known: null, at: null });

/** A document at the path, with what it asked for so far. */
function opened({ path = `/m/${map}`, keptMaps = '', person = {} as object | null, isAway = false }) {
  const asked: string[] = [];
  const fetch = async (address: string): Promise<Response> => {
    asked.push(address);
    if (isAway) throw new Error('nobody answers');
    return Response.json(address === SESSION ? { person } : { is: 'the map' });
  };
  const openJournals = vi.fn(async () => null);
  const boughEarly = askEarly({ path, keptMaps, fetch, openJournals });
  vi.stubGlobal('boughEarly', boughEarly);
  const all = Promise.all([boughEarly.session, boughEarly.document?.answer, ...boughEarly.lists.values()]);
  return { asked, all, isSomebody: boughEarly.isSomebody, openJournals };
}
// A busy machine may take longer to come to a test than an answer is fresh.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1_000));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[WEB-12] the session and the map are asked for at once', async () => {
  const { asked, all } = opened({});
  expect(asked).toEqual([SESSION, DOCUMENT]);
  await all;
  expect(asked).toEqual([SESSION, DOCUMENT]);
  expect(await (await earlySession())?.json()).toEqual({ person: {} });
  expect(await (await earlyDocument(map))?.json()).toEqual({ is: 'the map' });
});

test('[WEB-12] at home its lists are asked for when it is known that somebody is here, and each is taken once', async () => {
  const lists = [
    addressOf(folderRoutes.listFolders, {}),
    addressOf(everydayRoutes.listMaps, { show: 'all', folder: null, tag: null, sort: null, cursor: null, limit: 100 }),
  ];
  const { asked, all } = opened({ path: '/' });
  expect(asked).toEqual([SESSION]);
  await all;
  expect(asked).toEqual([SESSION, ...lists]);
  for (const address of lists) {
    expect(await earlyList(address)).toBeInstanceOf(Response);
    expect(await earlyList(address)).toBeNull();
  }
  const nobody = opened({ path: '/', person: null });
  await nobody.all;
  expect(nobody.asked).toEqual([SESSION]);
  expect(await nobody.isSomebody).toBe(false);
});

test('[WEB-12] no map is asked for at another address, or that this browser has', async () => {
  for (const facts of [{ path: '/' }, { path: '/m/short' }, { keptMaps: `a.b person.${map}` }]) {
    const { asked, all } = opened(facts);
    await all;
    expect(asked).not.toContain(DOCUMENT);
    expect(await earlyDocument(map)).toBeNull();
  }
});

test('[WEB-12] what the browser keeps of maps is opened at the address of one, and taken once', async () => {
  const { openJournals } = opened({ keptMaps: `person.${map}` });
  expect(openJournals).toHaveBeenCalledOnce();
  expect(earlyJournals()).toBeInstanceOf(Promise);
  expect(earlyJournals()).toBeNull();
  expect(opened({ path: '/' }).openJournals).not.toHaveBeenCalled();
  expect(earlyJournals()).toBeNull();
});

test('[WEB-12] nobody is given an answer about a map, whatever was said', async () => {
  await opened({ person: null }).all;
  expect(await earlyDocument(map)).toBeNull();
});

test('[WEB-12] each answer is taken once, and only for its map', async () => {
  await opened({}).all;
  expect(await earlyDocument(other)).toBeNull();
  expect(await earlyDocument(map)).toBeInstanceOf(Response);
  expect([await earlyDocument(map), await earlySession()]).toEqual([null, expect.any(Response)]);
  expect(await earlySession()).toBeNull();
});

test('[WEB-12] what did not come, or was asked for long ago, is asked for anew', async () => {
  await opened({ isAway: true }).all;
  expect([await earlySession(), await earlyDocument(map)]).toEqual([null, null]);
  await opened({}).all;
  vi.spyOn(performance, 'now').mockReturnValue(60_000);
  expect([await earlySession(), await earlyDocument(map)]).toEqual([null, null]);
});

test('[WEB-12] what nobody answers is asked for anew after as long as the page itself would wait', async () => {
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  const fetch = (_address: string, { signal }: RequestInit): Promise<Response> =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('nobody answered'))));
  vi.stubGlobal('boughEarly', askEarly({ path: `/m/${map}`, keptMaps: '', fetch, openJournals: async () => null }));
  const answers = Promise.all([earlySession(), earlyDocument(map)]);
  patience.abort();
  expect(await answers).toEqual([null, null]);
  expect(new Set(timeout.mock.calls.map(([ms]) => ms))).toEqual(new Set([20_000]));
});

test('[WEB-12] without a document that asks, as in a page under development, nothing is taken', async () => {
  expect([await earlySession(), await earlyDocument(map)]).toEqual([null, null]);
});

test('the files of the screen at the address are fetched ahead, and those of no other', () => {
  const files = 'map /assets/m.js /assets/p.js;home /assets/h.js;frame /assets/f.js';
  expect(screenAhead(files, `/m/${map}`)).toEqual(['/assets/m.js', '/assets/p.js']);
  expect(screenAhead(files, '/')).toEqual(['/assets/h.js']);
  expect(screenAhead(files, '/account')).toEqual([]);
  // React where home has nothing to list before it.
  expect(restAhead(files, '/')).toEqual(['/assets/f.js']);
  expect(restAhead(files, `/m/${map}`)).toEqual([]);
});
