import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docstoreRoutes, OF_NOBODY } from '@bough/contracts';
import { expect, onTestFinished, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { type Ran, runProgram } from '../testing/processes/run-program.ts';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';

const MAP = mapNamed('lossy');
const LONG_MS = 60_000;

/** A docstore with a map of three changes, ended by SIGKILL, so that its head stands in the journal. */
async function written() {
  const data = await mkdtemp(join(tmpdir(), 'bough-loss-'));
  const folder = join(data, 'blobs', 'first');
  const environment = { BOUGH_DATA: data, BOUGH_BLOBS_KEYS: newKeys('first') };
  const docstore = await DocstoreProcess.make(environment);
  onTestFinished(async () => {
    await docstore.stop();
    await rm(data, { recursive: true });
  });
  const state = () => docstore.call(docstoreRoutes.documentState, { params: { map: MAP, ...OF_NOBODY } });
  await docstore.start();
  const ops = parsed(add('root', 'Bough', null));
  await docstore.call(docstoreRoutes.createDocument, { params: {}, body: { map: MAP, by: ANN, ops } });
  for (const n of [1, 2]) {
    const body = { base: n, changes: [change('ann', n, add(`x${n}`, 'X'))] };
    await docstore.call(docstoreRoutes.appendChanges, { params: { map: MAP }, body });
  }
  const [lineage] = (await state()).lineages;
  await docstore.end('SIGKILL');
  const run = (...args: string[]): Promise<Ran> => runProgram('commands', args, environment);
  return { docstore, data, folder, run, state, lineage };
}

test(
  '[DOC-151] [DOC-59] a folder that lost its journal is refused by docstore, verify and backup, until the loss is accepted: then maps go on, under a new lineage',
  async () => {
    const { docstore, folder, run, state, lineage } = await written();
    await cp(folder, `${folder}-copy`, { recursive: true, filter: (path) => !path.includes('/.') });
    await rm(folder, { recursive: true });
    await rename(`${folder}-copy`, folder);
    await expect(docstore.start()).rejects.toThrow(/first location .* not their journal .*hidden files.*accept-loss/);
    const verified = await run('verify');
    expect([verified.code, verified.said]).toEqual([1, expect.stringContaining('but not their journal') as string]);

    const asked = await run('accept-loss', 'first');
    expect(asked.code).toBe(1);
    expect(asked.said).toMatch(/MAY BE LOST: .*Nothing was done yet/s);
    await expect(docstore.start()).rejects.toThrow('not their journal');
    const accepted = await run('accept-loss', 'first', '--yes');
    expect([accepted.code, accepted.said]).toEqual([0, expect.stringContaining('with 1 document.') as string]);

    await docstore.start();
    const { notes } = await docstore.call(docstoreRoutes.readCommandNotes, { params: {} });
    expect(notes).toMatchObject([{ command: 'accept-loss first --yes', outcome: 'done', maps: [] }]);
    // The file of its head is as it was made: the two changes were in the journal.
    const { seq, lineages } = await state();
    expect([seq, lineages[0]?.id, lineages.length]).toEqual([1, lineage?.id, 2]);
    expect(await run('accept-loss', 'first')).toMatchObject({
      code: 0,
      said: /* nothing is lost */ expect.stringContaining('nothing to accept') as string,
    });
  },
  LONG_MS,
);

test(
  '[DOC-152] a folder that is empty, or not there, where documents were kept is not begun anew without a word, and all is well when it is back',
  async () => {
    const { docstore, data, folder, run, state } = await written();
    await rename(folder, `${folder}-away`);
    await expect(docstore.start()).rejects.toThrow(/first location .*documents were kept in it.*mounted.*accept-loss/);
    expect(await readdir(join(data, 'blobs'))).toEqual(['first-away']);
    expect(await run('collect')).toMatchObject({ code: 1, said: expect.stringContaining('it is empty') as string });
    await rename(`${folder}-away`, folder);
    await docstore.start();
    expect((await state()).seq).toBe(3);
    await docstore.end('SIGKILL');
    await rename(folder, `${folder}-away`);
    const accepted = await run('accept-loss', 'first', '--yes');
    expect([accepted.code, accepted.said]).toEqual([
      0,
      expect.stringMatching(/LOST: everything.*0 documents/s) as string,
    ]);
    await docstore.start();
    await expect(state()).rejects.toMatchObject({ code: 'docstore/no-document' });
  },
  LONG_MS,
);

test('[DOC-152] a location that is set to another folder begins there', async () => {
  const { docstore, data, folder } = await written();
  const other = await DocstoreProcess.make({
    ...docstore.process.environment,
    BOUGH_BLOBS_FOLDER: join(data, 'other'),
  });
  onTestFinished(() => other.stop());
  await other.start();
  expect(JSON.parse(await readFile(join(data, 'first-location.json'), 'utf8'))).toEqual({ folder: 'other' });
  await other.stop();
  await rm(folder, { recursive: true });
  await docstore.start();
}, 60_000);

test.each(['broken', 'gone'])(
  '[DOC-153] failover looks at the second location alone, and a backup is made of it, where the first is %s',
  async (how) => {
    const { docstore, folder, run: _run } = await written();
    const environment = {
      ...docstore.process.environment,
      BOUGH_SECOND: 'folder',
      BOUGH_SECOND_BLOBS_KEYS: newKeys('second'),
      BOUGH_BACKUP_KEYS: newKeys('backup'),
    };
    const run = (...args: string[]): Promise<Ran> => runProgram('commands', args, environment);
    expect(await run('reconcile')).toMatchObject({ code: 0 });
    await rm(how === 'broken' ? join(folder, '.journal') : folder, { recursive: true });
    const failover = await run('failover');
    expect([failover.code, failover.said]).toEqual([
      0,
      expect.stringMatching(
        /From the second location alone 1 document can be opened, 0 cannot\.\nTo run from it/,
      ) as string,
    ]);
    const place = await mkdtemp(join(tmpdir(), 'bough-backups-'));
    onTestFinished(() => rm(place, { recursive: true, force: true }));
    const backup = await runProgram('backup', ['backup', place], environment);
    expect(backup.said).toContain('The first location is left out: ');
    expect(backup.code).toBe(1);
    expect(await runProgram('backup', ['check-backup', place], environment)).toMatchObject({
      code: 0,
      said: expect.stringContaining('1 documents read, 0 findings') as string,
    });
  },
  LONG_MS,
);
