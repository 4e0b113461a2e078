import type { MapId, PersonId } from '@bough/base';
import type { BellEntry, MapRole } from '@bough/contracts';
import { type ItemId, newCommentId, newItemId, newThreadId, type Op, orderBetween, type ThreadId } from '@bough/map';
import { platformIds, platformRandom } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../testing/visitors/browser.ts';
import { type Drawer, drawerOf } from '../../testing/visitors/drawer.ts';
import { newMailAddress, signedIn } from '../../testing/visitors/mail.ts';
import { unzip } from '../../testing/unzip.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// What rings at whom, and when it is gone, through a real docstore.

const DAY_MS = 24 * 3_600_000;
const SOON = { timeout: 10_000 };
let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

interface Somebody {
  readonly browser: Browser;
  readonly id: PersonId;
  readonly email: string;
}
async function account(name: string): Promise<Somebody> {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  await browser.must('PUT', '/api/account', { name, hue: 1 });
  return { browser, id: (await browser.person()).id, email };
}
async function bell({ browser }: Pick<Somebody, 'browser'>): Promise<readonly BellEntry[]> {
  return (await browser.must('GET', '/api/bell')).json.entries;
}
/** What the bell shows, in short, once it shows so much. */
async function rung(who: Pick<Somebody, 'browser'>, most: number): Promise<readonly string[]> {
  const short = ({ kind, by, title }: BellEntry): string => `${kind} by ${by?.name} in ${title}`;
  await expect.poll(async () => (await bell(who)).length, SOON).toBe(most);
  return (await bell(who)).map(short);
}
async function letIn(map: MapId, who: Pick<Somebody, 'id'>, role: MapRole): Promise<void> {
  await world.metadata.addGrant({ map, person: who.id, role, link: null, at: 1 });
}

interface Garden {
  readonly map: MapId;
  readonly bed: ItemId;
  readonly drawers: readonly Drawer[];
}
/** A map of the first with one item, and everybody in it to edit. */
async function garden(owner: Somebody, ...others: readonly Somebody[]): Promise<Garden> {
  const { id: map } = await owner.browser.makeMap('Garden');
  for (const other of others) await letIn(map, other, 'edit');
  const drawers = await Promise.all([owner, ...others].map(({ browser }) => drawerOf(browser, map)));
  const [drawer = expect.unreachable('the owner draws')] = drawers;
  const bed = drawer.draw('Beds');
  for (const each of drawers) await expect.poll(() => each.client.map.items.has(bed), SOON).toBe(true);
  return { map, bed, drawers };
}
async function edit(drawer: Drawer | undefined, ...ops: readonly Op[]): Promise<void> {
  const done = drawer?.client.edit(ops);
  expect(done?.ok).toBe(true);
  await expect.poll(() => drawer?.client.status.unsent, SOON).toBe(0);
}
async function say(
  drawer: Drawer | undefined,
  item: ItemId,
  text: string,
  thread?: ThreadId,
): Promise<Op & { kind: 'comment' }> {
  const ids = { thread: thread ?? newThreadId(platformIds), id: newCommentId(platformIds) };
  const op = { kind: 'comment', ...ids, item, text } as const;
  await edit(drawer, op);
  return op;
}

