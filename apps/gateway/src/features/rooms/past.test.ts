import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdsPrefix } from '@bough/base';
import { HEADERS } from '@bough/contracts';
import { platformIds } from '@bough/service';
import { Browser } from '../../testing/visitors/browser.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { told, toldMap } from '../../testing/visitors/told-map.ts';
import { until } from '../../testing/until.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// What a socket tells people who may only look, or only comment, of what is not there any more.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start({ limitsFactor: 100 });
});
afterAll(() => world.end());

interface Copy {
  readonly seq: number;
  readonly lineage: string;
}

/** The document, as a page takes it before it greets. */
async function copyOf(browser: Browser, map: string): Promise<Copy> {
  const { headers } = await browser.must('GET', `/api/maps/${map}/document`);
  return { seq: Number(headers[HEADERS.seq]), lineage: String(headers[HEADERS.lineage]) };
}

async function greet(browser: Browser, map: string, { seq, lineage }: Copy): Promise<PageSocket> {
  const socket = await PageSocket.open(browser);
  const { ticket } = (await browser.must('POST', `/api/maps/${map}/ticket?client=${socket.client}`)).json;
  socket.hello(map, ticket, seq, lineage);
  await until(() => socket.frames.length > 0 || socket.closed !== null);
  return socket;
}

function heard(socket: PageSocket): readonly string[] {
  return told(JSON.stringify(socket.frames));
}

/** Asks for something that is answered after everything before it. */
async function settled(socket: PageSocket): Promise<void> {
  const nonce = Math.floor(Math.random() * 1_000_000);
  socket.send({ kind: 'ping', nonce });
  await until(() => socket.closed !== null || socket.frames.some((one) => one.kind === 'pong' && one.nonce === nonce));
}

for (const role of ['view', 'comment'] as const) {
  test(`[GW-230] whoever comes with "${role}" gets no change from before they came, whatever they say they have`, async () => {
    const owner = await Browser.guest(gateway);
    const { map, seq } = await toldMap(owner);
    const { lineage } = await copyOf(owner, map);
    const browser = await owner.guestAt(map, role);
    const own = await copyOf(browser, map);
    for (const name of [lineage, own.lineage]) {
      for (let since = 0; since < seq; since++) {
        const socket = await greet(browser, map, { seq: since, lineage: name });
        if (socket.closed === null) await settled(socket);
        expect([since, heard(socket)]).toEqual([since, []]);
        for (let from = 1; from <= seq && socket.closed === null; from++) {
          socket.send({ kind: 'fill', from });
          await settled(socket);
        }
        expect([since, heard(socket)]).toEqual([since, []]);
        await socket.close();
      }
    }
  });
}

test('[GW-230] what happens while they are there reaches them, comments only those who may comment', async () => {
  const owner = await Browser.guest(gateway);
  const { map } = await toldMap(owner);
  const writer = await PageSocket.join(owner, map);
  const [looking, talking] = [await owner.guestAt(map, 'view'), await owner.guestAt(map, 'comment')];
  const one = await greet(looking, map, await copyOf(looking, map));
  const two = await greet(talking, map, await copyOf(talking, map));
  const item = addItem('something new');
  expect(await writer.change([item])).toBe('kept');
  const [thread, id] = [platformIds.short(), platformIds.short()];
  const comment = { kind: 'comment', thread, item: item.kind === 'add' ? item.id : '', id, text: 'a new comment' };
  expect(await writer.change([comment])).toBe('kept');
  await until(() => [one, two].every((socket) => socket.seq === writer.seq));
  expect(JSON.stringify(one.frames)).toContain('something new');
  expect(JSON.stringify(one.frames)).not.toContain('a new comment');
  expect(JSON.stringify(two.frames)).toContain('a new comment');
  await Promise.all([writer, one, two].map((socket) => socket.close()));
});

test('[GW-231] whoever was there comes back from their last number, and gets what they missed', async () => {
  const owner = await Browser.guest(gateway);
  const { map } = await toldMap(owner);
  const writer = await PageSocket.join(owner, map);
  const browser = await owner.guestAt(map, 'view');
  const copy = await copyOf(browser, map);
  const before = await greet(browser, map, copy);
  await before.close();
  expect(await writer.change([addItem('while they were away')])).toBe('kept');
  const after = await greet(browser, map, copy);
  await until(() => after.seq === writer.seq);
  expect(JSON.stringify(after.frames)).toContain('while they were away');
  expect(heard(after)).toEqual([]);
  await Promise.all([writer, after].map((socket) => socket.close()));
});

