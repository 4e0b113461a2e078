import { beforeAll, expect, test } from 'vitest';
import { type Answer, ask } from '../../testing/visitors/browser.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld();
  gateway = await world.start();
  return world.end;
});

/** As a browser says it: without a token, and of no form that a page could ask for. */
async function tell(report: unknown): Promise<Answer> {
  return await ask(gateway, '/reports/policy', {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: typeof report === 'string' ? report : { 'csp-report': report },
  });
}

test('[GW-280] what the policy kept from happening is counted and told in the log, without a word of the page', async () => {
  const before = world.logged().length;
  const said = {
    'document-uri': 'https://bough.localhost/m/canary-map',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://canary.example/canary.js',
    'script-sample': 'canary words',
  };
  for (let n = 0; n < 3; n++) expect((await tell(said)).status).toBe(204);
  expect(gateway.counts().reports.get('script-src-elem')).toBe(3);
  const lines = world.logged().slice(before);
  expect(lines.match(/script-src-elem/g)).toHaveLength(1);
  expect(lines).toContain('gateway/policy');
  expect(lines).not.toContain('canary');
});

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['no report', {}],
  ['a directive of its own', { 'effective-directive': 'canary\n-src', 'blocked-uri': 'inline' }],
  ['more than a browser says', { 'effective-directive': 'img-src', 'script-sample': 'x'.repeat(10_000) }],
])('[GW-280] %s is answered alike and counted nowhere', async (_what, report) => {
  const before = [...gateway.counts().reports.values()];
  expect((await tell(report)).status).toBe(204);
  expect([...gateway.counts().reports.values()]).toEqual(before);
});

test('[GW-280] whoever tells more than a browser does is answered alike and passed over', async () => {
  const other = await world.start();
  const report = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'data' } };
  const headers = { 'content-type': 'application/csp-report' };
  for (let n = 0; n < 40; n++) {
    const { status } = await ask(other, '/reports/policy', { method: 'POST', headers, body: report });
    expect(status).toBe(204);
  }
  expect(other.counts().reports.get('img-src')).toBeLessThan(25);
});

test('[GW-281] whom to tell of a hole stands in security.txt, for a month, where the operator named somebody', async () => {
  const known = await world.start({ contact: 'security@bough.example' });
  const { status, headers, text } = await ask(known, '/.well-known/security.txt');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  expect(fields.get('Contact')).toBe('mailto:security@bough.example');
  expect(fields.get('Canonical')).toBe('https://bough.localhost/.well-known/security.txt');
  const days = (Date.parse(fields.get('Expires') ?? '') - world.clock.now()) / 86_400_000;
  expect(days).toBeGreaterThan(27);
  expect(days).toBeLessThan(365);
  expect((await ask(gateway, '/.well-known/security.txt')).status).toBe(404);
});

test.each(['nobody', 'javascript:alert(1)', 'http://bough.localhost', 'a@b c\nExpires: never'])(
  '[GW-281] %j is nobody whom one could tell, and the gateway says so before it starts',
  async (contact) => {
    await expect(world.start({ contact })).rejects.toThrow('BOUGH_SECURITY_CONTACT');
  },
);
