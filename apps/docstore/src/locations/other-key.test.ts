import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docstoreRoutes, OF_NOBODY } from '@bough/contracts';
import { type NamedKey, platformClock, platformIds, platformRandom } from '@bough/service';
import { expect, onTestFinished, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { type Location, openLocation, openLocationToRead } from './locations.ts';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { runProgram } from '../testing/processes/run-program.ts';
import { add, ANN, mapNamed } from '../testing/test-maps.ts';

const PORTS = { clock: platformClock, random: platformRandom, ids: platformIds };
const MAP = mapNamed('sealed');
const OTHER = { kind: 'invalid', message: expect.stringMatching(/the key is another one than sealed/) as string };

async function newFolder(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'bough-other-key-'));
  onTestFinished(() => rm(data, { recursive: true }));
  return data;
}

const key = (kid: string): NamedKey => ({ kid, key: Buffer.from(platformRandom.bytes(32)) });
const at = (folder: string, ...keys: readonly NamedKey[]) => ({ kind: 'folder', folder, s3: null, keys }) as const;
const open = (folder: string, ...keys: readonly NamedKey[]): Promise<Location> =>
  openLocation(PORTS, 'first', at(folder, ...keys));
const marksOf = async ({ raw }: Location): Promise<readonly string[]> =>
  (await raw.list('keys/')).entries.map((each) => each.key);

test('[DOC-240] docstore with another key than sealed its location does not start, says so, and writes nothing; verify and backup say it too', async () => {
  const data = await newFolder();
  const [mine, other] = [newKeys('1'), newKeys('1')];
  const settings = (keys: string) => ({ BOUGH_DATA: data, BOUGH_BLOBS_KEYS: keys });
  const docstore = await DocstoreProcess.make(settings(mine));
  onTestFinished(() => docstore.stop());
  await docstore.start();
  const body = { map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) };
  await docstore.call(docstoreRoutes.createDocument, { params: {}, body });
  await docstore.end('SIGTERM');
  const stranger = await DocstoreProcess.make(settings(other));
  onTestFinished(() => stranger.stop());
  await expect(stranger.start()).rejects.toThrow(
    /first location .* another one than sealed .*nothing of it is damaged/,
  );
  for (const [program, words] of [
    ['commands', ['verify']],
    ['backup', ['backup', await newFolder()]],
  ] as const) {
    const more = { ...settings(other), BOUGH_BACKUP_KEYS: newKeys('backup') };
    const { code, said } = await runProgram(program, words, more);
    expect([code, said]).toEqual([1, expect.stringContaining('another one than sealed') as string]);
  }
  await docstore.start();
  const state = await docstore.call(docstoreRoutes.documentState, { params: { map: MAP, ...OF_NOBODY } });
  expect(state.seq).toBe(1);
}, 60_000);

test('[DOC-241] a location from before its keys were noted tells them by what opens, and notes them at the first opening', async () => {
  const folder = join(await newFolder(), 'first');
  const [mine, other] = [key('1'), key('1')];
  const made = await open(folder, mine);
  await made.store.put('heads/a', new Uint8Array([1]));
  for (const mark of await marksOf(made)) await made.raw.remove(mark);
  made.close();
  await expect(open(folder, other)).rejects.toMatchObject(OTHER);
  await expect(openLocationToRead(PORTS, 'first', at(folder, other))).rejects.toMatchObject(OTHER);
  const again = await open(folder, mine);
  expect(await marksOf(again)).toEqual([expect.stringMatching(/^keys\/1\.[\w-]{22}$/)]);
  // All that is there may rot: it is damage from now on, and not another key.
  await again.raw.put('heads/a', new Uint8Array([1, 2, 3]));
  again.close();
  (await open(folder, mine)).close();
  await expect(open(folder, other)).rejects.toMatchObject(OTHER);
});

test('[DOC-241] a new key is taken beside one that sealed there, and alone from then on; an empty location takes any', async () => {
  const folder = join(await newFolder(), 'first');
  const [mine, later, other] = [key('mine'), key('later'), key('later')];
  (await open(folder, mine)).close();
  await expect(open(folder, later)).rejects.toMatchObject(OTHER);
  (await open(folder, later, mine)).close();
  (await open(folder, later)).close();
  await expect(open(folder, other)).rejects.toMatchObject(OTHER);
});
