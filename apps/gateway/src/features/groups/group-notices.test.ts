import type { GroupFacts } from '@bough/contracts';
import { beforeAll, expect, test } from 'vitest';
import { newAddress } from '../../testing/metadata-contract/fixtures.ts';
import { type Observed, observed } from '../../testing/observed.ts';
import { until } from '../../testing/until.ts';
import type { Browser } from '../../testing/visitors/browser.ts';
import { mailsTo } from '../../testing/visitors/mail.ts';
import { idOf, newAccount } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';
import { GATHERED_MS } from './group-notices.ts';

// What is mailed to the people of a group that is given maps.

let world: World;
let gateway: RunningGateway;
let store: Observed;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  store = observed(world.metadata);
  gateway = await world.start({}, store.metadata);
  return world.end;
});

const STEP_MS = 100;
const ONE = 'A map was shared with your group';
const MANY = 'Maps were shared with your group';

const account = async (): Promise<Browser> => await newAccount(world, gateway);
const addressOf = async (browser: Browser): Promise<string> => (await browser.person()).email ?? '';
const aboutGroups = async (address: string) =>
  (await mailsTo(gateway, address)).filter(({ subject }) => subject === ONE || subject === MANY);

async function groupOf(owner: Browser, addresses: readonly string[]): Promise<GroupFacts> {
  return (await owner.must('POST', '/api/groups', { name: 'Class 8b', addresses })).json;
}
async function give(owner: Browser, map: string, { id }: GroupFacts): Promise<void> {
  await owner.must('PUT', `/api/maps/${map}/groups/${id}`, { role: 'view' });
}
/** How many wait to be told. */
const waiting = async (): Promise<number> =>
  (await world.metadata.dueGroupNotices(Number.MAX_SAFE_INTEGER, 9_999)).length;

/** Lets just so much time go by that all is mailed that may be: who looks once more has done what was due. */
async function sent(): Promise<void> {
  world.clock.jump(GATHERED_MS + 1);
  const looks = (): number => store.calls.filter((name) => name === 'dueGroupNotices').length;
  for (let round = 0; round < 3; round++) {
    const before = looks();
    // In small steps: who is still at work plans the next look from when they are done.
    await until(() => {
      world.clock.jump(STEP_MS);
      return looks() > before;
    });
  }
}

test('[GW-516] each member is told by one email, of several maps by one, and who is added later of what there is', async () => {
  const [ada, bob] = [await account(), await account()];
  const [known, unknown, later] = [await addressOf(bob), newAddress(), newAddress()];
  const { id: first } = await ada.makeMap('Rivers');
  const group = await groupOf(ada, [known, unknown]);
  await give(ada, first, group);
  await give(ada, first, group);
  await sent();
  for (const address of [known, unknown]) {
    const mails = await aboutGroups(address);
    expect(mails.map(({ subject }) => subject)).toEqual([ONE]);
    expect(mails[0]?.text).toContain('“Class 8b”');
    expect(mails[0]?.text).toContain('Rivers');
    expect(mails[0]?.text).toContain(`/m/${first}`);
  }
  const { id: second } = await ada.makeMap('Lakes');
  await give(ada, second, group);
  await ada.must('POST', `/api/groups/${group.id}/addresses`, { add: [later], remove: [] });
  await sent();
  expect((await aboutGroups(known)).map(({ subject }) => subject)).toEqual([ONE, ONE]);
  const [mail] = await aboutGroups(later);
  expect(mail?.subject).toBe(MANY);
  expect([mail?.text.includes('Rivers'), mail?.text.includes('Lakes'), mail?.text.includes('/m/')]).toEqual([
    ...[true, true, false],
  ]);
});

test('[GW-516] who may open the map otherwise, has been there, may not any more, or is in another group of it gets no email', async () => {
  const [ada, bob, cy] = [await account(), await account(), await account()];
  const { id: map } = await ada.makeMap();
  await world.metadata.addGrant({ map, person: await idOf(bob), role: 'view', link: null, at: 1 });
  const [gone, twice] = [newAddress(), newAddress()];
  const addresses = [await addressOf(ada), await addressOf(bob), await addressOf(cy), gone, twice];
  const group = await groupOf(ada, addresses);
  await give(ada, map, group);
  await cy.must('POST', `/api/maps/${map}/ticket?client=AAAAAAAAAAAA`);
  await ada.must('POST', `/api/groups/${group.id}/addresses`, { add: [], remove: [gone] });
  await sent();
  expect(await Promise.all(addresses.map(async (each) => (await aboutGroups(each)).length))).toEqual([0, 0, 0, 0, 1]);
  await give(ada, map, await groupOf(ada, [twice]));
  expect(await waiting()).toBe(0);
  const other = await groupOf(ada, [newAddress()]);
  const { id: trashed } = await ada.makeMap();
  await give(ada, trashed, other);
  await ada.must('POST', `/api/maps/${trashed}/trash`);
  await sent();
  expect(await aboutGroups(other.addresses[0] ?? '')).toEqual([]);
});

test('[GW-517] they count as invitations: sharing is not refused, what is too many waits, and ten are left to invite with', async () => {
  const ada = await account();
  const { id: map } = await ada.makeMap();
  const addresses = Array.from({ length: 60 }, () => newAddress());
  await give(ada, map, await groupOf(ada, addresses));
  await sent();
  const told = async (): Promise<number> =>
    (await Promise.all(addresses.map(async (each) => await aboutGroups(each)))).flat().length;
  // While time goes by one or two come back.
  const first = await told();
  expect([first >= 40, first < 43, first + (await waiting())]).toEqual([true, true, 60]);
  const path = `/api/maps/${map}/invitations`;
  const outcomes: unknown[] = [];
  for (let n = 0; n < 15; n++) {
    outcomes.push(await ada.outcome('POST', path, { email: newAddress(), role: 'view' }));
  }
  expect(outcomes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(outcomes.at(-1)).toBe('gateway/too-many');
  // As fast as invitations may be sent, and no faster.
  world.clock.jump(2 * 3_600_000);
  await sent();
  expect(await told()).toBe(60);
});

test('[GW-517] an address is told no more often than it is invited, whoever shares', async () => {
  const address = newAddress();
  for (let n = 0; n < 12; n++) {
    const ada = await account();
    await give(ada, (await ada.makeMap()).id, await groupOf(ada, [address]));
  }
  await sent();
  const told = (await aboutGroups(address)).length;
  expect([told >= 10, told < 12, told + (await waiting())]).toEqual([true, true, 12]);
  world.clock.jump(7 * 24 * 3_600_000 + 1);
  await sent();
  expect([(await aboutGroups(address)).length, await waiting()]).toEqual([told, 0]);
});

test('[GW-516] what mailer does not take is mailed later', async () => {
  const ada = await account();
  const address = newAddress();
  const group = await groupOf(ada, [address]);
  await give(ada, (await ada.makeMap()).id, group);
  store.away.add('personByEmail');
  await sent();
  expect([(await aboutGroups(address)).length, await waiting()]).toEqual([0, 1]);
  store.away.clear();
  await sent();
  expect(await aboutGroups(address)).toHaveLength(1);
});
