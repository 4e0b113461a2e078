import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { VirtualClock } from '@bough/base/testing';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { EarlyRefuser, readPlainGet } from './early-refuser.ts';
import { readyAnswer } from './ready-answer.ts';
import type { Asked, TurnAway } from './server-parts.ts';
import { endAll, platforms, serve } from '../testing/world.ts';

afterEach(endAll);

const OUT = readyAnswer(503, { 'content-type': 'text/plain', 'retry-after': '5' }, 'out');
const SETTINGS = { headersTimeoutMs: 10_000, keepAliveMs: 65_000, checkMs: 2_000 };

/** Turns away whatever asks for /out. */
function doorKeeper(): TurnAway & { readonly asked: string[]; isBusy: boolean } {
  const asked: string[] = [];
  return {
    asked,
    isBusy: true,
    isOn() {
      return this.isBusy;
    },
    answerTo({ method, url, headers }: Asked) {
      asked.push(`${method} ${url} ${headers['accept-language'] ?? '-'}`);
      return this.isBusy && url === '/out' ? OUT : null;
    },
  };
}

/** A server that turns people away so, and answers others with what they asked. */
async function busyServer() {
  const turnAway = doorKeeper();
  const fallback = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const text = `in ${request.method} ${request.url} ${body}.`;
    response.writeHead(200, { 'content-length': text.length }).end(text);
  };
  const upgrade = (_request: IncomingMessage, socket: { end: (text: string) => void }): void =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
  const parts = { turnAway, fallback: (...of: Parameters<typeof fallback>) => void fallback(...of), upgrade };
  const { server } = await serve(platforms('gateway'), [], parts);
  return { server, turnAway };
}

/** A connection on which one says things. */
async function talk(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk.toString('latin1'))).on('error', () => undefined);
  await once(socket, 'connect');
  return {
    socket,
    heard: () => heard,
    /** Says it, and resolves with what is answered until there is this in it. */
    ask: async (text: string, end = 'out'): Promise<string> => {
      heard = '';
      socket.write(text);
      await expect.poll(() => heard, { interval: 2 }).toContain(end);
      return heard;
    },
  };
}

const GET = 'GET /out HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nAccept-Language: de\r\n\r\n';
/** HTTP says when it answers; ready bytes do not. */
const BY_HTTP = /^date: /im;

test('[SVC-104] a new connection is refused without HTTP, again and again; once let in it has HTTP and is asked about once', async () => {
  const { server, turnAway } = await busyServer();
  const { ask } = await talk(server.port());
  for (let n = 0; n < 3; n++) expect(await ask(GET)).toBe(OUT.bytes.toString('latin1'));
  expect(OUT.bytes.toString('latin1')).toBe(
    'HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\nretry-after: 5\r\ncontent-length: 3\r\n\r\nout',
  );
  turnAway.isBusy = false;
  expect(await ask(GET, '.')).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*in GET \/out \.$/);
  expect(turnAway.asked).toEqual(Array.from({ length: 4 }, () => 'GET /out de'));
  turnAway.isBusy = true;
  // The next one on it is asked about again.
  expect(await ask(GET)).toMatch(BY_HTTP);
  expect(await ask('POST /in HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody', '.')).toContain(
    'in POST /in body.',
  );
  expect(turnAway.asked.slice(4)).toEqual(['GET /out de', 'POST /in -']);
});

test('[SVC-104] while nobody is turned away each connection has HTTP at once', async () => {
  const { server, turnAway } = await busyServer();
  turnAway.isBusy = false;
  const { ask } = await talk(server.port());
  await ask(GET, '.');
  turnAway.isBusy = true;
  expect(await ask(GET)).toMatch(BY_HTTP);
});

