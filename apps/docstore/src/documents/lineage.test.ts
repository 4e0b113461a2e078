import { commonPrefix, holdsPrefix, presentLineage } from '@bough/base';
import type { Append } from '@bough/contracts';
import { expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';
import { makeWorld, type World } from '../testing/world.ts';

const MAP = mapNamed('one');

/** A map of six changes, taken back to its third as a restored backup is, and what it was before. */
async function restored() {
  const w = makeWorld();
  await w.run(w.documents.create({ map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
  const append = (n: number): Append => ({ base: n, changes: [change('ann', n, add(`i${n}`, `old ${n}`))] });
  let backup: World['store']['objects'] | null = null;
  for (let n = 1; n <= 5; n++) {
    await w.run(w.documents.append(MAP, append(n)));
    if (n === 2) backup = new Map(w.store.objects);
  }
  const before = await w.run(w.documents.state(MAP, null));
  w.store.objects.clear();
  for (const [key, kept] of backup ?? []) w.store.objects.set(key, kept);
  return { ...w, before, there: w.another(undefined, undefined, 'there') };
}

test('[DOC-80] in a location that was restored, or is another one, numbers are given in a new lineage', async () => {
  const { run, before, there } = await restored();
  const after = await run(there.state(MAP, null));
  expect([before.seq, before.lineages.length, after.seq, after.lineages.length]).toEqual([6, 1, 3, 2]);
  expect(after.lineages.at(-1)).toMatchObject({ from: 3 });
  const [lineage, now] = [presentLineage(before.lineages), presentLineage(after.lineages)];
  expect(commonPrefix(after.lineages, { lineage, seq: 6 })).toBe(3);
  const kept = await run(there.append(MAP, { base: 3, changes: [change('bob', 1, add('new', 'new'))] }));
  expect(kept).toMatchObject({ seq: 4, lineage: now });
  expect(await run(there.facts(MAP))).toMatchObject({ seq: 4, lineage: now });
  expect(await run(there.page(MAP, 4, 9))).toMatchObject({
    lineage: now,
    changes: [{ seq: 4, client: expect.stringMatching('bob') }],
  });
  expect(await run(there.words(MAP, { lineage, seq: 4 }))).toMatchObject({
    lineage: now,
    text: expect.stringMatching('new'),
  });
  expect(await run(there.words(MAP, { lineage: now, seq: 4 }))).toMatchObject({ text: null });
});

test('[DOC-81] a change made on what the present lineage lacks is refused with its own code; on what it kept it goes on', async () => {
  const { run, before, there } = await restored();
  const lineage = presentLineage(before.lineages);
  const made = (base: number, counter: number): Append => ({
    base,
    lineage,
    changes: [change('bob', counter, add(`b${counter}`, 'from before'))],
  });
  expect(await run(there.append(MAP, made(3, 1)))).toMatchObject({ seq: 4, outcomes: [{ kind: 'kept' }] });
  for (const base of [4, 5, 6, 7]) {
    await expect(run(there.append(MAP, made(base, 2)))).rejects.toMatchObject({
      kind: 'conflict',
      code: 'docstore/other-lineage',
    });
  }
  const unknown = { ...made(2, 2), lineage: 'neverWasHere' };
  await expect(run(there.append(MAP, unknown))).rejects.toMatchObject({ code: 'docstore/other-lineage' });
  expect(await run(there.state(MAP, null))).toMatchObject({ seq: 4 });
  // What was acknowledged before and lost is new to the order: sent again, it is kept.
  const again = { base: 4, changes: [3, 4, 5].map((n) => change('ann', n, add(`i${n}`, `old ${n}`))) };
  expect(await run(there.append(MAP, again))).toMatchObject({ seq: 7, outcomes: [{ seq: 5 }, { seq: 6 }, { seq: 7 }] });
});

test('[DOC-80] a process of the same location opens with the lineage that there is, and writes nothing for it', async () => {
  const w = makeWorld();
  await w.run(w.documents.create({ map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
  const [head] = [...w.store.objects.values()].map((kept) => kept.etag);
  const { lineages, seq } = await w.run(w.another().state(MAP, null));
  expect(holdsPrefix(lineages, { lineage: (await w.run(w.documents.facts(MAP))).lineage, seq })).toBe(true);
  expect(lineages).toHaveLength(1);
  expect([...w.store.objects.values()].map((kept) => kept.etag)).toEqual([head]);
});
