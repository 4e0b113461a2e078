import { createLog, DEFAULT_SETTINGS, MemoryStore, openLog } from '@bough/bloblog';
import { type Note, noteCodec } from '@bough/bloblog/testing';
import { Dice } from '@bough/map/testing';
import { platformClock } from '@bough/service';
import { expect, test } from 'vitest';
import { LOG_PORTS } from '../../bough/log-ports.ts';
import { LOG } from './held-store.ts';
import { reopenedProblems } from './reopened.ts';
import { textOf } from './writer.ts';

const TAIL = 400;
const SETTINGS = {
  ...DEFAULT_SETTINGS,
  ...{ tailBytes: TAIL, inlineBytes: 50, freshBytes: 100, spanBytes: 3_000, checkpointBytes: 100, gatherMs: 0 },
};

/** A docstore that knows after opening what it was handed before, or, as a lie after so many openings, knows it under no name. */
async function drilled(lieAfter: number): Promise<readonly string[]> {
  const parts = { ports: LOG_PORTS, store: new MemoryStore(platformClock), codec: noteCodec };
  const dice = new Dice(1);
  let log = await createLog(parts, SETTINGS, LOG, { entries: [], label: '' });
  const state = dice.random.bytes(300);
  let [counter, restarts] = [0, 0];
  const take = async (note: Note): Promise<void> => {
    const written = log.append([note], '');
    if (log.isSealDue()) log.seal(() => state);
    await written;
  };
  const write = async (length: number): Promise<void> =>
    await take({ client: 'writer', counter: ++counter, text: textOf(dice, length) });
  return await reopenedProblems(
    {
      ...{ log: LOG, first: parts.store, kept: async () => log.seq },
      append: async (page) => {
        const client = restarts >= lieAfter ? 'nobody' : page;
        if (log.lastSeen(client).counter === 0) await take({ client, counter: 1, text: 'first' });
      },
      add: write,
      rewrite: write,
      restart: async () => {
        restarts++;
        log = (await openLog<Note>(parts, SETTINGS, LOG))?.log ?? log;
      },
    },
    { tailBytes: TAIL, freshBytes: SETTINGS.freshBytes, patienceMs: 5_000 },
  );
}

test('[HOUSE-96] a drill of repeated changes finds nothing where whoever opens a map knows what is there', async () => {
  expect(await drilled(Infinity)).toEqual([]);
});

test('[HOUSE-96] a drill of repeated changes finds one that is kept again after its map was opened anew', async () => {
  for (const [opened, where] of [
    [1, 'checkpoint'],
    [2, 'snapshot'],
  ] as const)
    expect(await drilled(opened)).toEqual([expect.stringMatching(new RegExp(`^S2: .* opened at a ${where}$`))]);
});
