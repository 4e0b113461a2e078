import { platformIds } from '@bough/service';
import { stopwatch } from '@bough/house/servers';
import { beforeAll, expect, test } from 'vitest';
import { hashSecret } from '../../secrets/secrets.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { newLink } from '../../testing/metadata-contract/fixtures.ts';
import { observed } from '../../testing/observed.ts';
import { addItem, newChangeOps } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { until } from '../../testing/until.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

const SOON_MS = 1_000;
let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

test('[GW-18] a role on one map is none on another, and a map that is not there looks the same', async () => {
  const [one, two] = [await Browser.guest(gateway), await Browser.guest(gateway)];
  const map = await one.makeMap();
  await two.makeMap();
  const strange = await two.ask('GET', `/api/maps/${map.id}`);
  const none = await two.ask('GET', `/api/maps/${(await two.person()).id}`);
  const bare = ({ requestId: _, ...problem }: Record<string, unknown>): unknown => problem;
  expect(bare(strange.json)).toEqual(bare(none.json));
  expect((await two.ask('POST', `/api/maps/${map.id}/ticket?client=AAAAAAAAAAAA`)).status).toBe(404);
});

test('[GW-26] a share link gives its role until it is revoked; its secret is kept as a hash, and shown to owners again', async () => {
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap('Shared');
  const link = await owner.makeLink(map.id, 'view');
  expect(Buffer.from(link.secret, 'base64url')).toHaveLength(32);
  const { links } = (await owner.must('GET', `/api/maps/${map.id}/links`)).json;
  expect(links).toEqual([link]);
  expect((await owner.must('GET', `/api/maps/${map.id}/sharing`)).json.links).toEqual([link]);
  const nobody = new Browser(gateway);
  await nobody.open();
  const joined = await nobody.join(link.secret);
  expect(joined.json).toMatchObject({ map: { id: map.id, role: 'view', title: 'Shared' } });
  expect((await nobody.person()).isGuest).toBe(true);
  expect((await nobody.join(`${link.secret.slice(0, -2)}AA`)).status).toBe(404);
  await owner.must('DELETE', `/api/maps/${map.id}/links/${link.id}`);
  for (const each of [nobody, nobody.at(await world.start())]) {
    expect((await each.ask('GET', `/api/maps/${map.id}`)).status).toBe(404);
  }
  expect((await nobody.join(link.secret)).status).toBe(404);
  expect((await nobody.ask('GET', '/api/maps')).json).toEqual({ maps: [], next: null });
  expect((await owner.ask('DELETE', `/api/maps/${map.id}/links/${link.id}`)).status).toBe(404);
  const secrets = new Set<string>();
  for (let n = 0; n < 20; n++) secrets.add((await owner.makeLink(map.id, 'edit')).secret);
  expect(secrets.size).toBe(20);
});

test('[GW-26] a map has only so many links', async () => {
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap();
  for (let n = 0; n < 1_000; n++) {
    const id = platformIds.long();
    await world.metadata.addLink(newLink(map.id, { id, hash: hashSecret(id), createdAt: n }));
  }
  const answer = await owner.ask('POST', `/api/maps/${map.id}/links`, { role: 'view' });
  expect(answer.json).toMatchObject({ code: 'gateway/malformed' });
});

test('[GW-27] revoking a link while its guest edits: the socket ends within a second, and nothing more is taken', async () => {
  const other = await world.start({ limitsFactor: 1_000 });
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap();
  const link = await owner.makeLink(map.id, 'edit');
  const guests = [await Browser.guest(gateway), await Browser.guest(other)];
  for (const guest of guests) await guest.join(link.secret);
  const sockets = await Promise.all(guests.map((guest) => PageSocket.join(guest, map.id)));
  for (const socket of sockets) expect(await socket.change(newChangeOps())).toBe('kept');
  const watching = await PageSocket.join(owner, map.id);
  await owner.must('DELETE', `/api/maps/${map.id}/links/${link.id}`);
  const tookMs = stopwatch();
  const after = sockets.map((socket) => socket.submit([addItem('too late')]));
  for (const socket of sockets) expect(await socket.end()).toBe(1008);
  expect(tookMs()).toBeLessThan(SOON_MS);
  expect(sockets.map(({ bye }) => bye)).toEqual(['denied', 'denied']);
  await watching.change(newChangeOps());
  const said = JSON.stringify((await owner.must('GET', `/api/maps/${map.id}/changes?from=1&to=99`)).json);
  expect(said).not.toContain('too late');
  expect(sockets.map((socket, n) => socket.outcome(after[n] ?? 0))).toEqual([null, null]);
  await watching.close();
});

