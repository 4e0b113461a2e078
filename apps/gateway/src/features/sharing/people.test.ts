import type { MapPerson } from '@bough/contracts';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { newMailAddress, signedIn } from '../../testing/visitors/mail.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

async function called(name: string): Promise<Browser> {
  const browser = await signedIn(gateway, newMailAddress());
  await browser.must('PUT', '/api/account', { name, hue: 1 });
  return browser;
}
async function idOf(browser: Browser): Promise<string> {
  return (await browser.person()).id;
}
async function write(browser: Browser, map: string, text: string): Promise<void> {
  const socket = await PageSocket.join(browser, map);
  expect(await socket.change([addItem(text)])).toBe('kept');
  await socket.close();
}
async function peopleFor(browser: Browser, map: string): Promise<readonly MapPerson[]> {
  return (await browser.must('GET', `/api/maps/${map}/people`)).json.people;
}
function inShort({ person, hasWritten, isMember, isGone }: MapPerson): string {
  return [person.name, hasWritten && 'wrote', isMember && 'member', isGone && 'gone'].filter(Boolean).join(' ');
}

test('[GW-436] a map knows everybody who wrote in it, who wrote last first, also those whose access ended, and who may open it', async () => {
  const [owner, ben, cleo] = [await called('Ada'), await called('Ben'), await called('Cleo')];
  const map = await owner.makeMap('Ours');
  for (const who of [ben, cleo]) {
    await world.metadata.addGrant({ map: map.id, person: (await who.person()).id, role: 'edit', link: null, at: 1 });
  }
  const all = async () => (await peopleFor(owner, map.id)).map(inShort);
  expect(await all()).toEqual(['Ada wrote member', 'Ben member', 'Cleo member']);
  await write(ben, map.id, 'of Ben');
  expect(await all()).toEqual(['Ben wrote member', 'Ada wrote member', 'Cleo member']);
  await owner.must('DELETE', `/api/maps/${map.id}/members/${await idOf(ben)}`);
  expect(await all()).toEqual(['Ben wrote', 'Ada wrote member', 'Cleo member']);
  expect((await ben.ask('GET', `/api/maps/${map.id}/people`)).status).toBe(404);
  await ben.must('PUT', '/api/account', { name: 'Benedict', hue: 5 });
  expect((await peopleFor(cleo, map.id))[0]?.person).toEqual({ id: await idOf(ben), name: 'Benedict', hue: 5 });
});

test('[GW-436] the answer has an ETag, which is another one as soon as anybody is called otherwise', async () => {
  const owner = await called('Ada');
  const map = await owner.makeMap();
  const path = `/api/maps/${map.id}/people`;
  const { etag = '' } = (await owner.must('GET', path)).headers;
  expect(etag).not.toBe('');
  expect((await owner.ask('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304);
  await owner.must('PUT', '/api/account', { name: 'Ada L.', hue: 1 });
  expect((await owner.ask('GET', path, undefined, { 'if-none-match': etag })).status).toBe(200);
});

test('[GW-436] a guest who has signed in is whom they became, under both ids', async () => {
  const owner = await called('Ada');
  const map = await owner.makeMap();
  const email = newMailAddress();
  const known = await signedIn(gateway, email);
  await known.must('PUT', '/api/account', { name: 'Grace', hue: 2 });
  const guest = await owner.guestAt(map.id, 'edit');
  const before = await idOf(guest);
  await write(guest, map.id, 'of the guest');
  await signedIn(gateway, email, guest);
  const [first] = await peopleFor(owner, map.id);
  expect(first).toMatchObject({ id: before, person: { id: await idOf(known), name: 'Grace' }, hasWritten: true });
  expect((await peopleFor(owner, map.id)).map(({ id }) => id)).toContain(await idOf(known));
});

test('[GW-436] whoever may only look is told who wrote where they may read the past, and else nobody', async () => {
  const owner = await called('Ada');
  const map = await owner.makeMap();
  const [viewer, reader] = [await called('Vic'), await called('Rea')];
  const look = { map: map.id, role: 'view', link: null, at: 1 } as const;
  await world.metadata.addGrant({ ...look, person: (await viewer.person()).id });
  await world.metadata.addGrant({ ...look, person: (await reader.person()).id, mayReadPast: true });
  expect(await peopleFor(viewer, map.id)).toEqual([]);
  expect((await peopleFor(reader, map.id)).map(inShort)).toEqual(['Ada wrote']);
  await world.metadata.setPage(map.id, 'copy');
  expect((await new Browser(gateway).ask('GET', `/api/maps/${map.id}/people`)).status).toBe(401);
  const stranger = await called('Nobody');
  expect((await peopleFor(stranger, map.id)).map(inShort)).toEqual([]);
});

test('[GW-437] what somebody wrote in a map of others keeps their name when their account is deleted, and their name alone', async () => {
  const [owner, ben] = [await called('Ada'), await called('Ben')];
  const map = await owner.makeMap();
  const id = await idOf(ben);
  await world.metadata.addGrant({ map: map.id, person: (await ben.person()).id, role: 'edit', link: null, at: 1 });
  await write(ben, map.id, 'of Ben');
  await ben.must('POST', '/api/account/delete', { proof: null });
  expect((await peopleFor(owner, map.id)).map(inShort)).toEqual(['Ben wrote gone', 'Ada wrote member']);
  expect((await owner.must('GET', '/api/maps')).json.maps[0]?.changedBy).toMatchObject({ id, name: 'Ben' });
  const records: string[] = [];
  for await (const record of world.metadata.records()) records.push(JSON.stringify(record));
  const about = records.filter((record) => record.includes(id) && record.includes('Ben'));
  expect(about.map((record) => JSON.parse(record))).toEqual([
    { table: 'formerPeople', values: { id, name: 'Ben', hue: 1 } },
  ]);
});

test('[GW-437] of somebody who leaves nothing behind no name is kept', async () => {
  const ben = await called('Ben');
  const id = await idOf(ben);
  const map = await ben.makeMap('Mine alone');
  await write(ben, map.id, 'words');
  await ben.must('POST', '/api/account/delete', { proof: null });
  for await (const record of world.metadata.records()) {
    expect(record).not.toMatchObject({ table: 'formerPeople', values: { id } });
  }
});
