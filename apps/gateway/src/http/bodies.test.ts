import { mainThreadMs, type ServiceProcess } from '@bough/house/servers';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../testing/visitors/browser.ts';
import { startWithDocstore } from '../testing/running/gateway-process.ts';
import { openPost } from '../testing/visitors/open-post.ts';
import { residentBytes } from '../testing/resident.ts';
import { until } from '../testing/until.ts';

// Somebody who posts as much as they can, to a gateway that is a process of its own.

const MIB = 1024 * 1024;
const LARGE = 10 * MIB;
const POSTS = 150;
const WARM_UP = 400;
/** What 150 connections, what is held for one person and what is thrown away take is half of this; the bodies were 1,500 MiB. */
const MOST_GROWTH = 256 * MIB;
/** How long the gateway is busy before an honest page that asks beside them has its answer. It was over two seconds. */
const HONEST_MS = 1_000;
const LONG_MS = 90_000;

let gateway: ServiceProcess;
beforeAll(async () => {
  // A small nursery, so that what is measured is what is held and not what has not been collected yet.
  const started = await startWithDocstore({ NODE_OPTIONS: '--max-semi-space-size=1' });
  gateway = started.gateway;
  return started.end;
});

/** How many were told that they must sign in. */
async function refusals(): Promise<number> {
  return await gateway.metric('bough_request_seconds_count', 'status="401"');
}

/** How long the gateway's main thread has run. By the clock an honest page waits for this process, too, which sends all of it. */
function busyMs(): number {
  return mainThreadMs(gateway.pid) ?? performance.now();
}

/** Holds that many posts open; answers how much the gateway grew, and what an honest page waited for it in the middle of that. */
async function attack(browser: Browser, path: string, count: number) {
  const honest = await Browser.guest(gateway);
  // What a process grows by in its first requests is no cost of the posts.
  for (let n = 0; n < WARM_UP; n++) await honest.open();
  const before = residentBytes(gateway.pid);
  let [most, isOver] = [before, false];
  const took: number[] = [];
  const posts = Array.from({ length: count }, () => openPost(browser, path, LARGE));
  const settled = Promise.all(posts.map((post) => post.settled)).then(() => (isOver = true));
  do {
    const fromMs = busyMs();
    await honest.open();
    took.push(busyMs() - fromMs);
    most = Math.max(most, residentBytes(gateway.pid));
  } while (!isOver);
  await settled;
  most = Math.max(most, residentBytes(gateway.pid));
  const usualMs = took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0;
  return { posts, growth: most - before, usualMs };
}

test(
  '[GW-225] a hundred and fifty large posts of nobody are refused by their headers, and hold up no memory',
  async () => {
    const owner = await Browser.guest(gateway);
    const { id } = await owner.makeMap();
    const nobody = new Browser(gateway);
    await nobody.open();
    const { posts, growth, usualMs } = await attack(nobody, `/api/maps/${id}/assets`, POSTS);
    expect(growth).toBeLessThan(MOST_GROWTH);
    expect(usualMs).toBeLessThan(HONEST_MS);
    expect(await refusals()).toBe(POSTS);
    // Whoever goes on sending is not read on. Cut off, a slow one may lose the answer, too, and has no other.
    await until(() => posts.every((post) => post.isClosed()));
    const read = new Set(posts.map((post) => post.status()));
    expect([...read.difference(new Set([null]))]).toEqual([401]);
  },
  LONG_MS,
);

test(
  '[GW-226] somebody who may post holds up no more than their share, and others post meanwhile',
  async () => {
    const browser = await Browser.guest(gateway);
    const { id } = await browser.makeMap();
    const { posts, growth, usualMs } = await attack(browser, `/api/maps/${id}/assets`, POSTS);
    expect(growth).toBeLessThan(MOST_GROWTH);
    expect(usualMs).toBeLessThan(HONEST_MS);
    const other = await Browser.guest(gateway);
    const map = await other.makeMap();
    const image = openPost(other, `/api/maps/${map.id}/assets`, MIB);
    await image.settled;
    expect(image.status()).toBeNull();
    for (const post of [...posts, image]) post.end();
    // What was held for them is free again: the same person posts as before.
    const again = openPost(browser, `/api/maps/${id}/assets`, LARGE);
    await again.settled;
    expect(again.status()).toBeNull();
    again.end();
  },
  LONG_MS,
);
