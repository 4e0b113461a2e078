import { inflateRawSync } from 'node:zlib';
import { stopwatch } from '@bough/house/servers';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { lastSecret, mailsTo, newcomer, newMailAddress, signedIn } from '../../testing/visitors/mail.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

const HOUR_MS = 3_600_000;
const PASSWORD = 'four words of mine';
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

async function member(): Promise<{ readonly browser: Browser; readonly email: string }> {
  const email = newMailAddress();
  return { browser: await signedIn(gateway, email), email };
}
async function isIn(browser: Browser): Promise<boolean> {
  return (await browser.ask('GET', '/api/account')).status === 200;
}

test('[GW-67] an account says what there is of it, and takes another name and colour', async () => {
  const { browser, email } = await member();
  const { json } = await browser.must('GET', '/api/account');
  expect(json).toMatchObject({
    person: { email, isGuest: false },
    hasPassword: false,
    hasProvider: false,
    isOwner: false,
  });
  expect(json.isFresh).toBe(true);
  const changed = await browser.must('PUT', '/api/account', { name: 'Ada', hue: 4 });
  expect(changed.json).toMatchObject({ name: 'Ada', hue: 4, email });
  expect(await browser.person()).toEqual(changed.json);
  expect(await (await newcomer(gateway)).outcome('GET', '/api/account')).toBe('gateway/unauthenticated');
});

test('[GW-68] what could take an account away needs a proof, once the session is an hour old', async () => {
  const { browser, email } = await member();
  await browser.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  world.clock.jump(HOUR_MS + 1);
  expect((await browser.must('GET', '/api/account')).json).toMatchObject({ hasPassword: true, isFresh: false });
  const asks: readonly (readonly [string, string, object])[] = [
    ['PUT', '/api/account/password', { password: 'another four words' }],
    ['POST', '/api/account/password/remove', {}],
    ['POST', '/api/account/email', { email: newMailAddress() }],
    ['POST', '/api/account/delete', {}],
  ];
  for (const [method, path, body] of asks) {
    expect(await browser.outcome(method, path, { ...body, proof: null })).toBe('gateway/unproved');
    expect(await browser.outcome(method, path, { ...body, proof: 'a wrong one' })).toBe('gateway/wrong-password');
  }
  // A new session that another one began is as old as that one's proof.
  await browser.must('POST', '/api/account/sessions/end-others');
  expect(await browser.outcome('POST', '/api/account/delete', { proof: null })).toBe('gateway/unproved');
  await browser.must('POST', '/api/account/password/remove', { proof: PASSWORD });
  expect(await browser.outcome('POST', '/api/account/delete', { proof: PASSWORD })).toBe('gateway/unproved');
  await signedIn(gateway, email, browser);
  expect((await browser.must('GET', '/api/account')).json).toMatchObject({ hasPassword: false, isFresh: true });
});

test('[GW-15] setting, changing and removing a password ends every other session on every gateway, and mails a notice', async () => {
  const other = await world.start({ limitsFactor: 1_000 });
  const { browser, email } = await member();
  const map = await browser.makeMap();
  const asks: readonly (readonly [string, string, object])[] = [
    ['PUT', '/api/account/password', { password: PASSWORD, proof: null }],
    ['PUT', '/api/account/password', { password: 'another four words', proof: null }],
    ['POST', '/api/account/password/remove', { proof: null }],
  ];
  for (const [n, [method, path, body]] of asks.entries()) {
    const captured = browser.at(other);
    const elsewhere = await signedIn(other, email);
    const socket = await PageSocket.join(elsewhere, map.id);
    world.clock.jump(10);
    await browser.must(method, path, body);
    const tookMs = stopwatch();
    expect(await socket.end()).toBe(1008);
    expect(tookMs()).toBeLessThan(1_000);
    expect([await isIn(captured), await isIn(elsewhere), await isIn(browser)]).toEqual([false, false, true]);
    const notices = (await mailsTo(gateway, email)).filter(({ subject }) => subject.includes('password'));
    expect(notices).toHaveLength(n + 1);
  }
});

