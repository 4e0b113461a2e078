import {
  assert,
  type DocumentView,
  Failure,
  type MapId,
  type PersonId,
  type PrefixName,
  parseClientId,
  parseMapId,
  tryUtf8Decode,
  utf8Encode,
  must,
} from '@bough/base';
import {
  type BlobStore,
  createLog,
  type Head,
  HEADS,
  LogFailure,
  type LogParts,
  type LogPorts,
  type LogSettings,
  openLog,
  readHead,
  SeenHeads,
} from '@bough/bloblog';
import type {
  Append,
  Appended,
  DocumentFacts,
  DocumentState,
  KnownNumber,
  NewDocument,
  TrashedDocument,
  Trashing,
} from '@bough/contracts';
import { apply, type Change, decodeMap, emptyMap, encodeMap, type NumberedChange } from '@bough/map';
import type { RequestContext } from '@bough/service';
import { changeCodec } from '../changes/change-codec.ts';
import type { DocumentNews, PackedMap, Rest } from './document-answers.ts';
import { type DocumentParts, type Look, OpenDocument } from './document.ts';
import { decodeLabel, encodeLabel, labelOf } from './facts.ts';
import { DocstoreFailure, inTrash } from '../failure.ts';
import { fold } from '../changes/fold.ts';
import type { FoldMoment } from '../moments/fold-moment.ts';
import { OpenDocuments } from './open-documents.ts';
import { purgeEverywhere } from './purge.ts';
import type { Writer } from '../changes/writers.ts';

export interface DocumentsParts {
  readonly ports: LogPorts;
  /** The first location: sealed, retrying, metered. */
  readonly store: BlobStore;
  /** Called when a document is opened, before what was found is used (`LogParts`). */
  readonly beforeHead?: (map: string, head: Head | null) => Promise<boolean>;
  readonly afterHead?: (head: Head) => Promise<void>;
  /** Told what a head names no more; absent: it is removed at once. */
  readonly afterReplaced?: (head: Head, keys: readonly string[]) => void;
  /** The second location, where there is one. */
  readonly second?: BlobStore | null;
  /** The last number of a document that the second location is known to have; absent: there is none. */
  readonly mirrored?: (map: MapId) => number;
  /** The identity of the first location (location-identity.ts); absent: documents keep the lineage that they have. */
  readonly location?: string;
  /** Makes earlier moments on threads of their own; absent: here. */
  readonly foldElsewhere?: FoldMoment;
  /** Throws while nothing new can be kept; absent: it always can. */
  readonly mustHaveRoom?: () => void;
  /** The first location for removing documents, which makes room where there is none; absent: `store`. */
  readonly removing?: BlobStore;
}

/** Who asks, as far as it matters: whether there are other docstores, and whether the asker is still there. */
export type Asker = Pick<RequestContext, 'isShared' | 'mustBeWanted'>;
const ALONE: Asker = { isShared: false, mustBeWanted: () => undefined };

/** A process of 100,000 maps remembers all of them, in some 20 MB. */
const SEEN_MOST = 100_000;
const MOST_STATE_BYTES = 1024 * 1024 * 1024;

export interface DocumentsSettings {
  readonly log: LogSettings;
  /** About how much memory open documents may take before idle ones are closed. */
  readonly memoryBytes: number;
  /** How often one request is tried when other processes keep writing to its document. */
  readonly attempts: number;
}

/** Everything that can be asked of documents. Each is opened when first asked for, and anew after a failed write. */
export class Documents {
  readonly #log: LogParts<Change>;
  readonly #settings: DocumentsSettings;
  readonly #open: OpenDocuments;
  readonly #second: BlobStore | null;
  readonly #removing: BlobStore;
  readonly #mirrored: DocumentsParts['mirrored'];
  readonly #mustHaveRoom: DocumentsParts['mustHaveRoom'];
  readonly #foldElsewhere: DocumentsParts['foldElsewhere'];

