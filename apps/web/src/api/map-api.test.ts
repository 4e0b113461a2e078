import { parseClientId, parseMapId } from '@bough/base';
import { HEADERS } from '@bough/contracts';
import { PROTOCOL_VERSION } from '@bough/editor';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mapApi } from './map-api.ts';
import { adoptSession } from './session.ts';

const map = parseMapId('AZNq0J9XcAC_gV0T3bYw1g') ?? expect.unreachable('a map id');
const client = parseClientId('client------') ?? expect.unreachable('a client id');
const TICKET = 'A'.repeat(40);
const asked: [string, string, string | null][] = [];
let answer = new Response();

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('location', { origin: 'https://bough.localhost' });
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('fetch', async (address: string, { method, headers }: { method: string; headers: Headers }) => {
    asked.push([method, address, headers.get(HEADERS.csrf)]);
    return answer;
  });
  adoptSession({ person: null, csrf: 'the token', mayMakeMaps: true, awaitsCode: false });
});
afterEach(() => vi.unstubAllGlobals());

function said(status: number, text: string, headers: Readonly<Record<string, string>> = {}): void {
  answer = new Response(text, { status, headers: { [HEADERS.protocol]: String(PROTOCOL_VERSION), ...headers } });
}

test('the document comes with the name of its order, and the ticket for the session’s token', async () => {
  said(200, '{}', { [HEADERS.seq]: '7', [HEADERS.lineage]: 'lineage00001' });
  expect(await mapApi(map).document()).toEqual({ ok: true, value: { seq: 7, lineage: 'lineage00001', text: '{}' } });
  said(200, JSON.stringify({ ticket: TICKET, expiresInMs: 1_000 }));
  expect(await mapApi(map).ticket(client)).toEqual({ ok: true, value: TICKET });
  expect(asked).toEqual([
    ['GET', `/api/maps/${map}/document`, null],
    ['POST', `/api/maps/${map}/ticket?client=${client}`, 'the token'],
  ]);
  expect(mapApi(map).socketUrl).toBe('wss://bough.localhost/api/socket');
});

test('half an answer is none, and each refusal says what it means', async () => {
  said(200, '{}', { [HEADERS.seq]: '7' });
  expect(await mapApi(map).document()).toMatchObject({ error: { kind: 'unavailable' } });
  said(200, '{"expiresInMs":1000}');
  expect(await mapApi(map).ticket(client)).toMatchObject({ error: { kind: 'unavailable' } });
  for (const [status, kind] of [
    [401, 'denied'],
    [403, 'denied'],
    [404, 'absent'],
    [410, 'absent'],
    [503, 'unavailable'],
  ] as const) {
    said(status, '{}');
    expect(await mapApi(map).document()).toMatchObject({ error: { kind } });
  }
});

test('what is missing in another version does not look like a map that is gone', async () => {
  said(404, '{}', { [HEADERS.protocol]: String(PROTOCOL_VERSION + 1) });
  expect(await mapApi(map).document()).toMatchObject({ error: { kind: 'version' } });
  expect(await mapApi(map).ticket(client)).toMatchObject({ error: { kind: 'version' } });
});
