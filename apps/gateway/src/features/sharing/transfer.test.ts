import type { MapId } from '@bough/base';
import { beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { newChangeOps } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { idOf, newAccount } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// A map gets another owner: asked, and accepted.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

const MAILS_MS = 3_000;

/** An owner's map, and people who may comment there. */
async function owned(): Promise<{ owner: Browser; ann: Browser; bo: Browser; map: MapId; path: string }> {
  const [owner, ann, bo] = [
    await newAccount(world, gateway),
    await newAccount(world, gateway),
    await newAccount(world, gateway),
  ];
  const { id: map } = await owner.makeMap('Handed on');
  for (const each of [ann, bo]) {
    await world.metadata.addGrant({ map, person: await idOf(each), role: 'comment', link: null, at: 1 });
  }
  return { owner, ann, bo, map, path: `/api/maps/${map}` };
}

async function roleOf(browser: Browser, path: string): Promise<unknown> {
  return (await browser.must('GET', path)).json.role;
}

test('[GW-464] a member who is asked is told so, and owns the map once they accept; the former owner may edit', async () => {
  const { owner, ann, bo, map, path } = await owned();
  const annId = await idOf(ann);
  await owner.must('POST', `${path}/owner`, { person: await idOf(bo) });
  await owner.must('POST', `${path}/owner`, { person: annId });
  expect([await roleOf(owner, path), await roleOf(ann, path)]).toEqual(['own', 'comment']);
  const { transfer } = (await owner.must('GET', `${path}/sharing`)).json;
  expect(transfer).toMatchObject({ to: { id: annId }, isDeclined: false });
  expect((await bo.must('GET', `${path}/members`)).json.askedBy).toBeNull();
  expect((await ann.must('GET', `${path}/members`)).json.askedBy).toMatchObject({ id: await idOf(owner) });
  world.clock.jump(MAILS_MS);
  const { email } = await ann.person();
  await until(async () => {
    const { mails } = (await new Browser(gateway).must('GET', '/api/outbox?limit=200')).json;
    return mails.some(
      ({ to, subject }: Record<string, string>) => to === email && subject === 'You are asked to own a map',
    );
  });
  expect(await bo.outcome('POST', `${path}/owner/accept`)).toBe('gateway/absent');
  await ann.must('POST', `${path}/owner/accept`);
  expect([await roleOf(owner, path), await roleOf(ann, path), await roleOf(bo, path)]).toEqual([
    'edit',
    'own',
    'comment',
  ]);
  const socket = await PageSocket.join(ann, map);
  expect(await socket.change(newChangeOps())).toBe('kept');
  await socket.close();
  expect(await owner.outcome('GET', `${path}/sharing`)).toBe('gateway/denied');
  expect((await ann.must('GET', `${path}/sharing`)).json.transfer).toBeNull();
});

test('[GW-464] nobody is asked who came by a link and has no address: a cookie would be all that owns the map', async () => {
  const { owner, map, path } = await owned();
  const guest = await Browser.guest(gateway);
  await guest.join((await owner.makeLink(map, 'edit')).secret);
  expect(await owner.outcome('POST', `${path}/owner`, { person: await idOf(guest) })).toBe('gateway/denied');
  expect(await owner.outcome('PUT', `${path}/members/${await idOf(guest)}`, { role: 'own' })).toBe('gateway/denied');
  expect(await guest.outcome('POST', `${path}/owner/accept`)).toBe('gateway/absent');
  expect(await roleOf(owner, path)).toBe('own');
});

test('[GW-465] who declined, was removed, or is asked by nobody any more does not become the owner', async () => {
  const endings = [
    async (owner: Browser, ann: Browser, path: string) => {
      await ann.must('POST', `${path}/owner/decline`);
      const { transfer } = (await owner.must('GET', `${path}/sharing`)).json;
      expect(transfer).toMatchObject({ isDeclined: true });
    },
    async (owner: Browser, _ann: Browser, path: string) => await owner.must('DELETE', `${path}/owner`),
    async (owner: Browser, ann: Browser, path: string) => {
      await owner.must('DELETE', `${path}/members/${await idOf(ann)}`);
      await owner.must('PUT', `${path}/public`, { isPublic: true, mayCopy: false });
      expect((await owner.must('GET', `${path}/sharing`)).json.transfer).toBeNull();
    },
    async (_owner: Browser, ann: Browser, path: string) => await ann.must('POST', `${path}/leave`),
    async (owner: Browser, ann: Browser, path: string) => {
      await ann.must('POST', `${path}/leave`);
      await ann.join((await owner.makeLink(path.split('/')[3] ?? '', 'view')).secret);
    },
    async (owner: Browser, ann: Browser, path: string) =>
      await owner.must('PUT', `${path}/members/${await idOf(ann)}`, { role: 'view' }),
  ];
  for (const end of endings) {
    const { owner, ann, path } = await owned();
    await owner.must('POST', `${path}/owner`, { person: await idOf(ann) });
    await end(owner, ann, path);
    expect(await ann.outcome('POST', `${path}/owner/accept`)).toBe('gateway/absent');
    expect(await roleOf(owner, path)).toBe('own');
  }
});

test('[GW-465] what somebody asked who owns the map no more is worth nothing; one of two presses counts', async () => {
  const { owner, ann, bo, map, path } = await owned();
  const [ownerId, annId, boId] = [await idOf(owner), await idOf(ann), await idOf(bo)];
  await world.metadata.addGrant({ map, person: boId, role: 'own', link: null, at: 2 });
  await owner.must('POST', `${path}/owner`, { person: annId });
  await bo.must('PUT', `${path}/members/${ownerId}`, { role: 'edit' });
  expect(await ann.outcome('POST', `${path}/owner/accept`)).toBe('gateway/absent');
  await bo.must('POST', `${path}/owner`, { person: annId });
  const presses = await Promise.all([1, 2, 3].map(() => ann.outcome('POST', `${path}/owner/accept`)));
  expect(presses.filter((each) => each === 200)).toHaveLength(1);
  expect([await roleOf(ann, path), await roleOf(bo, path), await roleOf(owner, path)]).toEqual(['own', 'edit', 'edit']);
  const stranger = await newAccount(world, gateway);
  for (const person of [await idOf(stranger), annId]) {
    expect(await ann.outcome('POST', `${path}/owner`, { person })).toBe('gateway/absent');
  }
});

test('[GW-465] an offer counts after what an owner has set just now, also where that gateway’s clock is ahead', async () => {
  const { owner, ann, map, path } = await owned();
  const annId = await idOf(ann);
  for (const ahead of [0, 5_000]) {
    const at = world.clock.now() + ahead;
    await world.metadata.addGrant({ map, person: annId, role: 'comment', link: null, isSet: true, at });
    await owner.must('POST', `${path}/owner`, { person: annId });
    await ann.must('POST', `${path}/owner/accept`);
    await ann.must('PUT', `${path}/members/${await idOf(owner)}`, { role: 'own' });
    await owner.must('PUT', `${path}/members/${annId}`, { role: 'comment' });
  }
});

test('[GW-465] who is removed while they accept, by an owner who has not seen that, does not become the owner', async () => {
  const { owner, ann, map, path } = await owned();
  const annId = await idOf(ann);
  await owner.must('POST', `${path}/owner`, { person: annId });
  const { removeAsk } = world.metadata;
  // Between the look at the offer and the grant.
  world.metadata.removeAsk = async (id) => {
    world.metadata.removeAsk = removeAsk;
    const isThere = await removeAsk(id);
    await owner.must('DELETE', `${path}/members/${annId}`);
    return isThere;
  };
  expect(await ann.outcome('POST', `${path}/owner/accept`)).toBe('gateway/absent');
  expect([await roleOf(owner, path), await ann.outcome('GET', path)]).toEqual(['own', 'gateway/absent']);
  expect((await world.metadata.grantsOn(map, annId)).some(({ role }) => role === 'own')).toBe(false);
});