  constructor(parts: DocumentsParts, settings: DocumentsSettings) {
    this.#log = { ...parts, codec: changeCodec, seen: new SeenHeads({ most: SEEN_MOST }) };
    this.#settings = settings;
    this.#second = parts.second ?? null;
    this.#mirrored = parts.mirrored;
    this.#mustHaveRoom = parts.mustHaveRoom;
    this.#foldElsewhere = parts.foldElsewhere;
    this.#removing = parts.removing ?? parts.store;
    this.#open = new OpenDocuments({ open: (map) => this.#openFromStore(map) }, settings);
  }

  /** How many documents are open, and about how much memory they take. */
  get load(): { readonly documents: number; readonly bytes: number } {
    return this.#open.load;
  }

  /** Makes a document with its first change; made before by the same person with the same ops, it answers the same. */
  async create(request: NewDocument): Promise<DocumentFacts> {
    const map = emptyMap();
    const first = firstChange(request, this.#log.ports.clock.now());
    const applied = apply(map, first);
    if (!applied.ok) {
      throw new DocstoreFailure(`The first change cannot be applied: ${applied.error.detail}.`, {
        kind: 'invalid',
        code: 'docstore/bad-change',
      });
    }
    const beginning = { entries: [first], label: encodeLabel(labelOf(map)) };
    try {
      const log = await createLog(this.#log, this.#settings.log, request.map, beginning);
      const recent = [{ ...first, seq: 1 }];
      const document = this.#opened({ id: request.map, log, map, recent }, null);
      this.#open.adopt(request.map, document);
      return await document.facts();
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.code !== 'bloblog/exists') throw failure;
      const [there] = await this.changes(request.map, 1, 1);
      if (there?.author === request.by && JSON.stringify(there.ops) === JSON.stringify(first.ops)) {
        return this.facts(request.map);
      }
      throw new DocstoreFailure(`The document ${request.map} already exists.`, {
        kind: 'conflict',
        code: 'docstore/exists',
      });
    }
  }

  /** Makes a document that begins as `from` was at the number `at` (null: as it is); its own history begins there. */
  async copy(from: MapId, at: number | null, to: MapId, view: DocumentView = 'whole'): Promise<DocumentFacts> {
    const source = await (at === null ? this.packed(from, view) : this.packedAt(from, at, view));
    const text = tryUtf8Decode(
      this.#log.ports.compression.tryDecompress(source.packed, MOST_STATE_BYTES) ?? new Uint8Array(),
    );
    const map = must(decodeMap(text ?? ''));
    const state = utf8Encode(encodeMap(map));
    const log = await createLog(this.#log, this.#settings.log, to, {
      entries: [],
      label: encodeLabel(labelOf(map)),
      state,
    });
    const document = this.#opened({ id: to, log, map, recent: [] }, null);
    this.#open.adopt(to, document);
    return document.facts();
  }

