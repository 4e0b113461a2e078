import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docstoreRoutes } from '@bough/contracts';
import { FAILED_FLUSH_EXIT } from '@bough/disk';
import { describeWith, type Fault, injectFault } from '@bough/house/servers';
import { platformIds } from '@bough/service';
import { type MapId, parseMapId } from '@bough/base';
import { expect, onTestFinished, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { add, ANN, change } from '../testing/test-maps.ts';

const FLUSHES = 'fsync,fdatasync';
interface Started {
  readonly docstore: DocstoreProcess;
  readonly map: MapId;
  readonly journal: string;
}

async function started(): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'bough-flush-'));
  const docstore = await DocstoreProcess.make({
    BOUGH_DATA: folder,
    BOUGH_BLOBS_KEYS: newKeys('first'),
    // strace counts the calls of each thread alone: with one thread for files all of these are counted.
    UV_THREADPOOL_SIZE: '1',
  });
  onTestFinished(async () => {
    await docstore.stop();
    await rm(folder, { recursive: true });
  });
  await docstore.start();
  const map = newMap();
  await create(docstore, map);
  await append(docstore, map, 1);
  return { docstore, map, journal: join(folder, 'blobs', 'first', '.journal', 'objects.sqlite') };
}

/** As long when it is compressed. */
function unpackable(): string {
  return randomBytes(9_000).toString('base64');
}

function newMap(): MapId {
  const map = parseMapId(platformIds.long());
  if (map === null) throw new Error('a long id is a map id');
  return map;
}

function create(docstore: DocstoreProcess, map: MapId): Promise<unknown> {
  const body = { map, by: ANN, ops: parsed(add('root', 'root', null)) };
  return docstore.call(docstoreRoutes.createDocument, { params: {}, body });
}

async function append(
  docstore: DocstoreProcess,
  map: MapId,
  counter: number,
  text = `words ${counter}`,
): Promise<void> {
  const body = { base: 1, changes: [change('w', counter, add(`w-${counter}`, text))] };
  const { outcomes } = await docstore.call(docstoreRoutes.appendChanges, { params: { map }, body });
  expect(outcomes).toMatchObject([{ kind: 'kept', seq: counter + 1 }]);
}

describeWith('strace-attach', (tracer) => {
  /** Does the work while such flushes fail: it must be refused, and the process must end in its sentence. */
  async function endsIn({ docstore }: Started, fault: Fault, work: () => Promise<void>): Promise<void> {
    const { process } = docstore;
    if (process.pid === null) throw new Error('it runs');
    const injected = await injectFault(tracer(), process.pid, fault);
    await expect(work()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await process.ended()).toBe(FAILED_FLUSH_EXIT);
    await injected.stop();
    expect(process.said).toMatch(/the disk did not keep what was written to .*\(.+\)/);
  }

  test('[DOC-110] a change whose flush fails is not acknowledged: docstore ends, and what was acknowledged is there at the next start', async () => {
    const run = await started();
    const { docstore, map } = run;
    // One single failure: every later flush succeeds.
    await endsIn(run, { calls: 'fdatasync', error: 'EIO', when: '1' }, () => append(docstore, map, 2));
    await docstore.start();
    // The author sends again what was not acknowledged, and it stands there once.
    await append(docstore, map, 2);
    await append(docstore, map, 3);
    const { changes } = await docstore.call(docstoreRoutes.readChanges, { params: { map, from: 1, to: 9 } });
    expect(changes.map((each) => each.counter)).toEqual([1, 1, 2, 3]);
  });

  test('[DOC-110] a document whose file cannot be flushed is not acknowledged', async () => {
    const run = await started();
    const map = newMap();
    await endsIn(run, { calls: FLUSHES, error: 'EIO', when: '1' }, async () => void (await create(run.docstore, map)));
    await run.docstore.start();
    await create(run.docstore, map);
  });

  test('[DOC-110] a document whose folder cannot be flushed is not acknowledged', async () => {
    const run = await started();
    const map = newMap();
    await endsIn(run, { calls: FLUSHES, error: 'EIO', when: '2' }, async () => void (await create(run.docstore, map)));
    await run.docstore.start();
    await create(run.docstore, map);
  });

  test('[DOC-110] a flush of SQLite itself that fails when it copies its log ends docstore too', async () => {
    const run = await started();
    await endsIn(run, { calls: FLUSHES, error: 'EIO', path: run.journal }, async () => {
      // Until the log is long enough to be copied.
      for (let counter = 2; counter < 400; counter++) await append(run.docstore, run.map, counter, unpackable());
    });
    await run.docstore.start();
    await create(run.docstore, newMap());
  });
});
