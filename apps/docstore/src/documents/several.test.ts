import { zstdDecompressSync } from 'node:zlib';
import { must } from '@bough/base';
import type { BlobStore } from '@bough/bloblog';
import { boundStore } from '@bough/bloblog/testing';
import { decodeMap } from '@bough/map';
import { expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import type { Documents } from './documents.ts';
import { add, ANN, change, itemNamed, mapNamed } from '../testing/test-maps.ts';
import { makeWorld, type World } from '../testing/world.ts';

const MAP = mapNamed('one');

/** Two docstores on one storage, both with the document open; the left one's reads are counted. */
async function twoDocstores(): Promise<World & { left: Documents; right: Documents; asked: string[] }> {
  const w = makeWorld();
  const asked: string[] = [];
  const counting = (store: BlobStore): BlobStore => ({
    ...boundStore(store),
    get: (...args) => (asked.push('get'), store.get(...args)),
    getIfChanged: async (...args) => {
      const found = await store.getIfChanged(...args);
      asked.push(typeof found === 'string' ? found : 'changed');
      return found;
    },
  });
  const [left, right] = [w.another(counting), w.another()];
  await w.run(right.create({ map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
  await w.run(left.facts(MAP));
  asked.length = 0;
  return { ...w, left, right, asked };
}

test('[DOC-27] a document that was idle here is what another docstore made of it', async () => {
  const { left, right, run, asked } = await twoDocstores();
  for (let n = 1; n <= 3; n++) {
    await run(right.append(MAP, { base: n, changes: [change('ann', n, add(`i${n}`, 'x'))] }));
    await run(left.ensureCurrent(MAP));
    const { seq, packed } = await run(left.packed(MAP));
    expect(seq).toBe(n + 1);
    expect(must(decodeMap(zstdDecompressSync(packed).toString('utf8'))).items.has(itemNamed(`i${n}`))).toBe(true);
  }
  expect(asked).toEqual(['changed', 'get', 'changed', 'get', 'changed', 'get']);
  await run(right.purge(MAP));
  await run(left.ensureCurrent(MAP));
  await expect(run(left.facts(MAP))).rejects.toMatchObject({ code: 'docstore/no-document' });
});

test('[DOC-27] when nobody wrote, it costs one conditional read, and two for any number who ask at once', async () => {
  const { left, run, asked } = await twoDocstores();
  await run(left.ensureCurrent(MAP));
  expect(asked.splice(0)).toEqual(['unchanged']);
  await run(Promise.all(Array.from({ length: 50 }, () => left.ensureCurrent(MAP))));
  expect(asked.splice(0)).toEqual(['unchanged', 'unchanged']);
  // Not open yet: opening reads what is there.
  await run(left.ensureCurrent(mapNamed('other')));
  expect(asked).toEqual([]);
});

test('[DOC-27] whoever asks while a question is under way is not answered by it', async () => {
  const { left, right, run, asked } = await twoDocstores();
  const early = left.ensureCurrent(MAP);
  const written = right.append(MAP, { base: 1, changes: [change('ann', 1, add('x', 'X'))] });
  await run(written);
  const late = left.ensureCurrent(MAP).then(() => left.facts(MAP));
  await run(early);
  expect(await run(late)).toMatchObject({ seq: 2 });
  expect(asked.length).toBeGreaterThan(0);
});

test('[DOC-28] what one docstore would refuse by an old state is decided by the present one', async () => {
  const { left, right, run } = await twoDocstores();
  await run(right.append(MAP, { base: 1, changes: [change('bea', 1, add('x', 'X'))] }));
  // Made without knowing of x, but it needs x all the same: a copy of a branch that was pasted from another map, say.
  const below = { base: 1, changes: [change('ann', 1, add('y', 'Y', 'x'))] };
  expect((await run(left.append(MAP, below))).outcomes).toMatchObject([{ kind: 'refused' }]);
  // The refusal was not written: that its counter is empty is said.
  const again = { base: 1, changes: [change('ann', 1), change('ann', 2, add('y', 'Y', 'x'))] };
  expect((await run(left.append(MAP, again, { isShared: true, mustBeWanted: () => undefined }))).outcomes).toEqual([
    { kind: 'seen', counter: 1 },
    { kind: 'kept', counter: 2, seq: 3 },
  ]);
  const repeated = await run(right.append(MAP, again, { isShared: true, mustBeWanted: () => undefined }));
  expect(repeated).toMatchObject({ seq: 3, outcomes: [{ kind: 'seen' }, { kind: 'kept', counter: 2, seq: 3 }] });
});

test('[DOC-20] a moment that this process has not heard of is another one’s', async () => {
  const { left, right, run } = await twoDocstores();
  await run(right.append(MAP, { base: 1, changes: [change('bea', 1, add('x', 'X'))] }));
  expect(await run(left.packedAt(MAP, 2))).toMatchObject({ seq: 2 });
  await expect(run(left.packedAt(MAP, 3))).rejects.toMatchObject({ code: 'bloblog/out-of-range' });
});
