import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { HEADERS } from '@bough/contracts';
import { makeCertificate } from '@bough/house/servers';
import { expect, onTestFinished, test } from 'vitest';
import { checkCookies, checkHidden, checkIdentity, checkLatency, checkTls, lookFromOutside } from './doctor-outside.ts';

const now = (): number => Date.now();
const BOUGH = { [HEADERS.protocol]: '31', 'set-cookie': ['s=1; path=/; samesite=lax; httponly'] };

function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** What stands at an address, over plain HTTP: what it answers by path. */
async function site(
  answer: (path: string, request: IncomingMessage) => { status?: number; headers?: object },
): Promise<string> {
  const listener: RequestListener = (request, response) => {
    const { status = 200, headers = {} } = answer(request.url ?? '', request);
    response.writeHead(status, { ...headers }).end('{}');
  };
  const server = createServer(listener);
  server.on('upgrade', (_request, stream) => stream.end('HTTP/1.1 401 Unauthorized\r\n\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}`;
}

test('[DOC-263] seen from outside, a Bough that is well is well', async () => {
  const checks = await lookFromOutside(await site(() => ({ headers: BOUGH })), now);
  expect(checks.filter(({ isWell }) => !isWell)).toEqual([]);
  expect(checks.map(({ says }) => says.split(':')[0])).toEqual([
    'TLS',
    'page',
    'gateway',
    '/metrics and /ready',
    'cookies',
    'WebSocket',
    'answers',
  ]);
});

test('[DOC-263] where nothing answers, that is all that is said', async () => {
  const checks = await lookFromOutside('http://127.0.0.1:9', now);
  expect(checks.map(({ isWell }) => isWell)).toEqual([true, false]);
});

test('[DOC-263] something else at the address, and a proxy that takes headers or cookies away, are told', async () => {
  const other = await site(() => ({}));
  expect(await checkIdentity(other)).toMatchObject({ isWell: false, says: expect.stringContaining('is no Bough') });
  expect(await checkCookies(other)).toMatchObject({ isWell: false, says: expect.stringContaining('none arrives') });
  const changed = await site(() => ({ headers: { 'set-cookie': ['s=1; path=/'] } }));
  expect((await checkCookies(changed)).says).toContain('without httponly and samesite=lax');
  expect(await checkLatency(other)).toMatchObject({ isWell: true });
});

test('[DOC-263] no TLS is told, but on this machine', async () => {
  expect(await checkTls('http://maps.example.org', now)).toMatchObject({
    isWell: false,
    says: expect.stringContaining('docs/proxies.md'),
  });
  expect(await checkTls('http://localhost:8080', now)).toMatchObject({ isWell: true });
});

test('[DOC-263] an address that is a number is looked at like any other', async () => {
  for (const host of ['127.0.0.1', '[::1]']) {
    const { isWell, says } = await checkTls(`https://${host}:1`, now);
    expect([isWell, says]).toEqual([false, expect.stringContaining(`the certificate of ${host}: connect `) as string]);
  }
});

test('[DOC-263] a certificate that browsers do not take is told with the reason, and what the world can read', async () => {
  const { key, certificate } = makeCertificate('localhost');
  const server = createTlsServer({ key, cert: certificate }, (_request, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const page = `https://localhost:${portOf(server)}`;
  expect((await checkTls(page, now)).says).toMatch(/browsers do not take the certificate of localhost: self-signed/);
  // Nobody can look behind such a certificate: what cannot be seen to be kept is told.
  expect(await checkHidden(page)).toMatchObject({ isWell: false });
});