test('[GW-27] a lower role holds at once: the socket stays and may only look', async () => {
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap();
  const [look, edit] = [await owner.makeLink(map.id, 'view'), await owner.makeLink(map.id, 'edit')];
  const guest = await Browser.guest(gateway);
  await guest.join(look.secret);
  const looking = await PageSocket.join(guest, map.id);
  expect(await looking.change(newChangeOps())).toBe('denied');
  await guest.join(edit.secret);
  await until(() => looking.frames.some((frame) => frame.kind === 'role' && frame.role === 'edit'));
  // What they have lacks what they may see now: they come back, and take the map anew.
  expect(await looking.end()).toBe(1012);
  const socket = await PageSocket.join(guest, map.id);
  expect(await socket.change(newChangeOps())).toBe('kept');
  await owner.must('DELETE', `/api/maps/${map.id}/links/${edit.id}`);
  const tookMs = stopwatch();
  await until(() => socket.frames.some((frame) => frame.kind === 'role' && frame.role === 'view'));
  expect(tookMs()).toBeLessThan(SOON_MS);
  expect(await socket.change(newChangeOps())).toBe('denied');
  await socket.close();
});

/** A guest by a link to edit, in a room of a gateway whose database can be taken away. */
async function guestBehindFaults() {
  const { metadata, away } = observed(world.metadata);
  const here = await world.start({ limitsFactor: 1_000 }, metadata);
  const owner = await Browser.guest(here);
  const map = await owner.makeMap();
  const link = await owner.makeLink(map.id, 'edit');
  const guest = await Browser.guest(here);
  await guest.join(link.secret);
  const socket = await PageSocket.join(guest, map.id);
  return { away, owner, map, link, guest, socket };
}

test('[GW-131] a role that cannot be read stays what it was for 30 s; then its sockets are sent away to come back', async () => {
  const { away, map, link, guest, socket } = await guestBehindFaults();
  const lines = (): number => world.logged().split('something around the gateway fails').length;
  const before = lines();
  away.add('*');
  // Somebody's access changes at another gateway, and here nobody can tell what it is now.
  await guest.at(gateway).join(link.secret);
  // By the clock, not by a count: it runs on between the jumps, and further on a slow machine.
  const fromMs = world.clock.monotonic();
  while (world.clock.monotonic() - fromMs < 27_000) {
    expect(await socket.change(newChangeOps())).toBe('kept');
    world.clock.jump(1_000);
  }
  expect(socket.bye).toBeNull();
  world.clock.jump(2_000);
  await until(() => socket.bye !== null || (world.clock.jump(1_000), false));
  expect([socket.bye, await socket.end()]).toEqual(['restart', 1012]);
  const refused = await guest.ask('POST', `/api/maps/${map.id}/ticket?client=AAAAAAAAAAAA`);
  expect([refused.status, refused.json.code]).toEqual([503, 'gateway/metadata']);
  away.clear();
  const again = await PageSocket.join(guest, map.id);
  expect(await again.change(newChangeOps())).toBe('kept');
  // One line for all of it: the others were counted.
  expect(lines() - before).toBe(1);
  await again.close();
});

test('[GW-131] what is withdrawn while it cannot be read holds once it can', async () => {
  const { away, owner, map, link, socket } = await guestBehindFaults();
  away.add('grantsBetween');
  await owner.at(gateway).must('DELETE', `/api/maps/${map.id}/links/${link.id}`);
  world.clock.jump(10_000);
  expect(await socket.change(newChangeOps())).toBe('kept');
  away.clear();
  world.clock.jump(1_000);
  expect([await socket.end(), socket.bye]).toEqual([1008, 'denied']);
});

test('[GW-15] ending sessions closes their sockets within a second, on every gateway', async () => {
  const other = await world.start({ limitsFactor: 1_000 });
  const browser = await Browser.guest(gateway);
  const map = await browser.makeMap();
  const captured = browser.at(gateway);
  const sockets = [await PageSocket.join(browser, map.id), await PageSocket.join(browser.at(other), map.id)];
  const greeting = await PageSocket.open(browser);
  world.clock.jump(10);
  await browser.must('POST', '/api/session/sign-out-everywhere');
  const tookMs = stopwatch();
  const late = sockets.map((socket) => socket.submit([addItem('too late')]));
  for (const socket of [...sockets, greeting]) expect(await socket.end()).toBe(1008);
  expect(tookMs()).toBeLessThan(SOON_MS);
  expect(sockets.map((socket, n) => socket.outcome(late[n] ?? 0))).toEqual([null, null]);
  expect((await captured.ask('GET', '/api/maps')).status).toBe(401);
  expect(await PageSocket.tryOpen(captured)).toBe(401);
});
