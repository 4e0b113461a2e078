import { headKey, reconcileLog } from '@bough/bloblog';
import { silentLog } from '@bough/service';
import { expect, test } from 'vitest';
import { DocstoreFailure } from '../failure.ts';
import { Documents } from '../documents/documents.ts';
import { documentsSettings } from '../settings.ts';
import { commandWorld } from '../testing/command-world.ts';
import { MemoryOldPlace } from '../testing/memory-old-place.ts';
import { newMap, oldRows } from '../testing/old-rows.ts';
import { add, ANN, change } from '../testing/test-maps.ts';
import { FirstOpen } from './first-open.ts';

async function world() {
  const { parts, raw } = await commandWorld([]);
  const place = new MemoryOldPlace();
  let isAway = false;
  const open = async () => {
    if (isAway) throw new DocstoreFailure('away', { kind: 'unavailable', code: 'docstore/old-rows' });
    return place;
  };
  const { ports, first, second } = parts;
  const firstOpen = new FirstOpen({ ports, first: first.store, second: second.store, log: silentLog, open });
  const settings = documentsSettings({ BOUGH_OPEN_MB: 64, BOUGH_WRITE_SPACING_MS: 0 });
  const documents = () => new Documents({ ports, store: first.store, ...firstOpen.before(undefined) }, settings);
  return { place, documents, raw, parts, away: (is: boolean) => (isAway = is) };
}

test('[DOC-281] a document that has not moved is moved when it is first opened, by two docstores at once too, and goes on from there', async () => {
  const { place, documents } = await world();
  const map = newMap();
  place.add({ name: 'rivers', map, owner: ANN, title: '' }, oldRows(40));
  const [one, other] = [documents(), documents()];
  const facts = await Promise.all([one.facts(map), other.facts(map)]);
  expect(facts.map(({ seq }) => seq)).toEqual([40, 40]);
  const { outcomes } = await one.append(map, { base: 40, changes: [change('ann', 1, add('x', 'New'))] });
  expect(outcomes).toMatchObject([{ kind: 'kept', seq: 41 }]);
  expect((await documents().facts(map)).seq).toBe(41);
  await expect(one.facts(newMap())).rejects.toMatchObject({ code: 'docstore/no-document' });
});

test('[DOC-282] what the old place may have is unavailable while it is away, and damaged where its rows are no document', async () => {
  const { place, documents, raw, parts, away } = await world();
  const [map, bad] = [newMap(), newMap()];
  place.add({ name: 'rivers', map, owner: ANN, title: '' }, oldRows(40));
  place.add({ name: 'torn', map: bad, owner: ANN, title: '' }, oldRows(9).slice(1));
  away(true);
  const one = documents();
  await expect(one.facts(map)).rejects.toMatchObject({ kind: 'unavailable', code: 'docstore/old-rows' });
  away(false);
  expect((await one.facts(map)).seq).toBe(40);
  await expect(one.facts(bad)).rejects.toMatchObject({ kind: 'corrupt', code: 'docstore/bad-row' });
  // What the first location has lost comes back from the second, and never from rows that are older.
  const { seq } = await one.append(map, { base: 40, changes: [change('ann', 1, add('x', 'New'))] });
  await reconcileLog({ ports: parts.ports, first: parts.first.store, second: parts.second.store }, map);
  raw.first.objects.delete(headKey(map));
  expect((await documents().facts(map)).seq).toBe(seq);
  // What is here is served without it.
  away(true);
  expect((await documents().facts(map)).seq).toBe(seq);
});
