import { type MapId, parseMapId, type PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { newCommentId, newItemId, newThreadId, orderBetween } from '@bough/map';
import { platformIds, platformRandom } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import { newAddress, newMapId } from '../../testing/metadata-contract/fixtures.ts';
import { ask, Browser } from '../../testing/visitors/browser.ts';
import { idOf } from '../../testing/visitors/program.ts';
import { unzip } from '../../testing/unzip.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';
import { CLAIM_MS } from './change-mails.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer', 'exporter']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

const DAY_MS = 24 * 3_600_000;
const LOOK_MS = 21_000;
const SOON = { timeout: 15_000 };

interface Reader {
  readonly browser: Browser;
  readonly id: PersonId;
  readonly email: string;
}
async function reader(name: string): Promise<Reader> {
  const [email, browser] = [newAddress(), await Browser.guest(gateway, name)];
  const id = await idOf(browser);
  if (!(await world.metadata.tryClaimEmail(id, email))) throw new Error('the address is taken');
  return { browser, id, email };
}

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly picture: string | null;
}
async function changeMails(email: string): Promise<readonly Mail[]> {
  const { mails } = (await new Browser(gateway).must('GET', '/api/outbox?limit=200')).json;
  return mails.filter(({ to, subject }: Mail) => to === email && subject === 'A map that you watch was changed');
}

const add = (parent: string | null, text: string) => {
  const order = orderBetween(null, null, platformRandom);
  return { kind: 'add', id: newItemId(platformIds), parent, order, fields: { text } };
};
const change = async (browser: Browser, map: MapId, ...ops: readonly unknown[]): Promise<void> => {
  await browser.must('POST', `/api/maps/${map}/changes`, { ops });
};

/** A map of somebody with another one in this role, who watches it. */
async function watchedMap(role: MapRole = 'edit', mayReadPast = true) {
  const [owner, watcher] = [await reader('Ana'), await reader('Wim')];
  const { id } = await owner.browser.makeMap('Budget');
  const map = parseMapId(id);
  if (map === null) throw new Error('a map has an id');
  await world.metadata.addGrant({ map, person: watcher.id, role, mayReadPast, link: null, at: 1 });
  const money = add(null, 'Money');
  await change(owner.browser, map, money);
  await watch(watcher, map);
  return { owner, watcher, map, money: money.id };
}
async function watch({ browser }: Reader, map: MapId, isWatched = true): Promise<unknown> {
  return (await browser.must('PUT', `/api/maps/${map}/watch`, { isWatched })).json;
}
const watchOf = async ({ id }: Reader) => (await world.metadata.watchesOf(id))[0];

/** Lets a day go by, until the watch was looked at. */
async function pass(who: Reader, ms = DAY_MS): Promise<void> {
  const due = (await watchOf(who))?.dueAt;
  await expect
    .poll(async () => {
      world.clock.jump((await watchOf(who))?.dueAt === due ? Math.max(LOOK_MS, ms) : LOOK_MS);
      const now = await watchOf(who);
      return now === undefined || (now.dueAt !== due && now.tellsTo === null && !isClaimed(now.dueAt));
    }, SOON)
    .toBe(true);
}
const isClaimed = (dueAt: number | null): boolean => dueAt !== null && dueAt - world.clock.now() < CLAIM_MS + LOOK_MS;

