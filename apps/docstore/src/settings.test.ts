import { settle } from '@bough/bloblog/testing';
import { expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { documentsSettings } from './settings.ts';
import { add, ANN, change, mapNamed } from './testing/test-maps.ts';
import { makeWorld } from './testing/world.ts';

const MAP = mapNamed('one');

test('[DOC-18] a setting keeps the writes of one document apart; what comes meanwhile is written together', async () => {
  const settings = documentsSettings({ BOUGH_OPEN_MB: 64, BOUGH_WRITE_SPACING_MS: 1_000 });
  const w = makeWorld(settings);
  let writes = 0;
  const replaceIf = w.store.replaceIf.bind(w.store);
  w.store.replaceIf = async (...args) => (writes++, replaceIf(...args));
  await w.run(w.documents.create({ map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
  const append = (name: string): Promise<unknown> =>
    w.documents.append(MAP, { base: 1, changes: [change(name, 1, add(name, name))] });
  await w.run(append('a'));
  const startedMs = w.ports.clock.now();
  const later = ['b', 'c', 'd'].map(append);
  await settle();
  expect(writes).toBe(1);
  await w.run(Promise.all(later));
  expect([writes, w.ports.clock.now() - startedMs]).toEqual([2, 1_000]);
});
