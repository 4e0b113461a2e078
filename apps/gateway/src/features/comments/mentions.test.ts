import { Failure, parseClientId, parseMapId, type PersonId } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import { newCommentId, newItemId, newThreadId, type Op, orderBetween } from '@bough/map';
import { parsed } from '@bough/map/testing';
import { openContext, platformIds, platformRandom, silentLog } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { Drawer } from '../../testing/visitors/drawer.ts';
import { mailsTo } from '../../testing/visitors/mail.ts';
import { newAddress } from '../../testing/metadata-contract/fixtures.ts';
import { idOf } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';
import { EDITED_MS } from './edited-words.ts';
import { GATHER_MS, type MentionParts, Mentions } from './mentions.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

interface Reader {
  readonly browser: Browser;
  readonly id: PersonId;
  readonly email: string;
}
/** Somebody with an address and a name. */
async function reader(name: string): Promise<Reader> {
  const email = newAddress();
  const browser = await Browser.guest(gateway, name);
  const id = await idOf(browser);
  if (!(await world.metadata.tryClaimEmail(id, email))) throw new Error('the address is taken');
  return { browser, id, email };
}
const comment = (item: string, text: string): Op => {
  const ids = { thread: newThreadId(platformIds), id: newCommentId(platformIds) };
  return { kind: 'comment', ...ids, item: item as Extract<Op, { kind: 'comment' }>['item'], text };
};

/** A map with one item, shared with these, and somebody who comments there. */
async function sharedMap(by: Browser, others: readonly Reader[]) {
  const { id } = await by.makeMap('Garden');
  const map = parseMapId(id);
  if (map === null) throw new Error('a map has an id');
  for (const { id: person } of others) {
    await world.metadata.addGrant({ map, person, role: 'comment', link: null, at: 1 });
  }
  const drawer = new Drawer(by, id, await idOf(by));
  drawer.start();
  await expect.poll(() => drawer.isLive).toBe(true);
  const item = newItemId(platformIds);
  const order = orderBetween(null, null, platformRandom);
  drawer.client.edit([{ kind: 'add', id: item, parent: null, order, fields: { text: 'Beds' } }]);
  const say = async (...texts: readonly string[]): Promise<void> => {
    drawer.client.edit(texts.map((text) => comment(item, text)));
    await expect.poll(() => drawer.client.status.unsent).toBe(0);
  };
  const edit = async (...ops: readonly Op[]): Promise<void> => {
    drawer.client.edit(ops);
    await expect.poll(() => drawer.client.status.unsent).toBe(0);
  };
  const write = async (text: string): Promise<void> => {
    await edit({ kind: 'message', id: newCommentId(platformIds), text });
  };
  return { id, item, say, write, edit, stop: () => drawer.stop() };
}

test('[GW-104] who is named gets one mail for what was said in some minutes, with the words and the way there; nobody else gets any', async () => {
  const [owner, ann, bo] = [await reader('Owner'), await reader('Ann Lee'), await reader('Bo')];
  const map = await sharedMap(owner.browser, [ann, bo]);
  await map.say('@Ann could you look?', 'nobody is meant', '@Owner note to self');
  await map.say('and @ann lee, here too');
  world.clock.jump(GATHER_MS - 10_000);
  expect(await mailsTo(gateway, ann.email)).toEqual([]);
  world.clock.jump(20_000);
  await expect.poll(async () => (await mailsTo(gateway, ann.email)).length).toBe(1);
  const [mail] = await mailsTo(gateway, ann.email);
  expect(mail?.subject).toBe('You are mentioned in a comment');
  expect(mail?.text).toContain('Garden\n\nOwner:\n> @Ann could you look?\n\nOwner:\n> and @ann lee, here too');
  expect(mail?.text).toMatch(new RegExp(`https://bough.localhost/m/${map.id}#item=${map.item}&comment=[\\w-]{12}\\s`));
  await map.say('@Ann again');
  world.clock.jump(GATHER_MS + 1_000);
  await expect.poll(async () => (await mailsTo(gateway, ann.email)).length).toBe(2);
  expect([await mailsTo(gateway, bo.email), await mailsTo(gateway, owner.email)]).toEqual([[], []]);
  map.stop();
});

