import { VirtualClock } from '@bough/base/testing';
import type { BlobStore } from '@bough/bloblog';
import { expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { MapNews, NEWS_LIMITS } from './map-news.ts';
import { add, ANN, change, mapNamed, typing } from '../testing/test-maps.ts';
import { makeWorld, type World } from '../testing/world.ts';

const [ONE, TWO, NONE] = [mapNamed('one'), mapNamed('two'), mapNamed('none')];
const ASKER = 'gateway-one';
const calm = { asker: ASKER, isDeaf: false, mustBeFresh: false };

interface Stand extends World {
  readonly news: MapNews;
  /** What was asked of storage. */
  readonly asked: string[];
  readonly answer: (query: Parameters<MapNews['answer']>[0]) => ReturnType<MapNews['answer']>;
}

async function stand(memoryBytes = 64 * 1024 * 1024): Promise<Stand> {
  const w = makeWorld();
  const asked: string[] = [];
  const counting = (store: BlobStore): BlobStore => ({
    get: (...args) => (asked.push('get'), store.get(...args)),
    getIfChanged: (...args) => (asked.push('getIfChanged'), store.getIfChanged(...args)),
    createIfAbsent: (...args) => (asked.push('create'), store.createIfAbsent(...args)),
    replaceIf: (...args) => (asked.push('replace'), store.replaceIf(...args)),
    put: (...args) => (asked.push('put'), store.put(...args)),
    list: (...args) => (asked.push('list'), store.list(...args)),
    remove: (...args) => (asked.push('remove'), store.remove(...args)),
  });
  const documents = w.another(counting, { memoryBytes });
  for (const map of [ONE, TWO])
    await w.run(documents.create({ map, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
  await w.run(
    documents.append(ONE, { base: 1, changes: [change('ann', 1, add('a', 'A')), change('ann', 2, add('b', 'B'))] }),
  );
  const news = new MapNews({ clock: w.ports.clock, documents });
  asked.length = 0;
  return { ...w, documents, news, asked, answer: (query) => w.run(news.answer(query)) };
}

test('[DOC-95] of many maps those are told that have come further, with what came in between, and storage is asked nothing', async () => {
  const { answer, asked } = await stand();
  const known = [
    { map: ONE, seq: 1, mirrored: null },
    { map: TWO, seq: 1, mirrored: null },
  ];
  const { maps } = await answer({ ...calm, known });
  expect(maps).toMatchObject([
    {
      map: ONE,
      seq: 3,
      changes: [
        { seq: 2, counter: 1 },
        { seq: 3, counter: 2 },
      ],
    },
  ]);
  expect(
    (
      await answer({
        ...calm,
        known: [
          { map: ONE, seq: 3, mirrored: null },
          { map: TWO, seq: 9, mirrored: null },
        ],
      })
    ).maps,
  ).toEqual([]);
  expect(asked).toEqual([]);
});

test('[DOC-95] a map that was closed to save memory costs storage nothing while nobody writes it; one that is not open is opened once', async () => {
  const { answer, asked, another, ports } = await stand(1);
  const known = [{ map: ONE, seq: 3, mirrored: null }];
  for (let n = 0; n < 5; n++) expect((await answer({ ...calm, known })).maps).toEqual([]);
  expect(asked).toEqual([]);
  expect((await answer({ ...calm, known: [{ map: ONE, seq: 2, mirrored: null }] })).maps).toMatchObject([{ seq: 3 }]);
  // Another process, which has nothing in memory yet.
  const fresh = new MapNews({ clock: ports.clock, documents: another() });
  const first = fresh.answer({ ...calm, known });
  ports.clock.advance(400);
  expect((await first).maps).toEqual([]);
});

test('[DOC-95] asked to be fresh, what another docstore wrote is told; else what is in memory counts', async () => {
  const { answer, another, run } = await stand();
  const other = another();
  await run(other.append(ONE, { base: 3, changes: [change('bea', 1, add('c', 'C'))] }));
  const known = [{ map: ONE, seq: 3, mirrored: null }];
  expect((await answer({ ...calm, known })).maps).toEqual([]);
  expect((await answer({ ...calm, mustBeFresh: true, known })).maps).toMatchObject([
    { map: ONE, seq: 4, mirrored: null },
  ]);
});

test('[DOC-95] whoever knows a map by another lineage is told so, whatever the numbers', async () => {
  const { answer } = await stand();
  const [told] = (await answer({ ...calm, known: [{ map: ONE, seq: 1, mirrored: null }] })).maps;
  const lineage = told?.lineage ?? '';
  expect((await answer({ ...calm, known: [{ map: ONE, seq: 3, lineage, mirrored: null }] })).maps).toEqual([]);
  const another = lineage.split('').reverse().join('');
  expect((await answer({ ...calm, known: [{ map: ONE, seq: 99, lineage: another, mirrored: null }] })).maps).toEqual([
    { map: ONE, seq: 3, lineage, mirrored: null, changes: [] },
  ]);
});

test('[DOC-95] what is absent, or too much, holds up no other', async () => {
  const { answer, documents, run } = await stand();
  const many = Array.from({ length: NEWS_LIMITS.changesOfMap + 1 }, (_, n) =>
    change('bea', n + 1, typing('root', 0, 'x')),
  );
  await run(documents.append(TWO, { base: 1, changes: many }));
  const known = [
    { map: NONE, seq: 1, mirrored: null },
    { map: TWO, seq: 1, mirrored: null },
    { map: ONE, seq: 2, mirrored: null },
  ];
  const { maps } = await answer({ ...calm, known });
  expect(new Map(maps.map(({ map, seq, changes }) => [map, [seq, changes.length]]))).toEqual(
    new Map([
      [TWO, [2 + NEWS_LIMITS.changesOfMap, 0]],
      [ONE, [3, 1]],
    ]),
  );
});

test('[DOC-96] a gateway that hears nobody is made known to the others here, for some seconds', async () => {
  const clock = new VirtualClock();
  const news = new MapNews({ clock, documents: { isAtHand: () => true, newsOf: async () => null } });
  const ask = async (asker: string, isDeaf: boolean): Promise<boolean> =>
    (await news.answer({ asker, isDeaf, mustBeFresh: false, known: [] })).othersAreDeaf;
  expect(await ask('one', false)).toBe(false);
  expect(await ask('two', true)).toBe(false);
  expect([await ask('one', false), await ask('two', true)]).toEqual([true, false]);
  expect([await ask('one', true), await ask('two', true)]).toEqual([true, true]);
  expect([await ask('one', false), await ask('two', false)]).toEqual([true, false]);
  await ask('three', true);
  clock.advance(4_000);
  expect(await ask('one', false)).toBe(true);
  clock.advance(2_000);
  expect(await ask('one', false)).toBe(false);
});

test('[DOC-96] gateways are made known to each other until both hear each other, and no longer', async () => {
  const clock = new VirtualClock();
  const news = new MapNews({ clock, documents: { isAtHand: () => true, newsOf: async () => null } });
  const ask = async (asker: string, ...heard: readonly string[]): Promise<boolean> =>
    (await news.answer({ asker, isDeaf: true, heard: [...heard], mustBeFresh: false, known: [] })).othersAreDeaf;
  expect([await ask('one'), await ask('two')]).toEqual([false, true]);
  for (let second = 0; second < 60; second++) {
    clock.advance(1_000);
    expect([await ask('one'), await ask('two')]).toEqual([true, true]);
  }
  // One hears the other, which does not hear it.
  expect([await ask('one', 'two'), await ask('two')]).toEqual([true, true]);
  // Each still believes that messages are lost, for the other was said to be deaf: nobody says it again.
  expect([await ask('two', 'one'), await ask('one', 'two')]).toEqual([false, false]);
  await ask('three', 'one', 'two');
  expect([await ask('one', 'two'), await ask('two', 'one')]).toEqual([true, true]);
  clock.advance(8_001);
  expect([await ask('one', 'two'), await ask('two', 'one')]).toEqual([false, false]);
});
