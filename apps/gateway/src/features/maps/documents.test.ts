import { beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../limits/rate-limits.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { openWorld, type RunningGateway } from '../../testing/world.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  const world = await openWorld(['docstore', 'exporter']);
  gateway = await world.start({ limitsFactor: 1 });
  return world.end;
});

async function drawnMap(browser: Browser): Promise<string> {
  const { id } = await browser.makeMap('Drawn');
  const socket = await PageSocket.join(browser, id);
  for (let n = 0; n < 20; n++) await socket.change([addItem(`<script>alert(${n})</script> and words`)]);
  await socket.close();
  return id;
}

test('[GW-40] a document passes through as docstore has compressed it, with its number, and unchanged it costs nothing', async () => {
  const browser = await Browser.guest(gateway);
  const path = `/api/maps/${await drawnMap(browser)}/document`;
  const plain = await browser.must('GET', path);
  const lineage = String(plain.headers['bough-lineage']);
  const { etag } = plain.headers;
  expect(plain.headers).toMatchObject({ 'bough-seq': '21', etag: `W/"${lineage}-seq-21"` });
  expect(lineage).toMatch(/^[\w-]{12}$/);
  const packed = await browser.ask('GET', path, undefined, { 'accept-encoding': 'gzip, br, zstd' });
  expect(packed.headers['content-encoding']).toBe('zstd');
  expect(packed.text).toBe(plain.text);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
  const refusing = await browser.ask('GET', path, undefined, { 'accept-encoding': 'zstd;q=0' });
  expect(refusing.headers['content-encoding']).toBeUndefined();
  for (const headers of [{ 'if-none-match': `W/"${lineage}-seq-21"` }, { 'if-none-match': `"${lineage}-seq-21"` }]) {
    const known = await browser.ask('GET', path, undefined, headers);
    expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, etag]);
  }
  expect((await browser.ask('GET', `${path}?known=${lineage}-seq-21`)).status).toBe(304);
  // A number alone names nothing, nor does one of another lineage.
  for (const said of ['21', 'abcdefghijkl-seq-21', `${lineage}-seq-20`]) {
    expect([said, (await browser.ask('GET', `${path}?known=${said}`)).status]).toEqual([said, 200]);
    const tag = { 'if-none-match': `W/"${said}"` };
    expect([said, (await browser.ask('GET', path, undefined, tag)).status]).toEqual([said, 200]);
  }
  const past = await browser.must('GET', `${path}?at=1`);
  expect(past.headers['bough-seq']).toBe('1');
  expect(past.bytes.length).toBeLessThan(plain.bytes.length);
  expect((await browser.ask('GET', `${path}?at=x`)).status).toBe(400);
});

test("[GW-40] the picture of a map's card is kept by the browser, which asks each time whether it still holds", async () => {
  const browser = await Browser.guest(gateway);
  const path = `/api/maps/${await drawnMap(browser)}/thumbnail?theme=light`;
  const answer = await browser.must('GET', path);
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining('image/svg+xml'),
    'cache-control': 'private, no-cache',
    etag: expect.stringMatching(/^W\/"picture-[\w-]{12}-seq-21"$/),
  });
  expect(answer.headers['content-security-policy']).toMatch(/; sandbox$/);
  const known = await browser.ask('GET', path, undefined, { 'if-none-match': String(answer.headers.etag) });
  expect([known.status, known.bytes.length]).toEqual([304, 0]);
  const stranger = await Browser.guest(gateway);
  expect((await stranger.ask('GET', path)).status).toBe(404);
});

test('[GW-41] an export is a file to save, in a sandbox, without anything that runs', async () => {
  const browser = await Browser.guest(gateway);
  const map = await drawnMap(browser);
  const answer = await browser.must('GET', `/api/maps/${map}/export/svg`);
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining('image/svg+xml'),
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="Drawn\.svg"/);
  expect(answer.headers['content-security-policy']).toMatch(/; sandbox$/);
  expect(answer.text).toContain('<svg');
  expect(answer.text).not.toMatch(/<script|<foreignObject|\son\w+=/i);
  const codes: number[] = [];
  // Some come back while these are made: on a slow machine as many as two in three seconds.
  for (let n = 0; codes.at(-1) !== 429 && n < 2 * LIMITS['export by person'].burst; n++)
    codes.push((await browser.ask('GET', `/api/maps/${map}/export/svg`)).status);
  expect(codes.length).toBeGreaterThan(LIMITS['export by person'].burst - 1);
  expect(codes.at(-1)).toBe(429);
  expect((await browser.ask('GET', `/api/maps/${map}/export/gif`)).status).toBe(400);
});

test('[GW-96] a copy begins as the map was at the number that is asked for, else as it is', async () => {
  const browser = await Browser.guest(gateway);
  const map = await drawnMap(browser);
  const itemsOf = async (query: string): Promise<number> => {
    const { json } = await browser.must('POST', `/api/maps/${map}/copies${query}`, {});
    const { id } = json as { readonly id: string };
    const document = await browser.must('GET', `/api/maps/${id}/document`);
    return (document.json as { readonly items: { readonly ids: readonly string[] } }).items.ids.length;
  };
  expect([await itemsOf(''), await itemsOf('?at=6')]).toEqual([21, 6]);
});