test('[GW-69] an address is changed by a link to the new one, in the browser that asked; the old one is told', async () => {
  const { browser, email } = await member();
  const [taken, wanted] = [newMailAddress(), newMailAddress()];
  await signedIn(gateway, taken);
  await browser.must('POST', '/api/account/email', { email: wanted.toUpperCase(), proof: null });
  expect((await browser.person()).email).toBe(email);
  const secret = await lastSecret(gateway, wanted);
  const stranger = await member();
  expect(await stranger.browser.outcome('POST', '/api/account/email/confirm', { secret })).toBe('gateway/bad-token');
  expect(await browser.outcome('POST', '/api/session/sign-in/confirm', { secret })).toBe('gateway/bad-token');
  expect((await browser.must('POST', '/api/account/email/confirm', { secret })).json.email).toBe(wanted);
  expect(await browser.outcome('POST', '/api/account/email/confirm', { secret })).toBe('gateway/bad-token');
  expect((await mailsTo(gateway, email))[0]?.subject).toBe('Your Bough email address was changed');
  expect((await (await signedIn(gateway, wanted)).person()).id).toBe((await browser.person()).id);
  await browser.must('POST', '/api/account/email', { email: taken, proof: null });
  const again = { secret: await lastSecret(gateway, taken) };
  expect(await browser.outcome('POST', '/api/account/email/confirm', again)).toBe('gateway/email-taken');
  const guest = await Browser.guest(gateway);
  expect(await guest.outcome('POST', '/api/account/email', { email: wanted, proof: null })).toBe('gateway/unproved');
});

test('[GW-61] sessions are listed with browser, way and day; one is ended, or all others', async () => {
  const { browser, email } = await member();
  const phone = await newcomer(gateway);
  const fox = new Browser(gateway, FIREFOX);
  await fox.open();
  await signedIn(gateway, email, fox);
  await signedIn(gateway, email, phone);
  const { sessions } = (await browser.must('GET', '/api/account/sessions')).json;
  expect(sessions).toHaveLength(3);
  expect(sessions.filter((each: { isThis: boolean }) => each.isThis)).toHaveLength(1);
  const ofFox = sessions.find((each: { device: string }) => each.device === 'Firefox on Linux');
  expect(ofFox).toMatchObject({ by: 'mail', isThis: false });
  const stranger = await member();
  expect(await stranger.browser.outcome('DELETE', `/api/account/sessions/${ofFox.id}`)).toBe('gateway/absent');
  expect(await browser.outcome('DELETE', '/api/account/sessions/x')).toBe('gateway/absent');
  const captured = fox.at(await world.start({ limitsFactor: 1_000 }));
  await browser.must('DELETE', `/api/account/sessions/${ofFox.id}`);
  expect([await isIn(fox), await isIn(captured), await isIn(phone)]).toEqual([false, false, true]);
  world.clock.jump(10);
  await browser.must('POST', '/api/account/sessions/end-others');
  expect([await isIn(browser), await isIn(phone)]).toEqual([true, false]);
  expect((await browser.must('GET', '/api/account/sessions')).json.sessions).toMatchObject([
    { isThis: true, by: 'mail' },
  ]);
});

test('[GW-61] a session that goes on is noted once a day, and no other request writes anything', async () => {
  const { browser } = await member();
  const seen = async (): Promise<number> =>
    (await browser.must('GET', '/api/account/sessions')).json.sessions[0].seenAt;
  const first = await seen();
  world.clock.jump(HOUR_MS);
  expect(await seen()).toBe(first);
  world.clock.jump(24 * HOUR_MS);
  await browser.must('GET', '/api/account');
  expect(await seen()).toBeGreaterThan(first + 24 * HOUR_MS);
});

test('[GW-61] a session that is over by itself is listed no more', async () => {
  const { browser, email } = await member();
  await signedIn(gateway, email);
  const count = async (): Promise<number> => (await browser.must('GET', '/api/account/sessions')).json.sessions.length;
  expect(await count()).toBe(2);
  for (let day = 0; day < 30; day++) {
    world.clock.jump(24 * HOUR_MS);
    await browser.must('GET', '/api/account');
  }
  expect(await count()).toBe(1);
});

/** The files of a ZIP by the central directory, as a reader finds them. */
function unzip(file: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  let at = file.readUInt32LE(file.length - 6);
  while (file.readUInt32LE(at) === 0x0201_4b50) {
    const [packed, nameLength] = [file.readUInt32LE(at + 20), file.readUInt16LE(at + 28)];
    const local = file.readUInt32LE(at + 42);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const from = local + 30 + file.readUInt16LE(local + 26);
    files.set(name, inflateRawSync(file.subarray(from, from + packed)).toString('utf8'));
    at += 46 + nameLength;
  }
  return files;
}