test('[SVC-104] what is no plain GET, whole and alone, has HTTP, and nothing that was sent is lost or taken for something else', async () => {
  const { server, turnAway } = await busyServer();
  const host = 'Host: a\r\n';
  const get = `GET /out HTTP/1.1\r\n${host}`;
  for (const [said, ...answers] of [
    [`HEAD /out HTTP/1.1\r\n${host}\r\n`, '503'],
    [`POST /out HTTP/1.1\r\n${host}Content-Length: 2\r\n\r\nab`, '503'],
    [`${get}Content-Length: 2\r\n\r\n`, '503'],
    [`${get}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, '503'],
    [`${get}Connection: close\r\n\r\n`, '503'],
    [`${get}Proxy-Connection: close\r\n\r\n`, '503'],
    [`GET /out HTTP/1.0\r\n${host}\r\n`, '503'],
    [`${get}X-Long: ${'a'.repeat(9_000)}\r\n\r\n`, '503'],
    [`${get}\r\n${get}\r\n`, '503', '503'],
    [`${get}\r\nPOST /in HTTP/1.1\r\n${host}Content-Length: 2\r\n\r\nab`, '503', '200'],
    [`GET /s HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, '101'],
  ] as const) {
    const { socket, heard } = await talk(server.port());
    socket.write(said);
    const statuses = (): string[] => heard().match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
    await expect.poll(statuses, { interval: 2 }).toEqual(answers);
    expect([said, BY_HTTP.test(heard())]).toEqual([said, answers[0] !== '101']);
    if (said.startsWith('HEAD')) expect(heard()).not.toMatch(/\r\n\r\nout/);
    if (answers[1] === '200') await expect.poll(heard, { interval: 2 }).toContain('in POST /in ab.');
  }
  expect(turnAway.asked).toHaveLength(12);
  for (const wrong of [
    'GET /out HTTP/1.1\r\n\r\n',
    'GET /out HTTP/1.1\r\nNo-Host: a\r\n\r\n',
    `${get}a: \u0001\r\n\r\n`,
    `${get}a: \u007f\r\n\r\n`,
    `GET out HTTP/1.1\r\n${host}\r\n`,
    `GET http://#/out HTTP/1.1\r\n${host}\r\n`,
    `${get}Content-Length : 5\r\n\r\n`,
    `${get} folded: 5\r\n\r\n`,
    `${get}a: b\nContent-Length: 3\r\n\r\n`,
    `${get}a: b\rContent-Length: 3\r\n\r\n`,
    `GET /o ut HTTP/1.1\r\n${host}\r\n`,
  ]) {
    const { ask } = await talk(server.port());
    expect([wrong, await ask(wrong, 'HTTP/1.1')]).toEqual([wrong, expect.stringMatching(/^HTTP\/1.1 400/)]);
  }
  expect(turnAway.asked).toHaveLength(12);
});

