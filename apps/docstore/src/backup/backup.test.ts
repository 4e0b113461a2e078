import { readHead, verifyLog } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { tellSettings } from '@bough/service';
import { expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { each, gatewayNaming, names, ports, restored, sealed, world } from '../testing/backup-world.ts';
import { add, ANN, change, mapNamed, typing } from '../testing/test-maps.ts';
import { backUp } from './write/back-up.ts';
import { backupView } from './backup-view.ts';
import { claimPlace } from './place/claim-place.ts';
import { newestReadable, putManifest } from './place/manifest.ts';
import { fatesOf, restoreDocuments } from './mend/restore-documents.ts';
import { readSecrets } from './place/secrets.ts';
import { thinOut } from './write/thin-out.ts';
import { docstoreSettings } from '../settings.ts';

test('[DOC-53] [LOG-99] a backup is sealed with its own key, whole, and restores every document, image and name', async () => {
  const w = await world();
  const [a, b] = w.maps;
  const image = `logs/${b}/assets/${'0a'.repeat(32)}`;
  const version = `logs/${b}/versions/1-abcdefghijkl`;
  await w.stores.first.put(image, new Uint8Array([1, 2]));
  await w.stores.first.put(version, new Uint8Array([3]));
  const manifest = await w.run(await gatewayNaming(...w.maps));
  expect(manifest.documents.map(({ map, seq }) => [map, seq])).toEqual(w.maps.map((map) => [map, 2]));
  expect(manifest.parts.map(({ end, settings }) => [end.end, end.maps.length, settings.length])).toEqual([
    ['gateway', 3, 1],
  ]);
  expect(await w.check(manifest)).toBe(0);
  for (const [key, { bytes }] of w.raw.place.objects) {
    expect(Buffer.from(bytes).includes('backup'), key).toBe(true);
    expect(Buffer.from(bytes).includes('Map'), key).toBe(false);
  }
  const { first, there } = await restored(w, manifest);
  expect(there).toEqual(w.maps);
  for (const map of w.maps) {
    expect(await verifyLog(ports, { first, second: null }, map)).toEqual([]);
    const [was, is] = [
      await readHead({ ports, store: w.stores.first }, map),
      await readHead({ ports, store: first }, map),
    ];
    expect([is?.head.tail, is?.head.label]).toEqual([was?.head.tail, was?.head.label]);
    // What came after it is not known any more: the order goes on under another name.
    expect(is?.head.lineages).toEqual([...(was?.head.lineages ?? []), expect.objectContaining({ from: 2 })]);
  }
  expect((await first.get(image))?.bytes).toEqual(Buffer.from([1, 2]));
  expect((await first.get(version))?.bytes).toEqual(Buffer.from([3]));
  expect(a).toBe(w.maps[0]);
});

test('[DOC-53] the next backup writes what is new alone, and what was damaged or lost in its place since', async () => {
  const w = await world();
  const [a, b, c] = w.maps;
  const lines = await gatewayNaming(...w.maps);
  await w.run(lines);
  const before = new Set(w.raw.place.objects.keys());
  const same = await w.run(lines);
  expect([...w.raw.place.objects.keys()].filter((key) => !before.has(key))).toEqual([`manifests/${same.id}`]);
  await w.documents.append(mapNamed('a'), { base: 2, changes: [change('ann', 2, typing('x', 0, 'new '))] });
  const head = same.documents.find(({ map }) => map === b)?.head ?? '';
  w.raw.place.objects.delete(`documents/${b}/heads/${head}`);
  const next = await w.run(lines);
  expect(w.said.at(-1)).toContain('3 documents (1 as before), 1 people, 2 objects written, 2 documents read back');
  expect(next.documents.map(({ map, seq }) => [map, seq])).toEqual([
    [a, 3],
    [b, 2],
    [c, 2],
  ]);
  expect(await w.check(next)).toBe(0);
  expect(await w.check(same)).toBe(0);
});

test('[DOC-53] what a place does not keep as it was written is written again, and told when that does not help', async () => {
  const w = await world();
  let lies = 1;
  const put = w.raw.place.put.bind(w.raw.place);
  w.raw.place.put = async (key, bytes) => {
    const isLie = key.startsWith('documents/') && lies-- > 0;
    await put(key, isLie ? bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)) : bytes);
  };
  const healed = await w.run();
  expect([healed.unread, await w.check(healed)]).toEqual([[], 0]);
  await w.documents.append(mapNamed('a'), { base: 2, changes: [change('ann', 2, typing('x', 0, 'new '))] });
  lies = Number.POSITIVE_INFINITY;
  const told = await w.run();
  expect(told.unread.map(({ map }) => map)).toEqual([w.maps[0]]);
  expect(told.documents[0]).toMatchObject({ seq: 2, from: healed.id });
  expect(await w.check(told)).toBe(0);
});