test('[GW-70] an export has everything: the person, the sessions, and each map whole', async () => {
  const { browser, email } = await member();
  await browser.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  const map = await browser.makeMap('A/B: what? "now"');
  const shared = await (await Browser.guest(gateway)).makeMap('Of others');
  await world.metadata.addGrant({
    map: shared.id,
    person: (await browser.person()).id,
    role: 'view',
    link: null,
    at: 1,
  });
  const answer = await browser.must('GET', '/api/account/export');
  expect(answer.headers['content-type']).toBe('application/zip');
  expect(answer.headers['content-disposition']).toContain('attachment');
  const files = unzip(answer.bytes);
  expect(JSON.parse(files.get('person.json') ?? '')).toMatchObject({ email, signsInWith: { password: true } });
  expect(files.get('person.json')).not.toContain('argon2');
  expect(JSON.parse(files.get('sessions.json') ?? '')).toHaveLength(1);
  const listed: { file: string; role: string }[] = JSON.parse(files.get('maps.json') ?? '');
  expect(listed.map(({ role }) => role).toSorted()).toEqual(['own', 'view']);
  for (const { file } of listed) expect(JSON.parse(files.get(file) ?? '')).toBeTypeOf('object');
  expect(listed.map(({ file }) => file)).toContain(`maps/A B what now ${map.id}.json`);
  expect([...files.keys()].filter((name) => name.startsWith('maps/'))).toHaveLength(2);
});

test('[GW-71] a deleted account is gone with the maps that it alone could edit; shared ones go to whoever edits them longest', async () => {
  const { browser, email } = await member();
  const [early, late, viewer] = [await member(), await member(), await member()];
  const guest = await Browser.guest(gateway);
  const [mine, given, looked, theirs] = [
    await browser.makeMap('Mine alone'),
    await browser.makeMap('Edited by two'),
    await browser.makeMap('Looked at'),
    await early.browser.makeMap('Of somebody else'),
  ];
  const grant = async (
    map: { id: typeof mine.id },
    who: Browser,
    role: 'view' | 'edit' | 'own',
    at: number,
    until: number | null = null,
  ): Promise<void> =>
    await world.metadata.addGrant({ map: map.id, person: (await who.person()).id, role, link: null, at, until });
  await grant(given, guest, 'edit', 1);
  // Whose access ends comes after those who have none: it would be theirs for ever.
  await grant(given, viewer.browser, 'edit', 1, world.clock.now() + 60_000);
  await grant(given, early.browser, 'edit', 2);
  await grant(given, late.browser, 'edit', 3);
  await grant(looked, viewer.browser, 'view', 1);
  await grant(looked, guest, 'edit', 1);
  await grant(theirs, browser, 'edit', 1);
  const inFolder = await browser.makeMap('In a shared folder');
  const folder = (await browser.must('POST', '/api/folders', { name: 'Ours', parent: null })).json.id;
  await browser.must('PUT', `/api/maps/${inFolder.id}/folder`, { folder });
  const lateId = (await late.browser.person()).id;
  await world.metadata.addFolderGrant({ folder, person: lateId, role: 'edit', at: 1 });
  await late.browser.must('PUT', '/api/account', { name: 'Hedy', hue: 2 });
  await early.browser.must('PUT', '/api/account', { name: 'Grace', hue: 1 });
  const facts = (await browser.must('GET', '/api/account/deletion')).json;
  expect(facts.deleted.toSorted()).toEqual(['Looked at', 'Mine alone']);
  expect(facts.left).toBe(1);
  expect(facts.handedOver).toHaveLength(2);
  expect(facts.handedOver).toEqual(
    expect.arrayContaining([
      { title: 'Edited by two', to: 'Grace' },
      { title: 'In a shared folder', to: 'Hedy' },
    ]),
  );
  const socket = await PageSocket.join(viewer.browser, looked.id);
  const answer = await browser.must('POST', '/api/account/delete', { proof: null });
  expect(answer.json.person).toBeNull();
  expect(await socket.end()).toBe(1008);
  const roleOf = async (who: Browser, map: { id: string }): Promise<unknown> => {
    const { status, json } = await who.ask('GET', `/api/maps/${map.id}`);
    return status === 200 ? json.role : status;
  };
  expect(await roleOf(early.browser, given)).toBe('own');
  expect(await roleOf(late.browser, given)).toBe('edit');
  expect(await roleOf(late.browser, inFolder)).toBe('own');
  expect(await roleOf(early.browser, theirs)).toBe('own');
  expect([await roleOf(viewer.browser, looked), await roleOf(early.browser, mine)]).toEqual([404, 404]);
  expect(await world.metadata.personByEmail(email)).toBeNull();
  expect((await mailsTo(gateway, email))[0]?.subject).toBe('Your Bough account was deleted');
  const again = await signedIn(gateway, email);
  expect((await again.must('GET', '/api/maps')).json.maps).toEqual([]);
});

test('[GW-71] a guest too can be gone, with everything', async () => {
  const guest = await Browser.guest(gateway);
  await guest.makeMap();
  const captured = guest.at(gateway);
  await guest.must('POST', '/api/account/delete', { proof: null });
  expect(await isIn(captured)).toBe(false);
  expect((await guest.open()).person).toBeNull();
});
