import { tryUtf8Decode, utf8Encode } from '@bough/base';
import { expect, test } from 'vitest';
import { CHAIN_START, chainOver } from './chain.ts';
import { headKey } from './keys.ts';
import { openLog } from '../log/open-log.ts';
import { packParts, tryUnpackParts } from './parts.ts';
import { readHead } from '../log/read-log.ts';
import { renewLog } from '../upkeep/renew-log.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { toyDigest } from '../testing/index.ts';
import { fill, note, type World, world } from '../testing/log-world.ts';

async function openedAt(w: World, location: string) {
  const opened = await w.run(openLog({ ...w.parts, location }, DEFAULT_SETTINGS, 'doc'));
  if (opened === null) throw new Error('the log is there');
  return opened.log;
}

/** The head in the store as a version before lineages has it. */
async function makeOld(w: World): Promise<void> {
  const key = headKey('doc');
  const there = w.store.objects.get(key);
  const [id, header, ...rest] = tryUnpackParts(3, 5, there?.bytes ?? new Uint8Array()) ?? [];
  if (there === undefined || id === undefined || header === undefined) throw new Error('no head');
  const { lineages: _lineages, location: _location, ...fields } = JSON.parse(tryUtf8Decode(header) ?? '');
  await w.store.put(key, packParts(2, [id, utf8Encode(JSON.stringify(fields)), ...rest]));
}

test('[LOG-24] a log has one lineage from its first change on, whoever writes to it where it was made', async () => {
  const w = await world();
  const [first] = w.log.head.lineages;
  expect(w.log.head.lineages).toEqual([{ id: w.log.head.writeId, from: 0, hash: CHAIN_START }]);
  await fill(w, 2, 5);
  const here = await openedAt(w, 'here');
  await w.run(here.append([note(6)], ''));
  expect((await openedAt(w, 'here')).head).toMatchObject({ seq: 6, location: 'here', lineages: [first] });
});

test('[LOG-25] a log that another location wrote begins a new lineage before it is served, by one write', async () => {
  const w = await world();
  await fill(w, 2, 5);
  await w.run((await openedAt(w, 'here')).append([note(6)], ''));
  w.store.calls = [];
  const there = await openedAt(w, 'there');
  expect(w.store.calls).toEqual(['get', 'replaceIf']);
  const lines = [1, 2, 3, 4, 5, 6].map((n) => w.parts.codec.encode(note(n)));
  const hash = chainOver(toyDigest, CHAIN_START, lines);
  const { head } = there;
  expect(head.lineages).toEqual([expect.anything(), { id: head.writeId, from: 6, hash }]);
  expect((await w.run(readHead(w.parts, 'doc')))?.head).toEqual(head);
  w.store.calls = [];
  expect((await openedAt(w, 'there')).head.lineages).toEqual(head.lineages);
  expect(w.store.calls).toEqual(['get']);
});

test('[LOG-25] of two processes that find a log of another location, both serve one new lineage', async () => {
  const w = await world();
  await w.run((await openedAt(w, 'here')).append([note(2)], ''));
  const both = await Promise.all([openedAt(w, 'there'), openedAt(w, 'there')]);
  expect(both[0].head.lineages).toHaveLength(2);
  expect(both[1].head.lineages).toEqual(both[0].head.lineages);
});

test('[LOG-25] of many renewals the last ones are remembered, and whatever brings a location back renews by itself', async () => {
  const w = await world();
  for (let n = 0; n < 20; n++) expect(await w.run(renewLog(w.parts.ports, w.store, 'doc'))).toBe(true);
  const found = await w.run(readHead(w.parts, 'doc'));
  expect(new Set(found?.head.lineages.map(({ id }) => id)).size).toBe(16);
  expect(found?.head.lineages.at(-1)?.id).toBe(found?.head.writeId);
  await expect(w.run(w.log.append([note(2)], ''))).rejects.toMatchObject({ code: 'bloblog/lost' });
  expect(await w.run(renewLog(w.parts.ports, w.store, 'none'))).toBe(false);
});

test('[LOG-26] a head of a version without lineages is one of its own, the same for all who read it, and its next write says so', async () => {
  const w = await world();
  await fill(w, 2, 4);
  const { writeId } = w.log.head;
  await makeOld(w);
  const [one, other] = [await openedAt(w, 'here'), await openedAt(w, 'there')];
  expect(one.head).toMatchObject({ location: null, lineages: [{ id: writeId, from: 0 }] });
  expect(other.head.lineages).toEqual(one.head.lineages);
  await w.run(one.append([note(5)], ''));
  const now = await openedAt(w, 'here');
  expect(now.head).toMatchObject({ location: 'here', lineages: one.head.lineages });
});
