import { holdsPrefix, presentLineage } from '@bough/base';
import { type BlobStore, logNames, readHead, relabelLog, sealedStore } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { nodeCiphers } from '@bough/blobs';
import { platformClock, platformIds, platformRandom } from '@bough/service';
import { expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { Documents } from '../documents/documents.ts';
import { decodeLabel, encodeCondemned } from '../documents/facts.ts';
import { type Location, logPorts } from '../locations/locations.ts';
import { documentsSettings } from '../settings.ts';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';
import type { CommandParts } from './command.ts';
import { runCommand } from './commands.ts';

const ports = logPorts({ clock: platformClock, random: platformRandom, ids: platformIds });
const key = (id: string): { id: string; bytes: Uint8Array } => ({ id, bytes: platformRandom.bytes(32) });

function location(raw: MemoryStore, keys: readonly ReturnType<typeof key>[]): Location {
  return {
    raw,
    store: sealedStore(raw, keys, { ...ports, ciphers: nodeCiphers }),
    mustStand: () => undefined,
    close: () => undefined,
  };
}

async function world() {
  const raw = {
    first: new MemoryStore(ports.clock),
    second: new MemoryStore(ports.clock),
    backup: new MemoryStore(ports.clock),
  };
  const [one, two] = [key('one'), key('two')];
  const said: string[] = [];
  const parts: CommandParts = {
    ports,
    first: location(raw.first, [one]),
    second: location(raw.second, [two]),
    openBackup: async () => location(raw.backup, [one]),
    trashDays: 30,
    addresses: null,
    losses: { look: async () => null, accept: async () => 0 },
    newestKeys: { first: 'one', second: 'two' },
    say: (line) => void said.push(line),
  };
  const documents = new Documents(
    { ports, store: parts.first.store },
    documentsSettings({ BOUGH_OPEN_MB: 64, BOUGH_WRITE_SPACING_MS: 0 }),
  );
  for (const name of ['a', 'b', 'c']) {
    const map = mapNamed(name);
    await documents.create({ map, by: ANN, ops: parsed(add('root', `Map ${name}`, null)) });
    await documents.append(map, { base: 1, changes: [change('ann', 1, add('x', 'X'))] });
  }
  const say = (line: string): void => void said.push(line);
  const run = (name: string, ...args: string[]): Promise<number> =>
    runCommand(name, args, async () => ({ ...parts, close: () => undefined }), say);
  return { raw, one, parts, said, run, documents };
}

async function names(store: BlobStore): Promise<string[]> {
  const all: string[] = [];
  for await (const name of logNames(store)) all.push(name);
  return all;
}

test('[DOC-50] verify says what is wrong, reconcile mends it, and verify has nothing more to say', async () => {
  const { run, said } = await world();
  expect(await run('verify')).toBe(1);
  expect(said.at(-1)).toBe('3 documents read, 3 findings');
  expect(await run('reconcile')).toBe(0);
  expect(said.at(-1)).toBe('3 copied');
  expect(await run('verify')).toBe(0);
  expect(await run('verify', mapNamed('a'))).toBe(0);
  expect(said.at(-1)).toBe('1 document read, 0 findings');
});

test('[DOC-51] failover proves that the second location opens alone, and says how to run from it', async () => {
  const { run, said, raw } = await world();
  await run('reconcile');
  raw.first.objects.clear();
  expect(await run('failover')).toBe(0);
  expect(said).toContain('From the second location alone 3 documents can be opened, 0 cannot.');
  raw.second.objects.set(`heads/${mapNamed('a')}`, { bytes: new Uint8Array([1]), etag: 'e', modifiedAt: 0 });
  expect(await run('failover')).toBe(1);
});

test('[DOC-52] after rotating, the new key alone opens everything', async () => {
  const { run, raw, one, parts, said } = await world();
  const fresh = key('fresh');
  const rotated = { ...parts, first: location(raw.first, [fresh, one]), newestKeys: { first: 'fresh', second: null } };
  await runCommand(
    'rotate-keys',
    [],
    async () => ({ ...rotated, close: () => undefined }),
    () => undefined,
  );
  const alone = location(raw.first, [fresh]);
  for (const name of await names(alone.store))
    expect((await readHead({ ports, store: alone.store }, name))?.head.seq).toBe(2);
  expect(await run('verify')).toBe(1);
  expect(said.some((line) => line.includes('Add that key'))).toBe(true);
});

test('[DOC-135] [DOC-64] a backup of 0.1.0 brings back what was lost, and leaves alone what is there or was removed', async () => {
  const { run, raw, said, parts, documents } = await world();
  const image = `logs/${mapNamed('b')}/assets/${'0a'.repeat(32)}`;
  await parts.first.store.put(image, new Uint8Array([1]));
  // As 0.1.0 left it in the folder: a location's objects, sealed with the location's key.
  for (const [at, kept] of raw.first.objects) raw.backup.objects.set(at, kept);
  raw.first.objects.delete(`heads/${mapNamed('b')}`);
  raw.first.objects.delete(image);
  await documents.purge(mapNamed('c'));
  expect(await run('restore-older', '/somewhere')).toBe(0);
  expect(said.at(-1)).toBe(
    '1 document brought back, 2 left alone since they are there, in the second location, or were removed forever',
  );
  expect(await names(parts.first.store)).toEqual([mapNamed('a'), mapNamed('b')]);
  expect((await parts.first.store.get(image))?.bytes[0]).toBe(1);
});

test('[DOC-135] a document that comes back from an older backup begins a new lineage: it may have had more', async () => {
  const { run, parts, raw, documents } = await world();
  const map = mapNamed('a');
  for (const [at, kept] of raw.first.objects) raw.backup.objects.set(at, kept);
  await documents.append(map, { base: 2, changes: [change('ann', 2, add('y', 'Y'))] });
  const { seq, lineages } = await documents.state(map, null);
  await documents.close();
  raw.first.objects.delete(`heads/${map}`);
  expect(await run('restore-older', 'folder')).toBe(0);
  const head = (await readHead({ ports, store: parts.first.store }, map))?.head;
  expect(head).toMatchObject({ seq: 2, lineages: [...lineages, { from: 2 }] });
  expect(holdsPrefix(head?.lineages ?? [], { lineage: presentLineage(lineages), seq })).toBe(false);
});

test('[DOC-58] renew-lineages renews those that are named, or all, also below a docstore that has them open', async () => {
  const { run, said, documents } = await world();
  const [map, other] = [mapNamed('a'), mapNamed('b')];
  expect(await run('renew-lineages', map)).toBe(0);
  expect(said.at(-1)).toBe('1 document renewed');
  const again = { base: 2, changes: [change('ann', 2, add('y', 'Y'))] };
  expect(await documents.append(map, again)).toMatchObject({ seq: 3 });
  const ofOther = await documents.state(other, null);
  expect([(await documents.state(map, null)).lineages.length, ofOther.lineages.length]).toEqual([2, 1]);
  expect(await run('renew-lineages')).toBe(0);
  expect(said.at(-1)).toBe('3 documents renewed');
});

test('[DOC-54] the metadata database lost: every document is listed with its facts from blobs alone', async () => {
  const { run, said } = await world();
  await run('rebuild-metadata');
  expect(said.map((line) => JSON.parse(line) as unknown)).toMatchObject(
    ['a', 'b', 'c'].map((name) => ({ map: mapNamed(name), title: `Map ${name}`, items: 2, seq: 2, author: ANN })),
  );
});

test('[DOC-48] empty-trash removes for ever what is old enough in the trash, in both locations, and says so', async () => {
  const { run, raw, said, documents } = await world();
  await documents.trash(mapNamed('b'), ANN);
  await run('reconcile');
  expect(await run('empty-trash')).toBe(0);
  expect(said.at(-1)).toBe('0 documents removed that had been in the trash for 30 days');
  await run('rebuild-metadata');
  expect(said.filter((line) => line.includes('"trash":{'))).toHaveLength(1);
  expect(await run('empty-trash', '--days', '0')).toBe(0);
  expect(said.slice(-2)).toEqual([
    `${mapNamed('b')}: removed`,
    '1 document removed that had been in the trash for 0 days',
  ]);
  for (const store of [raw.first, raw.second]) {
    const left = store === raw.first ? [`purged/${mapNamed('b')}`] : [];
    expect([...store.objects.keys()].filter((each) => each.includes(mapNamed('b')))).toEqual(left);
    expect(await names(store)).toHaveLength(2);
  }
});

test('[DOC-57] restore-map takes a map out of the trash in both locations, beside a docstore that has it open', async () => {
  const { run, said, documents, parts } = await world();
  const [a, b, c] = [mapNamed('a'), mapNamed('b'), mapNamed('c')];
  for (const map of [a, b]) await documents.trash(map, ANN);
  await run('reconcile');
  expect(await run('restore-map', b)).toBe(0);
  expect(said.at(-1)).toBe(`${b}: out of the trash`);
  for (const end of [parts.first, parts.second]) {
    const { store } = end ?? parts.first;
    const label = async (map: string): Promise<string> => (await readHead({ ports, store }, map))?.head.label ?? '';
    expect(decodeLabel(await label(b))).toMatchObject({ title: 'Map b', items: 2, trash: null });
    expect(decodeLabel(await label(a)).trash).toMatchObject({ by: ANN });
  }
  const next = { base: 2, changes: [change('ann', 2, add('y', 'Y'))] };
  expect(await documents.append(b, next)).toMatchObject({ seq: 3 });
  await documents.trash(b, ANN);
  await run('restore-map', b);
  expect(await documents.trash(b, ANN)).toMatchObject({ trash: { by: ANN } });
  await run('restore-map', b);
  expect(await documents.mustTake(b)).toMatchObject({ title: 'Map b', items: 3 });
  expect(await run('restore-map', c)).toBe(0);
  expect(said.at(-1)).toBe(`${c}: was not in the trash`);
  await expect(run('restore-map', mapNamed('none'))).rejects.toThrow('There is no document');
});

test('[DOC-57] what is being removed for ever is not restored', async () => {
  const { run, parts, documents } = await world();
  const map = mapNamed('a');
  await documents.trash(map, ANN);
  await relabelLog(ports, parts.first.store, map, (head) => encodeCondemned(decodeLabel(head.label)));
  await expect(run('restore-map', map)).rejects.toThrow('is being removed for ever');
});

test('[DOC-55] collect removes what nobody names; doctor says what it found', async () => {
  const { run, raw, said, parts } = await world();
  await parts.first.store.put(`logs/${mapNamed('a')}/segments/1-2-orphan`, new Uint8Array([1]));
  expect(await run('collect', '--hours', '0')).toBe(0);
  expect(said.slice(0, 2)).toMatchObject(['0 objects removed', expect.stringMatching(/^1 document left alone/)]);
  await run('reconcile');
  expect(await run('collect', '--hours', '0')).toBe(0);
  expect(said.at(-1)).toBe('1 object removed');
  expect([...raw.first.objects.keys()].some((each) => each.includes('orphan'))).toBe(false);
  expect(await run('doctor')).toBe(0);
  expect(said.filter((line) => line.startsWith('well'))).toHaveLength(2);
  for (const { objects } of [raw.first, raw.second]) {
    expect([...objects.keys()].filter((each) => each.startsWith('doctor'))).toEqual([]);
  }
});

test('[DOC-56] what is not meant to stand behind a command is refused with how it is written, and nothing is done', async () => {
  const { run, said, raw } = await world();
  const before = new Map(raw.first.objects);
  const wrong: readonly (readonly [string, ...string[]])[] = [
    ['verify', '--first'],
    ['verify', 'short'],
    ['collect', '--hours', 'x'],
    ['collect', '--days', '1'],
    ['empty-trash', '--days', '-1'],
    ['empty-trash', '0'],
    ['restore-map'],
    ['restore-map', 'short'],
    ['restore-map', mapNamed('a'), mapNamed('b')],
    ['failover', 'now'],
  ];
  for (const [name, ...args] of wrong) {
    said.length = 0;
    expect([name, await run(name, ...args)]).toEqual([name, 2]);
    expect(said[1]).toMatch(/^npm run bough -- /);
  }
  // Another service may know it.
  for (const name of ['backup', 'nonsense']) expect([name, await run(name)]).toEqual([name, 3]);
  expect(await run('empty-trash', '--help')).toBe(0);
  expect(said.at(-2)).toBe('npm run bough -- empty-trash [--days N]');
  await expect(run('verify', mapNamed('nobody'))).rejects.toThrow('There is no document');
  expect(raw.first.objects).toEqual(before);
});