test('[GW-480] who is named in the chat is mailed that it was there, and led there; with comments it is one mail', async () => {
  const [owner, ann] = [await reader('Owner'), await reader('Ann Lee')];
  const map = await sharedMap(owner.browser, [ann]);
  const mails = async (count: number) => {
    world.clock.jump(GATHER_MS + 1_000);
    await expect.poll(async () => (await mailsTo(gateway, ann.email)).length).toBe(count);
    return (await mailsTo(gateway, ann.email)).map(({ subject, text }) => ({ subject, text }));
  };
  await map.write('@Ann could you look?');
  const [first] = await mails(1);
  expect(first?.subject).toBe('You are mentioned in a chat');
  expect(first?.text).toContain('Owner mentioned you in the chat of a map in Bough:');
  expect(first?.text).toMatch(new RegExp(`https://bough.localhost/m/${map.id}#chat=[\\w-]{12}\\s`));
  await map.say('@Ann here');
  await map.write('@Ann and there');
  const both = (await mails(2)).find(({ text }) => text.includes('and there'));
  expect(both?.subject).toBe('You are mentioned in comments and a chat');
  expect(both?.text).toContain('> @Ann here');
  map.stop();
});

test('[GW-104] what was mended while its mail waited is mailed as it reads then, and what was removed is not', async () => {
  const [owner, ann, bo] = [await reader('Owner'), await reader('Ann Lee'), await reader('Bo')];
  const map = await sharedMap(owner.browser, [ann, bo]);
  const thread = newThreadId(platformIds);
  const [removed, mended] = [newCommentId(platformIds), newCommentId(platformIds)];
  const item = map.item;
  await map.edit({ kind: 'comment', thread, id: removed, item, text: '@Ann @Bo what nobody may read' });
  await map.edit({ kind: 'comment', thread, id: mended, item, text: '@Ann with a mistak' });
  await map.edit({ kind: 'edit-comment', thread, id: removed, text: null });
  await map.edit({ kind: 'edit-comment', thread, id: mended, text: '@Ann with no mistake' });
  world.clock.jump(GATHER_MS + 1_000);
  await expect.poll(async () => (await mailsTo(gateway, ann.email)).length).toBe(1);
  const [mail] = await mailsTo(gateway, ann.email);
  expect(mail?.text).toContain('Garden\n\nOwner:\n> @Ann with no mistake\n');
  expect(mail?.text).not.toContain('nobody may read');
  world.clock.jump(5 * GATHER_MS);
  expect([(await mailsTo(gateway, ann.email)).length, await mailsTo(gateway, bo.email)]).toEqual([1, []]);
  map.stop();
});

test('[GW-507] who is put in by an edit gets one mail, and the bell rings; who was named before hears nothing more', async () => {
  const [owner, ann, bo] = [await reader('Owner'), await reader('Ann Lee'), await reader('Bo')];
  const map = await sharedMap(owner.browser, [ann, bo]);
  const thread = newThreadId(platformIds);
  const [remark, message] = [newCommentId(platformIds), newCommentId(platformIds)];
  await map.edit({ kind: 'comment', thread, id: remark, item: map.item, text: '@Ann look' });
  await map.edit({ kind: 'message', id: message, text: 'nobody' });
  world.clock.jump(GATHER_MS + 1_000);
  await expect.poll(async () => (await mailsTo(gateway, ann.email)).length).toBe(1);
  const rung = async (): Promise<readonly unknown[]> =>
    (await world.metadata.ringsOf(bo.id, 9)).map(({ kind, comment: at, chat }) => [kind, at, chat]);
  const both: readonly Op[] = [
    { kind: 'edit-comment', thread, id: remark, text: '@Ann and @Bo, look' },
    { kind: 'edit-message', id: message, text: '@Bo here' },
  ];
  await map.edit(...both);
  world.clock.jump(EDITED_MS);
  await expect.poll(rung).toHaveLength(2);
  expect(await rung()).toEqual(
    expect.arrayContaining([
      ['mention', remark, null],
      ['mention', null, message],
    ]),
  );
  world.clock.jump(GATHER_MS + 1_000);
  await expect.poll(async () => (await mailsTo(gateway, bo.email)).length).toBe(1);
  const [mail] = await mailsTo(gateway, bo.email);
  expect(mail?.text).toContain('> @Ann and @Bo, look');
  expect(mail?.text).toContain('> @Bo here');
  // The same words once more, or others around the same name, are no news.
  const read = await world.metadata.ringsOf(bo.id, 9);
  await map.edit({ kind: 'edit-message', id: message, text: '@Bo here, please' });
  world.clock.jump(EDITED_MS);
  await map.say('@Bo at last');
  world.clock.jump(GATHER_MS + 1_000);
  await expect.poll(async () => (await mailsTo(gateway, bo.email)).length).toBe(2);
  const last = (await mailsTo(gateway, bo.email)).map(({ text }) => text).find((text) => text.includes('at last'));
  expect(last).not.toContain('please');
  expect(await world.metadata.ringsOf(bo.id, 9)).toEqual(expect.arrayContaining([...read]));
  expect(await mailsTo(gateway, ann.email)).toHaveLength(1);
  map.stop();
});