test('[GW-231] whoever may do more from now on takes the map anew, and is told so by its name', async () => {
  const owner = await Browser.guest(gateway);
  const { map } = await toldMap(owner);
  const browser = await owner.guestAt(map, 'view');
  const copy = await copyOf(browser, map);
  const looking = await greet(browser, map, copy);
  const { id } = await browser.person();
  await owner.must('PUT', `/api/maps/${map}/members/${id}`, { role: 'edit' });
  expect(await looking.end()).toBe(1012);
  const editing = await greet(browser, map, copy);
  const welcome = editing.frames.find((frame) => frame.kind === 'welcome');
  expect(welcome?.role).toBe('edit');
  expect(holdsPrefix(welcome?.lineages ?? [], copy)).toBe(false);
  expect(holdsPrefix(welcome?.lineages ?? [], await copyOf(browser, map))).toBe(true);
  // What one may see is part of the name by which a browser asks whether it has the map already.
  const asked = await browser.ask('GET', `/api/maps/${map}/document?known=${copy.lineage}-seq-${copy.seq}`);
  expect([asked.status, told(asked.text).includes('removedItem')]).toEqual([200, true]);
  await editing.close();
});

test('[GW-410] an editor who may only look from now on is told nothing of the past, on the socket that is open', async () => {
  const owner = await Browser.guest(gateway);
  const { map } = await toldMap(owner);
  const other = await owner.guestAt(map, 'edit');
  const socket = await greet(other, map, await copyOf(other, map));
  const { id } = await other.person();
  await owner.must('PUT', `/api/maps/${map}/members/${id}`, { role: 'view' });
  await until(() => socket.frames.some(({ kind }) => kind === 'role'));
  socket.send({ kind: 'fill', from: 1 });
  await settled(socket);
  expect([heard(socket), socket.bye]).toEqual([[], 'refetch']);
});

test('[GW-410] so is whoever may look still when the link that gave the history is revoked', async () => {
  const owner = await Browser.guest(gateway);
  const { map } = await toldMap(owner);
  const other = await owner.guestAt(map, 'view');
  const link = await owner.makeLink(map, 'view', true);
  await other.join(link.secret);
  const socket = await greet(other, map, await copyOf(other, map));
  // Somebody who has nothing but that link: when they are out, everybody who came by it was looked at.
  const witness = await Browser.guest(gateway);
  await witness.join(link.secret);
  const leaving = await PageSocket.join(witness, map);
  await owner.must('DELETE', `/api/maps/${map}/links/${link.id}`);
  expect(await leaving.end()).toBe(1008);
  socket.send({ kind: 'fill', from: 1 });
  await settled(socket);
  expect([heard(socket), socket.bye]).toEqual([[], 'refetch']);
});

for (const isThere of [true, false]) {
  const where = isThere ? 'out of the room' : 'while they were away';
  test(`[GW-411] whoever was shut out ${where} and is let in again is told nothing of what was written meanwhile`, async () => {
    const owner = await Browser.guest(gateway);
    const { map } = await toldMap(owner);
    const writer = await PageSocket.join(owner, map);
    const { secret } = await owner.makeLink(map, 'view');
    const other = await Browser.guest(gateway);
    await other.join(secret);
    const copy = await copyOf(other, map);
    const before = await greet(other, map, copy);
    if (!isThere) await before.close();
    await owner.must('DELETE', `/api/maps/${map}/members/${(await other.person()).id}`);
    if (isThere) expect(await before.end()).toBe(1008);
    const item = addItem('what they must not know');
    expect(await writer.change([item])).toBe('kept');
    expect(await writer.change([{ kind: 'remove', id: item.kind === 'add' ? item.id : '' }])).toBe('kept');
    await owner.must('PUT', `/api/maps/${map}/members/${(await other.person()).id}`, { role: 'view' });
    const back = await greet(other, map, copy);
    expect(back.bye).toBe('refetch');
    expect(JSON.stringify(back.frames)).not.toContain('must not know');
    // With the document as it is now they go on.
    const anew = await greet(other, map, await copyOf(other, map));
    await settled(anew);
    expect([anew.closed, JSON.stringify(anew.frames).includes('must not know')]).toEqual([null, false]);
    await Promise.all([writer, anew].map((socket) => socket.close()));
  });
}
