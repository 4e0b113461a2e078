import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start();
});
afterAll(() => world.end());

test('[GW-248] whoever leaves has the browser forget the answers that it kept', async () => {
  const ways = [
    ['/api/session/sign-out', undefined],
    ['/api/session/sign-out-everywhere', undefined],
    ['/api/account/delete', { proof: null }],
  ] as const;
  for (const [path, body] of ways) {
    const browser = await Browser.guest(gateway);
    // Images and small pictures of maps are kept by the browser: they are what there is to forget.
    expect((await browser.must('GET', '/api/maps')).headers['clear-site-data']).toBeUndefined();
    expect((await browser.must('POST', path, body)).headers['clear-site-data']).toBe('"cache"');
  }
});