test('[SVC-101] health, readiness and metrics are answered on new connections, too, while everybody is turned away', async () => {
  const { server, turnAway } = await busyServer();
  for (const path of ['/health', '/ready', '/metrics']) {
    const { ask } = await talk(server.port());
    expect(await ask(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`, '\r\n\r\n')).toMatch(/^HTTP\/1.1 200/);
  }
  await server.knock();
  expect(turnAway.asked).toEqual([]);
  expect(readPlainGet(Buffer.from('GET /health HTTP/1.1\r\nHost: a\r\n\r\n'))).toBeNull();
});

/** A refuser at a port, and a clock that is set by hand. */
async function refuserAt() {
  const clock = new VirtualClock();
  const turnAway = doorKeeper();
  const refused: string[] = [];
  const metrics = { requestDone: (route: string, status: number) => void refused.push(`${route} ${status}`) };
  const served: { readonly socket: Socket; heard: string }[] = [];
  const begin = (socket: Socket): void => {
    const one = { socket, heard: '' };
    served.push(one);
    socket.on('data', (chunk: Buffer) => (one.heard += chunk.toString()));
  };
  const refuser = new EarlyRefuser({ clock, turnAway, metrics, serve: begin }, SETTINGS);
  const server = createServer({ allowHalfOpen: true }, (socket) => refuser.take(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const { socket } of served) socket.destroy();
    refuser.close();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const open = async (): Promise<number> =>
    await new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  return { clock, turnAway, refused, served, refuser, port, open };
}

test('[SVC-104] a request that comes in pieces is left to HTTP, whole', async () => {
  const { turnAway, served, port } = await refuserAt();
  const { socket } = await talk(port);
  socket.write(GET.slice(0, 30));
  await expect.poll(() => served.length, { interval: 2 }).toBe(1);
  socket.write(GET.slice(30));
  await expect.poll(() => served[0]?.heard, { interval: 2 }).toBe(GET);
  expect(turnAway.asked).toEqual([]);
});

test('[SVC-105] who says nothing is let go after ten seconds, and who was refused and does not ask again after sixty-five', async () => {
  const { clock, refused, port, open } = await refuserAt();
  const [silent, asking] = [await talk(port), await talk(port)];
  await expect.poll(open).toBe(2);
  clock.advance(6_000);
  await asking.ask(GET);
  const gone = once(silent.socket, 'close');
  clock.advance(4_000);
  await gone;
  clock.advance(58_000);
  await asking.ask(GET);
  clock.advance(64_000);
  await asking.ask(GET);
  expect(refused).toEqual(['turned-away 503', 'turned-away 503', 'turned-away 503']);
  const gone2 = once(asking.socket, 'close');
  clock.advance(68_000);
  await gone2;
  await expect.poll(open).toBe(0);
  // Nobody is looked after any more.
  const isAtRest = (): boolean => {
    clock.advance(2_000);
    return clock.nextDueMs() === null;
  };
  await expect.poll(isAtRest).toBe(true);
});

test('[SVC-105] who hangs up is gone, and who was let in is not looked after here', async () => {
  const { clock, turnAway, served, port, open } = await refuserAt();
  const [leaving, staying] = [await talk(port), await talk(port)];
  await leaving.ask(GET);
  leaving.socket.end();
  await once(leaving.socket, 'close');
  await expect.poll(open).toBe(1);
  turnAway.isBusy = false;
  staying.socket.write(GET);
  await expect.poll(() => served.length).toBe(1);
  clock.advance(70_000);
  expect([served[0]?.socket.destroyed, clock.nextDueMs()]).toEqual([false, null]);
});

test('[SVC-105] who asks on and on and reads nothing is cut off', async () => {
  const { port, turnAway, refused, open } = await refuserAt();
  const large = readyAnswer(503, {}, 'x'.repeat(1_000_000));
  turnAway.answerTo = () => large;
  const { socket } = await talk(port);
  socket.pause();
  // One at a time: what comes together has HTTP, which knows what to do.
  for (let asked = 1; (await open()) > 0 || asked === 1; asked++) {
    socket.write(GET);
    await expect.poll(() => refused.length, { interval: 2 }).toBe(asked);
    expect(asked).toBeLessThan(100);
  }
  expect(refused.length).toBeGreaterThan(1);
});

test('[SVC-105] connections without HTTP end when the server drains, closes its door or stops, and not before they have their answer', async () => {
  for (const end of ['drain', 'closeDoor', 'stop'] as const) {
    const { server } = await busyServer();
    const [silent, refused] = [await talk(server.port()), await talk(server.port())];
    await refused.ask(GET);
    await expect.poll(() => server.connectionsSeen()).toBe(2);
    const gone = [once(silent.socket, 'close'), once(refused.socket, 'close')];
    await server[end]?.(100);
    await Promise.all(gone);
  }
});

test('[SVC-105] what arrives on a connection that ends is neither answered nor begun', async () => {
  const { port, turnAway, refused, served, refuser } = await refuserAt();
  const large = readyAnswer(503, {}, 'x'.repeat(30_000_000));
  turnAway.answerTo = (asked) => (asked.url === '/out' ? large : null);
  for (const next of [GET, 'POST /in HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody']) {
    const { socket, heard } = await talk(port);
    const before = refused.length;
    socket.pause();
    socket.write(GET);
    await expect.poll(() => refused.length, { interval: 2 }).toBe(before + 1);
    refuser.close();
    await new Promise((resolve) => socket.write(next, resolve));
    const gone = once(socket, 'close');
    socket.resume();
    await gone;
    // What it was answered before has arrived, whole.
    expect([refused.length, served.length, heard().length]).toEqual([before + 1, 0, large.bytes.length]);
  }
});

test('[SVC-105] who reads nothing of an answer cannot keep a server that goes down', async () => {
  for (const end of ['drain', 'stop'] as const) {
    const { server, turnAway } = await busyServer();
    const large = readyAnswer(503, {}, 'x'.repeat(30_000_000));
    turnAway.answerTo = (asked) => {
      turnAway.asked.push(asked.url ?? '');
      return large;
    };
    const { socket, heard } = await talk(server.port());
    socket.pause();
    socket.write(GET);
    await expect.poll(() => turnAway.asked.length, { interval: 2 }).toBe(1);
    await server[end]?.(50);
    const gone = once(socket, 'close');
    socket.resume();
    await gone;
    expect(heard().length).toBeLessThan(large.bytes.length);
  }
});
