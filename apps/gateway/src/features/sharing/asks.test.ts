import type { MapId } from '@bough/base';
import { beforeAll, expect, test } from 'vitest';
import { mannWhitney } from '../../testing/mann-whitney.ts';
import { newMapId } from '../../testing/metadata-contract/fixtures.ts';
import { until } from '../../testing/until.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { idOf, newAccount } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// Asking for access to a map that one may not open, or that there is not.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Mails are sent within this. */
const MAILS_MS = 3_000;
const TIMES = 150;

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

async function mailsTo(browser: Browser): Promise<readonly Mail[]> {
  const { mails } = (await new Browser(gateway).must('GET', '/api/outbox?limit=200')).json;
  const { email } = await browser.person();
  return mails.filter(({ to, subject }: Mail) => to === email && !subject.startsWith('Sign in'));
}

async function mailed(browser: Browser, subject: string): Promise<Mail> {
  world.clock.jump(MAILS_MS);
  let found: Mail | undefined;
  await until(async () => (found = (await mailsTo(browser)).find((mail) => mail.subject === subject)) !== undefined);
  return found ?? expect.unreachable('there is one');
}

async function asksOf(
  owner: Browser,
  map: MapId,
): Promise<readonly { readonly id: string; readonly message: string }[]> {
  return (await owner.must('GET', `/api/maps/${map}/sharing`)).json.asks;
}

/** How probable it is that asking takes as long for maps that there are as for those that there are not. */
async function compared(owner: Browser, asker: Browser): Promise<number> {
  const maps = await Promise.all(Array.from({ length: TIMES }, async () => (await owner.makeMap('Another')).id));
  const [there, not]: [number[], number[]] = [[], []];
  for (const [at, id] of maps.entries()) {
    const pair = [[there, id] as const, [not, newMapId()] as const];
    for (const [into, map] of at % 2 === 0 ? pair : pair.toReversed()) {
      const began = performance.now();
      await asker.ask('POST', `/api/maps/${map}/ask`, { message: '' });
      into.push(performance.now() - began);
    }
  }
  return mannWhitney(there, not);
}

test('[GW-460] asking tells nothing: the same answer and the same time whether there is such a map or not', async () => {
  const [owner, asker] = [await newAccount(world, gateway), await newAccount(world, gateway)];
  const { id: map } = await owner.makeMap('Secret');
  const bare = ({ requestId: _, ...problem }: Record<string, unknown>): unknown => problem;
  const seen = async (id: MapId): Promise<unknown> => {
    const path = `/api/maps/${id}`;
    const before = await asker.ask('GET', `${path}/ask`);
    const asked = await asker.ask('POST', `${path}/ask`, { message: 'Please' });
    const again = await asker.ask('POST', `${path}/ask`, { message: 'Please!' });
    const after = await asker.ask('GET', `${path}/ask`);
    const shut = await asker.ask('GET', path);
    const at = typeof after.json.at;
    return [before.json, asked.status, asked.text, again.status, again.text, at, shut.status, bare(shut.json)];
  };
  expect(await seen(map)).toEqual(await seen(newMapId()));
  // Where there is no difference one try in a hundred looks as if there were; where there is one, each does.
  let p = 0;
  for (let round = 0; round < 3 && p <= 0.01; round++) p = await compared(owner, asker);
  expect(p).toBeGreaterThan(0.01);
});

test('[GW-461] a request stands once, for thirty days, whether it is refused or not; guests and the hasty ask nothing', async () => {
  const strict = await world.start();
  const owner = await newAccount(world, strict);
  const asker = await newAccount(world, strict);
  const { id: map } = await owner.makeMap('Wanted');
  const path = `/api/maps/${map}/ask`;
  await asker.must('POST', path, { message: '  Let me in  ' });
  await asker.must('POST', path, { message: 'Let me in!' });
  const [first, ...more] = await asksOf(owner, map);
  expect([first?.message, more]).toEqual(['Let me in', []]);
  await owner.must('DELETE', `/api/maps/${map}/asks/${first?.id}`);
  expect(await owner.outcome('DELETE', `/api/maps/${map}/asks/${first?.id}`)).toBe('gateway/absent');
  await asker.must('POST', path, { message: 'Why not?' });
  expect(await asksOf(owner, map)).toEqual([]);
  expect((await asker.must('GET', path)).json.at).not.toBeNull();
  expect(await asker.outcome('GET', `/api/maps/${map}`)).toBe('gateway/absent');
  expect(await (await Browser.guest(strict)).outcome('POST', path, { message: '' })).toBe('gateway/account-needed');
  const outcomes = [];
  for (let n = 0; n < 10; n++)
    outcomes.push(await asker.outcome('POST', `/api/maps/${newMapId()}/ask`, { message: '' }));
  expect(new Set(outcomes)).toEqual(new Set([204, 'gateway/too-many']));
  world.clock.jump(31 * DAY_MS);
  await until(async () => {
    world.clock.jump(HOUR_MS);
    return (await world.metadata.asksAbout(map)).length === 0;
  });
});

