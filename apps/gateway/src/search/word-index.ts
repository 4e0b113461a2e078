import { type MapId, type PrefixName, prefixText } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import type { Caller, CallContext, ContextFacts, OpenContext } from '@bough/service';
import type { Metadata } from '../metadata/metadata.ts';
import { distinctWordsSlowly, type MapText, packLines, textsOf } from './map-texts.ts';

export interface WordIndexParts {
  readonly metadata: Metadata;
  readonly docstore: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
}

interface Read extends PrefixName {
  readonly lines: string;
}

const DEADLINE_MS = 20_000;
const FRESH_MOST = 64;

/** Takes the words of maps over from docstore into the index that metadata keeps. */
export class WordIndex {
  readonly #parts: WordIndexParts;
  /** Texts of maps that were just asked for, so that who types a query letter by letter asks docstore for a name alone. */
  readonly #fresh = new Map<MapId, PrefixName & { readonly texts: readonly MapText[] }>();

  constructor(parts: WordIndexParts) {
    this.#parts = parts;
  }

  /** Brings the index of the map up to date. */
  async index(map: MapId): Promise<void> {
    const { metadata } = this.#parts;
    const known = await metadata.wordsName(map);
    const read = await this.#read(map, known);
    if (read === null) return await metadata.setBehind(map, false);
    const { lines, ...name } = read;
    const words = await distinctWordsSlowly(textsOf(lines));
    await metadata.putWords({ map, ...name, words, texts: packLines(lines) });
  }

  /** The texts of the map as it is, past the index. */
  async textsNow(map: MapId): Promise<readonly MapText[]> {
    const known = this.#fresh.get(map);
    const read = await this.#read(map, known ?? null);
    if (read === null) return known?.texts ?? [];
    const { lines, ...name } = read;
    const texts = textsOf(lines);
    this.#fresh.delete(map);
    this.#fresh.set(map, { ...name, texts });
    for (const oldest of this.#fresh.keys()) {
      if (this.#fresh.size <= FRESH_MOST) break;
      this.#fresh.delete(oldest);
    }
    return texts;
  }

  /** null: what bears that name is the map still. */
  async #read(map: MapId, known: PrefixName | null): Promise<Read | null> {
    const open = this.#parts.openContext({ deadlineMs: DEADLINE_MS });
    try {
      return await this.#ask(map, known, open.context);
    } finally {
      open.close();
    }
  }

  async #ask(map: MapId, name: PrefixName | null, context: CallContext): Promise<Read | null> {
    const params = { map, known: name === null ? null : prefixText(name) };
    const answer = await this.#parts.docstore.call(docstoreRoutes.readWords, { params }, context);
    if (answer.kind === 'unchanged') return null;
    const lines = Buffer.from(answer.bytes).toString('utf8');
    return { lineage: answer.lineage ?? '', seq: answer.seq ?? 0, lines };
  }
}
