import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MemoryStore } from '@bough/bloblog/testing';
import { platformClock } from '@bough/service';
import { afterEach, expect, test } from 'vitest';
import { checkGateway, checkLocation, checkMailer, checkPage, checkSocket } from './doctor.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** What stands at an address: how it answers GET /ready, and what it says to a WebSocket; null passes no WebSocket on. */
async function page(ready: { status: number; date?: string }, socket: string | null): Promise<string> {
  const server = createServer((request, response) => {
    const isReady = request.url === '/ready' || request.url === '/health';
    response.writeHead(isReady ? ready.status : 404, ready.date === undefined ? {} : { date: ready.date });
    response.end(isReady ? '{"ready":false,"reasons":["smtp: no answer"]}' : '');
  });
  if (socket !== null) server.on('upgrade', (_request, stream) => stream.end(`HTTP/1.1 ${socket}\r\n\r\n`));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

const now = (): number => Date.now();

test('[DOC-55] doctor says whether the page answers as people see it, and whether the clocks agree', async () => {
  expect(await checkPage(await page({ status: 200 }, null), now)).toMatchObject({ isWell: true });
  const down = await checkPage('http://127.0.0.1:9', now);
  expect(down.isWell).toBe(false);
  expect(down.says).toContain('nothing answers');
  expect((await checkPage(await page({ status: 503 }, null), now)).says).toContain('smtp: no answer');
  const date = new Date(Date.now() - 60_000).toUTCString();
  expect((await checkPage(await page({ status: 200, date }, null), now)).says).toMatch(/is (59|60|61) s away/);
});

test('[DOC-55] doctor says whether a WebSocket gets through to the gateway, and why not', async () => {
  expect(await checkSocket(await page({ status: 200 }, '401 Unauthorized'))).toMatchObject({ isWell: true });
  expect((await checkSocket(await page({ status: 200 }, '403 Forbidden'))).says).toContain('BOUGH_PUBLIC_URL');
  expect((await checkSocket(await page({ status: 200 }, null))).says).toContain('must pass on the headers Upgrade');
  expect(await checkSocket('http://127.0.0.1:9')).toMatchObject({ isWell: false });
});

test('[DOC-55] doctor says what the gateway of this machine says, which proxies keep from the world', async () => {
  expect(await checkGateway(await page({ status: 200 }, null))).toMatchObject({ isWell: true });
  expect((await checkGateway(await page({ status: 503 }, null))).says).toMatch(
    /^gateway is not ready: .*smtp: no answer/,
  );
  const isHidden = createServer((request, response) => response.writeHead(request.url === '/ready' ? 404 : 200).end());
  servers.push(isHidden);
  await new Promise<void>((resolve) => isHidden.listen(0, '127.0.0.1', resolve));
  const address = isHidden.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await checkPage(`http://127.0.0.1:${port}`, now)).toMatchObject({ isWell: true });
});

test('[DOC-55] doctor says what mailer says', async () => {
  expect(await checkMailer(await page({ status: 200 }, null))).toMatchObject({ isWell: true });
  expect((await checkMailer(await page({ status: 503 }, null))).says).toContain('smtp: no answer');
  expect((await checkMailer('http://127.0.0.1:9')).says).toContain('BOUGH_MAILER_URL');
});

test('[DOC-55] doctor says when the clock of a location is wrong, and leaves nothing there', async () => {
  const store = new MemoryStore({ ...platformClock, now: () => Date.now() + 3_600_000 });
  const location = { store, raw: store, mustStand: () => undefined, close: () => undefined };
  const check = await checkLocation('first', location, now);
  expect(check).toMatchObject({ isWell: false });
  expect(check.says).toContain('3600 s away');
  expect(store.objects.size).toBe(0);
});