test('[GW-473] a mention and an answer ring, with who, where and the very comment; one’s own words ring nowhere', async () => {
  const [ann, bo, cy] = [await account('Ann'), await account('Bo'), await account('Cy')];
  const { map, bed, drawers } = await garden(ann, bo, cy);
  const first = await say(drawers[0], bed, '@Bo and @Ann, is it dry?');
  expect(await rung(bo, 1)).toEqual(['mention by Ann in Garden']);
  const [mention] = await bell(bo);
  expect(mention).toMatchObject({ map, isRead: false, by: { id: ann.id, name: 'Ann', hue: 1 } });
  expect(mention?.place).toEqual({ kind: 'item', item: bed, comment: first.id });
  const answer = await say(drawers[1], bed, 'It is.', first.thread);
  expect(await rung(ann, 1)).toEqual(['answer by Bo in Garden']);
  expect((await bell(ann))[0]?.place).toEqual({ kind: 'item', item: bed, comment: answer.id });
  // Who came to the thread later was not answered by what was said before, and who is named is told so once.
  await say(drawers[2], bed, '@ann then water it', first.thread);
  expect(await rung(ann, 2)).toEqual(['mention by Cy in Garden', 'answer by Bo in Garden']);
  expect(await rung(bo, 2)).toEqual(['answer by Cy in Garden', 'mention by Ann in Garden']);
  expect(await bell(cy)).toEqual([]);
  // In one thread one person rings once: the entry leads to what they said last.
  const last = await say(drawers[1], bed, 'I did.', first.thread);
  await expect
    .poll(async () => (await bell(ann))[0]?.place, SOON)
    .toEqual({ kind: 'item', item: bed, comment: last.id });
  expect(await rung(ann, 2)).toEqual(['answer by Bo in Garden', 'mention by Cy in Garden']);
  expect(await rung(cy, 1)).toEqual(['answer by Bo in Garden']);
  for (const { id } of [ann, bo, cy]) {
    expect((await world.metadata.ringsOf(id, 9)).filter(({ by }) => by === id)).toEqual([]);
  }
});

test('[GW-473] who may only look hears of no comment, and what a guest says names nobody and answers all the same', async () => {
  const [ann, bo] = [await account('Ann'), await account('Bo')];
  const { map, bed, drawers } = await garden(ann);
  await letIn(map, bo, 'view');
  const guest = await ann.browser.guestAt(map, 'comment');
  const theirs = await drawerOf(guest, map);
  await expect.poll(() => theirs.client.map.items.has(bed), SOON).toBe(true);
  await say(theirs, bed, '@Ann look');
  const { thread } = await say(drawers[0], bed, '@Bo look');
  await say(theirs, bed, '@Ann I have', thread);
  const { name } = await guest.person();
  expect(await rung(ann, 1)).toEqual([`answer by ${name} in Garden`]);
  expect(await bell(bo)).toEqual([]);
  await letIn(map, bo, 'comment');
  expect(await bell(bo)).toEqual([]);
});

test('[GW-474] what is asked of a person rings until it is answered: to come in, to let somebody in, to become the owner', async () => {
  const [ann, bo, cy] = [await account('Ann'), await account('Bo'), await account('Cy')];
  const { id: map } = await ann.browser.makeMap('Garden');
  await ann.browser.must('POST', `/api/maps/${map}/invitations`, { email: bo.email, role: 'edit' });
  expect(await rung(bo, 1)).toEqual(['invitation by Ann in Garden']);
  expect((await bell(bo))[0]).toMatchObject({ map: null, place: null, isRead: false });
  await cy.browser.must('POST', `/api/maps/${map}/ask`, { message: 'Please' });
  expect(await rung(ann, 1)).toEqual(['ask by Cy in Garden']);
  const [ask] = await bell(ann);
  expect(ask).toMatchObject({ map, isRead: false });
  expect(await bell(cy)).toEqual([]);
  const [invitation] = await bell(bo);
  await bo.browser.must('POST', `/api/invitations/${invitation?.id}/accept`);
  expect(await bell(bo)).toEqual([]);
  await ann.browser.must('POST', `/api/maps/${map}/owner`, { person: bo.id });
  expect(await rung(bo, 1)).toEqual(['offer by Ann in Garden']);
  // Another owner is asked, too; what one of them does about it is done.
  await bo.browser.must('POST', `/api/maps/${map}/owner/accept`);
  expect(await rung(bo, 1)).toEqual(['ask by Cy in Garden']);
  expect(await bell(ann)).toEqual([]);
  await bo.browser.must('POST', `/api/maps/${map}/asks/${ask?.id}`, { role: 'view', until: null });
  expect(await bell(bo)).toEqual([]);
  // Who has come in by another way asks for nothing any more.
  const di = await account('Di');
  await di.browser.must('POST', `/api/maps/${map}/ask`, { message: '' });
  expect(await rung(bo, 1)).toEqual(['ask by Di in Garden']);
  await letIn(map, di, 'view');
  expect(await bell(bo)).toEqual([]);
});

