import { createLog, MemoryStore } from '@bough/bloblog';
import { noteCodec } from '@bough/bloblog/testing';
import { platformClock } from '@bough/service';
import { expect, test } from 'vitest';
import { LOG_PORTS } from '../../bough/log-ports.ts';
import { bound, HeldStore, LOG, SETTINGS } from './held-store.ts';
import { repeatProblems } from './repeat.ts';

/** One who repeats is answered when everything is durable, or, as a lie, when the write under way is. */
async function drilled(isLie: boolean): Promise<readonly string[]> {
  const first = bound(new MemoryStore(platformClock));
  const held = new HeldStore(first, first.replaceIf);
  held.doesSleep = true;
  const log = await createLog({ ports: LOG_PORTS, store: held.store, codec: noteCodec }, SETTINGS, LOG, {
    ...{ entries: [], label: '' },
  });
  const seen = new Set<string>();
  let flying: Promise<void> | null = null;
  const append = async (page: string): Promise<number> => {
    const isNew = !seen.has(page);
    seen.add(page);
    const written = isNew ? log.append([{ client: page, counter: 1, text: 'x' }], '') : Promise.resolve();
    flying ??= written;
    const { seq } = log;
    await (isLie && !isNew ? flying : log.durable());
    return seq;
  };
  return await repeatProblems({ log: LOG, first, append, held }, { patienceMs: 5_000, answerMs: 40 });
}

test('[HOUSE-96] a drill of repeated changes finds nothing where each waits for its own write', async () => {
  expect(await drilled(false)).toEqual([]);
});

test('[HOUSE-96] a drill of repeated changes finds one that is acknowledged with the write before its own', async () => {
  expect(await drilled(true)).toEqual(['S1: change 2 was acknowledged to those who asked again, and the head has 1']);
});
