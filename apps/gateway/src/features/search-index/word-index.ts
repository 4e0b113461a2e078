import { Failure, type MapId, type PrefixName, prefixText } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import { type Caller, type CallContext, type ContextFacts, type OpenContext, inContext } from '@bough/service';
import type { Metadata } from '../../metadata/metadata.ts';
import { packLines } from './map-texts.ts';
import type { DoSearchTask } from './search-task.ts';

export interface WordIndexParts {
  readonly metadata: Metadata;
  readonly docstore: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  readonly doTask: DoSearchTask;
}

interface Wanted {
  readonly map: MapId;
  readonly known: PrefixName | null;
  /** No more bytes than that are read. */
  readonly most: number;
}
interface Read extends PrefixName {
  /** Docstore's lines. */
  readonly lines: Uint8Array;
}

const DEADLINE_MS = 20_000;
const MIB = 1024 * 1024;
/** So many bytes of texts are kept for whoever types on. */
const FRESH_MOST = 16 * MIB;
/** Hardly a map has more: one of 100,000 items has two megabytes. Those that do are indexed one after the other. */
const USUAL_MOST = 4 * MIB;

/** Takes the words of maps over from docstore into the index that metadata keeps. */
export class WordIndex {
  readonly #parts: WordIndexParts;
  /** Texts of maps that were just asked for, so that who types a query letter by letter asks docstore for a name alone. */
  readonly #fresh = new Map<MapId, Read>();
  #freshBytes = 0;
  #lastLarge: Promise<unknown> = Promise.resolve();

  constructor(parts: WordIndexParts) {
    this.#parts = parts;
  }

  /** Brings the index of the map up to date. */
  async index(map: MapId): Promise<void> {
    try {
      await this.#index(map, USUAL_MOST);
    } catch (failure) {
      if (!isTooLong(failure)) throw failure;
      const mine = this.#lastLarge.then(() => this.#index(map, docstoreRoutes.readWords.answerLimit));
      this.#lastLarge = mine.catch(() => undefined);
      await mine;
    }
  }

  /**
   * The texts of the map as it is, past the index, in docstore's lines; null where nothing is known, or they have more bytes than `most`:
   * then no more of them is read.
   */
  async linesNow(map: MapId, most: number): Promise<Uint8Array | null> {
    const known = this.#fresh.get(map) ?? null;
    try {
      const read = (await this.#read(map, known, most)) ?? known;
      this.#keepFresh(map, read);
      return read === null || read.lines.length > most ? null : read.lines;
    } catch (failure) {
      if (isTooLong(failure)) return null;
      throw failure;
    }
  }

  /** As the last one that was asked for. */
  #keepFresh(map: MapId, read: Read | null): void {
    this.#forget(map);
    if (read === null || read.lines.length > FRESH_MOST) return;
    this.#fresh.set(map, read);
    this.#freshBytes += read.lines.length;
    for (const oldest of this.#fresh.keys()) {
      if (this.#freshBytes <= FRESH_MOST) break;
      this.#forget(oldest);
    }
  }

  #forget(map: MapId): void {
    this.#freshBytes -= this.#fresh.get(map)?.lines.length ?? 0;
    this.#fresh.delete(map);
  }

  async #index(map: MapId, most: number): Promise<void> {
    const { metadata, doTask } = this.#parts;
    const known = await metadata.wordsName(map);
    const read = await this.#read(map, known, most);
    if (read === null) return await metadata.setBehind(map, false);
    const { lines, ...name } = read;
    const { words } = await doTask({ kind: 'words', lines });
    await metadata.putWords({ map, ...name, words, texts: await packLines(lines) });
  }

  /** null: what bears that name is the map still. */
  async #read(map: MapId, known: PrefixName | null, most: number): Promise<Read | null> {
    const wanted = { map, known, most };
    return await inContext(this.#parts.openContext, { deadlineMs: DEADLINE_MS }, (context) =>
      this.#ask(wanted, context),
    );
  }

  async #ask({ map, known, most }: Wanted, context: CallContext): Promise<Read | null> {
    const params = { map, known: known === null ? null : prefixText(known), most };
    const route = { ...docstoreRoutes.readWords, answerLimit: most };
    const answer = await this.#parts.docstore.call(route, { params }, context);
    if (answer.kind === 'unchanged') return null;
    return { lineage: answer.lineage ?? '', seq: answer.seq ?? 0, lines: answer.bytes };
  }
}

/** Whether the answer was longer than was to be read. */
function isTooLong(failure: unknown): boolean {
  return failure instanceof Failure && failure.code === 'docstore/many-words';
}
