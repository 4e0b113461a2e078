import { readFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { must } from '@bough/base';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../limits/rate-limits.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// The smallest picture: one transparent pixel.
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start();
  return world.end;
});

async function upload(
  browser: Browser,
  map: string,
  bytes: Buffer,
  csrf = browser.csrf,
  query = '',
): Promise<Response> {
  const { cookie } = browser;
  const headers = { cookie, 'bough-csrf': csrf, 'sec-fetch-site': 'same-origin', 'content-type': 'image/gif' };
  const body = new Uint8Array(bytes);
  return await fetch(`http://127.0.0.1:${gateway.port}/api/maps/${map}/assets${query}`, {
    method: 'POST',
    headers,
    body,
  });
}

test('[GW-42] an image is kept for who may edit, shown to who may look, encoded anew, for ever, in a sandbox', async () => {
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap();
  const added = await upload(owner, map.id, GIF);
  const facts = must(gatewayRoutes.addAsset.answer(await added.json()));
  expect(facts).toMatchObject({ type: 'image/png', width: 1, height: 1 });
  const viewer = await Browser.guest(gateway);
  await viewer.join((await owner.makeLink(map.id, 'view')).secret);
  const path = `/api/maps/${map.id}/assets/${facts.hash}`;
  const answer = await viewer.must('GET', path);
  expect(answer.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
    etag: `"${facts.hash}"`,
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/);
  const known = await viewer.ask('GET', path, undefined, { 'if-none-match': `"${facts.hash}"` });
  expect([known.status, known.bytes.length]).toEqual([304, 0]);
  expect((await upload(viewer, map.id, GIF)).status).toBe(403);
  const stranger = await Browser.guest(gateway);
  expect((await stranger.ask('GET', path)).status).toBe(404);
  const missing = await owner.ask(
    'GET',
    path.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  );
  expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store']);
});

test('[GW-450] what an image was drawn from has no address: not for who sent it, not for a program', async () => {
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const both = Buffer.concat([GIF, svg]);
  const added = await upload(owner, map.id, both, owner.csrf, `?original=${svg.length}`);
  const { hash } = must(gatewayRoutes.addAsset.answer(await added.json()));
  const path = `/api/maps/${map.id}`;
  const shown = await owner.must('GET', `${path}/assets/${hash}`);
  expect([shown.headers['content-type'], shown.bytes.includes('svg')]).toEqual(['image/png', false]);
  for (const address of [`assets/${hash}.original`, `originals/${hash}`, `assets/${hash}/original`, 'originals']) {
    const answer = await owner.ask('GET', `${path}/${address}`);
    expect([address, answer.status >= 400 && answer.status < 500, answer.bytes.includes('alert')]).toEqual([
      address,
      true,
      false,
    ]);
  }
  // A length that cannot be, and something else in its place.
  const codes = [];
  for (const [query, bytes] of [
    ['?original=0', both],
    [`?original=${11 * 1024 * 1024}`, both],
    [`?original=${both.length}`, both],
    ['?original=9', Buffer.concat([GIF, Buffer.from('123456789')])],
  ] as const) {
    codes.push((await upload(owner, map.id, bytes, owner.csrf, query)).status);
  }
  expect(codes).toEqual([400, 400, 400, 400]);
});

test('[GW-42] what is no image is refused, and nobody sends one without a token or without end', async () => {
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect(await (await upload(owner, map.id, svg)).json()).toMatchObject({ code: 'docstore/no-image', kind: 'invalid' });
  expect(await (await upload(owner, map.id, GIF, '')).json()).toMatchObject({ code: 'gateway/csrf' });
  const long = await owner.ask('POST', `/api/maps/${map.id}/assets`, 'x'.repeat(10 * 1024 * 1024 + 1));
  expect(long.json).toMatchObject({ code: 'service/too-large' });
  const codes: number[] = [];
  // Some come back while these are refused.
  for (let n = 0; codes.at(-1) !== 429 && n < 2 * LIMITS['images by person'].burst; n++)
    codes.push((await upload(owner, map.id, svg)).status);
  expect(codes.at(-1)).toBe(429);
});

/** A whole PNG of so many black pixels in a square, one bit each: small to send, and gibibytes when it is decoded. */
function vastPng(edge: number): Buffer {
  const chunk = (name: string, bytes: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(bytes.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(edge * (Math.ceil(edge / 8) + 1)), { level: 1 });
  const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

test('[GW-42] 50,000 x 50,000 pixels are refused at the door of a map, docstore takes no memory for them and lives on', async () => {
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap();
  expect((await upload(owner, map.id, GIF)).status).toBe(200);
  const pid = world.docstores[0]?.pid;
  const memory = (what: 'VmRSS' | 'VmHWM'): number =>
    Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  const vast = vastPng(50_000);
  expect(vast.length).toBeLessThan(4 * 1024 * 1024);
  // From here on the most that it has had is the most since now.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = memory('VmRSS');
  for (let n = 0; n < 3; n++) {
    expect(await (await upload(owner, map.id, vast)).json()).toMatchObject({
      code: 'docstore/too-large',
      kind: 'invalid',
    });
  }
  expect(memory('VmHWM') - before).toBeLessThan(128);
  expect([world.docstores[0]?.pid, (await upload(owner, map.id, GIF)).status]).toEqual([pid, 200]);
});
