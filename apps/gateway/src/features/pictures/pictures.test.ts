import type { PersonId } from '@bough/base';
import { crc32, deflateSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { newMailAddress, signedIn } from '../../testing/visitors/mail.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';
import { unzip } from '../../testing/unzip.ts';

// Pictures of people through a real docstore: who may have one, who sees it, and when it is gone.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

/** A PNG of one colour. */
function png(grey: number, edge = 40): Uint8Array {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(edge, 0);
  head.writeUInt32BE(edge, 4);
  head[8] = 8;
  const rows = Buffer.alloc((edge + 1) * edge, grey);
  for (let row = 0; row < edge; row++) rows[row * (edge + 1)] = 0;
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]));
}

interface Somebody {
  readonly browser: Browser;
  readonly id: PersonId;
}
async function account(): Promise<Somebody> {
  const browser = await signedIn(gateway, newMailAddress());
  return { browser, id: (await browser.person()).id };
}
async function seen(by: Browser, ...people: readonly PersonId[]): Promise<Record<string, string>> {
  const { pictures } = (await by.must('GET', `/api/people/pictures?of=${people.join(',')}`)).json;
  return Object.fromEntries(pictures.map((each: { person: string; hash: string }) => [each.person, each.hash]));
}
/** Two accounts on one map. */
async function together(): Promise<readonly [Somebody, Somebody, string]> {
  const [ann, bo] = [await account(), await account()];
  const map = await ann.browser.makeMap();
  await bo.browser.join((await ann.browser.makeLink(map.id, 'view')).secret);
  return [ann, bo, map.id];
}

test('[GW-470] an account has a picture, drawn anew; it is served under its hash, with an ETag, to be kept for long', async () => {
  const [ann, bo] = await together();
  const { hash } = (await ann.browser.must('PUT', '/api/account/picture', png(9))).json;
  expect(await seen(bo.browser, ann.id, bo.id)).toEqual({ [ann.id]: hash });
  const path = `/api/people/${ann.id}/picture/${hash}`;
  const answer = await bo.browser.must('GET', path);
  expect(answer.bytes.subarray(8, 12).toString()).toBe('WEBP');
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
    etag: `"${hash}"`,
  });
  const known = await bo.browser.ask('GET', path, undefined, { 'if-none-match': `"${hash}"` });
  expect([known.status, known.bytes.length]).toEqual([304, 0]);
  const next = (await ann.browser.must('PUT', '/api/account/picture', png(200))).json;
  expect(next.hash).not.toBe(hash);
  expect(await seen(bo.browser, ann.id)).toEqual({ [ann.id]: next.hash });
  expect(await bo.browser.outcome('GET', path)).toBe('gateway/absent');
});

test('[GW-470] SVG, what is no image and too much of one are refused with what they are; a guest has no picture', async () => {
  const { browser, id } = await account();
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const wrong of [svg, new TextEncoder().encode('hello'), png(1).slice(0, 50)]) {
    const { status, json } = await browser.ask('PUT', '/api/account/picture', wrong);
    expect([status, json.code]).toEqual([400, 'docstore/no-image']);
  }
  const long = await browser.ask('PUT', '/api/account/picture', new Uint8Array(3 * 1024 * 1024));
  expect(long.status).toBe(413);
  expect(await seen(browser, id)).toEqual({});
  const guest = await Browser.guest(gateway);
  expect(await guest.outcome('PUT', '/api/account/picture', png(1))).toBe('gateway/account-needed');
});

test('[GW-471] a picture is seen by those who share a map with the person, by a grant or a folder, and by nobody else', async () => {
  const [ann, bo, map] = await together();
  const { hash } = (await ann.browser.must('PUT', '/api/account/picture', png(77))).json;
  const path = `/api/people/${ann.id}/picture/${hash}`;
  const sees = async (browser: Browser): Promise<unknown> => {
    const asked = Object.hasOwn(await seen(browser, ann.id), ann.id);
    const { status } = await browser.ask('GET', path);
    return asked === (status === 200) ? asked : expect.unreachable('both say the same');
  };
  const guest = await ann.browser.guestAt(map, 'comment');
  const stranger = (await account()).browser;
  expect([await sees(ann.browser), await sees(bo.browser), await sees(guest), await sees(stranger)]).toEqual([
    ...[true, true, true, false],
  ]);
  // A public page makes nobody known to anybody.
  await ann.browser.must('PUT', `/api/maps/${map}/public`, { isPublic: true, mayCopy: true });
  await stranger.must('GET', `/api/maps/${map}`);
  expect(await sees(stranger)).toBe(false);
  const nobody = new Browser(gateway);
  await nobody.open();
  expect([
    (await nobody.ask('GET', path)).status,
    (await nobody.ask('GET', `/api/people/pictures?of=${ann.id}`)).status,
  ]).toEqual([401, 401]);
  // Both ways round by a folder: who is given its maps, and who gives them.
  const placed = await ann.browser.makeMap('In a folder');
  const folder = (await ann.browser.must('POST', '/api/folders', { name: 'Ours', parent: null })).json.id;
  await ann.browser.must('PUT', `/api/maps/${placed.id}/folder`, { folder });
  const cy = await account();
  await world.metadata.addFolderGrant({ folder, person: cy.id, role: 'view', at: 1 });
  await cy.browser.must('PUT', '/api/account/picture', png(31));
  expect([await sees(cy.browser), Object.keys(await seen(ann.browser, cy.id))]).toEqual([true, [cy.id]]);
  // Two whom the folder lets in share the map, too.
  const di = await account();
  await world.metadata.addFolderGrant({ folder, person: di.id, role: 'view', at: 1 });
  expect(Object.keys(await seen(di.browser, cy.id, ann.id)).toSorted()).toEqual([ann.id, cy.id].toSorted());
  // Who is let in no more sees it no more.
  await ann.browser.must('DELETE', `/api/maps/${map}/members/${bo.id}`);
  expect(await sees(bo.browser)).toBe(false);
});

test('[GW-472] a picture is gone for everybody once it is removed, or its account is; the export has it', async () => {
  const [ann, bo] = await together();
  const { hash } = (await ann.browser.must('PUT', '/api/account/picture', png(5))).json;
  const path = `/api/people/${ann.id}/picture/${hash}`;
  const files = unzip((await ann.browser.must('GET', '/api/account/export')).bytes);
  expect(files.get('picture.webp')).toBe((await bo.browser.must('GET', path)).bytes.toString('utf8'));
  await ann.browser.must('DELETE', '/api/account/picture');
  await ann.browser.must('DELETE', '/api/account/picture');
  expect([await seen(bo.browser, ann.id), await bo.browser.outcome('GET', path)]).toEqual([{}, 'gateway/absent']);
  await ann.browser.must('PUT', '/api/account/picture', png(5));
  expect(await seen(bo.browser, ann.id)).toEqual({ [ann.id]: hash });
  await ann.browser.must('POST', '/api/account/delete', { proof: null });
  expect([await seen(bo.browser, ann.id), await bo.browser.outcome('GET', path)]).toEqual([{}, 'gateway/absent']);
  expect(await world.metadata.picture(ann.id)).toBeNull();
});
