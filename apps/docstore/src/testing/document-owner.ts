import { zstdDecompressSync } from 'node:zlib';
import type { Owner, OwnerKind, OwnerParts, SimAnswer, SimChange, SimOrder } from '@bough/bloblog/testing';
import { nodeCompression, nodeDigest } from '@bough/blobs';
import { parsed } from '@bough/map/testing';
import { apply, type Change, emptyMap, encodeMap, parseChange, NO_OPS } from '@bough/map';
import { must, type PrefixName } from '@bough/base';
import { Documents } from '../documents/documents.ts';
import { DocstoreFailure } from '../failure.ts';
import { add, ANN, change, mapNamed } from './test-maps.ts';

// Docstore itself as the owner in the log's simulation: real documents, real maps, real zstd.

const MAP = mapNamed('sim');
const FIRST_OPS = parsed(add('root', 'Sim', null));
const FIRST_CLIENT = MAP.slice(-12);
const MEMORY_BYTES = 64 * 1024 * 1024;

/** Owners that are docstore's own documents. */
export const documentOwners: OwnerKind = {
  log: MAP,
  tools: { digest: nodeDigest, compression: nodeCompression },
  create: async (parts) => {
    await documentsOf(parts).create({ map: MAP, by: ANN, ops: FIRST_OPS });
  },
  open: (parts) => new DocumentOwner(documentsOf(parts)),
  fold: (changes) => {
    const map = emptyMap();
    for (const each of changes) must(apply(map, changeOf(each)));
    return encodeMap(map);
  },
};

class DocumentOwner implements Owner {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  async append(changes: readonly SimChange[], on: PrefixName | null): Promise<SimAnswer> {
    try {
      const made = on === null ? { base: 1 } : { base: on.seq, lineage: on.lineage };
      // Who comes back after a loss may go on without what was lost: that is said, too.
      const [first] = changes;
      const gap =
        first === undefined || first.counter === 1
          ? []
          : [{ ...changeOf(first), counter: first.counter - 1, ops: NO_OPS }];
      const asked = { ...made, changes: [...gap, ...changes.map(changeOf)] };
      const { outcomes: all, lineage } = await this.#documents.append(MAP, asked);
      const outcomes = all.slice(gap.length);
      const order = outcomes.some(({ kind }) => kind === 'seen') ? await this.read() : null;
      const seqs = outcomes.map((outcome, i) => {
        if (outcome.kind === 'kept') return outcome.seq;
        if (outcome.kind === 'refused') throw new Error(`a change that must apply was refused: ${outcome.detail}`);
        // Long since in the order: whoever wants its number looks there.
        const one = changes[i];
        const at = order?.changes.findIndex(({ client, counter }) => client === one?.client && counter === one.counter);
        if (at === undefined || at < 0) throw new Error(`${one?.client} ${outcome.counter} was seen, and is not there`);
        return at + 1;
      });
      return { kind: 'kept', lineage, seqs };
    } catch (failure) {
      if (!(failure instanceof DocstoreFailure && failure.code === 'docstore/other-lineage')) throw failure;
      return { kind: 'left', lineages: (await this.#documents.state(MAP, null)).lineages };
    }
  }

  async read(): Promise<SimOrder> {
    const { seq, lineages } = await this.#documents.state(MAP, null);
    const changes = await this.#documents.changes(MAP, 1, seq);
    return {
      lineages,
      changes: changes.map(({ client, counter }) => ({ client: client.replaceAll('-', ''), counter })),
    };
  }

  async stateAt(seq: number): Promise<string> {
    const { packed } = await this.#documents.packedAt(MAP, seq);
    return zstdDecompressSync(packed).toString('utf8');
  }

  close(): Promise<void> {
    return this.#documents.close();
  }
}

function documentsOf(parts: OwnerParts): Documents {
  return new Documents(parts, { log: parts.settings, memoryBytes: MEMORY_BYTES, attempts: 8 });
}

/** The change that a name of the simulation stands for: an item, or now and then the title. */
function changeOf({ client, counter }: SimChange): Change {
  if (client === FIRST_CLIENT.replaceAll('-', '')) {
    return must(parseChange({ ...change('x', 1, ...FIRST_OPS), client: FIRST_CLIENT, at: 0 }));
  }
  const name = `${client}${counter}`;
  const op =
    counter % 5 === 0 ? ({ kind: 'settings', fields: { title: name } } as const) : add(name, `text of ${name}`, 'root');
  return must(parseChange(change(client, counter, op)));
}