test('[DOC-130] a document that cannot be read ends nothing: it is told, and stays as the backup before has it', async () => {
  const w = await world();
  const [, b] = w.maps;
  const whole = await w.run();
  const key = `heads/${b}`;
  const kept = w.raw.first.objects.get(key);
  if (kept === undefined) throw new Error('the head is there');
  const bytes = kept.bytes.slice();
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  w.raw.first.objects.set(key, { ...kept, bytes });
  const next = await w.run(await gatewayNaming(...w.maps));
  expect(next.unread.map(({ map }) => map)).toEqual([b]);
  expect(next.documents.find(({ map }) => map === b)).toMatchObject({ seq: 2, from: whole.id });
  expect(w.said.some((line) => line.includes(`${b} is kept as the backup ${whole.id} has it`))).toBe(true);
  expect((await restored(w, next)).there).toEqual(w.maps);
  // Its head gone without anybody having removed it: lists name it, and no location has it.
  w.raw.first.objects.delete(key);
  const last = await w.run(await gatewayNaming(...w.maps));
  expect(last.unread).toEqual([{ map: b, why: `${b}: lists name it, and no location has it.` }]);
  expect(last.documents.find(({ map }) => map === b)).toMatchObject({ from: whole.id });
});

test('[DOC-130] where the first location has a document no more or not whole, the second helps out', async () => {
  const w = await world();
  const [a, b] = w.maps;
  const second = sealed(new MemoryStore(ports.clock), 'two');
  const from = await w.run();
  await restoreDocuments(
    { ports, from: backupView(w.stores.place, from), first: second, second: null, say: w.say },
    w.maps,
  );
  w.raw.first.objects.delete(`heads/${a}`);
  w.raw.first.objects.set(`heads/${b}`, { bytes: new Uint8Array([1]), etag: 'e', modifiedAt: 0 });
  const parts = { ports, first: w.stores.first, second, place: w.place, say: w.say };
  const { manifest: next } = await backUp(parts, { lines: each([]), own: { settings: [], secrets: null } });
  expect([next.unread, next.documents.map(({ map }) => map)]).toEqual([[], w.maps]);
  expect(next.documents.every((document) => document.from === null)).toBe(true);
});

test('[DOC-131] what lists name and is removed forever while the backup is made is neither lost nor restored', async () => {
  const w = await world();
  const [, b] = w.maps;
  const born = mapNamed('d');
  const lines = await gatewayNaming(...w.maps, born);
  const slow = (async function* (): AsyncGenerator<string> {
    // One is made before it is named, as late as can be.
    await w.documents.create({ map: born, by: ANN, ops: parsed(add('root', 'new', null)) });
    yield* lines;
    await w.documents.purge(mapNamed('b'));
  })();
  const own = { settings: [], secrets: null };
  const parts = { ports, first: w.stores.first, second: null, place: w.place, say: w.say };
  const { manifest } = await backUp(parts, { lines: slow, own });
  expect([manifest.unread, manifest.purged]).toEqual([[], [b]]);
  expect(manifest.documents.map(({ map }) => map)).toEqual([w.maps[0], w.maps[2], born]);
  expect(await w.check(manifest)).toBe(0);
});

test('[DOC-132] an older backup does not bring back what was removed forever since, unless that is wanted', async () => {
  const w = await world();
  const [a, b, c] = w.maps;
  const older = await w.run();
  await w.documents.purge(mapNamed('b'));
  const newer = await w.run();
  expect(newer.purged).toEqual([b]);
  expect((await restored(w, older)).there).toEqual([a, c]);
  expect((await restored(w, older, true)).there).toEqual(w.maps);
  // In the place where it was removed no backup need know of it.
  const nobodyKnows = { purged: new Set<string>(), withPurged: false };
  const stores = { first: w.stores.first, second: null };
  expect((await fatesOf(stores, [mapNamed('b')], nobodyKnows)).get(mapNamed('b'))).toBe('purged');
  const from = backupView(w.stores.place, older);
  expect(await restoreDocuments({ ports, from, ...stores, say: w.say }, [mapNamed('b')])).toEqual([b]);
  expect((await fatesOf(stores, [mapNamed('b')], nobodyKnows)).get(mapNamed('b'))).toBe('there');
});

