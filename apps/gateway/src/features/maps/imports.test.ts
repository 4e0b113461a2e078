import { beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../limits/rate-limits.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { openWorld, type RunningGateway } from '../../testing/world.ts';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

let gateway: RunningGateway;
beforeAll(async () => {
  const world = await openWorld(['docstore']);
  gateway = await world.start();
  return world.end;
});

async function upload(browser: Browser, map: string, query = ''): Promise<Response> {
  const headers = { cookie: browser.cookie, 'bough-csrf': browser.csrf, 'sec-fetch-site': 'same-origin' };
  const address = `http://127.0.0.1:${gateway.port}/api/maps/${map}/assets${query}`;
  return await fetch(address, { method: 'POST', headers, body: new Uint8Array(GIF) });
}

test('[GW-420] two hundred maps are imported where a hundred are made, and neither count touches the other', async () => {
  const owner = await Browser.guest(gateway);
  for (let n = 0; n < 200; n++) await owner.must('POST', '/api/maps', { title: `Imported ${n}`, isImport: true });
  expect((await owner.ask('POST', '/api/maps', { title: 'Made' })).status).toBe(200);
  let made = await owner.ask('POST', '/api/maps', { title: 'Made' });
  for (let n = 0; made.status === 200 && n < LIMITS['maps by person'].burst; n++)
    made = await owner.ask('POST', '/api/maps', { title: 'Made' });
  expect(made.status).toBe(429);
  const importOne = async (): ReturnType<Browser['ask']> =>
    await owner.ask('POST', '/api/maps', { title: 'Imported', isImport: true });
  let late = await importOne();
  // Some come back while these are made.
  for (let n = 0; late.status === 200 && n < 2 * LIMITS['imported maps by person'].burst; n++) late = await importOne();
  // Not the hour in which all come back: the seconds until the next one may.
  expect([late.status, Number(late.headers['retry-after']) <= 8]).toEqual([429, true]);
}, 60_000);

test('[GW-420] a map that is imported begins without items, and has those that its maker sends, as if written in it', async () => {
  const [owner, other] = [await Browser.guest(gateway), await Browser.guest(gateway)];
  const { id } = (await owner.must('POST', '/api/maps', { title: 'Harvest', isImport: true })).json;
  const path = `/api/maps/${id}`;
  expect((await owner.must('GET', `${path}/document`)).text).not.toContain('apples');
  const { json } = await owner.must('POST', `${path}/changes`, { ops: [addItem('apples')] });
  expect(json).toMatchObject({ seq: 2 });
  expect((await owner.must('GET', `${path}/document`)).text).toContain('apples');
  expect((await owner.must('GET', path)).json).toMatchObject({ title: 'Harvest' });
  expect((await other.ask('POST', `${path}/changes`, { ops: [addItem('pears')] })).status).toBe(404);
  await other.join((await owner.makeLink(id, 'view')).secret);
  expect((await other.ask('POST', `${path}/changes`, { ops: [addItem('pears')] })).status).toBe(403);
});

test('[GW-420] eighty images of one import are all kept, and those that somebody adds by hand are counted apart', async () => {
  const owner = await Browser.guest(gateway);
  const { id } = await owner.makeMap();
  for (let n = 0; n < 80; n++) expect((await upload(owner, id, '?of=import')).status).toBe(200);
  expect((await upload(owner, id)).status).toBe(200);
  // Some come back while these are kept.
  let late = await upload(owner, id, '?of=import');
  for (let n = 0; late.status === 200 && n < 2 * LIMITS['imported images by person'].burst; n++)
    late = await upload(owner, id, '?of=import');
  expect([late.status, Number(late.headers.get('retry-after')) <= 2]).toEqual([429, true]);
  expect((await upload(owner, id)).status).toBe(200);
}, 60_000);
