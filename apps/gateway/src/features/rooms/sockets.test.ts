import { VirtualClock } from '@bough/base/testing';
import { PROTOCOL_VERSION } from '@bough/sync';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { addItem, newChangeOps } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { until } from '../../testing/until.ts';
import { openWorld, PUBLIC_URL, type RunningGateway, type World } from '../../testing/world.ts';
import { SOCKET_LIMITS } from './limits.ts';

/** Who knocks in these tests. */
const CLIENT = 'AAAAAAAAAAAA';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

/** Stops docstore in its tracks; answers how it goes on. */
function standStill({ docstores }: World): () => void {
  const pid = docstores[0]?.pid ?? expect.unreachable('docstore runs');
  process.kill(pid, 'SIGSTOP');
  const goOn = (): void => void process.kill(pid, 'SIGCONT');
  onTestFinished(goOn);
  return goOn;
}

async function ticketOf(browser: Browser, map: string, client = CLIENT): Promise<string> {
  return (await browser.must('POST', `/api/maps/${map}/ticket?client=${client}`)).json.ticket;
}

test('[GW-20] a socket opens for our own page in a living session, and for nobody else', async () => {
  const browser = await Browser.guest(gateway);
  const refused = async (headers: Readonly<Record<string, string>>): Promise<PageSocket | number> =>
    await PageSocket.tryOpen(browser, headers);
  for (const origin of [
    'null',
    'https://evil-bough.localhost',
    `${PUBLIC_URL}.evil.example`,
    'http://bough.localhost',
    '',
  ]) {
    expect(await refused({ origin })).toBe(403);
  }
  expect(await refused({ origin: PUBLIC_URL, cookie: '' })).toBe(401);
  expect(await refused({ cookie: browser.cookie.replace('.sig=', '.sig=x') })).toBe(401);
  const nobody = new Browser(gateway);
  await nobody.open();
  expect(await PageSocket.tryOpen(nobody)).toBe(401);
  const captured = browser.at(gateway);
  await (await PageSocket.open(browser)).close();
  await browser.must('POST', '/api/session/sign-out');
  expect(await PageSocket.tryOpen(captured)).toBe(401);
});

test('[GW-21] a ticket opens one socket of a gateway, of its session, on its map, soon', async () => {
  const browser = await Browser.guest(gateway);
  const [map, another] = [await browser.makeMap(), await browser.makeMap()];
  const byeOf = async (opener: Browser, ticket: string, id = map.id): Promise<string | null> => {
    const socket = await PageSocket.open(opener, CLIENT);
    socket.hello(id, ticket);
    await until(() => socket.frames.length > 0);
    if (socket.bye === null) await socket.close();
    // A bad ticket says nothing about what somebody may do: with another one they are let in, or told so.
    else expect([socket.bye, await socket.end()]).toEqual(['restart', 1012]);
    return socket.bye;
  };
  const ticket = await ticketOf(browser, map.id);
  expect(await byeOf(browser, ticket)).toBeNull();
  expect(await byeOf(browser, ticket)).toBe('restart');
  const stranger = await Browser.guest(gateway);
  expect(await byeOf(stranger, await ticketOf(browser, map.id))).toBe('restart');
  expect(await byeOf(browser, await ticketOf(browser, another.id))).toBe('restart');
  const whole = await ticketOf(browser, map.id);
  // Another letter than stood there, and not the last one, of which some bits say nothing.
  expect(await byeOf(browser, `${whole.slice(0, -2)}${whole.at(-2) === 'A' ? 'B' : 'A'}A`)).toBe('restart');
  expect(await byeOf(browser, 'short')).toBe('restart');
  const old = await ticketOf(browser, map.id);
  world.clock.jump(30_000);
  expect(await byeOf(browser, old)).toBe('restart');
  const racing = await ticketOf(browser, map.id);
  const byes = await Promise.all([browser, browser, browser, browser].map((each) => byeOf(each, racing)));
  expect(byes.filter((each) => each === null)).toHaveLength(1);
  // Another gateway checks it by itself, and asks nobody.
  const elsewhere = await ticketOf(browser, map.id);
  expect(await byeOf(browser.at(await world.start()), elsewhere)).toBeNull();
});

test('[GW-21] a ticket that was asked for by a client is good for no other one', async () => {
  const browser = await Browser.guest(gateway);
  const map = await browser.makeMap();
  const [mine, another] = [await PageSocket.open(browser), await PageSocket.open(browser)];
  const { ticket } = (await browser.must('POST', `/api/maps/${map.id}/ticket?client=${mine.client}`)).json;
  another.hello(map.id, ticket);
  expect(await another.end()).toBe(1012);
  mine.hello(map.id, ticket);
  await until(() => mine.frames.length > 0);
  expect([mine.bye, mine.frames[0]?.kind]).toEqual([null, 'welcome']);
  await mine.close();
});

