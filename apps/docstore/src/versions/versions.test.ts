import { collectLog, reconcileLog, verifyLog } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { VERSIONS_MOST } from '@bough/contracts';
import { expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';
import { makeWorld, noCopies, type World } from '../testing/world.ts';
import { SecondCopies } from '../second/second-copies.ts';
import { Versions } from './versions.ts';

const MAP = mapNamed('one');

async function makeVersions(): Promise<World & { readonly versions: Versions; readonly second: MemoryStore }> {
  const w = makeWorld();
  const second = new MemoryStore(w.ports.clock);
  await w.run(w.documents.create({ map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
  await w.run(w.documents.append(MAP, { base: 1, changes: [change('ann', 1, add('x', 'X'))] }));
  const copies = new SecondCopies({ ...w, first: w.store, second, onTrouble: () => undefined }, { isSync: true });
  return { ...w, second, versions: new Versions({ ports: w.ports, first: w.store, copies, documents: w.documents }) };
}

test('[DOC-85] a name of something that the order lost is listed no more, and nothing of it can be named', async () => {
  const { versions, run, store, documents, another, ports } = await makeVersions();
  const backup = new Map(store.objects);
  const { lineage } = await run(documents.append(MAP, { base: 2, changes: [change('ann', 2, add('y', 'Y'))] }));
  const [kept, lost] = [
    await run(versions.name(MAP, { seq: 2, name: 'With X', by: ANN })),
    await run(versions.name(MAP, { seq: 3, name: 'With Y', by: ANN, lineage })),
  ];
  expect(await run(versions.list(MAP))).toEqual([kept, lost]);
  // The log alone is taken back: names stand beside it.
  for (const key of store.objects.keys()) if (!key.includes('/versions/')) store.objects.delete(key);
  for (const [key, each] of backup) store.objects.set(key, each);
  const there = another(undefined, undefined, 'there');
  await run(there.append(MAP, { base: 2, changes: [change('bob', 1, add('z', 'Z'))] }));
  const after = new Versions({ ports, first: store, copies: noCopies, documents: there });
  expect(await run(after.list(MAP))).toEqual([kept]);
  await expect(run(after.name(MAP, { seq: 3, name: 'Again', by: ANN, lineage }))).rejects.toMatchObject({
    code: 'docstore/other-lineage',
  });
  expect(await run(after.name(MAP, { seq: 2, name: 'Still X', by: ANN, lineage }))).toMatchObject({ seq: 2 });
  expect(await run(after.name(MAP, { seq: 3, name: 'With Z', by: ANN }))).toMatchObject({ seq: 3 });
});

test('[DOC-85] a name from before there were lineages counts as one of the first', async () => {
  const { versions, run, store, documents, ports, another } = await makeVersions();
  const id = `2-${ports.ids.short()}`;
  const old = { id, seq: 2, name: 'Old', by: ANN, at: 1 };
  await store.put(`logs/${MAP}/versions/${id}`, Buffer.from(JSON.stringify(old)));
  expect(await run(versions.list(MAP))).toEqual([old]);
  await run(documents.close());
  const after = new Versions({
    ports,
    first: store,
    copies: noCopies,
    documents: another(undefined, undefined, 'there'),
  });
  expect(await run(after.list(MAP))).toEqual([old]);
});

test('[DOC-43] numbers of the history have names, listed in order, taken away again', async () => {
  const { versions, run } = await makeVersions();
  const second = await run(versions.name(MAP, { seq: 2, name: 'With X', by: ANN }));
  const first = await run(versions.name(MAP, { seq: 1, name: 'Before', by: ANN }));
  expect(second).toMatchObject({ seq: 2, name: 'With X', by: ANN });
  expect(await run(versions.list(MAP))).toEqual([first, second]);
  await run(versions.remove(MAP, first.id));
  await run(versions.remove(MAP, first.id));
  expect(await run(versions.list(MAP))).toEqual([second]);
  await expect(run(versions.name(MAP, { seq: 3, name: 'Later', by: ANN }))).rejects.toMatchObject({
    code: 'docstore/bad-base',
  });
  await expect(run(versions.list(mapNamed('none')))).rejects.toMatchObject({ code: 'docstore/no-document' });
  for (let n = 1; n < VERSIONS_MOST; n++) await run(versions.name(MAP, { seq: 1, name: `n${n}`, by: ANN }));
  await expect(run(versions.name(MAP, { seq: 1, name: 'one more', by: ANN }))).rejects.toMatchObject({
    code: 'docstore/many-versions',
    kind: 'invalid',
  });
});

test('[DOC-44] in async mode nobody waits for the second location; a name that is taken away at once does not stay there', async () => {
  const w = await makeVersions();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const slow = new MemoryStore(w.ports.clock);
  const troubles: unknown[] = [];
  const put = slow.put.bind(slow);
  slow.put = async (...args) => (await opened, put(...args));
  const onTrouble = (trouble: unknown): unknown => troubles.push(trouble);
  const copies = new SecondCopies({ ...w, first: w.store, second: slow, onTrouble }, { isSync: false });
  const versions = new Versions({ ports: w.ports, first: w.store, copies, documents: w.documents });
  const stays = await w.run(versions.name(MAP, { seq: 1, name: 'Stays', by: ANN }));
  const goes = await w.run(versions.name(MAP, { seq: 1, name: 'Goes', by: ANN }));
  await w.run(versions.remove(MAP, goes.id));
  expect(await w.run(versions.list(MAP))).toEqual([stays]);
  expect(slow.objects.size).toBe(0);
  open();
  await copies.drain();
  expect([...slow.objects.keys()]).toEqual([`logs/${MAP}/versions/${stays.id}`]);
  slow.put = () => Promise.reject(new Error('down'));
  await w.run(versions.name(MAP, { seq: 1, name: 'Only here', by: ANN }));
  await copies.drain();
  expect(troubles).toHaveLength(1);
});

test('[DOC-44] names are in both locations, are brought back, and are no orphans; purging removes them', async () => {
  const w = await makeVersions();
  const { id } = await w.run(w.versions.name(MAP, { seq: 1, name: 'Before', by: ANN }));
  const key = `logs/${MAP}/versions/${id}`;
  expect(await w.second.get(key)).not.toBe(null);
  const parts = { ports: w.ports, first: w.store, second: w.second };
  await w.second.remove(key);
  await w.run(reconcileLog(parts, MAP));
  expect(await w.second.get(key)).not.toBe(null);
  expect(await w.run(verifyLog(w.ports, parts, MAP))).toEqual([]);
  await w.run(collectLog(w.ports, { store: w.store, other: w.second }, MAP, { ageMs: 0 }));
  expect(await w.run(w.versions.list(MAP))).toHaveLength(1);
  await w.store.put(key, new Uint8Array([1]));
  await expect(w.run(w.versions.list(MAP))).rejects.toMatchObject({ code: 'docstore/damaged', kind: 'corrupt' });
  await w.run(w.documents.purge(MAP));
  expect(await w.store.get(key)).toBe(null);
});