test('[GW-475] who takes back changes from the history rings at those who made them, and at owners when it is the whole map', async () => {
  const [ann, bo, cy, di] = [await account('Ann'), await account('Bo'), await account('Cy'), await account('Di')];
  const { map, bed, drawers } = await garden(ann, bo, cy, di);
  const seq = drawers[0]?.client.seq ?? 0;
  const rename = (text: string): Op => ({ kind: 'set', id: bed, fields: { text } });
  await edit(drawers[1], rename('Bo’s beds'));
  const order = orderBetween(null, null, platformRandom);
  const shed = newItemId(platformIds);
  await edit(drawers[2], { kind: 'add', id: shed, parent: null, order, fields: { text: 'Cy’s' } });
  const told = (by: Somebody, items: readonly string[] | null): Promise<unknown> =>
    by.browser.outcome('POST', `/api/maps/${map}/restored`, { seq, items });
  // Of whom nothing came since that moment nothing was restored.
  expect(await told(di, [bed])).toBe(204);
  expect(await bell(bo)).toEqual([]);
  await edit(drawers[3], rename('Beds'));
  expect(await told(di, [bed])).toBe(204);
  expect(await told(di, [bed])).toBe(204);
  expect(await rung(bo, 1)).toEqual(['restored by Di in Garden']);
  expect((await bell(bo))[0]?.place).toEqual({ kind: 'item', item: bed, comment: null });
  expect([await bell(ann), await bell(cy), await bell(di)]).toEqual([[], [], []]);
  await edit(drawers[3], { kind: 'remove', id: shed });
  expect(await told(di, null)).toBe(204);
  for (const each of [ann, cy]) expect(await rung(each, 1)).toHaveLength(1);
  expect((await rung(bo, 2))[0]).toContain('restored by Di');
  expect((await bell(ann))[0]?.place).toBeNull();
  expect(await bell(di)).toEqual([]);
});

test('[GW-506] who says that they took something back, and did not, rings at nobody', async () => {
  const [ann, bo, eve] = [await account('Ann'), await account('Bo'), await account('Eve')];
  const { map, bed, drawers } = await garden(ann, bo, eve);
  const seq = drawers[0]?.client.seq ?? 0;
  const claim = async (since = seq): Promise<void> => {
    for (const items of [null, [bed]]) {
      const claimed = await eve.browser.outcome('POST', `/api/maps/${map}/restored`, { seq: since, items });
      expect(claimed).toBe(204);
    }
  };
  await edit(drawers[1], { kind: 'set', id: bed, fields: { text: 'Bo’s beds', note: 'dry' } });
  await edit(drawers[2], { kind: 'set', id: bed, fields: { text: 'Eve’s beds' } });
  await claim();
  await claim(0);
  // What she made herself and takes back is nobody else's.
  await edit(drawers[2], { kind: 'set', id: bed, fields: { colour: '5' } });
  await edit(drawers[2], { kind: 'set', id: bed, fields: { colour: null } });
  await claim();
  await edit(drawers[2], { kind: 'remove', id: bed });
  await claim();
  expect([await bell(ann), await bell(bo)]).toEqual([[], []]);
});

