import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { newAddress } from '../../testing/metadata-contract/fixtures.ts';
import { newChangeOps } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { idOf, newAccount } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

const DAY_MS = 86_400_000;

async function secretMailedTo(email: string): Promise<string> {
  const { mails } = (await new Browser(gateway).must('GET', '/api/outbox?limit=200')).json;
  const mail = mails.find(({ to }: { to: string }) => to === email);
  return /\/join#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
/** Takes up all that waits for this person. */
async function acceptAll(browser: Browser): Promise<void> {
  const { invitations } = (await browser.must('GET', '/api/invitations')).json;
  for (const { id } of invitations) await browser.must('POST', `/api/invitations/${id}/accept`);
}

test('[GW-85] an invitation waits for whoever proves to have the address, and is answered alike for everybody', async () => {
  const owner = await newAccount(world, gateway);
  const map = await owner.makeMap('Invited');
  const [known, unknown] = [newAddress(), newAddress()];
  const invited = await newAccount(world, gateway, known);
  const path = `/api/maps/${map.id}/invitations`;
  const answers = [];
  for (const email of [known.toUpperCase(), unknown]) {
    const { status, json } = await owner.ask('POST', path, { email, role: 'edit' });
    answers.push([status, Object.keys(json), json.role, json.email]);
  }
  expect(answers[0]?.slice(0, 3)).toEqual(answers[1]?.slice(0, 3));
  expect(answers[0]?.[3]).toBe(known);
  const { invitations, members } = (await owner.must('GET', `/api/maps/${map.id}/sharing`)).json;
  expect(invitations).toHaveLength(2);
  expect(members).toMatchObject([{ role: 'own', by: 'person' }]);
  // By a press on the page; by the mail's link; not by somebody else who has the link.
  const secret = await secretMailedTo(known);
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  const stranger = await newAccount(world, gateway);
  expect((await stranger.join(secret)).json).toMatchObject({ code: 'gateway/sign-in-needed' });
  await acceptAll(invited);
  expect((await invited.must('GET', '/api/maps')).json.maps).toMatchObject([{ id: map.id, role: 'edit' }]);
  expect((await invited.join(secret)).status).toBe(404);
  const later = await newAccount(world, gateway, unknown);
  expect((await later.join(await secretMailedTo(unknown))).json).toMatchObject({ map: { id: map.id, role: 'edit' } });
  expect((await owner.must('GET', `/api/maps/${map.id}/sharing`)).json.invitations).toEqual([]);
  expect((await later.must('GET', '/api/maps?show=shared')).json.maps).toMatchObject([{ title: 'Invited' }]);
});

test('[GW-85] an invitation can be withdrawn, grows old, never lowers a role, and comes from no guest', async () => {
  const owner = await newAccount(world, gateway);
  const map = await owner.makeMap();
  const path = `/api/maps/${map.id}/invitations`;
  const [gone, old, own] = [newAddress(), newAddress(), newAddress()];
  const { id } = (await owner.must('POST', path, { email: gone, role: 'view' })).json;
  await owner.must('DELETE', `${path}/${id}`);
  expect((await owner.ask('DELETE', `${path}/${id}`)).status).toBe(404);
  const late = await newAccount(world, gateway, gone);
  await acceptAll(late);
  expect((await late.must('GET', '/api/maps')).json.maps).toEqual([]);
  await owner.must('POST', path, { email: old, role: 'view' });
  world.clock.jump(30 * DAY_MS);
  const patient = await newAccount(world, gateway, old);
  expect((await patient.join(await secretMailedTo(old))).status).toBe(404);
  await acceptAll(patient);
  expect((await patient.must('GET', '/api/maps')).json.maps).toEqual([]);
  await world.metadata.tryChangeEmail(await idOf(owner), (await owner.person()).email ?? '', own);
  await owner.must('POST', path, { email: own, role: 'view' });
  await acceptAll(owner);
  expect((await owner.must('GET', '/api/maps')).json.maps).toMatchObject([{ role: 'own' }]);
  const guest = await Browser.guest(gateway);
  const theirs = await guest.makeMap();
  const body = { email: newAddress(), role: 'view' };
  expect(await guest.outcome('POST', `/api/maps/${theirs.id}/invitations`, body)).toBe('gateway/account-needed');
});

test('[GW-432] guests who come by a link have names of their own there, also when they come at once', async () => {
  const owner = await Browser.guest(gateway, 'Rowan');
  const map = await owner.makeMap();
  const { secret } = await owner.makeLink(map.id, 'edit');
  const named = await Promise.all(Array.from({ length: 3 }, () => Browser.guest(gateway, 'Rowan')));
  const nobodies = Array.from({ length: 12 }, () => new Browser(gateway));
  await Promise.all(nobodies.map((browser) => browser.open()));
  const joined = await Promise.all([...named, ...nobodies].map((browser) => browser.join(secret)));
  const { members } = (await owner.must('GET', `/api/maps/${map.id}/sharing`)).json;
  const names = members.map(({ person }: { person: { name: string } }) => person.name);
  expect(new Set(names).size).toBe(16);
  expect(names).toContain('Rowan');
  const told = joined.map(({ json }): string => json.session.person.name);
  expect(new Set(told)).toEqual(new Set(names.filter((name: string) => name !== 'Rowan')));
});

test('[GW-86] a link for people who signed in lets no guest in', async () => {
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap();
  const made = await owner.must('POST', `/api/maps/${map.id}/links`, { role: 'comment', needsSignIn: true });
  for (const browser of [new Browser(gateway), await Browser.guest(gateway)]) {
    await browser.open();
    expect((await browser.join(made.json.secret)).json).toMatchObject({ code: 'gateway/sign-in-needed' });
    expect((await browser.open()).person?.email ?? null).toBeNull();
  }
  const account = await newAccount(world, gateway);
  expect((await account.join(made.json.secret)).json).toMatchObject({ map: { role: 'comment' } });
});

test('[GW-86] who came by a link that forbids copying neither exports nor copies; another reason lifts it', async () => {
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap();
  const path = `/api/maps/${map.id}`;
  const bound = await owner.must('POST', `${path}/links`, { role: 'view', mayCopy: false });
  const guest = await Browser.guest(gateway);
  expect((await guest.join(bound.json.secret)).json).toMatchObject({ map: { mayCopy: false } });
  expect(await guest.outcome('POST', `${path}/copies`, {})).toBe('gateway/denied');
  expect(await guest.outcome('GET', `${path}/export/svg`)).toBe('gateway/denied');
  expect((await guest.ask('GET', `${path}/document`)).status).toBe(200);
  await guest.join((await owner.makeLink(map.id, 'view')).secret);
  expect((await guest.must('POST', `${path}/copies`, {})).json).toMatchObject({ role: 'own' });
});

test('[GW-86] with a link ends what it gave, and its sockets within a second or two', async () => {
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap();
  const expiresAt = world.clock.now() + 9_000;
  const made = await owner.must('POST', `/api/maps/${map.id}/links`, { role: 'edit', expiresAt });
  const guest = await Browser.guest(gateway);
  await guest.join(made.json.secret);
  const socket = await PageSocket.join(guest, map.id);
  expect(await socket.change(newChangeOps())).toBe('kept');
  world.clock.jump(9_000);
  expect((await guest.ask('GET', `/api/maps/${map.id}`)).status).toBe(404);
  expect((await guest.join(made.json.secret)).status).toBe(404);
  world.clock.jump(1_000);
  expect(await socket.end()).toBe(1008);
  expect((await owner.must('GET', `/api/maps/${map.id}/links`)).json.links).toEqual([]);
  const past = { role: 'edit', expiresAt: world.clock.now() };
  expect(await owner.outcome('POST', `/api/maps/${map.id}/links`, past)).toBe('gateway/malformed');
});

test('[GW-87] a public page is read by anybody until it is not', async () => {
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap('For <everybody> & "all"');
  const nobody = new Browser(gateway);
  const path = `/api/maps/${map.id}`;
  expect(await nobody.outcome('GET', path)).toBe('gateway/unauthenticated');
  await owner.must('PUT', `${path}/public`, { isPublic: true, mayCopy: false });
  expect((await nobody.must('GET', path)).json).toMatchObject({ role: 'view', isPublic: true, mayCopy: false });
  expect((await nobody.ask('GET', `${path}/document`)).status).toBe(200);
  expect(await nobody.outcome('GET', `${path}/export/svg`)).toBe('gateway/denied');
  const page = await nobody.ask('GET', `/p/${map.id}`);
  expect(page.text).toContain('<title>For &lt;everybody&gt; &amp; &quot;all&quot;</title>');
  expect(page.text).toContain(`<link rel="canonical" href="https://bough.localhost/p/${map.id}">`);
  expect([page.headers['x-robots-tag'], page.text.includes('<everybody>')]).toEqual([undefined, false]);
  const guest = await Browser.guest(gateway);
  const socket = await PageSocket.join(guest, map.id);
  expect(await socket.change(newChangeOps())).toBe('denied');
  expect((await guest.must('GET', '/api/maps')).json.maps).toEqual([]);
  await owner.must('PUT', `${path}/public`, { isPublic: false, mayCopy: true });
  expect(await socket.end()).toBe(1008);
  expect(await guest.outcome('GET', path)).toBe('gateway/absent');
  const hidden = await nobody.ask('GET', `/p/${map.id}`);
  expect([hidden.text.includes('everybody'), hidden.headers['x-robots-tag']]).toEqual([false, 'noindex']);
});

test('[GW-88] a map has an owner at every time: leaving, lowering and giving away', async () => {
  const [ada, bob] = [await Browser.guest(gateway), await Browser.guest(gateway)];
  const map = await ada.makeMap();
  const path = `/api/maps/${map.id}`;
  const [adaId, bobId] = [await idOf(ada), await idOf(bob)];
  expect(await ada.outcome('POST', `${path}/leave`)).toBe('gateway/last-owner');
  expect(await ada.outcome('PUT', `${path}/members/${adaId}`, { role: 'edit' })).toBe('gateway/last-owner');
  expect(await ada.outcome('POST', `${path}/owner`, { person: bobId })).toBe('gateway/absent');
  await bob.join((await ada.makeLink(map.id, 'view')).secret);
  await ada.must('PUT', `${path}/members/${bobId}`, { role: 'comment' });
  expect((await bob.must('GET', path)).json.role).toBe('comment');
  await ada.must('POST', `${path}/owner`, { person: bobId });
  await bob.must('POST', `${path}/owner/accept`);
  expect((await bob.must('GET', path)).json).toMatchObject({ role: 'own', owner: { id: bobId } });
  expect((await ada.must('GET', path)).json.role).toBe('edit');
  await ada.must('POST', `${path}/leave`);
  expect(await ada.outcome('GET', path)).toBe('gateway/absent');
  await bob.must('DELETE', `${path}/members/${adaId}`);
  expect(await bob.outcome('DELETE', `${path}/members/${bobId}`)).toBe('gateway/last-owner');
});

test('[GW-88] of owners who leave at once one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const owners = await Promise.all(Array.from({ length: 4 }, () => Browser.guest(gateway)));
    const map = await (owners[0] ?? new Browser(gateway)).makeMap();
    for (const owner of owners) {
      await world.metadata.addGrant({ map: map.id, person: await idOf(owner), role: 'own', link: null, at: 1 });
    }
    await Promise.all(owners.map((owner) => owner.ask('POST', `/api/maps/${map.id}/leave`)));
    const left = await world.metadata.grantsOnMaps([map.id]);
    expect(left.filter(({ role }) => role === 'own').length).toBeGreaterThan(0);
  }
});

