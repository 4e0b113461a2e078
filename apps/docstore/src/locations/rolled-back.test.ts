import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringHome, headKey, renewLog } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { openFolderStore } from '@bough/blobs';
import { docstoreRoutes } from '@bough/contracts';
import { platformClock, platformRandom } from '@bough/service';
import { expect, onTestFinished, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';
import { makeWorld, type World } from '../testing/world.ts';

// Who can write to storage, but has no key, puts an older head back: it opens, for it was sealed there. Whoever saw a newer one of the same
// lineage knows better.

const MAP = mapNamed('rolled');
const ROLLED_BACK = { kind: 'corrupt', code: 'bloblog/rolled-back' };

/** A document of five changes that two docstores have open; `rollBack` puts the head of then back. */
async function world() {
  const w = makeWorld();
  const [left, right] = [w.another(), w.another()];
  await w.run(left.create({ map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
  await grow(w, left, 1, 2);
  const older = w.store.objects.get(headKey(MAP))?.bytes ?? expect.unreachable('there is a head');
  await grow(w, left, 3, 4);
  return { ...w, left, right, rollBack: () => w.store.put(headKey(MAP), older) };
}

async function grow({ run }: World, documents: World['documents'], from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n++)
    await run(documents.append(MAP, { base: n, changes: [change('ann', n, add(`i${n}`, 'x'))] }));
}

test('[DOC-208] a docstore that read a newer head of the lineage refuses an older one: nothing is read of it, nothing written on it', async () => {
  const { left, right, run, rollBack, store } = await world();
  expect(await run(right.facts(MAP))).toMatchObject({ seq: 5 });
  await rollBack();
  const there = store.objects.get(headKey(MAP));
  for (const documents of [left, right]) {
    await run(documents.ensureCurrent(MAP));
    await expect(run(documents.packed(MAP))).rejects.toMatchObject(ROLLED_BACK);
    await expect(run(documents.facts(MAP))).rejects.toMatchObject(ROLLED_BACK);
    const again = documents.append(MAP, { base: 3, changes: [change('bo', 1, add('other', 'x'))] });
    await expect(run(again)).rejects.toMatchObject(ROLLED_BACK);
  }
  expect(store.objects.get(headKey(MAP))).toEqual(there);
});

test('[DOC-208] one that wrote the newer head, and closed the document since, refuses the older one too', async () => {
  const { left, run, rollBack } = await world();
  await run(left.ensureCurrent(MAP));
  await rollBack();
  const written = left.append(MAP, { base: 5, changes: [change('ann', 5, add('i5', 'x'))] });
  await expect(run(written)).rejects.toMatchObject(ROLLED_BACK);
});

test('[DOC-208] an older label of the same number is older: what was put into the trash does not come back by itself', async () => {
  const { left, run, store } = await world();
  const before = store.objects.get(headKey(MAP))?.bytes ?? expect.unreachable('there is a head');
  await run(left.trash(MAP, ANN));
  await store.put(headKey(MAP), before);
  await run(left.ensureCurrent(MAP));
  await expect(run(left.facts(MAP))).rejects.toMatchObject(ROLLED_BACK);
});

test('[DOC-208] a head from before a lineage that was seen is older, and one under a lineage that nobody saw counts', async () => {
  const { left, right, run, rollBack, ports, store } = await world();
  await run(renewLog(ports, store, MAP));
  await run(left.ensureCurrent(MAP));
  expect(await run(left.facts(MAP))).toMatchObject({ seq: 5 });
  await rollBack();
  await run(left.ensureCurrent(MAP));
  await expect(run(left.facts(MAP))).rejects.toMatchObject(ROLLED_BACK);
  // This one never saw it.
  expect(await run(right.facts(MAP))).toMatchObject({ seq: 3 });
  // An operator says that the older one is meant.
  await run(renewLog(ports, store, MAP));
  expect(await run(left.facts(MAP))).toMatchObject({ seq: 3 });
  await grow({ ...{ ports, store, run, documents: left, another: () => left } }, left, 3, 3);
  expect(await run(left.facts(MAP))).toMatchObject({ seq: 4 });
});

test('[DOC-208] what a second location has more is brought home, and counts', async () => {
  const { left, run, rollBack, ports, store } = await world();
  const second = new MemoryStore(ports.clock);
  for (const [key, { bytes }] of store.objects) await second.put(key, bytes);
  await rollBack();
  await run(left.ensureCurrent(MAP));
  await expect(run(left.facts(MAP))).rejects.toMatchObject(ROLLED_BACK);
  expect(await run(bringHome({ ports, first: store, second }, MAP))).toMatchObject({ from: 3, to: 5 });
  expect(await run(left.facts(MAP))).toMatchObject({ seq: 5 });
});

test('[DOC-209] over the wire: a head put back under a docstore that serves is refused with a code, until an operator has decided', async () => {
  const data = mkdtempSync(join(tmpdir(), 'bough-rolled-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const docstore = await DocstoreProcess.make({ BOUGH_DATA: data, BOUGH_BLOBS_KEYS: newKeys('k1') });
  onTestFinished(() => docstore.stop());
  await docstore.start();
  await docstore.call(docstoreRoutes.createDocument, {
    params: {},
    body: { map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) },
  });
  const draw = (n: number) =>
    docstore.call(docstoreRoutes.appendChanges, {
      params: { map: MAP },
      body: { base: n, changes: [change('ann', n, add(`i${n}`, 'x'))] },
    });
  const attacker = await openFolderStore(
    { clock: platformClock, random: platformRandom },
    { folder: join(data, 'blobs/first') },
  );
  onTestFinished(() => attacker.close());
  await draw(1);
  const older = (await attacker.get(headKey(MAP)))?.bytes ?? expect.unreachable('there is a head');
  for (let n = 2; n <= 4; n++) await draw(n);
  await attacker.put(headKey(MAP), older);
  await expect(draw(5)).rejects.toMatchObject(ROLLED_BACK);
  const read = docstore.call(docstoreRoutes.documentFacts, { params: { map: MAP } });
  await expect(read).rejects.toMatchObject(ROLLED_BACK);
  await expect.poll(() => docstore.said).toMatch(/bloblog\/rolled-back/);
}, 60_000);
