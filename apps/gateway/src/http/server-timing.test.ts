import { beforeAll, describe, expect, test } from 'vitest';
import { ids } from '../testing/metadata-contract/fixtures.ts';
import { newChangeOps } from '../testing/visitors/ops.ts';
import { Browser } from '../testing/visitors/browser.ts';
import { openWorld, type RunningGateway, type World } from '../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'exporter']);
  gateway = await world.start({ limitsFactor: 100 });
  return world.end;
});

/** What an answer says of its hops: their names with those of the route, and how long each took; null: nothing. */
async function timesOf(browser: Browser, method: string, path: string, body?: unknown) {
  const { status, headers } = await browser.ask(method, path, body);
  const header = headers['server-timing'];
  if (header === undefined) return { status, hops: null };
  const parts = String(header)
    .split(', ')
    .map((part) => /^([a-z]+);dur=([0-9]+\.[0-9])(?:;desc="([A-Za-z]+)")?$/.exec(part));
  return {
    status,
    hops: parts.map((part) => [part?.[1], part?.[3]].join(' ').trim()),
    ms: parts.map((p) => Number(p?.[2])),
  };
}

describe('[GW-580] an answer says how long each hop took', () => {
  test('gateway, database, docstore and its storage', async () => {
    const owner = await Browser.guest(gateway);
    const { id: map } = await owner.makeMap();
    const read = await timesOf(owner, 'GET', `/api/maps/${map}/document`);
    expect(read.status).toBe(200);
    expect(read.hops?.slice(0, 3)).toEqual(['gateway readMap', 'database', 'docstore']);
    const named = await timesOf(owner, 'POST', `/api/maps/${map}/changes`, { ops: newChangeOps() });
    expect(named.hops).toEqual(['gateway changeMap', 'database', 'docstore', 'storage']);
    const [, , , storageMs = 0] = named.ms ?? [];
    // Flushed to a disk.
    expect(storageMs).toBeGreaterThan(0);
    expect((await timesOf(owner, 'GET', '/api/maps')).hops).toEqual(['gateway listMaps', 'database']);
  });

  test('and exporter, where a file is made', async () => {
    const owner = await Browser.guest(gateway);
    const { id: map } = await owner.makeMap();
    const { hops } = await timesOf(owner, 'GET', `/api/maps/${map}/export/svg`);
    expect(hops).toEqual(['gateway exportMap', 'database', 'exporter']);
  });
});

describe('[GW-581] times tell nobody what an answer does not', () => {
  test('a map that is not there and one that is not theirs are refused alike, and so is what a role does not let', async () => {
    const owner = await Browser.guest(gateway);
    const { id: map } = await owner.makeMap();
    const stranger = await Browser.guest(gateway);
    const viewer = await owner.guestAt(map, 'view');
    const nobody = new Browser(gateway);
    for (const [who, path, status] of [
      [stranger, `/api/maps/${map}/document`, 404],
      [stranger, `/api/maps/${ids.long()}/document`, 404],
      [stranger, `/api/maps/${map}`, 404],
      [viewer, `/api/maps/${map}/changes?from=1&to=1`, 403],
      [viewer, `/api/maps/${map}/versions`, 403],
      [nobody, `/api/maps/${map}/document`, 401],
      [nobody, '/api/maps', 401],
    ] as const)
      expect(await timesOf(who, 'GET', path), path).toEqual({ status, hops: null });
  });

  test('nor what fails after somebody was let in', async () => {
    const owner = await Browser.guest(gateway);
    const { id: map } = await owner.makeMap();
    expect(await timesOf(owner, 'GET', `/api/maps/${map}/document?at=99`)).toEqual({ status: 400, hops: null });
  });

  test('nobody who has not signed in is told any, not even on a public page', async () => {
    const owner = await Browser.guest(gateway);
    const { id: map } = await owner.makeMap();
    await owner.must('PUT', `/api/maps/${map}/public`, { isPublic: true, mayCopy: false });
    const nobody = new Browser(gateway);
    expect(await timesOf(nobody, 'GET', `/api/maps/${map}/document`)).toEqual({ status: 200, hops: null });
    expect(await timesOf(nobody, 'GET', '/api/session')).toEqual({ status: 200, hops: null });
  });

  test('where an answer is about other people there are none', async () => {
    const owner = await Browser.guest(gateway);
    const { id: map } = await owner.makeMap();
    const stranger = await Browser.guest(gateway);
    for (const [who, path] of [
      [owner, `/api/maps/${map}/sharing`],
      [owner, `/api/maps/${map}/people`],
      [owner, `/api/maps/${map}/members`],
      [owner, '/api/groups'],
      [stranger, `/api/maps/${map}/ask`],
      [stranger, `/api/maps/${ids.long()}/ask`],
    ] as const)
      expect((await timesOf(who, 'GET', path)).hops, path).toBeNull();
  });
});
