import { writePart } from '@bough/service';
import { expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { type BackupWorld, each, gatewayNaming, ports, restored, world } from '../../testing/backup-world.ts';
import { add, ANN, mapNamed } from '../../testing/test-maps.ts';
import { backUp } from './back-up.ts';
import { backupCommands } from '../commands.ts';
import { backupIds } from '../place/manifest.ts';

/** `backup`, with these words behind the place, and what the gateway tells. */
async function backup(w: BackupWorld, lines: readonly string[], ...words: string[]): Promise<number> {
  const location = { store: w.stores.first, raw: w.raw.first, mustStand: () => undefined, close: () => undefined };
  const command = backupCommands.find(({ name }) => name === 'backup') ?? expect.unreachable('it is there');
  const parts = {
    ports,
    place: async () => ({ ...w.place, close: () => undefined }),
    locations: () => Promise.reject(new Error('nothing is restored')),
    sources: async () => ({ first: location, second: null, isAll: true }),
    secrets: () => Promise.reject(new Error('there are none')),
    own: () => ({ settings: [], secrets: null }),
    lines: () => each(lines),
    write: () => Promise.reject(new Error('nothing is told')),
    say: w.say,
  };
  return await command.run(parts, ['/place', ...words]);
}

async function gatewayOf(people: readonly string[], maps: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const rows = (async function* (): AsyncGenerator {
    for (const row of people) yield { row };
  })();
  const head = { part: 'gateway', settings: [], secrets: null } as const;
  const write = async (line: string): Promise<void> => void lines.push(line);
  await writePart(head, rows, () => ({ maps, people }), write);
  return lines;
}

/** As if the disk of the documents were another one. */
function lose(w: BackupWorld, maps: readonly string[]): void {
  for (const key of [...w.raw.first.objects.keys()])
    if (maps.some((map) => key.includes(map))) w.raw.first.objects.delete(key);
}

test('[DOC-227] a backup of nothing, or of fewer than half, where there was more, is none, and nothing older is forgotten', async () => {
  const w = await world();
  const all = await gatewayNaming(...w.maps);
  for (const _ of w.maps) expect(await backup(w, all)).toBe(0);
  const before = await backupIds(w.stores.place);
  lose(w, w.maps.slice(0, 2));
  const fewer = backup(w, all, '--keep', '1');
  await expect(fewer).rejects.toMatchObject({ code: 'docstore/less-than-before' });
  await expect(fewer).rejects.toThrow('1 of 3 maps');
  lose(w, w.maps);
  await expect(backup(w, await gatewayOf([], []), '--keep', '1')).rejects.toThrow('0 of 3 maps');
  expect(await backupIds(w.stores.place)).toEqual(before);
  // Also the next one, and the one after it.
  await expect(backup(w, await gatewayOf([], []), '--keep', '1')).rejects.toThrow('0 of 3 maps');
  expect(await backupIds(w.stores.place)).toEqual(before);
  // Who means it says so.
  expect(await backup(w, await gatewayOf([], []), '--keep', '1', '--even-so')).toBe(0);
  expect(await backupIds(w.stores.place)).toHaveLength(1);
});

test('[DOC-227] people who are gone for more than half count as lost, what was removed forever does not', async () => {
  const w = await world();
  const people = ['ann', 'bo', 'cy', 'di', 'ed'];
  expect(await backup(w, await gatewayOf(people, w.maps))).toBe(0);
  await expect(backup(w, await gatewayOf(people.slice(0, 2), w.maps))).rejects.toThrow('2 of 5 people');
  await expect(backup(w, await gatewayOf(people, []))).rejects.toThrow('0 of 3 maps in lists');
  expect(await backup(w, await gatewayOf(people.slice(0, 3), w.maps))).toBe(0);
  for (const map of ['a', 'b', 'c'].map(mapNamed)) await w.documents.purge(map);
  expect(await backup(w, await gatewayOf(people.slice(0, 3), []), '--keep', '1')).toBe(0);
  expect(await backupIds(w.stores.place)).toHaveLength(1);
});

test('[DOC-228] one document that is nowhere, and that nobody removed, stays as the backup before has it, and is told', async () => {
  const w = await world();
  const [a, b, c] = w.maps;
  expect(await backup(w, await gatewayNaming(...w.maps))).toBe(0);
  const [first] = await backupIds(w.stores.place);
  lose(w, [b ?? '']);
  const lines = await gatewayNaming(a ?? '', c ?? '');
  expect(await backup(w, lines, '--keep', '1')).toBe(1);
  expect(w.said.join('\n')).toContain(`${b}: the backup before has it, nobody removed it, and no location has it`);
  expect(w.said.at(-1)).toContain('No older backup is forgotten');
  expect(await backupIds(w.stores.place)).toHaveLength(2);
  const made = await backUp(
    { ports, first: w.stores.first, second: null, place: w.place, say: w.say },
    { lines: each(lines), own: { settings: [], secrets: null } },
  );
  expect(made.manifest.documents.find(({ map }) => map === b)).toMatchObject({ seq: 2, from: first });
  expect((await restored(w, made.manifest)).there).toEqual(w.maps);
  expect(await backup(w, lines, '--keep', '1', '--even-so')).toBe(0);
  expect(await backup(w, lines, '--keep', '1')).toBe(0);
});

test('[DOC-229] another Bough is not backed up into the place of the first: nothing is in common', async () => {
  const [w, other] = [await world(), await world()];
  expect(await backup(w, await gatewayOf(['ann'], w.maps))).toBe(0);
  const ids = await backupIds(w.stores.place);
  lose(other, other.maps);
  const theirs = mapNamed('theirs');
  const strange = { ...w, raw: other.raw, stores: { ...w.stores, first: other.stores.first } };
  await other.documents.create({ map: theirs, by: ANN, ops: parsed(add('root', 'Theirs', null)) });
  const lines = await gatewayOf(['zoe'], [theirs]);
  const refused = backup(strange, lines, '--keep', '1');
  await expect(refused).rejects.toMatchObject({ code: 'docstore/other-bough' });
  await expect(refused).rejects.toThrow('another Bough');
  expect(await backupIds(w.stores.place)).toEqual(ids);
  // One that was restored from it, on whatever machine, has its maps and people, and goes on in the same place.
  expect(await backup(w, await gatewayOf(['ann', 'zoe'], w.maps))).toBe(0);
  expect(await backup(strange, lines, '--even-so')).toBe(0);
});
