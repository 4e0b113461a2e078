import { connect, type Socket } from 'node:net';
import { VirtualClock } from '@bough/base/testing';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../testing/visitors/browser.ts';
import { until } from '../testing/until.ts';
import { openWorld, PUBLIC_URL, type RunningGateway, type World } from '../testing/world.ts';

// Somebody who begins posts, one after the other, and never sends what they declare.

const SMALL = 64 * 1024;
let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start({ trustedProxies: 1 });
  return world.end;
});

async function at(network: string, isGuest: boolean, place = gateway): Promise<Browser> {
  const browser = new Browser(place, { 'x-forwarded-for': network });
  await browser.open();
  if (isGuest) await browser.must('POST', '/api/session/guest', { name: null });
  return browser;
}

/** Begins a post of so many bytes, and sends one of them. */
function begin(browser: Browser, network: string, path: string): Socket {
  const socket = connect(browser.gateway.port, '127.0.0.1');
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: bough.example',
    `x-forwarded-for: ${network}`,
    `origin: ${PUBLIC_URL}`,
    'sec-fetch-site: same-origin',
    `bough-csrf: ${browser.csrf}`,
    `cookie: ${browser.cookie}`,
    'content-type: application/json',
    `content-length: ${SMALL}`,
  ];
  socket.on('error', () => undefined);
  socket.resume().write(`${head.join('\r\n')}\r\n\r\n{`);
  return socket;
}

/** Waits until the gateway is at work on so many requests, and this question. */
async function areInside(count: number, place = gateway): Promise<void> {
  await until(async () => {
    const text = await (await fetch(`http://127.0.0.1:${place.port}/metrics`)).text();
    return Number(/^bough_requests_in_flight\S* (\d+)$/m.exec(text)?.[1] ?? 0) >= count;
  });
}

test('[GW-402] whoever has not signed in posts although somebody behind the same address begins posts, which end within seconds', async () => {
  const network = '198.51.100.7';
  const nobody = await at(network, false);
  const sockets = Array.from({ length: 64 }, () => begin(nobody, network, '/api/session/sign-in'));
  await areInside(sockets.length);
  const honest = await at(network, false);
  expect((await honest.ask('POST', '/api/session/guest', { name: 'Honest' })).status).toBe(200);
  world.clock.jump(11_000);
  await until(() => sockets.every((socket) => socket.closed));
});

test('[GW-402] people elsewhere post although one network begins a thousand posts', async () => {
  const network = '203.0.113.9';
  // Its clock stands still: where a thousand take longer to begin than a post may last, the first would end before the last begins.
  const still = await world.start({ trustedProxies: 1 }, undefined, undefined, new VirtualClock());
  const guests = [await at(network, true, still), await at(network, true, still), await at(network, true, still)];
  const sockets = guests.flatMap((guest) => Array.from({ length: 342 }, () => begin(guest, network, '/api/maps')));
  await areInside(sockets.length, still);
  const honest = await at('192.0.2.1', false, still);
  expect((await honest.ask('POST', '/api/session/guest', { name: 'Honest' })).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});
