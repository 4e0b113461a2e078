import type { SearchResult } from '@bough/contracts';
import { beforeAll, expect, test } from 'vitest';
import { DEFERRED } from '../search-index/deferred-indexing.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { until } from '../../testing/until.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

async function search(browser: Browser, q: string): Promise<readonly SearchResult[]> {
  return (await browser.must('GET', `/api/search?q=${encodeURIComponent(q)}`)).json.results;
}
async function titles(browser: Browser, q: string): Promise<string[]> {
  return (await search(browser, q)).map(({ map }) => map.title);
}

test('[GW-84] what somebody writes is found at once, on every gateway, with the item it stands in', async () => {
  const other = await world.start({ limitsFactor: 1_000 });
  const ada = await Browser.guest(gateway);
  const map = await ada.makeMap('Gärten');
  await ada.makeMap('Wälder');
  const socket = await PageSocket.join(ada, map.id);
  expect(await socket.change([addItem('Crème brûlée for Straßenfest')])).toBe('kept');
  for (const browser of [ada, ada.at(other)]) {
    const [found] = await search(browser, 'creme strassenf');
    expect(found).toMatchObject({ map: { id: map.id, title: 'Gärten', role: 'own' }, matches: 1 });
    expect(found?.hits[0]?.item).toMatch(/^[\w-]{12}$/);
    expect(found?.hits[0]?.marks.map(([from, to]) => found.hits[0]?.text.slice(from, to))).toEqual([
      'Crème',
      'Straßenfest',
    ]);
    expect(await titles(browser, 'garten')).toEqual(['Gärten']);
    expect(await titles(browser, 'garten nothing')).toEqual([]);
  }
  await socket.close();
});

test('[GW-84] nobody finds what they may not open, and what was indexed is found after a restart', async () => {
  const first = await world.start({ limitsFactor: 1_000 });
  const [ada, bob] = [await Browser.guest(first), await Browser.guest(first)];
  const map = await ada.makeMap('Zebra one');
  const hidden = await ada.makeMap('Zebra two');
  await bob.join((await ada.makeLink(map.id, 'view')).secret);
  expect(await titles(bob, 'zebra')).toEqual(['Zebra one']);
  expect(new Set(await titles(ada, 'zebra'))).toEqual(new Set(['Zebra one', 'Zebra two']));
  await ada.must('POST', `/api/maps/${hidden.id}/trash`);
  expect(await titles(ada, 'zebra')).toEqual(['Zebra one']);
  await ada.must('POST', `/api/maps/${hidden.id}/restore`);
  await first.drain(1_000);
  expect((await world.metadata.wordsName(map.id))?.seq).toBe(1);
  const next = await world.start({ limitsFactor: 1_000 });
  expect(new Set(await titles(ada.at(next), 'zebr'))).toEqual(new Set(['Zebra one', 'Zebra two']));
  expect(await titles(bob.at(next), 'zebra')).toEqual(['Zebra one']);
  await next.stop();
});

test('[GW-84] what was changed before a gateway was killed is found at once, and indexed by the next one', async () => {
  const first = await world.start({ limitsFactor: 1_000 });
  const ada = await Browser.guest(first);
  const map = await ada.makeMap('Drawn before');
  world.clock.jump(DEFERRED.mostMs);
  await until(async () => (await world.metadata.wordsName(map.id))?.seq === 1);
  const socket = await PageSocket.join(ada, map.id);
  expect(await socket.change([addItem('platypus')])).toBe('kept');
  await until(async () => (await world.metadata.mapsBehind([map.id])).length === 1);
  // Killed: it settles nothing any more.
  await first.abandon();
  const next = await world.start({ limitsFactor: 1_000 });
  expect(await titles(ada.at(next), 'platypus')).toEqual(['Drawn before']);
  world.clock.jump(20 * 60_000);
  await until(async () => (await world.metadata.wordsName(map.id))?.seq === 2);
  expect(await world.metadata.mapsBehind([map.id])).toEqual([]);
  expect(await titles(ada.at(next), 'platypus')).toEqual(['Drawn before']);
});

test('[GW-84] maps from before there was an index are indexed', async () => {
  const first = await world.start();
  const map = await (await Browser.guest(first)).makeMap('Forgotten words');
  await first.drain(1_000);
  const ada = await Browser.guest(await world.start());
  await world.metadata.removeMap(map.id);
  await world.metadata.addMap({ id: map.id, title: 'Forgotten words', createdAt: 1 }, (await ada.person()).id);
  expect(await world.metadata.wordsName(map.id)).toBeNull();
  world.clock.jump(20 * 60_000);
  await until(async () => (await world.metadata.wordsName(map.id)) !== null);
  expect(await titles(ada, 'forgotten')).toEqual(['Forgotten words']);
});
