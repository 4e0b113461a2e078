import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@bough/base';
import { type FolderStore, openFolderStore } from '../../folder/folder-store.ts';
import { testPorts } from '../test-ports.ts';
import { bytesOf, lineOf, sharedLine, type Step, tryStepOf } from './steps.ts';

// A process that does to a folder everything that can be done to one, and tells of it: `node workload.ts FOLDER`. It starts another
// one, which works beside it in the same folder.

const STDOUT = 1;
/** A row that was not replaced for half a second is settled. */
const TIMES_FASTER = 600;
const LONGER_THAN_SETTLING_MS = 900;
/** More steps than `rows` takes for a key. */
const STEPS_OF_ROWS = 100;
/** More than a row of the journal may have. */
const LARGE = 300_000;
const startedMs = Date.now();

const fastClock: Clock = {
  now: () => startedMs + (Date.now() - startedMs) * TIMES_FASTER,
  monotonic: testPorts.clock.monotonic,
  after: (delayMs, run) => testPorts.clock.after(delayMs / TIMES_FASTER, run),
};

const [folder = '', name = 'first'] = process.argv.slice(2);

function open(): Promise<FolderStore> {
  return openFolderStore({ ...testPorts, clock: fastClock }, { folder });
}

/** All that is done to one key, one step after another, each told before and after. */
class Lane {
  readonly #store: FolderStore;
  readonly #key: string;
  #number: number;

  constructor(store: FolderStore, key: string, from = 0) {
    this.#store = store;
    this.#key = key;
    this.#number = from;
  }

  create(size: number): Promise<void> {
    return this.#do('value', size, async (bytes) =>
      this.#mustWrite(await this.#store.createIfAbsent(this.#key, bytes)),
    );
  }

  /** Whoever makes it, it is there: all write the same. */
  createOrFind(size: number): Promise<void> {
    return this.#do('value', size, async (bytes) => {
      const outcome = await this.#store.createIfAbsent(this.#key, bytes);
      if (outcome.kind !== 'refused') this.#mustWrite(outcome);
    });
  }

  replace(size: number): Promise<void> {
    return this.#do('value', size, async (bytes) => {
      const etag = (await this.#store.get(this.#key))?.etag ?? '';
      this.#mustWrite(await this.#store.replaceIf(this.#key, etag, bytes));
    });
  }

  put(size: number): Promise<void> {
    return this.#do('value', size, (bytes) => this.#store.put(this.#key, bytes));
  }

  putCopy(size: number): Promise<void> {
    return this.#do('copy', size, (bytes) => this.#store.put(this.#key, bytes, { isCopy: true }));
  }

  remove(): Promise<void> {
    return this.#do('gone', 0, () => this.#store.remove(this.#key));
  }

  async #do(kind: Step['kind'], size: number, act: (bytes: Buffer) => Promise<unknown>): Promise<void> {
    const step: Step = { key: this.#key, number: ++this.#number, kind, size };
    const bytes = bytesOf(step);
    writeSync(STDOUT, lineOf('begins', step));
    await act(bytes);
    writeSync(STDOUT, lineOf('done', step));
  }

  #mustWrite(outcome: { readonly kind: string }): void {
    if (outcome.kind !== 'written') throw new Error(`${this.#key} ${this.#number} was ${outcome.kind}`);
  }
}

/** Replaced again and again, settled in between, removed and made again, put over. */
async function rows(store: FolderStore, key: string): Promise<void> {
  const lane = new Lane(store, key);
  await lane.create(300);
  for (let i = 0; i < 6; i++) await lane.replace(200 + 1_500 * i);
  await setTimeout(LONGER_THAN_SETTLING_MS);
  for (let i = 0; i < 4; i++) await lane.replace(4_000 - 900 * i);
  await lane.put(700);
  for (let i = 0; i < 3; i++) await lane.replace(500 + i);
  await lane.remove();
  await lane.create(900);
  await lane.replace(100);
}

/** Too large for the journal, and small again. */
async function largeAndSmall(store: FolderStore, key: string): Promise<void> {
  const lane = new Lane(store, key);
  await lane.create(1_000);
  for (let i = 0; i < 4; i++) {
    await lane.replace(1_000 + i);
    await lane.replace(LARGE + i);
  }
  await lane.remove();
}

