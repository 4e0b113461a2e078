import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newCommentId, newItemId, newThreadId } from '@bough/map';
import { platformIds } from '@bough/service';
import { expect, test } from 'vitest';
import { Browser } from '../testing/visitors/browser.ts';
import { drawerOf, drawn, textsOf } from '../testing/visitors/drawer.ts';
import { newcomer, newMailAddress, signedIn } from '../testing/visitors/mail.ts';
import { newFolder, startedBough } from '../testing/running/started-bough.ts';
import { operator, WholeBough } from '../testing/running/whole-bough.ts';

// Everything burnt but the backup, on the processes that run in production: who was there signs in, opens and edits.

// The smallest picture: one transparent pixel.
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PASSWORD = 'a wet garden in may';
const PASSPHRASE = { BOUGH_BACKUP_PASSPHRASE: 'correct horse battery' };
const SOON = { timeout: 20_000 };
const LONG_MS = 300_000;

async function upload(bough: WholeBough, browser: Browser, map: string): Promise<string> {
  const headers = { cookie: browser.cookie, 'bough-csrf': browser.csrf, 'content-type': 'image/gif' };
  const sent = { method: 'POST', headers: { ...headers, 'sec-fetch-site': 'same-origin' }, body: new Uint8Array(GIF) };
  const answer = await fetch(`http://127.0.0.1:${bough.port}/api/maps/${map}/assets`, sent);
  const facts: { hash: string } = JSON.parse(await answer.text());
  return facts.hash;
}

/** Ann with a password, a map, a folder, an image, a named version; Bo, invited; a guest by a link. All have written. */
async function garden(bough: WholeBough) {
  const [annAt, boAt] = [newMailAddress(), newMailAddress()];
  const [ann, bo] = [await signedIn(bough, annAt), await signedIn(bough, boAt)];
  await ann.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  await bo.must('PUT', '/api/account', { name: 'Bo Reed', hue: 2 });
  const { id: map } = await ann.makeMap('Garden');
  const purged = await ann.makeMap('Weeds');
  const { id: inFolder } = (await ann.must('POST', '/api/folders', { name: 'Outside', parent: null })).json;
  await ann.must('PUT', `/api/maps/${map}/folder`, { folder: inFolder });
  await ann.must('POST', `/api/maps/${map}/invitations`, { email: boAt, role: 'edit' });
  for (const { id } of (await bo.must('GET', '/api/invitations')).json.invitations) {
    await bo.must('POST', `/api/invitations/${id}/accept`);
  }
  const guest = await Browser.guest(bough, 'Visitor');
  await guest.join((await ann.makeLink(map, 'edit')).secret);
  const hash = await upload(bough, ann, map);
  const drawers = [await drawerOf(ann, map), await drawerOf(bo, map), await drawerOf(guest, map)];
  for (const [at, drawer] of drawers.entries()) await drawn(drawer, `bed ${at}`);
  const [ofAnn] = drawers;
  if (ofAnn === undefined) throw new Error('Ann draws');
  const ids = { thread: newThreadId(platformIds), id: newCommentId(platformIds), item: newItemId(platformIds) };
  ofAnn.client.edit([
    { kind: 'add', id: ids.item, parent: null, order: 'a1', fields: { text: 'roses' } },
    { kind: 'comment', thread: ids.thread, id: ids.id, item: ids.item, text: '@Bo the roses' },
  ]);
  await expect.poll(() => ofAnn.client.status.unsent, SOON).toBe(0);
  await ann.must('POST', `/api/maps/${map}/versions`, { seq: 2, name: 'In May' });
  return { annAt, boAt, ann, bo, guest, map, purged: purged.id, hash, drawers };
}

