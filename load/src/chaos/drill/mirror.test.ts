import { createLog, type DocumentLog, type LogParts, MemoryStore, Mirror, openLog } from '@bough/bloblog';
import { type Note, noteCodec } from '@bough/bloblog/testing';
import { platformClock } from '@bough/service';
import { expect, test } from 'vitest';
import { LOG_PORTS } from '../../bough/log-ports.ts';
import { bound, HeldStore, LOG, SETTINGS, type Write } from './held-store.ts';
import { mirrorProblems } from './mirror.ts';

/** Two docstores on two locations; `heard` is what the first one makes of the answers of the second location. */
async function drilled(heard: (write: Write, second: MemoryStore) => Write): Promise<readonly string[]> {
  const [first, second] = [bound(new MemoryStore(platformClock)), new MemoryStore(platformClock)];
  const there = bound(second);
  const held = new HeldStore(there, there.replaceIf);
  held.doesSleep = true;
  const ways = { owner: { ...held.store, replaceIf: heard(held.store.replaceIf, second) }, other: there };
  const partsOf = (way: typeof there): LogParts<Note> => {
    const mirror = new Mirror({ ports: LOG_PORTS, first, second: way }, { backoff: SETTINGS.backoff });
    return { ports: LOG_PORTS, store: first, codec: noteCodec, afterHead: async (head) => mirror.note(head) };
  };
  const parts = { owner: partsOf(ways.owner), other: partsOf(ways.other) };
  const log = await createLog(parts.owner, SETTINGS, LOG, { entries: [], label: '' });
  let isFrozen = false;
  let [counter, other] = [0, null as DocumentLog<Note> | null];
  const change = async (): Promise<void> => {
    if (isFrozen) other ??= (await openLog<Note>(parts.other, SETTINGS, LOG))?.log ?? null;
    await (other ?? log).append([{ client: 'one', counter: ++counter, text: 'x' }], '');
  };
  const owner = {
    freeze: (): void => {
      isFrozen = true;
    },
    thaw: (): void => {
      isFrozen = false;
    },
  };
  const found = await mirrorProblems(
    { log: LOG, first, second: there, change, held, owner },
    { patienceMs: 5_000, lookMs: 200 },
  );
  expect(other).not.toBe(null);
  return found;
}

test('[HOUSE-96] a drill of two mirrors finds nothing where the older head is left', async () => {
  expect(await drilled((write) => write)).toEqual([]);
});

test('[HOUSE-96] a drill of two mirrors finds an older head that is written over a newer one', async () => {
  const found = await drilled((write, second) => async (key, etag, bytes) => {
    const outcome = await write(key, etag, bytes);
    if (outcome.kind !== 'refused') return outcome;
    await second.put(key, bytes);
    return { kind: 'written', etag: (await second.get(key))?.etag ?? '' };
  });
  expect(found).toEqual(['S9: the second location had 4 changes, and then only 2']);
});