/** New objects in new folders, several at once in one; older ones go. */
async function objects(store: FolderStore, log: string): Promise<void> {
  const one = async (place: string): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      await new Lane(store, `logs/${log}/${place}/${i}`).put(2_000 + 3_000 * i);
      if (i > 0) await new Lane(store, `logs/${log}/${place}/${i - 1}`, 1).remove();
    }
  };
  await Promise.all(['segments', 'snapshots', 'assets'].map(one));
  const copied = new Lane(store, `logs/${log}/exports/x`);
  await copied.putCopy(5_000);
  await copied.put(5_001);
}

/** Adds lines to a text to which others add theirs. */
async function share(store: FolderStore, turns: number): Promise<void> {
  for (let i = 0; i < turns; i++) {
    const line = `${name}-${i}`;
    for (let isWritten = false; !isWritten;) {
      const blob = await store.get('heads/shared');
      const text = Buffer.from(`${blob === null ? '' : Buffer.from(blob.bytes).toString()}${line}\n`);
      const outcome =
        blob === null
          ? await store.createIfAbsent('heads/shared', text)
          : await store.replaceIf('heads/shared', blob.etag, text);
      isWritten = outcome.kind === 'written';
    }
    writeSync(STDOUT, sharedLine(line));
  }
}

/** Objects that several make at once, as images are that are named by their hash. */
async function findOrMake(store: FolderStore): Promise<void> {
  for (let i = 0; i < 10; i++) {
    const makers = [0, 1].map(() => new Lane(store, `logs/both/assets/${i}`));
    await Promise.all(makers.map((lane) => lane.createOrFind(1_000)));
  }
}

/** Replaced while another process looks. */
async function watched(store: FolderStore, key: string): Promise<void> {
  const lane = new Lane(store, key);
  await lane.create(200);
  for (let i = 0; i < 60; i++) {
    await lane.replace(300 + i);
    await setTimeout(5);
  }
}

/** Reads what another process writes, and tells of it: what was shown must be kept like what was acknowledged. */
async function watch(store: FolderStore, key: string): Promise<void> {
  for (let read = 0; read < 120; read++) {
    const blob = await store.get(key);
    const step = blob === null ? null : tryStepOf(blob.bytes);
    if (step !== null) writeSync(STDOUT, lineOf('done', step));
    await setTimeout(3);
  }
}

/** So much that SQLite copies its log into its database, and begins the log again. */
async function fillLog(store: FolderStore): Promise<void> {
  const lane = new Lane(store, 'heads/full');
  await lane.create(100);
  for (let i = 0; i < 45; i++) await lane.replace(200_000 + i);
  for (let i = 0; i < 5; i++) await lane.replace(3_000 + i);
}

async function work(store: FolderStore): Promise<void> {
  await Promise.all([
    rows(store, `heads/${name}-a`),
    rows(store, `heads/${name}-b`),
    largeAndSmall(store, `heads/${name}-large`),
    objects(store, `${name}-x`),
    objects(store, `${name}-y`),
    share(store, 20),
    findOrMake(store),
    ...(name === 'second' ? [watch(store, 'heads/first-watched')] : [watched(store, 'heads/first-watched')]),
  ]);
}

if (name === 'first') {
  const store = await open();
  const other = spawn(process.execPath, [fileURLToPath(import.meta.url), folder, 'second'], { stdio: 'inherit' });
  const otherEnds = once(other, 'exit');
  await work(store);
  await otherEnds;
  if (other.exitCode !== 0) throw new Error('the other one failed');
  await fillLog(store);
  store.close();
  // Now nobody has the journal open: its log is gone, and is made anew.
  const again = await open();
  await rows(again, 'heads/again');
  again.close();
  const last = await open();
  const lane = new Lane(last, 'heads/again', STEPS_OF_ROWS);
  for (let i = 0; i < 4; i++) await lane.replace(600 + i);
  last.close();
} else {
  const store = await open();
  await work(store);
  store.close();
}
