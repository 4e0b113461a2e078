import { must } from '@bough/base';
import { gatewayRoutes } from '@bough/contracts';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { openWorld, type RunningGateway, type World } from '../testing/world.ts';

// The smallest picture: one transparent pixel.
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start();
});

async function upload(browser: Browser, map: string, bytes: Buffer, csrf = browser.csrf): Promise<Response> {
  const { cookie } = browser;
  const headers = { cookie, 'bough-csrf': csrf, 'sec-fetch-site': 'same-origin', 'content-type': 'image/gif' };
  const body = new Uint8Array(bytes);
  return await fetch(`http://127.0.0.1:${gateway.port}/api/maps/${map}/assets`, { method: 'POST', headers, body });
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

test('[GW-42] what is no image is refused, and nobody sends one without a token or without end', async () => {
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect(await (await upload(owner, map.id, svg)).json()).toMatchObject({ code: 'docstore/no-image', kind: 'invalid' });
  expect(await (await upload(owner, map.id, GIF, '')).json()).toMatchObject({ code: 'gateway/csrf' });
  const long = await owner.ask('POST', `/api/maps/${map.id}/assets`, 'x'.repeat(10 * 1024 * 1024 + 1));
  expect(long.json).toMatchObject({ code: 'service/too-large' });
  const codes: number[] = [];
  for (let n = 0; n < 62; n++) codes.push((await upload(owner, map.id, svg)).status);
  expect(codes.at(-1)).toBe(429);
});
