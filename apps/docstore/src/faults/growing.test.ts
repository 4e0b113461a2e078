import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rankOf } from '@bough/service';
import { Asker, newTokenKey } from '@bough/service/testing';
import { expect, test } from 'vitest';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { Writers } from '../testing/writers.ts';

/** Of each docstore when all run: left to chance, one might have none to take over. */
const DOCUMENTS_OF_EACH = 2;
const WRITERS = 3;

test('[DOC-262] docstores that come and go under writers, as a cluster scales them: no change is refused, lost, or kept twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bough-growing-'));
  const key = newTokenKey();
  const environment = { BOUGH_DATA: folder, BOUGH_BLOBS_KEYS: newKeys('first') };
  const processes: DocstoreProcess[] = [];
  for (let i = 0; i < 3; i++) processes.push(await DocstoreProcess.make(environment, key));
  const [one, two, three] = processes;
  if (one === undefined || two === undefined || three === undefined) throw new Error('there are three');
  let there: readonly DocstoreProcess[] = [one];
  const asker = new Asker('docstore', ['srv+http://docstore'], key, async () => there.map(({ url }) => url));
  try {
    await one.start();
    const urls = processes.map(({ url }) => url);
    const documents = urls.flatMap((url) =>
      Array.from({ length: DOCUMENTS_OF_EACH }, () => writersOf(url, urls, asker)),
    );
    for (const writers of documents) await writers.start(WRITERS);
    const acknowledged = (): number => documents.reduce((sum, { acknowledged: all }) => sum + all.size, 0);
    const on = (): Promise<void> => until(acknowledged, 200);
    const owned = async (process: DocstoreProcess): Promise<number> => await process.metric('bough_open_documents');
    await on();
    // It grows: new ones take their share.
    await Promise.all([two.start(), three.start()]);
    there = [one, two, three];
    await expect.poll(() => owned(two).then((count) => count > 0), { timeout: 20_000 }).toBe(true);
    await expect.poll(() => owned(three).then((count) => count > 0), { timeout: 20_000 }).toBe(true);
    await on();
    // It shrinks, as Kubernetes does it: SIGTERM first, and the name is gone a while later.
    await three.end('SIGTERM');
    await on();
    there = [one, two];
    await on();
    // A rolling restart of what is left.
    await one.end('SIGTERM');
    await on();
    await one.start();
    await on();
    for (const writers of documents) await writers.stop();
    for (const writers of documents) {
      expect(writers.problems(await writers.read())).toEqual([]);
      for (let i = 0; i < WRITERS; i++) expect(writers.acknowledgedBy(`w${i}`)).toBeGreaterThan(10);
    }
  } finally {
    await asker.stop();
    for (const process of processes) await process.stop();
    await rm(folder, { recursive: true });
  }
}, 240_000);

/** Writers of a document that this docstore is to have when all of them run. */
function writersOf(url: string, urls: readonly string[], asker: Asker): Writers {
  for (;;) {
    const writers = new Writers(asker);
    if (rankOf(writers.map, urls)[0] === url) return writers;
  }
}

/** Resolves when the count has grown by so much. */
async function until(count: () => number, by: number): Promise<void> {
  const goal = count() + by;
  while (count() < goal) await new Promise((resolve) => setTimeout(resolve, 5));
}