test('[GW-89] the whole trash is emptied at once: one’s own maps, and nothing else', async () => {
  const [ada, bob] = [await Browser.guest(gateway), await Browser.guest(gateway)];
  const maps = [await ada.makeMap('One'), await ada.makeMap('Two'), await ada.makeMap('Kept')];
  const shared = await bob.makeMap('Of Bob');
  await ada.join((await bob.makeLink(shared.id, 'edit')).secret);
  for (const map of maps.slice(0, 2)) await ada.must('POST', `/api/maps/${map.id}/trash`);
  await bob.must('POST', `/api/maps/${shared.id}/trash`);
  expect((await ada.must('DELETE', '/api/trash')).json).toEqual({ removed: 2, left: 0 });
  expect((await ada.must('DELETE', '/api/trash')).json).toEqual({ removed: 0, left: 0 });
  for (const map of maps.slice(0, 2)) {
    expect((await ada.ask('POST', `/api/maps/${map.id}/restore`)).status).toBe(404);
  }
  const left = (await ada.must('GET', '/api/maps')).json.maps.map(({ title }: { title: string }) => title);
  expect(left).toEqual(['Kept']);
  expect((await bob.must('POST', `/api/maps/${shared.id}/restore`)).json.title).toBe('Of Bob');
});

test('[GW-89] what is in the trash is opened by nobody, and comes back as it was or goes for ever', async () => {
  const [owner, guest] = [await Browser.guest(gateway), await Browser.guest(gateway)];
  const map = await owner.makeMap('Trash');
  const path = `/api/maps/${map.id}`;
  const link = await owner.makeLink(map.id, 'edit');
  await guest.join(link.secret);
  const socket = await PageSocket.join(guest, map.id);
  await owner.must('POST', `${path}/trash`);
  expect(await socket.end()).toBe(1008);
  for (const browser of [owner, guest]) {
    expect(await browser.outcome('GET', path)).toBe('gateway/absent');
    expect((await browser.must('GET', '/api/maps')).json.maps).toEqual([]);
  }
  expect(await guest.outcome('POST', `${path}/restore`)).toBe('gateway/denied');
  expect((await owner.must('GET', '/api/maps?show=trash')).json.maps).toMatchObject([{ title: 'Trash' }]);
  expect((await guest.must('GET', '/api/maps?show=trash')).json.maps).toEqual([]);
  expect((await owner.must('POST', `${path}/restore`)).json).toMatchObject({ trashedAt: null, role: 'own' });
  const again = await PageSocket.join(guest, map.id);
  expect(await again.change(newChangeOps())).toBe('kept');
  await again.close();
  expect(await owner.outcome('DELETE', path)).toBe('gateway/absent');
  await owner.must('POST', `${path}/trash`);
  await owner.must('DELETE', path);
  expect(await owner.outcome('POST', `${path}/restore`)).toBe('gateway/absent');
  expect((await guest.join(link.secret)).status).toBe(404);
  expect((await owner.must('GET', '/api/maps?show=trash')).json.maps).toEqual([]);
});
