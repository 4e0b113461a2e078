import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { docstoreRoutes, OF_NOBODY } from '@bough/contracts';
import { parsed } from '@bough/map/testing';
import { DocstoreFailure } from '../failure.ts';
import { mustNotBeEmptied, notePlace } from '../locations/kept-place.ts';
import { commandWorld } from '../testing/command-world.ts';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { runProgram } from '../testing/processes/run-program.ts';
import { add, ANN, mapNamed } from '../testing/test-maps.ts';
import { runCommand } from './commands.ts';
import { readGiven } from './given.ts';

// What an operator reads when something is wrong: one sentence, which is true of what is wrong, and names what helps.

const LONG_MS = 120_000;
const MAP = mapNamed('a');

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'bough-words-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('[DOC-232] settle without a map asks for one', () => {
  for (const words of [[], ['--keep', 'first']])
    expect(readGiven('map to keep', words)).toEqual({ ok: false, error: 'Name one map.' });
  expect(readGiven('map to keep', ['x'])).toEqual({ ok: false, error: '"x" is not the id of a map.' });
});

test('[DOC-232] nobody is sent to the second location when that is the one which is away', async () => {
  const data = folder();
  const hintOf = async (which: 'first' | 'second'): Promise<string> => {
    await notePlace({ data, which }, join(data, which));
    const failure: unknown = await mustNotBeEmptied({ data, which }, join(data, which)).catch((each: unknown) => each);
    return failure instanceof DocstoreFailure ? (failure.hint ?? '') : expect.unreachable('it is gone');
  };
  expect(await hintOf('first')).toMatch(/failover.*accept-loss first$/);
  const second = await hintOf('second');
  expect(second).not.toContain('failover');
  expect(second).toMatch(/accept-loss second$/);
});

test('[DOC-232] accept-loss second says whether the first location has it all', async () => {
  const w = await commandWorld(['a']);
  const gone = new DocstoreFailure('it is empty', { kind: 'corrupt', code: 'docstore/emptied' });
  const said = async (ofFirst: () => Promise<DocstoreFailure | null>): Promise<string> => {
    const losses = {
      look: async (which: string) => (which === 'second' ? gone : await ofFirst()),
      accept: async () => 0,
    };
    w.said.length = 0;
    const open = async () => ({ ...w.parts, losses, close: () => undefined });
    expect(await runCommand('accept-loss', ['second'], open, (line) => void w.said.push(line))).toBe(1);
    return w.said.join('\n');
  };
  expect(await said(async () => null)).toContain('has it all: it is copied there');
  expect(await said(async () => gone)).toContain('BEWARE: the first location has lost something, too');
  const onS3 = await said(() => Promise.reject(new Error('it is no folder')));
  expect(onS3).toContain('What the first location has is copied there');
  expect(onS3).not.toContain('has it all');
});

test(
  '[DOC-232] a file is no place of backups, and a map that no backup has is told as that, or with the backup that has it',
  async () => {
    const [data, place] = [folder(), folder()];
    const environment = { BOUGH_DATA: data, BOUGH_BLOBS_KEYS: newKeys('first'), BOUGH_BACKUP_KEYS: newKeys('backup') };
    const docstore = await DocstoreProcess.make(environment);
    onTestFinished(() => docstore.stop());
    await docstore.start();
    const make = (map: typeof MAP) => {
      const body = { map, by: ANN, ops: parsed(add('root', 'Bough', null)) };
      return docstore.call(docstoreRoutes.createDocument, { params: {}, body });
    };
    await make(MAP);
    await make(mapNamed('other'));
    const file = join(place, 'file');
    writeFileSync(file, 'words');
    const onFile = await runProgram('backup', ['backup', file], environment);
    expect([onFile.code, onFile.said]).toEqual([
      1,
      `${file} is a file, and a place of backups is a folder. Nothing was done.\n`,
    ]);
    expect(readFileSync(file, 'utf8')).toBe('words');
    const backup = async (): Promise<void> =>
      expect(await runProgram('backup', ['backup', join(place, 'all')], environment)).toMatchObject({ code: 0 });
    await backup();
    await docstore.call(docstoreRoutes.purgeDocument, { params: { map: MAP } });
    await backup();
    const facts = (map: string) =>
      runProgram('backup', ['restore-facts', join(place, 'all'), '--map', map], environment);
    const none = await facts('A'.repeat(22));
    expect([none.code, none.said]).toEqual([1, `No backup here has the map ${'A'.repeat(22)}.\n`]);
    const older = await facts(MAP);
    expect([older.code, older.said]).toEqual([
      1,
      expect.stringMatching(/does not have the map .* --backup \d+T\d+Z-/) as string,
    ]);
    expect((await facts(mapNamed('other'))).code).toBe(0);
  },
  LONG_MS,
);

test(
  '[DOC-233] a document that is damaged is logged as that, with what helps, and not as a bug with a stack',
  async () => {
    const data = folder();
    const docstore = await DocstoreProcess.make({ BOUGH_DATA: data, BOUGH_BLOBS_KEYS: newKeys('first') });
    onTestFinished(() => docstore.stop());
    await docstore.start();
    const body = { map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) };
    await docstore.call(docstoreRoutes.createDocument, { params: {}, body });
    await docstore.end('SIGTERM');
    const head = join(data, 'blobs', 'first', 'heads', MAP);
    writeFileSync(head, readFileSync(head).subarray(0, -1));
    await docstore.start();
    const asked = docstore.call(docstoreRoutes.documentState, { params: { map: MAP, ...OF_NOBODY } });
    await expect(asked).rejects.toMatchObject({ kind: 'corrupt' });
    await expect.poll(() => docstore.said).toMatch(/"level":"error".*what is stored is damaged/);
    expect(docstore.said).toMatch(/"code":"bloblog\/damaged"/);
    expect(docstore.said).not.toContain('met a bug');
    expect(docstore.said).not.toContain('"stack"');
  },
  LONG_MS,
);
