import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import type { AnyRoute } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { PROTOCOL_VERSION } from '@bough/sync';
import { beforeAll, expect, test } from 'vitest';
import { PAGE_ROUTES } from './serve-page.ts';
import { ask, Browser } from '../../testing/visitors/browser.ts';
import { observed } from '../../testing/observed.ts';
import { sampleBody, samplePath } from '../../testing/sample-requests.ts';
import { providerOf } from '../../testing/visitors/provider-server.ts';
import { INLINE, openWorld, PEOPLE, type RunningGateway, type World } from '../../testing/world.ts';

const SCRIPT = '/assets/index-1a2b3c4d.js';
let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld();
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

test('[GW-36] every answer has the headers that keep browsers from misreading it', async () => {
  const routes = Object.values<AnyRoute>(gatewayRoutes).map(({ method, path }) => ({ method, path }));
  const pages = [...PAGE_ROUTES, SCRIPT, '/icon.svg', '/nothing', '/api/nothing'].map((path) => ({
    method: 'GET',
    path,
  }));
  for (const { method, path } of [...routes, ...pages]) {
    const { headers } = await ask(gateway, path, { method });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      'strict-transport-security': 'max-age=31536000',
    });
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/^default-src 'none';/);
    for (const part of ["frame-ancestors 'none'", "base-uri 'none'"]) expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|\*|https:/);
    if (!PAGE_ROUTES.includes(path)) expect(policy).toMatch(/; sandbox$/);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('[GW-36] what is answered before there is a route has them as far as they apply: operators, refusals, what is no request of ours', async () => {
  const paths = ['/health', '/ready', '/metrics', '/%ff', '/api/maps/%2e%2e', `/${'x'.repeat(4_000)}`];
  const asked = [
    ...paths.map((path) => ({ path, method: 'GET' })),
    ...['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method) => ({ path: '/api/maps', method })),
  ];
  for (const { path, method } of asked) {
    const { headers } = await ask(gateway, path, { method });
    expect([path, method, headers['x-content-type-options']]).toEqual([path, method, 'nosniff']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('[GW-108] every answer names the version of the protocol, refusals and pages too', async () => {
  for (const path of ['/', SCRIPT, '/api/session', '/api/maps', '/api/nothing', '/nothing', '/api/v1/openapi.json']) {
    const { headers } = await ask(gateway, path);
    expect(headers['bough-protocol']).toBe(String(PROTOCOL_VERSION));
  }
});

test("[GW-36] the page may run its own files and the build's own inline blocks, and speak to its own origin alone", async () => {
  const { headers, text } = await ask(gateway, '/m/whatever');
  const policy = headers['content-security-policy'] ?? '';
  expect(text).toContain(INLINE);
  const hash = createHash('sha256').update(INLINE).digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy).toContain("connect-src 'self' wss://bough.localhost;");
  expect(policy).toContain("object-src 'none'");
  expect(headers['cache-control']).toBe('no-cache');
  const plain = await world.start({ publicUrl: 'http://localhost:8080' });
  const local = (await ask(plain, '/')).headers;
  expect(local['strict-transport-security']).toBeUndefined();
  expect(local['content-security-policy']).toContain("connect-src 'self' ws://localhost:8080 ws://127.0.0.1:8080;");
});

test('[GW-37] files of the build come from memory, compressed, with a name for their content', async () => {
  const whole = await ask(gateway, SCRIPT);
  const names = ['zstd', 'br', 'gzip', 'br;q=0.5, identity'];
  for (const accept of names) {
    const small = await ask(gateway, SCRIPT, { headers: { 'accept-encoding': accept } });
    const encoding = small.headers['content-encoding'];
    expect(encoding).toBe(accept === 'gzip' ? undefined : accept.startsWith('br') ? 'br' : 'zstd');
    const text = encoding === 'br' ? brotliDecompressSync(small.bytes).toString() : small.text;
    expect(text).toBe(whole.text);
    if (encoding !== undefined) expect(small.bytes.length).toBeLessThan(whole.bytes.length / 4);
    expect(small.headers['vary']).toBe('accept-encoding');
  }
  expect(whole.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const known = await ask(gateway, SCRIPT, { headers: { 'if-none-match': whole.headers.etag ?? '' } });
  expect([known.status, known.bytes.length]).toEqual([304, 0]);
  const head = await ask(gateway, SCRIPT, { method: 'HEAD' });
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  expect((await ask(gateway, '/icon.svg')).headers['content-type']).toContain('image/svg+xml');
  expect((await ask(gateway, '/icon.svg')).headers['cache-control']).toBe('no-cache');
  for (const path of [
    '/notes.secret',
    '/index.html',
    '/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/x',
  ]) {
    expect((await ask(gateway, path)).status).toBe(404);
  }
});

test('[GW-430] a browser at an unknown address gets the page and 404, a program a problem', async () => {
  const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
  for (const path of ['/nothing', '/m/a/b/c', '/about/nothing.html']) {
    const page = await ask(gateway, path, asBrowser);
    expect([path, page.status, page.headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
    expect(page.text).toContain(INLINE);
    expect(page.headers['content-security-policy']).not.toContain('sandbox');
    const program = await ask(gateway, path);
    expect(program.json).toMatchObject({ code: 'gateway/absent' });
  }
  const { etag } = (await ask(gateway, '/nothing', asBrowser)).headers;
  const again = await ask(gateway, '/nothing', { headers: { ...asBrowser.headers, 'if-none-match': etag ?? '' } });
  expect(again.status).toBe(404);
  for (const path of ['/api/nothing', '/assets/nothing.js', '/.well-known/nothing', '/API/nothing']) {
    const answer = await ask(gateway, path, asBrowser);
    expect([path, answer.headers['content-type']]).toEqual([path, 'application/problem+json']);
  }
  expect((await ask(gateway, '/nothing', { ...asBrowser, method: 'POST' })).status).not.toBe(200);
});

test('[GW-37] a page that is not built is said so, in words', async () => {
  const bare = await world.start({ pageFolder: '/nowhere/at/all' });
  const answer = await ask(bare, '/');
  expect([answer.status, answer.headers['cache-control']]).toEqual([503, 'no-store']);
  expect(answer.text).toContain('npm start');
  expect((await ask(bare, '/api/session')).status).toBe(200);
});

/** They ask a browser, or refuse what is no answer of one, no link and no second step, before they ask anybody else. */
const ASKS_NOBODY: readonly string[] = [
  ...['confirmProviderSignIn', 'beginPasskeySignIn', 'confirmPasskeySignIn', 'showSecondStep', 'wasNotMe'],
];

test('[GW-38] whatever fails, the answer is a problem without a trace of the inside, and the gateway lives on', async () => {
  const { metadata, away } = observed(world.metadata);
  const fragile = await world.start(
    { limitsFactor: 1_000, people: { ...PEOPLE, providers: [providerOf({ issuer: 'http://127.0.0.1:1' })] } },
    metadata,
  );
  const browser = await Browser.guest(fragile);
  const { id } = await browser.person();
  away.add('*');
  const codes = new Set<unknown>();
  for (const route of Object.values<AnyRoute>(gatewayRoutes)) {
    if (ASKS_NOBODY.includes(route.name)) continue;
    const answer = await browser.ask(route.method, samplePath(route, id), sampleBody(route));
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.text).not.toMatch(/\bat .*\.ts|sqlite|node_modules|Error:/i);
    expect(answer.json).toMatchObject({ kind: 'unavailable', requestId: expect.any(String) });
    codes.add(answer.json.code);
  }
  expect(codes).toContain('gateway/metadata');
  away.clear();
  expect((await browser.ask('GET', '/api/maps')).status).toBe(200);
  for (const body of [
    '{',
    '[]',
    '{"name": null, "name": "x"}',
    '{"name": {"__proto__": 1}}',
    '"x"',
    '{"name":null,"more":1}',
  ]) {
    const answer = await browser.ask('POST', '/api/session/guest', body);
    expect([200, 400]).toContain(answer.status);
  }
  expect((await browser.ask('POST', '/api/session/guest', `{"name": "${'x'.repeat(200_000)}"}`)).status).toBe(413);
});
