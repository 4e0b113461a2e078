import {
  type Clock,
  holdsPrefix,
  type Ids,
  isRecord,
  isShortId,
  type Lineage,
  type MapId,
  type PersonId,
  presentLineage,
  tryJson,
  tryUtf8Decode,
  utf8Encode,
} from '@bough/base';
import { type BlobStore, logPrefix } from '@bough/bloblog';
import { type NamedVersion, namedVersion, VERSIONS_MOST } from '@bough/contracts';
import type { Documents } from '../documents/documents.ts';
import { DocstoreFailure, otherLineage } from '../failure.ts';
import type { SecondCopies } from '../second/second-copies.ts';

// A named version is a small sealed object beside the log, written once: `versions/<number>-<id>`. So it needs no lock, it is
// in both locations and in every backup, and it survives the metadata database. It says in which lineage its number names something: where
// the order lost that, the name is not listed.

export interface VersionsParts {
  readonly ports: { readonly clock: Clock; readonly ids: Ids };
  readonly first: BlobStore;
  readonly copies: SecondCopies;
  readonly documents: Pick<Documents, 'mustTake' | 'state'>;
}

/** Who names which number how. */
export interface Naming {
  readonly seq: number;
  /** The lineage in which it is a number; absent: the present one. */
  readonly lineage?: string | undefined;
  readonly name: string;
  readonly by: PersonId;
}

interface Kept {
  readonly version: NamedVersion;
  /** null: it was named before there were lineages. */
  readonly lineage: string | null;
}

/** The named versions of maps. */
export class Versions {
  readonly #parts: VersionsParts;

  constructor(parts: VersionsParts) {
    this.#parts = parts;
  }

  /** Gives a number of the map's history a name; resolves when it is durable: in `sync` in both locations. */
  async name(map: MapId, { seq, lineage, name, by }: Naming): Promise<NamedVersion> {
    await this.#parts.documents.mustTake(map);
    const { seq: last, lineages } = await this.#parts.documents.state(map, null);
    const present = presentLineage(lineages);
    if (lineage !== undefined && !holdsPrefix(lineages, { lineage, seq }))
      throw otherLineage(map, { lineage, seq }, present);
    if (seq > last) {
      const message = `Change ${seq} does not exist: the last change is ${last}.`;
      throw new DocstoreFailure(message, { kind: 'invalid', code: 'docstore/bad-base' });
    }
    if ((await this.#keys(map)).length >= VERSIONS_MOST) {
      throw new DocstoreFailure(`The map ${map} has ${VERSIONS_MOST} named versions, which is the limit.`, {
        kind: 'invalid',
        code: 'docstore/many-versions',
      });
    }
    const { clock, ids } = this.#parts.ports;
    const version: NamedVersion = { id: `${seq}-${ids.short()}`, seq, name, by, at: Math.floor(clock.now()) };
    const bytes = utf8Encode(JSON.stringify({ ...version, lineage: present }));
    const key = prefixOf(map) + version.id;
    await this.#parts.first.put(key, bytes);
    await this.#parts.copies.bring(map, 'add', (second) => second.put(key, bytes));
    return version;
  }

  /** All of them, in the order of their numbers. */
  async list(map: MapId): Promise<readonly NamedVersion[]> {
    const { lineages } = await this.#parts.documents.state(map, null);
    const keys = await this.#keys(map);
    const found = await Promise.all(keys.map((key) => this.#read(key)));
    const there = found
      .filter((each) => each !== null && isThere(lineages, each))
      .flatMap((each) => each?.version ?? []);
    return there.toSorted((a, b) => a.seq - b.seq || a.at - b.at);
  }

  /** Takes a name away; removing what is not there is fine. The history stays as it is. */
  async remove(map: MapId, id: string): Promise<void> {
    await this.#parts.documents.mustTake(map);
    const key = prefixOf(map) + id;
    await this.#parts.copies.bring(map, 'remove', (second) => second.remove(key));
    await this.#parts.first.remove(key);
  }

  async #keys(map: MapId): Promise<readonly string[]> {
    const { entries } = await this.#parts.first.list(prefixOf(map));
    return entries.map(({ key }) => key);
  }

  /** null when it was removed meanwhile. */
  async #read(key: string): Promise<Kept | null> {
    const blob = await this.#parts.first.get(key);
    if (blob === null) return null;
    const value = tryJson(tryUtf8Decode(blob.bytes));
    const { lineage = null, ...rest } = isRecord(value) ? value : {};
    const read = namedVersion(rest);
    if (read.ok && (lineage === null || isShortId(lineage))) return { version: read.value, lineage };
    throw new DocstoreFailure(
      `The stored version ${key} is damaged: it ${read.ok ? 'names no lineage' : read.error}.`,
      {
        kind: 'corrupt',
        code: 'docstore/damaged',
      },
    );
  }
}

function prefixOf(map: MapId): string {
  return `${logPrefix(map)}versions/`;
}

/** Whether the order still begins with what was named; before there were lineages there was the first one alone. */
function isThere(lineages: readonly Lineage[], { version: { seq }, lineage }: Kept): boolean {
  return holdsPrefix(lineages, { lineage: lineage ?? lineages[0]?.id ?? '', seq });
}