test('[GW-491] once a day a mail says in the words of history what others did, with a picture; one’s own changes are not in it', async () => {
  const { owner, watcher, map, money } = await watchedMap();
  const added = Array.from({ length: 12 }, (_, at) => add(money, `Item ${at}`));
  await change(owner.browser, map, ...added);
  const moved = added.slice(0, 2).map(({ id }) => ({ kind: 'move', id, parent: null, order: 'a5' }));
  await change(watcher.browser, map, add(money, 'mine'), ...moved);
  await pass(watcher);
  const [mail, another] = await changeMails(watcher.email);
  expect(another).toBeUndefined();
  expect(mail?.text).toContain('Budget\n\nAna: Added 12 items below “Money”\n\nhttps://bough.localhost/m/');
  expect(mail?.text).not.toContain('Wim');
  expect(mail?.html).toContain('src="cid:map"');
  expect(
    Buffer.from(mail?.picture ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  // Nothing happened, or only by oneself: no mail.
  await pass(watcher);
  await change(watcher.browser, map, add(money, 'mine again'));
  await pass(watcher);
  expect(await changeMails(watcher.email)).toHaveLength(1);
  await change(owner.browser, map, { kind: 'move', id: added[5]?.id, parent: null, order: 'a6' }, add(null, 'Time'));
  await pass(watcher);
  expect((await changeMails(watcher.email))[0]?.text).toContain('Ana: Added an item, moved an item\n');
});

test('[GW-490] who has an address watches maps that they may open, and says how often; a guest does not', async () => {
  const { owner, watcher, map } = await watchedMap();
  const list = async () => (await watcher.browser.must('GET', '/api/account/watches')).json;
  expect(await list()).toEqual({ wish: 'daily', maps: [{ map, title: 'Budget' }] });
  expect((await watcher.browser.must('GET', `/api/maps/${map}/watch`)).json).toEqual({
    isWatched: true,
    wish: 'daily',
  });
  // Once an hour.
  await watcher.browser.must('PUT', '/api/account/watches', { wish: 'hourly' });
  await change(owner.browser, map, add(null, 'in this hour'));
  await pass(watcher, 3_600_000);
  expect((await changeMails(watcher.email))[0]?.text).toContain('at most once an hour');
  // What happens while somebody wants nothing is not told later.
  await watcher.browser.must('PUT', '/api/account/watches', { wish: 'never' });
  await change(owner.browser, map, add(null, 'unheard'));
  expect(await watchOf(watcher)).toMatchObject({ dueAt: null });
  await watcher.browser.must('PUT', '/api/account/watches', { wish: 'daily' });
  await pass(watcher, 0);
  await pass(watcher);
  expect(await changeMails(watcher.email)).toHaveLength(1);
  await world.metadata.removeGrants(map, watcher.id);
  expect(await list()).toEqual({ wish: 'daily', maps: [] });
  expect(await watcher.browser.outcome('PUT', `/api/maps/${map}/watch`, { isWatched: true })).toBe('gateway/absent');
  const guest = await Browser.guest(gateway);
  const { id } = await guest.makeMap('Of a guest');
  expect(await guest.outcome('PUT', `/api/maps/${id}/watch`, { isWatched: true })).toBe('gateway/account-needed');
  expect((await guest.must('GET', `/api/maps/${id}/watch`)).json.isWatched).toBe(false);
});

test('[GW-490] nobody watches more than 200 maps, until they stop watching one', async () => {
  const { watcher, map } = await watchedMap();
  for (let at = 1; at < 200; at++) {
    await world.metadata.addWatch({ map: newMapId(), person: watcher.id, toldTo: 1, tellsTo: null, dueAt: null });
  }
  const { id } = await watcher.browser.makeMap('One too many');
  const watchIt = () => watcher.browser.ask('PUT', `/api/maps/${id}/watch`, { isWatched: true });
  expect((await watchIt()).json).toMatchObject({ code: 'gateway/too-many' });
  await watch(watcher, map, false);
  expect((await watchIt()).json).toMatchObject({ isWatched: true });
});

test('[GW-491] no mail waits for a picture that cannot be drawn', async () => {
  const before = [world, gateway] as const;
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  const { owner, watcher, map } = await watchedMap();
  await change(owner.browser, map, add(null, 'unseen'));
  await pass(watcher);
  const [mail] = await changeMails(watcher.email);
  expect([mail?.text.includes('Ana: Added an item'), mail?.html.includes('<img'), mail?.picture]).toEqual([
    true,
    false,
    null,
  ]);
  await world.end();
  [world, gateway] = before;
});

test('[GW-492] who may not read the map when the mail would go gets none; of that time nothing is told later', async () => {
  const { owner, watcher, map } = await watchedMap();
  await change(owner.browser, map, add(null, 'secret'));
  await world.metadata.removeGrants(map, watcher.id);
  await pass(watcher);
  await world.metadata.addGrant({ map, person: watcher.id, role: 'edit', mayReadPast: true, link: null, at: 1 });
  await pass(watcher);
  // Nor does somebody whose account is disabled.
  await change(owner.browser, map, add(null, 'secret, too'));
  await world.metadata.setDisabled(watcher.id, 1);
  await pass(watcher);
  await world.metadata.setDisabled(watcher.id, null);
  await pass(watcher);
  await owner.browser.must('POST', `/api/maps/${map}/trash`);
  await pass(watcher);
  expect(await changeMails(watcher.email)).toEqual([]);
});

test('[GW-505] what somebody adds and removes again, or folds, mails nobody; a small change does', async () => {
  const { owner, watcher, map, money } = await watchedMap();
  const gone = add(money, 'gone');
  await change(owner.browser, map, gone);
  await change(owner.browser, map, { kind: 'set', id: gone.id, fields: { text: 'gone soon' } });
  await change(owner.browser, map, { kind: 'remove', id: gone.id });
  await change(owner.browser, map, { kind: 'set', id: money, fields: { isFolded: true } });
  await pass(watcher);
  expect(await changeMails(watcher.email)).toEqual([]);
  await change(owner.browser, map, { kind: 'settings', fields: { defaultShape: 'pill' } });
  await pass(watcher);
  expect((await changeMails(watcher.email))[0]?.text).toContain('Ana: Small changes');
});

test('[GW-504] of the time in which somebody was shut out nothing is mailed, however soon they are let in again', async () => {
  const { owner, watcher, map } = await watchedMap();
  const path = `/api/maps/${map}`;
  await owner.browser.must('DELETE', `${path}/members/${watcher.id}`);
  await expect.poll(async () => (await watchOf(watcher))?.toldTo).toBeNull();
  await change(owner.browser, map, add(null, 'secret'));
  const { id: folder } = (await owner.browser.must('POST', '/api/folders', { name: 'Shared' })).json;
  await owner.browser.must('PUT', `${path}/folder`, { folder });
  await owner.browser.must('POST', `/api/folders/${folder}/invitations`, { email: watcher.email, role: 'edit' });
  const { invitations } = (await watcher.browser.must('GET', '/api/invitations')).json;
  await watcher.browser.must('POST', `/api/invitations/${invitations[0].id}/accept`);
  await pass(watcher, 0);
  await expect.poll(async () => (await watchOf(watcher))?.toldTo).toBe(3);
  await change(owner.browser, map, add(null, 'told'), add(null, 'as well'));
  await owner.browser.must('DELETE', `/api/folders/${folder}/members/${watcher.id}`);
  await expect.poll(async () => (await watchOf(watcher))?.toldTo).toBeNull();
  await pass(watcher);
  expect(await changeMails(watcher.email)).toEqual([]);
});

/** From now on gateways with these metadata look, and answer; the one before does neither. */
async function takeOver(metadata: World['metadata'], count = 1): Promise<void> {
  const before = gateway;
  for (let at = 0; at < count; at++) gateway = await world.start({ limitsFactor: 1_000 }, metadata);
  await before.drain(1_000);
}
type Move = Parameters<World['metadata']['tryMoveWatch']>;

test('[GW-492] who loses access while the mail is written gets none either', async () => {
  let map: MapId | null = null;
  let moved = 0;
  await takeOver({
    ...world.metadata,
    tryMoveWatch: async (...move: Move) => {
      const isMoved = await world.metadata.tryMoveWatch(...move);
      // What the mail tells was just kept: it is about to be written.
      if (move[0].map === map && move[1].tellsTo !== null && moved++ === 0) {
        await world.metadata.removeGrants(move[0].map, move[0].person);
      }
      return isMoved;
    },
  });
  const watched = await watchedMap();
  map = watched.map;
  await change(watched.owner.browser, map, add(null, 'secret'));
  await pass(watched.watcher);
  expect([moved > 0, await changeMails(watched.watcher.email)]).toEqual([true, []]);
  await takeOver(world.metadata);
});

test('[GW-492] who may only look is told no comments; who may not read the past, only that something changed', async () => {
  const [viewer, stranger] = [await watchedMap('view'), await watchedMap('view', false)];
  for (const { owner, map, money } of [viewer, stranger]) {
    const ids = { thread: newThreadId(platformIds), id: newCommentId(platformIds) };
    await change(owner.browser, map, { kind: 'comment', ...ids, item: money, text: 'psst' });
  }
  await pass(viewer.watcher);
  await pass(stranger.watcher);
  expect([await changeMails(viewer.watcher.email), await changeMails(stranger.watcher.email)]).toEqual([[], []]);
  for (const { owner, map } of [viewer, stranger]) await change(owner.browser, map, add(null, 'for all'));
  await pass(viewer.watcher);
  await pass(stranger.watcher);
  expect((await changeMails(viewer.watcher.email))[0]?.text).toContain('Ana: Added an item');
  const [mail] = await changeMails(stranger.watcher.email);
  expect(mail?.text).toContain('A map that you watch in Bough was changed:\n\nBudget\n\nhttps://');
  expect(mail?.text).not.toContain('Ana');
});

test('[GW-493] of two gateways one mails; one that dies when the mail is handed over has it told once, and the rest later', async () => {
  let map: MapId | null = null;
  let deaths = 0;
  const dying = {
    ...world.metadata,
    tryMoveWatch: async (...move: Move) => {
      const [read, to] = move;
      const isEnd = read.map === map && to.tellsTo === null && to.toldTo !== null && !isClaimed(to.dueAt);
      if (isEnd && deaths++ === 0) throw new Error('this gateway is gone');
      return await world.metadata.tryMoveWatch(...move);
    },
  };
  await takeOver(dying, 2);
  const { owner, watcher, ...watched } = await watchedMap();
  map = watched.map;
  await change(owner.browser, map, add(null, 'first'));
  const due = (await watchOf(watcher))?.dueAt ?? 0;
  world.clock.jump(due - world.clock.now() + 1);
  await expect.poll(async () => (world.clock.jump(LOOK_MS), deaths), SOON).toBe(1);
  await expect.poll(async () => (await changeMails(watcher.email)).length, SOON).toBe(1);
  await change(owner.browser, map, add(null, 'second'), add(null, 'third'));
  await pass(watcher, CLAIM_MS);
  const [mail, another] = await changeMails(watcher.email);
  expect([mail?.text.includes('Ana: Added an item\n'), another]).toEqual([true, undefined]);
  await pass(watcher);
  const all = await changeMails(watcher.email);
  expect([all.length, all[0]?.text.includes('Ana: Added 2 items\n')]).toEqual([2, true]);
  await takeOver(world.metadata);
});

test('[GW-494] the link of a mail ends the watch of that map alone, with one POST from nowhere; opening it changes nothing', async () => {
  const { owner, watcher, map } = await watchedMap();
  const { id } = await watcher.browser.makeMap('Another');
  await watcher.browser.must('PUT', `/api/maps/${id}/watch`, { isWatched: true });
  await change(owner.browser, map, add(null, 'new'));
  const due = Math.max(...(await world.metadata.watchesOf(watcher.id)).map(({ dueAt }) => dueAt ?? 0));
  world.clock.jump(due - world.clock.now() + 1);
  await expect.poll(async () => (world.clock.jump(LOOK_MS), (await changeMails(watcher.email)).length), SOON).toBe(1);
  const [mail] = await changeMails(watcher.email);
  const path = /https:\/\/bough\.localhost(\/stop-watching\/[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const page = await ask(gateway, path, { headers: { 'accept-language': 'de-DE' } });
  expect([page.status, page.text.includes('>Nicht mehr beobachten<')]).toEqual([200, true]);
  const isWatched = async () => await world.metadata.isWatched(map, watcher.id);
  expect(await isWatched()).toBe(true);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const far = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
  const post = (to: string, said: string) =>
    ask(gateway, to, { method: 'POST', headers: { ...form, ...far }, body: `List-Unsubscribe=${said}` });
  const forged = `${path.slice(0, -3)}AAA`;
  for (const [to, said] of [
    [forged, 'One-Click'],
    [path.replace(map, id), 'One-Click'],
    [path, 'Maybe'],
    [`${path}A`, 'One-Click'],
    ['/stop-watching/%00', 'One-Click'],
  ] as const) {
    expect([to, (await post(to, said)).status]).toEqual([to, 404]);
  }
  expect((await ask(gateway, forged)).status).toBe(404);
  expect([await isWatched(), await world.metadata.isWatched(parseMapId(id) ?? map, watcher.id)]).toEqual([true, true]);
  const ended = await post(path, 'One-Click');
  expect([ended.status, ended.text.includes('You no longer watch this map'), await isWatched()]).toEqual([
    200,
    true,
    false,
  ]);
  expect(await world.metadata.isWatched(parseMapId(id) ?? map, watcher.id)).toBe(true);
  expect((await post(path, 'Undo')).text).toContain('You watch this map again');
  expect(await isWatched()).toBe(true);
  await post(path, 'One-Click');
  await world.metadata.removeGrants(map, watcher.id);
  expect([(await post(path, 'Undo')).status, await isWatched()]).toEqual([404, false]);
});

test('[GW-495] what a person takes along names what they watch; deleting the account ends it', async () => {
  const { watcher, map } = await watchedMap();
  await watcher.browser.must('PUT', '/api/account/watches', { wish: 'hourly' });
  const { bytes } = await watcher.browser.must('GET', '/api/account/export');
  const file = unzip(bytes).get('watches.json');
  expect(JSON.parse(file ?? '')).toEqual({ emails: 'hourly', maps: [{ id: map, title: 'Budget' }] });
  await watcher.browser.must('POST', '/api/account/delete', { proof: null });
  expect([await world.metadata.watchesOf(watcher.id), await world.metadata.watchWish(watcher.id)]).toEqual([
    [],
    'daily',
  ]);
});