  /** Removes a document for ever, in both locations. */
  async purge(map: MapId): Promise<void> {
    await this.#open.dismiss(map);
    await purgeEverywhere(this.#log.ports, this.#removing, this.#second, map);
  }

  /**
   * Orders, checks and keeps changes; resolves when they are durable. An answer that needed no write is, when `isShared` says
   * that other processes may own the document too, given only if none of them had written. Nothing is begun once `mustBeWanted` throws.
   */
  append(map: MapId, request: Append, { isShared, mustBeWanted }: Asker = ALONE): Promise<Appended> {
    return this.#with(map, async (document) => {
      mustBeWanted();
      const answer = await document.append(request, mustBeWanted);
      if (isShared && answer.changes.length === 0 && !(await document.isCurrent())) throw overtaken(map);
      return answer;
    });
  }

  /** Sees to it that what is open here is what storage has, whatever other processes have written until now. */
  async ensureCurrent(map: MapId): Promise<void> {
    const document = await this.#open.present(map);
    if (document === null || (await document.isCurrent())) return;
    await this.#open.dismiss(map, document);
  }

  /** The whole map, durable. */
  packed(map: MapId, view: DocumentView = 'whole'): Promise<PackedMap> {
    return this.#with(map, (document) => document.packed(view));
  }

  /** The whole map as it was when `seq` was its last number. */
  packedAt(map: MapId, seq: number, view: DocumentView = 'whole'): Promise<PackedMap> {
    return this.#with(map, (document) => document.packedAt(seq, view));
  }

  /** The changes `from`..`to`, fewer when there are fewer or when they are many. */
  changes(map: MapId, from: number, to: number): Promise<readonly NumberedChange[]> {
    return this.#with(map, (document) => document.changes(from, to));
  }

  /** Whether `newsOf` needs nothing of storage for it, as long as nothing came after. */
  isAtHand(map: MapId): boolean {
    return this.#open.has(map) || this.#open.restedAt(map) !== null;
  }

  /**
   * Where the map stands, and what came after the known number as far as it is in memory; null when that is known. With `mustBeFresh` as storage
   * has it, whatever other processes have written.
   */
  async newsOf(
    { map, ...known }: KnownNumber,
    mustBeFresh: boolean,
  ): Promise<(DocumentNews & { readonly mirrored: number | null }) | null> {
    if (mustBeFresh) await this.ensureCurrent(map);
    const isOld = ({ seq, lineage }: Rest): boolean => seq <= known.seq && (known.lineage ?? lineage) === lineage;
    const rested = mustBeFresh ? null : this.#open.restedAt(map);
    const news =
      rested !== null && isOld(rested)
        ? { ...rested, changes: [] }
        : await this.#with(map, (document) => document.newsAfter(known));
    const mirrored = this.#mirrored?.(map) ?? null;
    return isOld(news) && mirrored === known.mirrored ? null : { ...news, mirrored };
  }

  /** The same, with the lineage of their numbers. */
  page(
    map: MapId,
    from: number,
    to: number,
  ): Promise<{ readonly lineage: string; readonly changes: readonly NumberedChange[] }> {
    return this.#with(map, async (document) => {
      const changes = await document.changes(from, to);
      return { lineage: document.lineage, changes };
    });
  }

  /** Where the order stands, and the last counter seen from the writer, all at one moment. */
  state(map: MapId, writer: Writer | null): Promise<DocumentState> {
    return this.#with(map, (document) => document.state(writer));
  }

  /** All words of the map, `most` letters at most; null when the asker has them. */
  words(
    map: MapId,
    known: PrefixName | null,
    most = Number.POSITIVE_INFINITY,
  ): Promise<PrefixName & { readonly text: string | null }> {
    return this.#with(map, (document) => document.words(known, most));
  }

  /** What `read` finds in it as it is now. */
  look<T>(map: MapId, read: Look<T>): Promise<T> {
    return this.#with(map, (document) => document.look(read));
  }

  /** What a listing shows. */
  facts(map: MapId): Promise<DocumentFacts> {
    return this.#with(map, (document) => document.facts());
  }

  /** Puts it into the trash, where it takes no change; one that is there already stays as it was put there. */
  trash(map: MapId, by: PersonId): Promise<DocumentFacts> {
    const at = Math.floor(this.#log.ports.clock.now());
    return this.#trash(map, { at, by });
  }

  /** Takes it out of the trash. */
  restore(map: MapId): Promise<DocumentFacts> {
    return this.#trash(map, null);
  }

  /** An operator's command may have restored it since it was opened: what counts is what storage has. */
  #trash(map: MapId, trash: Trashing | null): Promise<DocumentFacts> {
    return this.#with(map, async (document) => {
      if (!(await document.isCurrent())) throw overtaken(map);
      return document.trash(trash);
    });
  }

  /** The facts of a document that takes changes; throws when there is none, or when it is in the trash. */
  mustTake(map: MapId): Promise<DocumentFacts> {
    return this.#with(map, async (document) => {
      const facts = await document.facts();
      if (facts.trash !== null) throw inTrash(map);
      return facts;
    });
  }

  /** Those of the next `limit` documents that are in the trash, from their heads; `next` is what to ask `after` with. */
  async listTrash(
    after: MapId | null,
    limit: number,
  ): Promise<{ readonly trashed: readonly TrashedDocument[]; readonly next: MapId | null }> {
    const { maps, next } = await this.list(after, limit);
    const found = await Promise.all(maps.map((map) => this.#trashed(map)));
    return { trashed: found.filter((each) => each !== null), next };
  }

  async #trashed(map: MapId): Promise<TrashedDocument | null> {
    const head = (await readHead(this.#log, map))?.head;
    const { title, trash } = decodeLabel(head?.label ?? '');
    return trash === null ? null : { map, title, trash };
  }

  /** Ids in order, a page at a time; `next` is what to ask `after` with. */
  async list(after: MapId | null, limit: number): Promise<{ readonly maps: MapId[]; readonly next: MapId | null }> {
    const page = await this.#log.store.list(HEADS, { after: after === null ? null : HEADS + after, limit });
    const maps = page.entries.flatMap((entry) => parseMapId(entry.key.slice(HEADS.length)) ?? []);
    return { maps, next: page.next === null ? null : (maps.at(-1) ?? null) };
  }

  /** Takes nothing more; resolves when everything that was taken is durable or has failed. */
  close(): Promise<void> {
    return this.#open.close();
  }

  /** Runs `work` on the open document; again on a fresh one when another process had written to it meanwhile. */
  async #with<T>(map: MapId, work: (document: OpenDocument) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const held = await this.#open.hold(map);
      try {
        return await work(held.document);
      } catch (failure) {
        if (attempt >= this.#settings.attempts) throw failure;
        if (!isBehind(failure) && (!isBeyond(failure) || (await held.document.isCurrent()))) throw failure;
        await this.#open.dismiss(map, held.document);
      } finally {
        held.release();
      }
    }
  }

  async #openFromStore(id: MapId): Promise<OpenDocument | null> {
    const opened = await openLog(this.#log, this.#settings.log, id);
    if (opened === null || decodeLabel(opened.log.head.label).isCondemned) return null;
    const { log, replay } = opened;
    const map = fold(this.#log.ports.compression, id, replay);
    const from = log.seq - replay.entries.length + 1;
    const recent = replay.entries.map((change, i) => ({ ...change, seq: from + i }));
    const { snapshot } = replay;
    const isFolded = snapshot !== null && 'packedState' in snapshot && replay.entries.length === 0;
    const packed = isFolded ? { lineages: log.head.lineages, seq: log.seq, packed: snapshot.packedState } : null;
    return this.#opened({ id, log, map, recent }, packed);
  }

  #opened(parts: Omit<DocumentParts, 'source' | 'mirrored'>, packed: PackedMap | null): OpenDocument {
    const mirrored = this.#mirrored;
    const told = mirrored === undefined ? {} : { mirrored: () => mirrored(parts.id) };
    const own = { mustHaveRoom: this.#mustHaveRoom, foldElsewhere: this.#foldElsewhere, source: this.#log };
    return new OpenDocument({ ...parts, ...told, ...own }, { packed });
  }
}

const OF_THE_PRESENT = new Set([
  'docstore/bad-base',
  'docstore/counter-jump',
  'bloblog/out-of-range',
  'docstore/in-trash',
]);

/**
 * A number was asked for that is not here, or the document is in the trash: another process may have written the one, or restored the
 * other, and an open document does not hear of it.
 */
function isBeyond(failure: unknown): boolean {
  return failure instanceof Failure && OF_THE_PRESENT.has(failure.code);
}

function overtaken(map: MapId): LogFailure {
  return new LogFailure(`Another writer has the log ${map}.`, { kind: 'conflict', code: 'bloblog/lost' });
}

/** Another process won the write, or the document was closed to save memory just now: the next attempt sees the present. */
function isBehind(failure: unknown): boolean {
  return failure instanceof Failure && (failure.code === 'bloblog/lost' || failure.code === 'bloblog/closed');
}

/** The first change comes from a client that the map's id names, so that making a document twice makes the same one. */
function firstChange({ map, by, ops }: NewDocument, at: number): Change {
  const client = parseClientId(map.slice(-12));
  assert(client !== null, 'the end of a map id is a client id');
  return { client, counter: 1, author: by, at, ops };
}