test(
  '[GW-157] where one service cannot tell its part there is no backup, rather than one without it',
  async () => {
    const [place, data] = [newFolder(), newFolder()];
    mkdirSync(join(data, 'secrets'));
    // As where Bough has run.
    mkdirSync(join(data, 'blobs', 'first', '.journal'), { recursive: true });
    writeFileSync(join(data, 'secrets', 'blobs-keys'), `1:${'A'.repeat(43)}`);
    writeFileSync(join(data, 'mailer.sqlite'), 'no database, however one looks at it'.repeat(100));
    const torn = await operator(data, ['backup', place]);
    expect(torn.code, torn.said).toBe(1);
    expect(existsSync(join(place, 'manifests')) ? readdirSync(join(place, 'manifests')) : []).toEqual([]);
    rmSync(join(data, 'mailer.sqlite'));
    const made = await operator(data, ['backup', place]);
    expect(made.code, made.said).toBe(0);
  },
  LONG_MS,
);

test(
  '[GW-155] everything is burnt but the backup: everybody signs in, opens what they had, and edits',
  async () => {
    const [place, data, other] = [newFolder(), newFolder(), newFolder()];
    const before = await startedBough(data);
    const w = await garden(before);
    // A first backup, which has what is removed forever afterwards.
    expect(await operator(data, ['backup', place, '--with-secrets'], PASSPHRASE)).toMatchObject({ code: 0 });
    await w.ann.must('POST', `/api/maps/${w.purged}/trash`);
    await w.ann.must('DELETE', `/api/maps/${w.purged}`);
    const seen = textsOf(w.drawers[0] ?? expect.unreachable());
    // The one that counts, while somebody writes.
    let writes = 0;
    const writing = setInterval(() => w.drawers[2]?.draw(`while it is made ${writes++}`), 20);
    const made = await operator(data, ['backup', place, '--with-secrets', '--keep', '5'], PASSPHRASE);
    clearInterval(writing);
    expect(made, made.said).toMatchObject({ code: 0 });
    expect(writes).toBeGreaterThan(5);
    for (const drawer of w.drawers) drawer.stop();
    await before.end('SIGKILL');
    rmSync(data, { recursive: true });

    const checked = await operator(other, ['check-backup', place], PASSPHRASE);
    expect(checked, checked.said).toMatchObject({ code: 0 });
    const plan = await operator(other, ['restore', place, '--with-secrets'], PASSPHRASE);
    expect(plan.said).toContain('1 documents are brought back');
    expect(plan.said).toContain('Nothing has been done yet');
    expect(existsSync(join(other, 'secrets'))).toBe(false);
    const restored = await operator(other, ['restore', place, '--with-secrets', '--yes'], PASSPHRASE);
    expect(restored, restored.said).toMatchObject({ code: 0 });
    const verified = await operator(other, ['verify']);
    expect(verified, verified.said).toMatchObject({ code: 0 });
    expect(verified.said).toContain('1 document read, 0 findings');

    const after = await startedBough(other);
    const ann = await newcomer(after);
    await ann.must('POST', '/api/session/password', { email: w.annAt, password: PASSWORD });
    const bo = await signedIn(after, w.boAt);
    const guest = w.guest.at(after.gateway);
    const home = (await ann.must('GET', '/api/maps')).json;
    expect(home.maps.map((each: { title: string }) => each.title)).toEqual(['Garden']);
    expect((await ann.must('GET', '/api/folders')).json.folders).toMatchObject([{ name: 'Outside' }]);
    expect((await ann.must('GET', `/api/maps/${w.map}/versions`)).json.versions).toMatchObject([{ name: 'In May' }]);
    expect((await ann.must('GET', `/api/maps/${w.map}/assets/${w.hash}`)).bytes.length).toBeGreaterThan(50);
    // The session of before was ended: nobody knows any more what was taken back since the backup.
    expect((await w.ann.at(after.gateway).ask('GET', `/api/maps/${w.map}/sharing`)).status).toBe(401);
    for (const [at, browser] of [ann, bo, guest].entries()) {
      const drawer = await drawerOf(browser, w.map);
      expect(textsOf(drawer)).toEqual(expect.arrayContaining([...seen]));
      expect([...drawer.client.map.threads.values()].flatMap(({ comments }) => comments)).toHaveLength(1);
      await drawn(drawer, `after the fire ${at}`);
    }
    const last = await drawerOf(ann, w.map);
    expect(textsOf(last)).toEqual(expect.arrayContaining([0, 1, 2].map((at) => `after the fire ${at}`)));
  },
  LONG_MS,
);
