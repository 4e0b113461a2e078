import { type BlobStore, createLog, type DocumentLog, type LogParts, MemoryStore, openLog } from '@bough/bloblog';
import { type Note, noteCodec } from '@bough/bloblog/testing';
import { platformClock } from '@bough/service';
import { expect, test } from 'vitest';
import { LOG_PORTS } from '../../bough/log-ports.ts';
import { HeadDrill } from './heads.ts';
import { bound, GIVEN_UP_MS, HeldStore, LOG, SETTINGS, type Write } from './held-store.ts';

/** One who writes, and opens anew what somebody else has written to. */
class Writer {
  readonly #parts: LogParts<Note>;
  readonly #client: string;
  #log: DocumentLog<Note> | null = null;
  #counter = 0;

  constructor(parts: LogParts<Note>, client: string) {
    this.#parts = parts;
    this.#client = client;
  }

  /** Answers the number when it is acknowledged. */
  async change(acknowledge: (written: Promise<void>) => Promise<void>): Promise<number> {
    const log = (this.#log ??= (await openLog<Note>(this.#parts, SETTINGS, LOG))?.log ?? null);
    if (log === null) throw new Error('the log is there');
    const written = log.append([{ client: this.#client, counter: ++this.#counter, text: 'x' }], '');
    const { seq } = log;
    await acknowledge(written).catch((failure: unknown) => {
      this.#log = null;
      throw failure;
    });
    return seq;
  }
}

/** How Bough might lie. */
interface Lies {
  /** How a head is written. */
  readonly write?: (store: BlobStore) => Write;
  /** What is made of the answer. */
  readonly heard?: (store: BlobStore, write: Write) => Write;
  /** When a change is acknowledged. */
  readonly acknowledge?: (written: Promise<void>) => Promise<void>;
}

async function drilled({ write, heard, acknowledge = (written) => written }: Lies): Promise<readonly string[]> {
  const first = bound(new MemoryStore(platformClock));
  const held = new HeldStore(first, write?.(first) ?? first.replaceIf);
  const store = { ...held.store, replaceIf: heard?.(first, held.store.replaceIf) ?? held.store.replaceIf };
  const parts: LogParts<Note> = { ports: LOG_PORTS, store, codec: noteCodec };
  await createLog(parts, SETTINGS, LOG, { entries: [], label: '' });
  const [owner, other] = [new Writer(parts, 'owner'), new Writer(parts, 'other')];
  const drill = new HeadDrill(
    {
      ...{ log: LOG, first, held },
      change: () => (held.doesSleep ? other : owner).change(acknowledge),
      owner: {
        freeze: () => {
          held.doesSleep = true;
        },
        thaw: () => {
          held.doesSleep = false;
        },
      },
    },
    { patienceMs: 5_000, writeMs: 3 * GIVEN_UP_MS, answerMs: 50 },
  );
  await drill.run();
  return drill.problems;
}

test('[HOUSE-96] a drill of heads finds nothing where what was acknowledged is written', async () => {
  expect(await drilled({})).toEqual([]);
});

const NONE = 'while no head could be written';
const ANOTHER = 'when another write had come before';
const LATE = 'by one docstore, and another one wrote late';

test.each<{ readonly lie: string; readonly when: string; readonly lies: Lies }>([
  {
    lie: 'is acknowledged before it is written',
    when: NONE,
    lies: {
      acknowledge: async (written) => {
        written.catch(() => undefined);
      },
    },
  },
  {
    lie: 'counts as written without an answer',
    when: NONE,
    lies: {
      heard: (_store, write) => async (key, etag, bytes) => {
        const outcome = await write(key, etag, bytes);
        return outcome.kind === 'unsure' ? { kind: 'written', etag } : outcome;
      },
    },
  },
  {
    lie: 'takes the head of somebody else for its own',
    when: ANOTHER,
    lies: {
      heard: (store, write) => async (key, etag, bytes) => {
        const outcome = await write(key, etag, bytes);
        const there = outcome.kind === 'refused' ? await store.get(key) : null;
        return there === null ? outcome : { kind: 'written', etag: there.etag };
      },
    },
  },
  {
    lie: 'is written without its condition',
    when: LATE,
    lies: {
      write: (store) => async (key, _etag, bytes) => {
        await store.put(key, bytes);
        return { kind: 'written', etag: (await store.get(key))?.etag ?? '' };
      },
    },
  },
])('[HOUSE-96] a drill of heads finds one that $lie', async ({ when, lies }) => {
  expect(await drilled(lies)).toContainEqual(expect.stringContaining(when));
});
