import { type BlobStore, readHead, reconcileLog, verifyLog } from '@bough/bloblog';
import { boundStore, FaultyStore, MemoryStore, NO_FAULTS } from '@bough/bloblog/testing';
import { expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { purgeOld } from './purge.ts';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';
import { makeWorld, noCopies, type World } from '../testing/world.ts';
import { Versions } from '../versions/versions.ts';

const MAP = mapNamed('one');
const IN_TRASH = { code: 'docstore/in-trash', kind: 'denied' };

async function trashed(): Promise<World> {
  const w = makeWorld();
  await w.run(w.documents.create({ map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
  await w.run(w.documents.append(MAP, { base: 1, changes: [change('ann', 1, add('x', 'X'))] }));
  await w.run(w.documents.trash(MAP, ANN));
  return w;
}

test('[DOC-45] in the trash a document says since when and by whom, is read as before, and takes no change', async () => {
  const w = await trashed();
  const { documents, run } = w;
  for (const process of [documents, w.another()]) {
    const facts = await run(process.facts(MAP));
    expect(facts).toMatchObject({ seq: 2, title: 'Bough', items: 2, trash: { by: ANN } });
    expect(facts.trash?.at).toBeGreaterThanOrEqual(facts.changedAt);
    expect(await run(process.packed(MAP))).toMatchObject({ seq: 2 });
    expect(await run(process.packedAt(MAP, 1))).toMatchObject({ seq: 1 });
    expect(await run(process.changes(MAP, 1, 9))).toHaveLength(2);
    const late = { base: 2, changes: [change('ann', 2, add('y', 'Y'))] };
    await expect(run(process.append(MAP, late))).rejects.toMatchObject(IN_TRASH);
    await expect(run(process.mustTake(MAP))).rejects.toMatchObject(IN_TRASH);
  }
  expect(await run(documents.state(MAP, null))).toMatchObject({ seq: 2 });
  const versions = new Versions({ ports: w.ports, first: w.store, copies: noCopies, documents });
  await expect(run(versions.name(MAP, { seq: 1, name: 'n', by: ANN }))).rejects.toMatchObject(IN_TRASH);
  expect(await run(versions.list(MAP))).toEqual([]);
});

test('[DOC-45] what was acknowledged before is answered again in the trash, so that no author waits for ever', async () => {
  const { documents, run } = await trashed();
  const again = { base: 1, changes: [change('ann', 1, add('x', 'X'))] };
  expect((await run(documents.append(MAP, again))).outcomes).toEqual([{ counter: 1, kind: 'kept', seq: 2 }]);
});

test('[DOC-45] putting it there again changes nothing; restoring brings everything back, twice is fine', async () => {
  const { documents, run, another } = await trashed();
  const { trash } = await run(documents.facts(MAP));
  expect(await run(another().trash(MAP, ANN))).toMatchObject({ trash });
  expect(await run(another().restore(MAP))).toMatchObject({ trash: null, seq: 2 });
  const before = await run(another().facts(MAP));
  expect(await run(documents.restore(MAP))).toEqual(before);
  const next = { base: 2, changes: [change('ann', 2, add('y', 'Y'))] };
  expect(await run(documents.append(MAP, next))).toMatchObject({ seq: 3 });
  expect(await run(documents.facts(MAP))).toMatchObject({ trash: null, items: 3 });
  await expect(run(documents.trash(mapNamed('none'), ANN))).rejects.toMatchObject({ code: 'docstore/no-document' });
});

test('[DOC-46] a writer in another process meets the trash, though it had the document open', async () => {
  const w = makeWorld();
  const other = w.another();
  await w.run(w.documents.create({ map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
  await w.run(other.append(MAP, { base: 1, changes: [change('ann', 1, add('x', 'X'))] }));
  await w.run(w.documents.trash(MAP, ANN));
  const late = { base: 2, changes: [change('ann', 2, add('y', 'Y'))] };
  await expect(w.run(other.append(MAP, late))).rejects.toMatchObject(IN_TRASH);
  expect((await w.run(readHead(w, MAP)))?.head.seq).toBe(2);
});

test('[DOC-46] writing and trashing at once, in two processes: what was acknowledged is there, and nothing else', async () => {
  for (let round = 0; round < 20; round++) {
    const w = makeWorld();
    const other = w.another();
    await w.run(w.documents.create({ map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
    const write = (documents: typeof other, name: string): Promise<unknown> =>
      documents.append(MAP, { base: 1, changes: [change(name, 1, add(name, name))] });
    const late = async (turns: number, work: () => Promise<unknown>): Promise<unknown> => {
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      return work();
    };
    const ends = await w.run(
      Promise.allSettled([
        write(w.documents, 'a'),
        write(other, 'b'),
        late(round, () => w.documents.trash(MAP, ANN)),
        late(2 * round, () => write(w.documents, 'c')),
        late(2 * round, () => write(other, 'd')),
      ]),
    );
    const kept = ends.filter((end, i) => i !== 2 && end.status === 'fulfilled').length;
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(IN_TRASH);
    expect(await w.run(w.another().facts(MAP))).toMatchObject({ seq: 1 + kept, trash: { by: ANN } });
  }
});

test('[DOC-48] what is long enough in the trash is purged, and nothing that was restored in the last moment', async () => {
  const w = await trashed();
  const second = new MemoryStore(w.ports.clock);
  const { at } = (await w.run(w.documents.facts(MAP))).trash ?? { at: 0 };
  const purge = (before: number): Promise<boolean> => w.run(purgeOld(w.ports, { first: w.store, second }, MAP, before));
  expect(await purge(at - 1)).toBe(false);
  const racing = { first: gateOnce(w.store, () => w.documents.restore(MAP)), second };
  expect(await w.run(purgeOld(w.ports, racing, MAP, at))).toBe(false);
  expect(await w.run(w.documents.facts(MAP))).toMatchObject({ seq: 2, trash: null });
  await w.run(w.documents.trash(MAP, ANN));
  const down = new FaultyStore({ inner: second, ...w.ports }, NO_FAULTS);
  down.isDown = true;
  await expect(w.run(purgeOld(w.ports, { first: w.store, second: down }, MAP, Infinity))).rejects.toThrow();
  // Condemned, and not gone yet: nobody can have it back, and the next run ends it.
  await expect(w.run(w.documents.restore(MAP))).rejects.toMatchObject({ code: 'docstore/no-document' });
  expect(await purge(0)).toBe(true);
  expect([...w.store.objects.keys()]).toEqual([`purged/${MAP}`]);
});

/** The store, whose first conditional write comes after `first`. */
function gateOnce(store: BlobStore, first: () => Promise<unknown>): BlobStore {
  let isFirst = true;
  return {
    ...boundStore(store),
    replaceIf: async (...args) => {
      if (isFirst) {
        isFirst = false;
        await first();
      }
      return store.replaceIf(...args);
    },
  };
}

test('[DOC-47] the trash is listed from blobs alone, and both locations know it', async () => {
  const w = await trashed();
  const third = mapNamed('three');
  for (const map of [mapNamed('two'), third]) {
    await w.run(w.documents.create({ map, by: ANN, ops: parsed(add('root', `Map ${map}`, null)) }));
  }
  await w.run(w.documents.trash(third, ANN));
  const all = await w.run(w.another().listTrash(null, 100));
  expect(all).toMatchObject({ next: null, trashed: [{ title: 'Bough' }, { title: `Map ${third}` }] });
  const page = await w.run(w.documents.listTrash(null, 1));
  const rest = await w.run(w.documents.listTrash(page.next, 100));
  expect([...page.trashed, ...rest.trashed].toSorted((a, b) => a.title.localeCompare(b.title))).toEqual(all.trashed);
  await w.run(w.documents.restore(third));
  expect((await w.run(w.documents.listTrash(null, 100))).trashed).toMatchObject([{ map: MAP }]);
  const second = new MemoryStore(w.ports.clock);
  const parts = { ports: w.ports, first: w.store, second };
  await w.run(reconcileLog(parts, MAP));
  expect(await w.run(w.another(() => second).facts(MAP))).toEqual(await w.run(w.documents.facts(MAP)));
  await w.run(w.documents.restore(MAP));
  const behind = { where: 'second', kind: 'behind', detail: 'has an older label or lineage' };
  expect(await w.run(verifyLog(w.ports, parts, MAP))).toMatchObject([behind]);
  await w.run(reconcileLog(parts, MAP));
  expect(await w.run(w.another(() => second).facts(MAP))).toMatchObject({ trash: null });
});
