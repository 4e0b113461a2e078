import { Agent, type IncomingHttpHeaders, request, type RequestListener } from 'node:http';
import { VirtualClock } from '@bough/base/testing';
import { HEADERS } from '@bough/contracts';
import { silentLog } from '@bough/service';
import { createTestPlatforms } from '@bough/service/testing';
import { expect, onTestFinished, test } from 'vitest';
import { commonHeaders } from './common-headers.ts';
import { turnAwayWhenBusy, type TurnAwayParts } from './turn-away.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A gateway's server at which everybody is turned away who may be; how it answers, whether it has begun HTTP on the connection or not. */
async function fullHouse(
  around: Partial<TurnAwayParts> = {},
): Promise<(method: string, target: string, language?: string) => Promise<Answer>> {
  const ids = { short: () => 'aaaaaaaaaaaa' };
  const headers = commonHeaders({ isSecure: true });
  const shedder = { tryEnter: () => false, share: 0.5 };
  const turnAway = turnAwayWhenBusy({ shedder, ids, headers, clock: new VirtualClock(), log: silentLog, ...around });
  const fallback: RequestListener = (_asked, answer) => void answer.end('in');
  const server = createTestPlatforms()('gateway').server([], { turnAway, fallback });
  await server.start?.();
  onTestFinished(async () => await server.stop?.());
  const ask = async (method: string, path: string, language: string, agent: Agent): Promise<Answer> =>
    await new Promise((resolve, reject) => {
      const on = { host: '127.0.0.1', port: server.port(), agent };
      const asked = request({ ...on, method, path, headers: { 'accept-language': language } });
      asked.on('error', reject);
      asked.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      asked.end();
    });
  // On this connection there is HTTP from the first answer on; on each other one there is none yet.
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => kept.destroy());
  await ask('GET', '/icon.svg', 'en', kept);
  return async (method, path, language = 'en') => {
    const fresh = new Agent({ keepAlive: true });
    const early = await ask(method, path, language, fresh);
    fresh.destroy();
    const late = await ask(method, path, language, kept);
    expect({ ...late, headers: withoutHops(late.headers) }).toEqual({ ...early, headers: withoutHops(early.headers) });
    expect(early.headers.date === undefined).toBe(method === 'GET' && early.status === 503);
    return early;
  };
}

/** Without what is said of the connection, and of the time. */
function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const ofHops = new Set(['connection', 'keep-alive', 'date']);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofHops.has(name)));
}

test('[GW-584] visits are turned away in whatever form they name their address, and programs with a problem', async () => {
  const ask = await fullHouse();
  const visits = ['/', '/m/AYvP5WgAcUS6bLNdmUg0Fw?view=1.5', '/join', '/sign-in/provider/x?code=a.b', '/apiary', '//'];
  for (const path of [...visits, 'http://maps.example.org/m/a', 'HTTPS://maps.example.org', 'http://a.example?b=1.5']) {
    const { status, headers } = await ask('GET', path);
    expect([path, status, headers['content-type']]).toEqual([path, 503, 'text/html; charset=utf-8']);
    expect(headers).toMatchObject({
      ...commonHeaders({ isSecure: true }),
      'retry-after': '5',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  }
  const programs = ['/api/v1/me', '/api/v1', '/API/V1/maps?a=b.c', 'http://maps.example.org/api/v1/me'];
  for (const asked of programs.flatMap((each) => [`GET ${each}`, `POST ${each}`])) {
    const [method = '', path = ''] = asked.split(' ');
    const { status, headers, text } = await ask(method, path);
    expect([asked, status, headers['content-type']]).toEqual([asked, 503, 'application/problem+json']);
    expect(headers).toMatchObject({
      ...commonHeaders({ isSecure: true }),
      'retry-after': '5',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
      [HEADERS.requestId]: 'aaaaaaaaaaaa',
    });
    expect(JSON.parse(text)).toMatchObject({ code: 'gateway/crowded', requestId: 'aaaaaaaaaaaa' });
  }
});

test('[GW-584] nobody else is: open pages, files, mail programs, providers, and what a browser reports', async () => {
  const ask = await fullHouse();
  for (const target of [
    'GET /api/session',
    'GET /API/session',
    'GET /api/v10/me',
    'POST /api/maps',
    'GET /service-worker.js',
    'GET http://maps.example.org/icon.svg',
    'GET /.well-known/security.txt',
    'POST /no-more-mail/abcdefghijklmnopqrstuvwxyz',
    'POST /stop-watching/abcdefghijklmnopqrstuvwxyz',
    'POST /sign-in/backchannel/provider',
    'POST /reports/policy',
  ]) {
    const [method = '', path = ''] = target.split(' ');
    const { status, text } = await ask(method, path);
    expect([target, status, text]).toEqual([target, 200, 'in']);
  }
});

test('[GW-585] who is turned away is told to reload: no link leads away from what stands behind the # of the address', async () => {
  const ask = await fullHouse();
  const [english, german] = [await ask('GET', '/join'), await ask('GET', '/join', 'de-AT,de;q=0.9,en;q=0.8')];
  expect([english.text, german.text]).toEqual([
    expect.stringContaining('Reload this page'),
    expect.stringContaining('Lade diese Seite'),
  ]);
  for (const { text } of [english, german]) expect(text).not.toMatch(/<(?:a|form|button|meta http-equiv)\b/);
});

test('[GW-587] the log says once a minute that people are turned away, and how many were since', async () => {
  const clock = new VirtualClock();
  const told: unknown[] = [];
  const log = {
    warn: (message: string, facts?: Readonly<Record<string, unknown>>) => void told.push([message, facts]),
  };
  // Each asks twice.
  const ask = await fullHouse({ clock, log });
  for (const path of ['/', '/join', '/api/v1/me']) await ask('GET', path);
  expect(told).toEqual([['people are turned away at the door', { error: expect.objectContaining(CROWDED) }]]);
  clock.advance(60_000);
  await ask('GET', '/');
  expect(told[1]).toEqual([expect.anything(), { error: expect.objectContaining(CROWDED), timesBefore: 5 }]);
  await ask('GET', '/icon.svg');
  expect(told).toHaveLength(2);
});

const CROWDED = { code: 'gateway/crowded' };