test('[GW-476] what is read is read on every device, one entry or all; what rings after that is unread', async () => {
  const [ann, bo] = [await account('Ann'), await account('Bo')];
  const { bed, drawers } = await garden(ann, bo);
  const phone = { browser: bo.browser.at(await world.start({ limitsFactor: 1_000 })) };
  const { thread } = await say(drawers[0], bed, '@Bo one');
  await say(drawers[0], bed, '@Bo two');
  const { id: other } = await ann.browser.makeMap('Orchard');
  await ann.browser.must('POST', `/api/maps/${other}/invitations`, { email: bo.email, role: 'edit' });
  await rung(bo, 3);
  const states = async (): Promise<readonly boolean[]> => (await bell(phone)).map(({ isRead }) => isRead);
  expect(await states()).toEqual([false, false, false]);
  const [invitation, second, first] = await bell(bo);
  await phone.browser.must('PUT', '/api/bell/read', { entries: [invitation?.id, first?.id, platformIds.long()] });
  expect((await bell(bo)).map(({ isRead }) => isRead)).toEqual([true, false, true]);
  expect(await world.metadata.rungOf(bo.id)).toEqual(new Set([invitation?.id]));
  await bo.browser.must('PUT', '/api/bell/read', { entries: [second?.id] });
  expect(await states()).toEqual([true, true, true]);
  await say(drawers[0], bed, '@Bo once more', thread);
  await expect.poll(async () => (await states()).filter((isRead) => !isRead).length, SOON).toBe(1);
  expect((await bell(bo)).find(({ isRead }) => !isRead)?.id).toBe(first?.id);
});

test('[GW-477] entries end after ninety days, and with what one may read; the export names them', async () => {
  const [ann, bo] = [await account('Ann'), await account('Bo')];
  const { map, bed, drawers } = await garden(ann, bo);
  await say(drawers[0], bed, '@Bo one');
  await rung(bo, 1);
  const files = unzip((await bo.browser.must('GET', '/api/account/export')).bytes);
  expect(JSON.parse(files.get('bell.json') ?? '')).toMatchObject([
    { kind: 'mention', by: 'Ann', title: 'Garden', isRead: false },
  ]);
  const [first] = await world.metadata.ringsOf(bo.id, 9);
  if (first === undefined) expect.unreachable('it rang');
  const restored = { ...first, id: platformIds.long(), kind: 'restored', comment: null } as const;
  await world.metadata.ring([restored]);
  expect(await bell(bo)).toHaveLength(2);
  await ann.browser.must('DELETE', `/api/maps/${map}/members/${bo.id}`);
  expect(await bell(bo)).toEqual([]);
  await letIn(map, bo, 'edit');
  expect(await bell(bo)).toHaveLength(2);
  await ann.browser.must('POST', `/api/maps/${map}/trash`);
  expect(await bell(bo)).toEqual([]);
  await ann.browser.must('POST', `/api/maps/${map}/restore`);
  const now = world.clock.now();
  await world.metadata.ring([{ ...first, at: now - 90 * DAY_MS - 1 }, restored]);
  expect((await bell(bo)).map(({ kind }) => kind)).toEqual(['restored']);
  await world.metadata.ring([{ ...first, at: now - 90 * DAY_MS + 60_000 }]);
  expect(await bell(bo)).toHaveLength(2);
  await ann.browser.must('POST', '/api/account/delete', { proof: null });
  expect(await bell(bo)).toEqual([]);
});

test('[GW-474] who waits for an answer stays in the bell, however much rings since', async () => {
  const [ann, bo, eve] = [await account('Ann'), await account('Bo'), await account('Eve')];
  const { map, bed } = await garden(ann, eve);
  await bo.browser.must('POST', `/api/maps/${map}/ask`, { message: '' });
  await rung(ann, 1);
  const since = world.clock.now();
  const place = { item: bed, comment: null, chat: null };
  const ring = { person: ann.id, kind: 'answer', map, by: eve.id, isRead: false, ...place } as const;
  await world.metadata.ring(
    Array.from({ length: 120 }, (_, n) => ({ ...ring, id: platformIds.long(), at: since + n + 1 })),
  );
  const shown = await bell(ann);
  expect(shown).toHaveLength(100);
  expect(shown.at(-1)).toMatchObject({ kind: 'ask', map, by: { name: 'Bo' } });
  expect(shown.slice(0, -1).map(({ at }) => at)).toEqual(Array.from({ length: 99 }, (_, n) => since + 120 - n));
});
