import { utf8Encode } from '@bough/base';
import type { BlobStore, PutOutcome } from '../store/blob-store.ts';
import type { DocumentLog, LogParts } from '../log/document-log.ts';
import { createLog, openLog } from '../log/open-log.ts';
import { readChanges } from '../log/read-log.ts';
import { DEFAULT_SETTINGS, type LogSettings } from '../settings.ts';
import { MemoryStore } from '../store/memory-store.ts';
import { runVirtual } from './sim/run-virtual.ts';
import { type Note, noteCodec, virtualPorts } from './test-log.ts';

/** Settings under which a hundred notes are many seals. */
export const SMALL: LogSettings = {
  ...DEFAULT_SETTINGS,
  tailBytes: 200,
  inlineBytes: 400,
  freshBytes: 900,
  spanBytes: 300,
};

/** A memory store whose next conditional writes are answered as told. */
export class ScriptedStore extends MemoryStore {
  script: ((run: () => Promise<PutOutcome>) => Promise<PutOutcome>)[] = [];
  calls: string[] = [];

  override async replaceIf(key: string, etag: string, bytes: Uint8Array): ReturnType<MemoryStore['replaceIf']> {
    this.calls.push('replaceIf');
    const run = (): ReturnType<MemoryStore['replaceIf']> => super.replaceIf(key, etag, bytes);
    const step = this.script.shift();
    return (step === undefined ? await run() : await step(run)) as Awaited<ReturnType<MemoryStore['replaceIf']>>;
  }
  override async get(key: string): ReturnType<BlobStore['get']> {
    this.calls.push('get');
    return super.get(key);
  }
  override async put(key: string, bytes: Uint8Array): Promise<void> {
    this.calls.push('put');
    return super.put(key, bytes);
  }
}

/** A log over such a store, with its first note. */
export interface World {
  readonly parts: LogParts<Note>;
  readonly store: ScriptedStore;
  readonly log: DocumentLog<Note>;
  run<T>(work: Promise<T>): Promise<T>;
}

/** A fresh one. */
export async function world(settings: LogSettings = DEFAULT_SETTINGS): Promise<World> {
  const ports = virtualPorts(7);
  const store = new ScriptedStore(ports.clock);
  const parts = { ports, store, codec: noteCodec };
  const log = await createLog(parts, settings, 'doc', { entries: [note(1)], label: 'first' });
  store.calls = [];
  return { parts, store, log, run: (work) => runVirtual(ports.clock, work) };
}

/** What somebody says. */
export function note(counter: number, client = 'ann'): Note {
  return { client, counter, text: `${client} says ${counter}` };
}

/** The log as whoever opens it next finds it. */
export async function reopened(w: World): Promise<{ log: DocumentLog<Note>; texts: string[] }> {
  const opened = await openLog(w.parts, DEFAULT_SETTINGS, 'doc');
  if (opened === null) throw new Error('the log is there');
  return {
    log: opened.log,
    texts: (await readChanges(w.parts, opened.log.head, 1, opened.log.seq)).map((each) => each.text),
  };
}

/** Appends notes of ann one by one, sealing when it is due; the state is the number of notes, as text. */
export async function fill(w: World, from: number, to: number, stateOf = (seq: number) => String(seq)): Promise<void> {
  for (let counter = from; counter <= to; counter++) {
    const written = w.log.append([note(counter)], '');
    if (w.log.isSealDue()) w.log.seal(() => utf8Encode(stateOf(w.log.seq)));
    await w.run(written);
  }
}
