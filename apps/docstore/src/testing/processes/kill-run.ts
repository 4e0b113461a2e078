import { createHash } from 'node:crypto';
import { docstoreRoutes } from '@bough/contracts';
import type { DocstoreProcess } from './docstore-process.ts';
import type { ToxicWay } from '@bough/house/servers';
import { Writers } from '../writers.ts';

const WRITERS = 16;
const MOMENTS = 8;

/** What a run came to. */
export interface KillRun {
  readonly problems: readonly string[];
  readonly writers: Writers;
  readonly startsMs: readonly number[];
  readonly endedMs: number;
}

/** Kills docstore under writers at random moments that many times, with trouble on the ways, then holds the log to account. */
export async function killRun(docstore: DocstoreProcess, kills: number, ways: readonly ToxicWay[]): Promise<KillRun> {
  // Ended well once, it leaves what it compiled to the starts that follow.
  const startsMs = [await docstore.start()];
  await docstore.end('SIGTERM');
  startsMs.push(await docstore.start());
  const writers = new Writers(docstore);
  await writers.start(WRITERS);
  const moments = new Map<number, string>();
  for (let kill = 0; kill < kills; kill++) {
    await trouble(ways);
    const goal = writers.acknowledged.size + 10 + Math.floor(Math.random() * 150);
    while (writers.acknowledged.size < goal) {
      if (docstore.pid === null) throw new Error(`docstore ended by itself: ${docstore.said}`);
      await sleep(1);
    }
    if (kill % Math.ceil(kills / MOMENTS) === 0) {
      const at = Math.max(...writers.acknowledged.values());
      moments.set(at, await momentOf(docstore, writers, at));
    }
    await docstore.end('SIGKILL');
    startsMs.push(await docstore.start());
  }
  for (const way of ways) await way.mend().then(() => way.fast());
  await writers.stop();
  const endedMs = await docstore.end('SIGTERM');
  startsMs.push(await docstore.start());
  const problems = writers.problems(await writers.read());
  for (const [at, before] of moments) {
    if ((await momentOf(docstore, writers, at)) !== before) problems.push(`history at ${at} is not what it was`);
  }
  return { problems, writers, startsMs, endedMs };
}

async function trouble(ways: readonly ToxicWay[]): Promise<void> {
  const way = ways[Math.floor(Math.random() * ways.length)];
  if (way === undefined) return;
  await way.fast();
  if (Math.random() < 0.5) await way.slow(Math.floor(Math.random() * 80), 40);
  if (Math.random() < 0.3) {
    await way.cut();
    setTimeout(() => void way.mend(), Math.random() * 600);
  }
}

/** The hash of the map at that number. */
async function momentOf(docstore: DocstoreProcess, writers: Writers, at: number): Promise<string> {
  const answer = await writers.insist(() =>
    docstore.call(docstoreRoutes.readDocument, { params: { map: writers.map, known: null, at, encoding: null } }),
  );
  if (answer.kind !== 'bytes') throw new Error('bytes were asked for');
  return createHash('sha256').update(answer.bytes).digest('hex');
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
