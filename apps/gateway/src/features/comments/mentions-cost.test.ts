import { parseClientId, parseMapId, type PersonId } from '@bough/base';
import { newCommentId, newItemId, newThreadId, type NumberedChange } from '@bough/map';
import { parsed } from '@bough/map/testing';
import { openContext, platformIds, silentLog } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { newAddress } from '../../testing/metadata-contract/fixtures.ts';
import { idOf } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';
import { type MentionParts, Mentions } from './mentions.ts';

// Mentions over a mailer that only remembers, and folders that count who asks them who may read a map.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start();
  return world.end;
});
const client = parseClientId(platformIds.short()) ?? expect.unreachable('short ids are client ids');

function comment(author: PersonId, text: string, counter = 1): NumberedChange {
  const ids = { thread: newThreadId(platformIds), id: newCommentId(platformIds) };
  const op = { kind: 'comment', ...ids, item: newItemId(platformIds), text } as const;
  return { client, counter, author, at: 1, ops: parsed(op), seq: counter };
}

/** A map with a guest and somebody named Ann, whom a comment by a third can be mailed to. */
async function watched() {
  const owner = await Browser.guest(gateway, 'Owner');
  const [guest, ann] = [await Browser.guest(gateway), await Browser.guest(gateway, 'Ann')];
  const map = parseMapId((await owner.makeMap()).id) ?? expect.unreachable('a map has an id');
  const eve = await idOf(await Browser.guest(gateway, 'Eve'));
  const ids = [await idOf(owner), await idOf(guest), await idOf(ann)] as const;
  for (const id of [ids[0], ids[2], eve]) expect(await world.metadata.tryClaimEmail(id, newAddress())).toBe(true);
  for (const person of [ids[1], ids[2], eve])
    await world.metadata.addGrant({ map, person, role: 'comment', link: null, at: 1 });
  const given: unknown[] = [];
  let looks = 0;
  const gifts: MentionParts['gifts'] = {
    peopleOn: async () => {
      looks++;
      return [];
    },
  };
  const call: unknown = async (_route: unknown, { body }: { body?: unknown }): Promise<void> => {
    given.push(body);
  };
  const mailer = { call: call as MentionParts['mailer']['call'] };
  const { clock, metadata } = world;
  const onTrouble = (error: unknown): void => expect.unreachable(String(error));
  const contexts = { service: 'gateway', clock, ids: platformIds, log: silentLog } as const;
  const mentions = new Mentions(
    { clock, metadata, gifts, mailer, openContext: (facts) => openContext(contexts, facts), onTrouble },
    { publicUrl: 'https://bough.example' },
  );
  return { map, mentions, given, looks: () => looks, owner: ids[0], guest: ids[1], eve };
}

test('[GW-400] what a guest says makes nobody look who may read it, and takes no place from what others say', async () => {
  const { map, mentions, given, looks, owner, guest } = await watched();
  const flood = (): void => {
    for (let n = 0; n < 120; n++) mentions.kept(map, [comment(guest, '@'.repeat(10_000), n)]);
  };
  flood();
  await mentions.flush();
  expect(looks()).toBe(0);
  flood();
  mentions.kept(map, [comment(owner, '@Ann the roses')]);
  await mentions.flush();
  expect(looks()).toBeGreaterThan(0);
  expect(JSON.stringify(given.at(-1))).toContain('the roses');
});

test('[GW-400] what is added to others is no reason to hand a mail over once more', async () => {
  const { map, mentions, given, owner } = await watched();
  mentions.kept(map, [comment(owner, '@Ann the roses')]);
  await expect.poll(() => given.length).toBe(1);
  for (let n = 0; n < 20; n++) mentions.kept(map, [comment(owner, '@nobody the beans', n)]);
  mentions.kept(map, [comment(owner, '@Ann the peas')]);
  await expect.poll(() => JSON.stringify(given.at(-1))).toContain('the peas');
  expect(given).toHaveLength(2);
  await mentions.flush();
});

test('[GW-500] what names nobody, or is said by others, takes no place from who is named', async () => {
  const { map, mentions, given, owner, eve } = await watched();
  const flood = (text: string): void => {
    for (let n = 0; n < 150; n++) mentions.kept(map, [comment(eve, text, n)]);
  };
  flood('a@b @nobody');
  mentions.kept(map, [comment(owner, '@Ann the house burns')]);
  await mentions.flush();
  expect(JSON.stringify(given.at(-1))).toContain('the house burns');
  // Nor does who names the same person all the time; everybody has a share of the mail.
  flood('@Ann look');
  mentions.kept(map, [comment(owner, '@Ann the barn, too')]);
  await mentions.flush();
  expect(JSON.stringify(given.at(-1))).toContain('the barn, too');
  // At the end of what somebody has said offline.
  flood('@nobody');
  mentions.kept(map, [comment(eve, '@Ann at the end')]);
  await mentions.flush();
  expect(JSON.stringify(given.at(-1))).toContain('at the end');
});