test('[GW-104] at one’s account such mails are ended and begun again; a guest has none to end', async () => {
  const ann = await reader('Ann');
  const wish = async (): Promise<unknown> => (await ann.browser.must('GET', '/api/account/mail')).json;
  expect(await wish()).toEqual({ isWanted: true });
  await ann.browser.must('PUT', '/api/account/mail', { isWanted: false });
  expect(await wish()).toEqual({ isWanted: false });
  await ann.browser.must('PUT', '/api/account/mail', { isWanted: true });
  expect(await wish()).toEqual({ isWanted: true });
  const guest = await Browser.guest(gateway);
  expect((await guest.ask('GET', '/api/account/mail')).json).toMatchObject({ code: 'gateway/unproved' });
});

test('[GW-104] a mailer that is away is asked again with the same key, one that refuses is not', async () => {
  const [author, ann] = [await reader('Owner'), await reader('Ann')];
  const { id } = await author.browser.makeMap('Garden');
  const map = parseMapId(id);
  const client = parseClientId(platformIds.short());
  if (map === null || client === null) throw new Error('a map and a client have ids');
  await world.metadata.addGrant({ map, person: ann.id, role: 'comment', link: null, at: 1 });
  for (const [kind, times] of [
    ['unavailable', 3],
    ['invalid', 1],
  ] as const) {
    const [clock, asked] = [new VirtualClock(), new Set<unknown>()];
    let calls = 0;
    const call = async (_route: unknown, { body }: { body?: unknown }): Promise<never> => {
      const isGathering = typeof body === 'object' && body !== null && 'gatherSeconds' in body;
      if (!isGathering) {
        asked.add(JSON.stringify(body));
        calls++;
      }
      throw new MailerAway(kind);
    };
    const around = {
      clock,
      metadata: world.metadata,
      gifts: { peopleOn: async () => [] },
      onTrouble: () => undefined,
    };
    const contexts = { service: 'gateway', clock, ids: platformIds, log: silentLog } as const;
    const opened: MentionParts['openContext'] = (facts) => openContext(contexts, facts);
    const mentions = new Mentions(
      { ...around, mailer: { call }, openContext: opened },
      { publicUrl: 'https://bough.localhost' },
    );
    const ops = parsed(comment(newItemId(platformIds), `@Ann ${'🌱'.repeat(500)}`));
    mentions.kept(map, [{ client, counter: 1, author: author.id, at: 1, ops, seq: 1 }]);
    clock.advance(GATHER_MS);
    for (let at = 1; at < 3; at++) {
      await expect.poll(() => calls).toBe(Math.min(at, times));
      clock.advance(60_000);
    }
    await expect.poll(() => calls).toBe(times);
    expect(asked.size).toBe(1);
    expect(JSON.stringify([...asked]).isWellFormed()).toBe(true);
  }
});

test('[GW-104] comments of a guest mail nobody, nor do those in the trash; a gateway that drains mails at once', async () => {
  const [owner, ann] = [await reader('Owner'), await reader('Ann')];
  const byGuest = await sharedMap(await Browser.guest(gateway, 'Somebody'), [ann]);
  await byGuest.say('@Ann from a guest');
  const other = await world.start({ limitsFactor: 1_000 });
  const map = await sharedMap(owner.browser, [ann]);
  const trashed = await sharedMap(owner.browser, [ann]);
  await trashed.say('@Ann gone');
  await owner.browser.must('POST', `/api/maps/${trashed.id}/trash`);
  await map.say('@Ann before the end');
  await gateway.drain(5_000);
  const mails = await mailsTo(other, ann.email);
  expect(mails.map(({ text }) => text.includes('before the end'))).toEqual([true]);
  for (const each of [map, trashed, byGuest]) each.stop();
});

class MailerAway extends Failure {
  constructor(kind: 'unavailable' | 'invalid') {
    super('no mailer', { kind, code: 'gateway-test/mailer' });
  }
}