test('[DOC-133] older backups are forgotten with what only they name, and those that stay are whole', async () => {
  const w = await world();
  const [a, b] = w.maps;
  await w.stores.first.put(`logs/${a}/assets/${'0a'.repeat(32)}`, new Uint8Array([1]));
  await w.run(await gatewayNaming(...w.maps));
  await w.documents.append(mapNamed('a'), { base: 2, changes: [change('ann', 2, typing('x', 0, 'new '))] });
  await w.documents.purge(mapNamed('b'));
  const newest = await w.run(await gatewayNaming(w.maps[0] ?? '', w.maps[2] ?? ''));
  const gone = await thinOut({ ports, place: w.place, keep: 1 });
  // Two heads, and the lines of the gateway.
  expect(gone).toEqual({ backups: 1, objects: 3, damaged: [] });
  expect([...w.raw.place.objects.keys()].some((key) => key.includes(b ?? ''))).toBe(false);
  expect(await w.check(newest)).toBe(0);
  expect((await restored(w, newest)).there).toHaveLength(2);
});

test('[DOC-133] a place takes one backup at a time, and half a backup is none', async () => {
  const w = await world();
  const claim = await claimPlace(ports, w.stores.place);
  await expect(w.run()).rejects.toThrow('Another backup is being written there');
  await claim.release();
  const torn = (await gatewayNaming(...w.maps)).slice(0, -1);
  await expect(w.run(torn)).rejects.toThrow('has no end');
  expect((await newestReadable(ports, w.stores.place)).newest).toBeNull();
  await w.run();
  expect(
    await names(backupView(w.stores.place, (await newestReadable(ports, w.stores.place)).newest ?? never())),
  ).toEqual(w.maps);
});

test('[DOC-134] a backup of a newer Bough is refused with the name of that version', async () => {
  const w = await world();
  const manifest = await w.run();
  await putManifest(ports, w.stores.place, { ...manifest, format: 2, bough: '0.9.0' });
  await expect(w.run()).rejects.toMatchObject({
    code: 'docstore/newer',
    message: expect.stringContaining('Bough 0.9.0'),
  });
});

test('[DOC-136] secrets are kept sealed with a passphrase, apart, and open all else', async () => {
  const w = await world();
  const passphrase = 'correct horse battery';
  const told = tellSettings(docstoreSettings, new Map([['BOUGH_BLOBS_KEYS', '1:AAAA']]), passphrase);
  const parts = { ports, first: w.stores.first, second: null, place: w.place, say: w.say };
  expect((await w.run()).hasSecrets).toBe(false);
  await expect(readSecrets(w.raw.place, passphrase, null)).rejects.toThrow('without secrets');
  const { manifest } = await backUp(parts, { lines: each([]), own: told });
  expect(manifest.settings).toEqual([]);
  expect([...(await readSecrets(w.raw.place, passphrase, manifest.id))]).toEqual([['BOUGH_BLOBS_KEYS', '1:AAAA']]);
  await expect(readSecrets(w.raw.place, 'another passphrase', null)).rejects.toThrow('does not open');
});

test('[DOC-134] checking a backup finds one turned bit, and what is not there', async () => {
  const w = await world();
  await w.stores.first.put(`logs/${w.maps[0]}/assets/${'0a'.repeat(32)}`, new Uint8Array([1, 2]));
  const manifest = await w.run(await gatewayNaming(...w.maps));
  const keys = [...w.raw.place.objects.keys()].filter((key) => /^(documents|parts)\//.test(key));
  expect(keys).toHaveLength(5);
  for (const key of keys) {
    const kept = w.raw.place.objects.get(key) ?? never();
    const bytes = kept.bytes.slice();
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    w.raw.place.objects.set(key, { ...kept, bytes });
    expect(await w.check(manifest), key).toBe(1);
    w.raw.place.objects.delete(key);
    expect(await w.check(manifest), key).toBe(1);
    w.raw.place.objects.set(key, kept);
  }
  const mine = [...w.raw.place.objects.entries()].find(([key]) => key.startsWith('manifests/')) ?? never();
  w.raw.place.objects.set(mine[0], { ...mine[1], bytes: mine[1].bytes.slice(0, -1) });
  expect(await newestReadable(ports, w.stores.place)).toMatchObject({ newest: null, damaged: [{ id: manifest.id }] });
});

function never(): never {
  return expect.unreachable('it is there');
}
