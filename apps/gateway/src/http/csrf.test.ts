import type { AnyRoute } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ask, Browser } from '../testing/visitors/browser.ts';
import { newMailAddress, signedIn } from '../testing/visitors/mail.ts';
import { samplePath } from '../testing/sample-requests.ts';
import { openWorld, PUBLIC_URL, type RunningGateway, type World } from '../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld();
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

const SITES = ['same-origin', 'none', 'same-site', 'cross-site', 'nonsense', null];
const ORIGINS = [PUBLIC_URL, 'https://evil-bough.localhost', 'https://bough.localhost.evil.example', 'null', null];
const TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];

test('[GW-16] [GW-39] of all unsafe requests those of our own page with the token of the session pass, and no other', async () => {
  const browser = await Browser.guest(gateway);
  const stranger = await Browser.guest(gateway);
  const tokens = [browser.csrf, stranger.csrf, `${browser.csrf.slice(0, -2)}AA`, '', null];
  const cases = SITES.flatMap((site) =>
    ORIGINS.flatMap((origin) => tokens.flatMap((token) => TYPES.map((type) => ({ site, origin, token, type })))),
  );
  let passed = 0;
  for (const { site, origin, token, type } of cases) {
    const headers = {
      cookie: browser.cookie,
      'content-type': type,
      ...(site === null ? {} : { 'sec-fetch-site': site }),
      ...(origin === null ? {} : { origin }),
      ...(token === null ? {} : { 'bough-csrf': token }),
    };
    const answer = await ask(gateway, '/api/session/guest', { method: 'POST', body: { name: null }, headers });
    const isOwn = site === null ? origin === PUBLIC_URL : site === 'same-origin' || site === 'none';
    if (!isOwn) expect(answer.json).toMatchObject({ code: 'gateway/cross-site' });
    else if (token !== browser.csrf) expect(answer.json).toMatchObject({ code: 'gateway/csrf' });
    else if (type !== 'application/json') expect(answer.status).toBeGreaterThanOrEqual(400);
    else {
      expect(answer.status).toBe(200);
      passed++;
    }
  }
  expect(passed).toBe(2 * ORIGINS.length + 1);
});

test('[GW-16] every unsafe method is held to it, on every path, whether it exists or not', async () => {
  const browser = await Browser.guest(gateway);
  const paths = [...new Set(Object.values(gatewayRoutes).map(({ path }) => path)), '/', '/nothing/here'];
  for (const path of paths) {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await ask(gateway, path, { method, headers: { cookie: browser.cookie } });
      expect(answer.json).toMatchObject({ code: 'gateway/cross-site' });
    }
  }
});

test('[GW-16] without a session there is no token that holds', async () => {
  const browser = await Browser.guest(gateway);
  const nobody = new Browser(gateway);
  nobody.csrf = browser.csrf;
  expect((await nobody.ask('POST', '/api/session/guest', { name: null })).json).toMatchObject({ code: 'gateway/csrf' });
});

test('[GW-17] no GET changes anything: of every route, and on the path of every other one', async () => {
  const here = await openWorld(['docstore', 'mailer']);
  onTestFinished(here.end);
  const own = await here.start({ limitsFactor: 1_000 });
  const owner = await signedIn(own, newMailAddress());
  const map = await owner.makeMap();
  const folder: unknown = (await owner.must('POST', '/api/folders', { name: 'A folder' })).json.id;
  const link = await owner.makeLink(map.id, 'edit');
  await owner.must('POST', `/api/maps/${map.id}/invitations`, { email: 'invited@bough.example', role: 'view' });
  const guest = await Browser.guest(own);
  await guest.join(link.secret);
  const records = async (): Promise<unknown[]> => {
    const all: unknown[] = [];
    // That somebody took something along is told in the audit log.
    for await (const record of here.metadata.records()) if (record.table !== 'audit') all.push(record);
    return all;
  };
  const everything = async (): Promise<unknown> => ({
    records: await records(),
    document: (await owner.ask('GET', `/api/maps/${map.id}/changes?from=1&to=99`)).text,
    session: await owner.open(),
  });
  const before = await everything();
  const answered = new Set<number>();
  for (const route of Object.values<AnyRoute>(gatewayRoutes)) {
    for (const id of route.path.includes(':folder') ? [String(folder)] : [map.id]) {
      for (const browser of [owner, guest]) {
        const { status, text } = await browser.ask('GET', samplePath(route, id));
        expect(`${route.path} ${status} ${text}`).not.toContain('service/bug');
        answered.add(status);
      }
    }
  }
  expect(answered).toContain(200);
  expect(await everything()).toEqual(before);
});

test("[GW-16] on this very machine the page may have any of the machine's own names, on the same port alone", async () => {
  const local = await world.start({ publicUrl: 'http://localhost:8080' });
  const statusFrom = async (origin: string): Promise<number> => {
    const browser = new Browser(local);
    await browser.open();
    const headers = { cookie: browser.cookie, origin, 'bough-csrf': browser.csrf };
    return (await ask(local, '/api/session/guest', { method: 'POST', body: { name: null }, headers })).status;
  };
  for (const name of ['localhost', '127.0.0.1', '[::1]']) expect(await statusFrom(`http://${name}:8080`)).toBe(200);
  for (const origin of ['http://localhost:8081', 'https://localhost:8080', 'http://localhost']) {
    expect(await statusFrom(origin)).toBe(403);
  }
});

test('[SVC-17] an address with a % that stands for no character is the mistake of who asks', async () => {
  for (const path of ['/api/maps/%', '/api/maps/%ff/sharing', '/m/%zz']) {
    const browser = new Browser(gateway);
    const { status, text } = await browser.ask('GET', path);
    expect([path, status, text]).toEqual([path, 400, expect.stringContaining('service/malformed')]);
  }
});