test('[GW-22] the first frame is hello, of this version, and comes within 5 s', async () => {
  const browser = await Browser.guest(gateway);
  const map = await browser.makeMap();
  const endOf = async (act: (socket: PageSocket) => void): Promise<[string | null, number]> => {
    const socket = await PageSocket.open(browser);
    act(socket);
    const code = await socket.end();
    return [socket.bye, code];
  };
  expect(await endOf(() => world.clock.jump(SOCKET_LIMITS.helloMs))).toEqual(['denied', 1008]);
  expect(await endOf((socket) => socket.send({ kind: 'ping', nonce: 1 }))).toEqual(['malformed', 1008]);
  expect(await endOf((socket) => socket.ws.send('{'))).toEqual(['malformed', 1008]);
  expect(await endOf((socket) => socket.ws.send(Buffer.from([1, 2])))).toEqual(['malformed', 1008]);
  const hello = { kind: 'hello', map: map.id, client: 'AAAAAAAAAAAA', ticket: 'x', since: 0 };
  const other = { ...hello, version: PROTOCOL_VERSION + 1 };
  expect(await endOf((socket) => socket.send(other))).toEqual(['version', 1008]);
  expect(await endOf((socket) => socket.send({ ...other, client: null, shade: 1 }))).toEqual(['version', 1008]);
  const joined = await PageSocket.join(browser, map.id);
  world.clock.jump(SOCKET_LIMITS.helloMs);
  expect(await joined.change(newChangeOps())).toBe('kept');
  await joined.close();
});

test('[GW-23] too much is not taken: too large, too many frames, too many sockets, a dead socket', async () => {
  const browser = await Browser.guest(gateway);
  const map = await browser.makeMap();
  const large = await PageSocket.join(browser, map.id);
  large.ws.send('x'.repeat(SOCKET_LIMITS.maxPayload + 1));
  expect(await large.end()).toBe(1009);
  const flooding = await PageSocket.join(browser, map.id);
  for (let n = 0; n < 10_000 && flooding.closed === null; n++) flooding.send({ kind: 'ping', nonce: n });
  await flooding.end();
  expect(flooding.frames.filter(({ kind }) => kind === 'pong').length).toBeLessThan(2_500);
  // Its clock stands still: none of them ends for want of a hello, however long the others take to open.
  const still = await world.start({ limitsFactor: 1_000 }, undefined, undefined, new VirtualClock());
  const many: PageSocket[] = [];
  for (let n = 0; n < SOCKET_LIMITS.perPerson; n++) many.push(await PageSocket.open(browser.at(still)));
  expect(await PageSocket.tryOpen(browser.at(still))).toBe(429);
  expect(await PageSocket.tryOpen(await Browser.guest(still))).not.toBe(429);
  await Promise.all(many.map((socket) => socket.close()));
  await until(() => still.counts().sockets === 1);
  const dead = await PageSocket.join(browser, map.id);
  dead.ws.pause();
  for (let beat = 0; beat < 3; beat++) world.clock.jump(SOCKET_LIMITS.heartbeatMs);
  await until(() => gateway.counts().sockets === 0);
  dead.ws.terminate();
});

test('[GW-23] the guests of one network address have only so many sockets', async () => {
  const narrow = await world.start({ limitsFactor: 3 / SOCKET_LIMITS.guestsPerNetwork });
  const browser = (await Browser.guest(gateway)).at(narrow);
  const sockets = [await PageSocket.open(browser), await PageSocket.open(browser), await PageSocket.open(browser)];
  expect(await PageSocket.tryOpen(browser)).toBe(429);
  await Promise.all(sockets.map((socket) => socket.close()));
});

test('[GW-24] what one submits, everybody in the room sees, here and after reconnecting', async () => {
  const ada = await Browser.guest(gateway, 'Ada');
  const map = await ada.makeMap();
  const grace = await Browser.guest(gateway, 'Grace');
  expect((await grace.join((await ada.makeLink(map.id, 'edit')).secret)).status).toBe(200);
  const one = await PageSocket.join(ada, map.id);
  const two = await PageSocket.join(grace, map.id);
  expect(await one.change([addItem('hello')])).toBe('kept');
  expect(await two.change([addItem('back')])).toBe('kept');
  await until(() => one.seq === 3 && two.seq === 3);
  await until(() => gateway.counts().people === 2);
  expect(gateway.counts()).toMatchObject({ rooms: 1, sockets: 2 });
  const later = await PageSocket.join(grace, map.id);
  await until(() => later.seq === 3);
  await Promise.all([one, two, later].map((socket) => socket.close()));
  await until(() => gateway.counts().rooms === 0);
});

test('[GW-25] a gateway that goes down finishes what it has taken, and says goodbye', async () => {
  const leaving = await world.start({ limitsFactor: 1_000 });
  const browser = await Browser.guest(leaving);
  const map = await browser.makeMap();
  const socket = await PageSocket.join(browser, map.id);
  const silent = await PageSocket.open(browser);
  // Answered after the submit was read: it is under way, since docstore stands still until the gateway has begun to go down.
  const goOn = standStill(world);
  const counter = socket.submit(newChangeOps());
  socket.send({ kind: 'ping', nonce: 1 });
  await until(() => socket.frames.some(({ kind }) => kind === 'pong'));
  expect(socket.outcome(counter)).toBeNull();
  const drained = leaving.drain(4_000);
  goOn();
  await drained;
  expect(await socket.end()).toBe(1012);
  expect(await silent.end()).toBe(1012);
  expect([socket.bye, silent.bye]).toEqual(['restart', 'restart']);
  const reader = browser.at(gateway);
  expect(socket.outcome(counter)).toBe('kept');
  const { changes } = (await reader.ask('GET', `/api/maps/${map.id}/changes?from=1&to=9`)).json;
  expect(changes.map((each: { readonly counter: number }) => each.counter)).toContain(counter);
  expect(await leaving.stop()).toBeUndefined();
});
