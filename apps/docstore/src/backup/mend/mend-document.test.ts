import { readHead, verifyLog } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { platformRandom } from '@bough/service';
import { expect, test } from 'vitest';
import { ports, sealed, turnBit, world } from '../../testing/backup-world.ts';
import { add, change, mapNamed } from '../../testing/test-maps.ts';
import { backupView } from '../backup-view.ts';
import { mendingsOf, restoreDocuments } from './restore-documents.ts';

// A document that rotted where it stands, and a backup of it.

const MAP = mapNamed('a');
/** What no compression makes small: after two dozen of these changes a segment is sealed. */
const noise = (): string => Buffer.from(platformRandom.bytes(3_000)).toString('base64');

/** A backup of a document with segments, to which changes came afterwards. */
async function rotten(after: number) {
  const w = await world();
  let [seq, counter] = [2, 1];
  const write = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++, seq++)
      await w.documents.append(MAP, { base: seq, changes: [change('ann', ++counter, add(`n${counter}`, noise()))] });
  };
  const image = `logs/${MAP}/assets/${'0a'.repeat(32)}`;
  await w.stores.first.put(image, new Uint8Array([1, 2]));
  await write(60);
  const manifest = await w.run();
  await write(after);
  const head = async () =>
    (await readHead({ ports, store: w.stores.first }, MAP))?.head ?? expect.unreachable('it is there');
  const parts = { ports, from: backupView(w.stores.place, manifest), first: w.stores.first, second: null, say: w.say };
  const restore = async (losesNewer = false) => {
    w.said.length = 0;
    return await restoreDocuments(parts, [MAP], losesNewer);
  };
  const segments = (): string[] =>
    [...w.raw.first.objects.keys()].filter((key) => key.startsWith(`logs/${MAP}/segments/`));
  const isWhole = async () =>
    (await verifyLog(ports, { first: w.stores.first, second: null }, MAP)).every(({ kind }) => kind === 'orphan');
  const plan = () => mendingsOf(parts, [MAP]);
  return { w, image, head, parts, plan, restore, segments, isWhole, before: 62 };
}

test('[DOC-174] what is damaged of a document is written anew from a backup, and every change that came after it stays', async () => {
  const { w, image, head, plan, restore, segments, isWhole, before } = await rotten(3);
  const was = await head();
  expect(was.seq).toBe(before + 3);
  turnBit(w.raw.first, segments()[0] ?? expect.unreachable('there is one'));
  turnBit(w.raw.first, image);
  expect(await plan()).toEqual([
    { map: MAP, says: expect.stringContaining('every change stays'), loses: null, isHopeless: false },
  ]);
  expect(await restore()).toEqual([MAP]);
  expect(w.said).toEqual([`${MAP}: 2 damaged objects were written anew, and every change is there.`]);
  expect([await isWhole(), await head()]).toEqual([true, was]);
  expect((await w.stores.first.get(image))?.bytes).toEqual(Buffer.from([1, 2]));
});

test('[DOC-174] a rotten head goes back to the backup under a new lineage; one that is whole is told as that', async () => {
  const { w, head, plan, restore, isWhole, before } = await rotten(0);
  const was = await head();
  turnBit(w.raw.first, `heads/${MAP}`);
  expect(await plan()).toMatchObject([{ says: 'its head cannot be read: it goes back to change 62.', loses: null }]);
  expect(await restore()).toEqual([MAP]);
  expect(w.said[0]).toContain(`${MAP}: it is as of change 62 now. What came after is lost here`);
  const now = await head();
  expect([await isWhole(), now.seq]).toEqual([true, before]);
  expect(now.lineages).toEqual([...was.lineages, expect.objectContaining({ from: before })]);
  expect(await restore()).toEqual([MAP]);
  expect(w.said).toEqual([`${MAP}: is there, and whole: nothing was done.`]);
  expect(await plan()).toEqual([]);
});

test('[DOC-175] what is good and newer is told first, and lost only when that was asked for', async () => {
  const { w, head, plan, restore, segments, isWhole, before } = await rotten(60);
  const known = new Set(w.raw.place.objects.keys());
  const newer = segments().filter((key) => !known.has(key.replace('logs/', 'documents/')));
  turnBit(w.raw.first, newer[0] ?? expect.unreachable('a segment came after the backup'));
  const was = await head();
  const [told] = await plan();
  expect(told?.loses).toBe(`LOST: what can still be read of the changes ${before + 1} to ${was.seq}.`);
  expect(await restore()).toEqual([]);
  expect(w.said[0]).toContain('It stays as it is without --lose-newer.');
  expect((await head()).writeId).toBe(was.writeId);
  expect(await restore(true)).toEqual([MAP]);
  expect([await isWhole(), (await head()).seq]).toEqual([true, before]);
  expect((await head()).edition).toBeGreaterThan(was.edition);
});

test('[DOC-175] where the head is gone, segments that came after the backup tell that there was more', async () => {
  const { w, plan, restore, before, head } = await rotten(60);
  const { sealedTo } = await head();
  expect(sealedTo).toBeGreaterThan(before);
  turnBit(w.raw.first, `heads/${MAP}`);
  expect((await plan())[0]?.loses).toContain(`LOST: the changes ${before + 1} to ${sealedTo}`);
  expect(await restore()).toEqual([]);
  expect(await restore(true)).toEqual([MAP]);
});

test('[DOC-175] a document that the second location has whole is mended from there, with everything that is newer', async () => {
  const { w, parts, head, isWhole, before } = await rotten(40);
  const second = sealed(new MemoryStore(ports.clock), 'two');
  await restoreDocuments({ ...parts, from: w.stores.first, first: second }, [MAP]);
  turnBit(w.raw.first, `heads/${MAP}`);
  expect(await restoreDocuments({ ...parts, second }, [MAP])).toEqual([MAP]);
  expect([await isWhole(), (await head()).seq]).toEqual([true, before + 40]);
});

test('[DOC-174] what is whole nowhere stays as it is, and is told', async () => {
  const { w, plan, restore, segments } = await rotten(0);
  const key = segments()[0] ?? expect.unreachable('there is one');
  turnBit(w.raw.first, key);
  turnBit(w.raw.place, key.replace('logs/', 'documents/'));
  const [head] = [w.raw.first.objects.get(`heads/${MAP}`)];
  expect(await plan()).toMatchObject([{ isHopeless: true, says: expect.stringContaining('cannot be mended') }]);
  expect([await restore(true), w.raw.first.objects.get(`heads/${MAP}`)]).toEqual([[], head]);
});
