import type { MapId } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import type { Caller, CallContext, ContextFacts, OpenContext } from '@bough/service';
import type { Metadata } from '../metadata/metadata.ts';
import { distinctWordsSlowly, type MapText, packLines, textsOf } from './map-texts.ts';

export interface WordIndexParts {
  readonly metadata: Metadata;
  readonly docstore: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
}

const DEADLINE_MS = 20_000;
const FRESH_MOST = 64;

/** Takes the words of maps over from docstore into the index that metadata keeps. */
export class WordIndex {
  readonly #parts: WordIndexParts;
  /** Texts of maps that were just asked for, so that who types a query letter by letter asks docstore for a number alone. */
  readonly #fresh = new Map<MapId, { readonly seq: number; readonly texts: readonly MapText[] }>();

  constructor(parts: WordIndexParts) {
    this.#parts = parts;
  }

  /** Brings the index of the map up to date. */
  async index(map: MapId): Promise<void> {
    const { metadata } = this.#parts;
    const known = await metadata.wordsSeq(map);
    const read = await this.#read(map, known);
    if (read === null) return await metadata.setBehind(map, false);
    const words = await distinctWordsSlowly(textsOf(read.lines));
    await metadata.putWords({ map, seq: read.seq, words, texts: packLines(read.lines) });
  }

  /** The texts of the map as it is, past the index. */
  async textsNow(map: MapId): Promise<readonly MapText[]> {
    const known = this.#fresh.get(map);
    const read = await this.#read(map, known?.seq ?? null);
    if (read === null) return known?.texts ?? [];
    const texts = textsOf(read.lines);
    this.#fresh.delete(map);
    this.#fresh.set(map, { seq: read.seq, texts });
    for (const oldest of this.#fresh.keys()) {
      if (this.#fresh.size <= FRESH_MOST) break;
      this.#fresh.delete(oldest);
    }
    return texts;
  }

  /** null: nothing new since that number. */
  async #read(map: MapId, known: number | null): Promise<{ readonly seq: number; readonly lines: string } | null> {
    const open = this.#parts.openContext({ deadlineMs: DEADLINE_MS });
    try {
      return await this.#ask(map, known, open.context);
    } finally {
      open.close();
    }
  }

  async #ask(
    map: MapId,
    known: number | null,
    context: CallContext,
  ): Promise<{ readonly seq: number; readonly lines: string } | null> {
    const answer = await this.#parts.docstore.call(docstoreRoutes.readWords, { params: { map, known } }, context);
    if (answer.kind === 'unchanged') return null;
    return { seq: answer.seq ?? 0, lines: Buffer.from(answer.bytes).toString('utf8') };
  }
}
