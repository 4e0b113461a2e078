import { type ApiRoute, apiRoutes } from '@bough/contracts';
import { beforeAll, expect, test } from 'vitest';
import { ask, Browser } from '../../testing/visitors/browser.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { idOf, newAccount, Program } from '../../testing/visitors/program.ts';
import { sampleBody, samplePath } from '../../testing/sample-requests.ts';
import { until } from '../../testing/until.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

const ROUTES = Object.values<ApiRoute>(apiRoutes);
const HOUR_MS = 3_600_000;

test('[GW-90] a token does what its person may do, until it is removed, ends, or its person is disabled', async () => {
  const browser = await newAccount(world, gateway);
  const program = await Program.of(browser);
  expect(Buffer.from(program.token.replace('bough_', ''), 'base64url')).toHaveLength(32);
  const { tokens } = (await browser.must('GET', '/api/tokens')).json;
  expect(tokens).toMatchObject([{ name: 'a program', secret: null, usedAt: null }]);
  expect((await program.ask('GET', '/me')).json).toMatchObject({ person: { id: await idOf(browser) } });
  await until(async () => (await browser.must('GET', '/api/tokens')).json.tokens[0].usedAt !== null);
  await world.metadata.setDisabled(await idOf(browser), 1);
  expect((await program.ask('GET', '/me')).status).toBe(401);
  await world.metadata.setDisabled(await idOf(browser), null);
  expect((await program.ask('GET', '/me')).status).toBe(200);
  await browser.must('DELETE', `/api/tokens/${tokens[0].id}`);
  expect((await program.ask('GET', '/me')).json).toMatchObject({ code: 'gateway/unauthenticated' });
  const body = { name: 'short', scopes: ['maps:read'], expiresAt: world.clock.now() + HOUR_MS };
  const short = new Program(gateway, (await browser.must('POST', '/api/tokens', body)).json.secret);
  expect((await short.ask('GET', '/me')).status).toBe(200);
  world.clock.jump(HOUR_MS);
  const late = await short.ask('GET', '/me');
  expect([late.status, late.headers['www-authenticate']]).toEqual([401, 'Bearer realm="bough"']);
  expect((await browser.ask('DELETE', `/api/tokens/${tokens[0].id}`)).status).toBe(404);
});

test('[GW-90] guests have no tokens, and nobody has more than they need', async () => {
  const guest = await Browser.guest(gateway);
  const body = { name: 'x', scopes: ['maps:read'] };
  expect((await guest.ask('POST', '/api/tokens', body)).json).toMatchObject({ code: 'gateway/account-needed' });
  const browser = await newAccount(world, gateway);
  for (let n = 0; n < 100; n++) await browser.must('POST', '/api/tokens', body);
  expect((await browser.ask('POST', '/api/tokens', body)).json).toMatchObject({ code: 'gateway/malformed' });
});

test('[GW-92] every route of the API asks for a token, its scope and the role that the page needs; no cookie counts', async () => {
  const [owner, other] = [await newAccount(world, gateway), await newAccount(world, gateway)];
  const map = await owner.makeMap();
  const [stranger, nothing] = [await Program.of(other), await Program.of(owner, [])];
  let asked = 0;
  for (const { route } of ROUTES) {
    const path = samplePath(route, map.id).replace('/api/v1', '');
    const body = sampleBody(route);
    const byCookie = await owner.ask(route.method, `/api/v1${path}`, body);
    const seen = [
      byCookie,
      await new Program(gateway, 'bough_AAAA').ask(route.method, path, body),
      await nothing.ask(route.method, path, body),
      await stranger.ask(route.method, path, body),
    ];
    const codes = seen.map(({ json }) => String(json?.code));
    const none = 'gateway/unauthenticated';
    expect([route.name, ...codes.slice(0, 3)]).toEqual([route.name, none, none, 'gateway/scope']);
    if (/:map|:folder/.test(route.path)) expect([route.name, codes[3]]).toEqual([route.name, 'gateway/absent']);
    asked++;
  }
  expect(asked).toBeGreaterThan(35);
  const program = await Program.of(owner);
  expect((await program.ask('PUT', '/maps')).json).toMatchObject({ code: 'gateway/no-method' });
  expect((await program.ask('GET', '/nothing')).json).toMatchObject({ code: 'gateway/absent' });
  expect((await program.ask('PUT', '/maps')).headers['allow']).toBe('GET, POST');
});

