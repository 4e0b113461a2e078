import { holdsPrefix, type PrefixName, presentLineage, tryUtf8Decode, utf8Encode } from '@bough/base';
import type { DocumentLog, LogParts } from '../log/document-log.ts';
import { LogFailure } from '../failure.ts';
import { createLog, openLog } from '../log/open-log.ts';
import { type LogSource, readChanges, readHead, readMoment } from '../log/read-log.ts';
import { unpackState } from '../objects/snapshot.ts';
import type { Owner, OwnerKind, OwnerParts, SimAnswer, SimChange, SimOrder } from './sim/sim-types.ts';
import { type Note, noteCodec } from './test-log.ts';
import { toyCompression, toyDigest } from './toy-ports.ts';

// The smallest application of a log: its state is the list of all its changes. It opens the log when first asked, applies to
// its own memory at once, answers when that is durable, and opens anew after every failure, as docstore does.

const LOG = 'doc';
const ATTEMPTS = 8;

/** Owners whose state is the list of changes. */
export const noteOwners: OwnerKind = {
  log: LOG,
  tools: { digest: toyDigest, compression: toyCompression },
  create: async (parts) => {
    await createLog(logParts(parts), parts.settings, LOG, { entries: [], label: '' });
  },
  open: (parts) => new NoteOwner(parts),
  fold: (changes) => changes.map((change) => nameOf(change)).join(' '),
};

interface Opened {
  readonly log: DocumentLog<Note>;
  readonly state: string[];
}

class NoteOwner implements Owner {
  readonly #parts: OwnerParts;
  #opening: Promise<Opened> | null = null;

  constructor(parts: OwnerParts) {
    this.#parts = parts;
  }

  append(changes: readonly SimChange[], on: PrefixName | null): Promise<SimAnswer> {
    return this.#with(async ({ log, state }): Promise<SimAnswer> => {
      const { lineages } = log.head;
      if (on !== null && !holdsPrefix(lineages, on)) return { kind: 'left', lineages };
      for (const { client, counter } of changes) {
        if (counter <= log.lastSeen(client).counter) continue;
        const change = { client, counter, text: '' };
        state.push(nameOf(change));
        void log.append([change], `${state.length}`);
      }
      if (log.isSealDue()) log.seal(() => utf8Encode(state.join(' ')));
      await log.durable();
      const seqs = changes.map((change) => state.indexOf(nameOf(change)) + 1);
      return { kind: 'kept', lineage: presentLineage(lineages), seqs };
    });
  }

  read(): Promise<SimOrder> {
    return this.#with(async ({ log }) => {
      await log.durable();
      const { head } = log;
      return { lineages: head.lineages, changes: await readChanges(this.#source(), head, 1, head.seq) };
    });
  }

  async stateAt(seq: number): Promise<string> {
    const found = await readHead(this.#source(), LOG);
    if (found === null) throw new Error('the log is there');
    const { snapshot, entries } = await readMoment(this.#source(), found.head, seq);
    return [...this.#stateOf(snapshot), ...entries.map((entry) => nameOf(entry))].join(' ');
  }

  async close(): Promise<void> {
    const opened = await this.#opening;
    await opened?.log.close();
  }

  async #with<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const opening = (this.#opening ??= this.#open());
      try {
        const opened = await opening;
        if (opened.log.failure !== null) throw opened.log.failure;
        return await work(opened);
      } catch (failure) {
        if (this.#opening === opening) this.#opening = null;
        const isBehind = failure instanceof LogFailure && failure.code === 'bloblog/lost';
        if (!isBehind || attempt === ATTEMPTS) throw failure;
      }
    }
  }

  async #open(): Promise<Opened> {
    const opened = await openLog(logParts(this.#parts), this.#parts.settings, LOG);
    if (opened === null) throw new Error('the log is there');
    const { snapshot, entries } = opened.replay;
    return { log: opened.log, state: [...this.#stateOf(snapshot), ...entries.map((entry) => nameOf(entry))] };
  }

  #stateOf(snapshot: Parameters<typeof unpackState>[2] | null): string[] {
    if (snapshot === null) return [];
    const text = tryUtf8Decode(unpackState(this.#parts.ports.compression, LOG, snapshot)) ?? '';
    return text === '' ? [] : text.split(' ');
  }

  #source(): LogSource<Note> {
    return logParts(this.#parts);
  }
}

function nameOf(change: SimChange): string {
  return `${change.client}${change.counter}`;
}

function logParts(parts: OwnerParts): LogParts<Note> {
  return { ...parts, codec: noteCodec };
}