test('[GW-462] owners see who asks, by name, address and message, and get an email; what is not asked for any more mails nobody', async () => {
  const [owner, other, asker] = await Promise.all(Array.from({ length: 3 }, () => newAccount(world, gateway)));
  if (owner === undefined || other === undefined || asker === undefined) return expect.unreachable('there are three');
  const { id: map } = await owner.makeMap('Wanted');
  await world.metadata.addGrant({ map, person: await idOf(other), role: 'own', link: null, at: 1 });
  await asker.must('POST', `/api/maps/${map}/ask`, { message: 'I am on the <b>team</b>' });
  const who = await asker.person();
  expect(await asksOf(owner, map)).toMatchObject([
    { person: { id: who.id, name: who.name }, email: who.email, message: 'I am on the <b>team</b>' },
  ]);
  for (const browser of [owner, other]) {
    const { text } = await mailed(browser, 'Someone asks for access to your map');
    expect(text).toContain(`/m/${map}`);
    expect(text).toContain('> I am on the <b>team</b>');
  }
  world.clock.jump(MAILS_MS);
  expect(await mailsTo(owner)).toHaveLength(1);
  expect((await owner.must('GET', `/api/maps/${map}/members`)).text).not.toContain(who.id);
  // Somebody who was let in meanwhile does not ask any more.
  const { id: second } = await owner.makeMap('Open');
  await asker.must('POST', `/api/maps/${second}/ask`, { message: '' });
  await asker.join((await owner.makeLink(second, 'view')).secret);
  expect(await asksOf(owner, second)).toEqual([]);
  world.clock.jump(MAILS_MS);
  await until(async () => (await world.metadata.unmailedAsks(9)).length === 0);
  expect(await mailsTo(owner)).toHaveLength(1);
});

test('[GW-463] who is granted access has that role until then and reads so by email; nothing is lowered', async () => {
  const [owner, asker] = [await newAccount(world, gateway), await newAccount(world, gateway)];
  const { id: map } = await owner.makeMap('Wanted');
  const path = `/api/maps/${map}`;
  await asker.must('POST', `${path}/ask`, { message: '' });
  const [ask] = await asksOf(owner, map);
  const past = { role: 'view', until: world.clock.now() };
  expect(await owner.outcome('POST', `${path}/asks/${ask?.id}`, past)).toBe('gateway/malformed');
  expect(await asker.outcome('POST', `${path}/asks/${ask?.id}`, { role: 'edit', until: null })).toBe('gateway/absent');
  const end = world.clock.now() + DAY_MS;
  await owner.must('POST', `${path}/asks/${ask?.id}`, { role: 'comment', until: end });
  expect((await asker.must('GET', path)).json).toMatchObject({ role: 'comment' });
  const { members, asks } = (await owner.must('GET', `${path}/sharing`)).json;
  expect(members).toMatchObject([
    { role: 'own' },
    { role: 'comment', until: end, email: (await asker.person()).email },
  ]);
  expect(asks).toEqual([]);
  await mailed(asker, 'You have access to a map');
  // They ask in one window and come by a better link in another.
  const late = await newAccount(world, gateway);
  await late.must('POST', `${path}/ask`, { message: '' });
  const [open] = await asksOf(owner, map);
  await late.join((await owner.makeLink(map, 'edit')).secret);
  await owner.must('POST', `${path}/asks/${open?.id}`, { role: 'view', until: null });
  expect((await late.must('GET', path)).json).toMatchObject({ role: 'edit' });
});

test('[GW-463] what an owner grants stays when the link goes by which the person came meanwhile', async () => {
  const [owner, asker] = [await newAccount(world, gateway), await newAccount(world, gateway)];
  const { id: map } = await owner.makeMap('Wanted');
  const path = `/api/maps/${map}`;
  for (const [role, granted] of [
    ['view', 'view'],
    ['edit', 'comment'],
  ] as const) {
    const late = role === 'view' ? asker : await newAccount(world, gateway);
    await late.must('POST', `${path}/ask`, { message: '' });
    const [open] = await asksOf(owner, map);
    const link = await owner.makeLink(map, role);
    await late.join(link.secret);
    await owner.must('POST', `${path}/asks/${open?.id}`, { role: granted, until: null });
    expect((await late.must('GET', path)).json).toMatchObject({ role });
    await owner.must('DELETE', `${path}/links/${link.id}`);
    expect((await late.must('GET', path)).json).toMatchObject({ role: granted });
  }
});