test('[GW-92] a program makes a map, changes it before the eyes of who has it open, reads and copies it', async () => {
  const browser = await newAccount(world, gateway);
  const program = await Program.of(browser);
  const made = await program.ask('POST', '/maps', { title: 'By a program' });
  const { id } = made.json;
  const socket = await PageSocket.join(browser, id);
  const changed = await program.ask('POST', `/maps/${id}/changes`, { ops: [addItem('from afar')] });
  expect([changed.status, changed.json]).toEqual([200, { seq: 2, lineage: expect.stringMatching(/^[\w-]{12}$/) }]);
  await until(() => JSON.stringify(socket.frames).includes('from afar'));
  await socket.close();
  const read = await program.ask('GET', `/maps/${id}/document`);
  expect(read.text).toContain('from afar');
  const wrong = await program.ask('POST', `/maps/${id}/changes`, { ops: [{ kind: 'no such thing' }] });
  expect([wrong.status, wrong.json.kind]).toEqual([400, 'invalid']);
  expect(wrong.json.message).toContain('op 0: there is no such kind of op: "no such thing"');
  const messageOf = async (op: object): Promise<string> =>
    (await program.ask('POST', `/maps/${id}/changes`, { ops: [addItem('x'), op] })).json.message;
  expect(await messageOf({ kind: 'move', id: 'AAAAAAAAAAAA', parent: null })).toContain('op 1: it lacks order');
  expect(await messageOf({ kind: 'remove', id: 'AAAAAAAAAAAA', all: 1 })).toContain('op 1: its kind has no "all"');
  const missing = { kind: 'set', id: 'AAAAAAAAAAAA', fields: { text: 'x' } };
  const refused = await program.ask('POST', `/maps/${id}/changes`, { ops: [missing] });
  expect([refused.status, refused.json.code]).toEqual([409, 'gateway/refused']);
  expect(refused.json.message).toMatch(/^The change was refused: there is no item .+\.$/);
  const copy = await program.ask('POST', `/maps/${id}/copies`, {});
  expect(copy.json).toMatchObject({ title: 'By a program (copy)', role: 'own' });
  expect((await program.ask('GET', `/maps/${copy.json.id}/document`)).text).toContain('from afar');
  const page = await program.ask('GET', '/maps?limit=1&sort=title');
  expect(page.json.maps).toHaveLength(1);
  expect((await program.ask('GET', `/maps?sort=title&cursor=${page.json.next}`)).json.maps).toHaveLength(1);
  expect((await program.ask('GET', '/search?q=afar')).json.results).toHaveLength(2);
});

test('[GW-94] what is read has an ETag, and what has changed since is not changed again', async () => {
  const program = await Program.of(await newAccount(world, gateway));
  const { id } = (await program.ask('POST', '/maps', { title: 'Before' })).json;
  const etag = String((await program.ask('GET', `/maps/${id}`)).headers['etag']);
  expect((await program.ask('GET', `/maps/${id}`, undefined, { 'if-none-match': etag })).status).toBe(304);
  const rename = (title: string, tag: string) => program.ask('PUT', `/maps/${id}`, { title }, { 'if-match': tag });
  expect((await rename('After', etag)).status).toBe(200);
  expect((await rename('Too late', etag)).json).toMatchObject({ code: 'gateway/changed' });
  expect((await rename('Too late', etag)).status).toBe(412);
  expect((await rename('Anyhow', '*')).status).toBe(200);
  const version = String((await program.ask('GET', `/maps/${id}/document`)).headers['etag']);
  const change = (tag: string) =>
    program.ask('POST', `/maps/${id}/changes`, { ops: [addItem('x')] }, { 'if-match': tag });
  expect((await change(version)).status).toBe(200);
  expect((await change(version)).status).toBe(412);
  const next = String((await program.ask('GET', `/maps/${id}/document`)).headers['etag']);
  const answers = await Promise.all(Array.from({ length: 12 }, () => change(next)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 11 }, () => 412),
  ]);
});

test('[GW-91] a request that is sent again is done once, also when it is sent twenty times at once', async () => {
  const program = await Program.of(await newAccount(world, gateway));
  const make = (key: string, title = 'Once') => program.ask('POST', '/maps', { title }, { 'idempotency-key': key });
  const answers = await Promise.all(Array.from({ length: 20 }, () => make('one')));
  const made = new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.id));
  expect(made.size).toBe(1);
  for (const { status, json } of answers) if (status !== 200) expect(json.code).toBe('gateway/key-busy');
  const again = await make('one');
  expect([again.json.id, again.headers['idempotent-replayed']]).toEqual([[...made][0], 'true']);
  expect((await make('one', 'Other')).json).toMatchObject({ code: 'gateway/key-reused' });
  expect((await make('one', 'Other')).status).toBe(422);
  expect((await make('!')).status).toBe(400);
  expect((await program.ask('GET', '/maps')).json.maps).toHaveLength(1);
  world.clock.jump(24 * HOUR_MS);
  await until(async () => {
    world.clock.jump(HOUR_MS);
    return (await make('one')).headers['idempotent-replayed'] === undefined;
  });
  const folder = { name: 'f', parent: 'AYvP5WgAcUS6bLNdmUg0Fw' };
  const failing = () => program.ask('POST', '/folders', folder, { 'idempotency-key': 'fails' });
  expect([(await failing()).status, (await failing()).status]).toEqual([404, 404]);
});

test('[GW-93] the document is served to anybody', async () => {
  const answer = await ask(gateway, '/api/v1/openapi.json');
  expect(answer.json).toMatchObject({ openapi: '3.1.0', paths: { '/api/v1/maps/{map}': {} } });
  expect(answer.headers['access-control-allow-origin']).toBe('*');
});
