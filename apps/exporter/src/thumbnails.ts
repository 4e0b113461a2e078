import { type MapId, type PrefixName, prefixText } from '@bough/base';
import { type BytesAnswer, docstoreRoutes } from '@bough/contracts';
import type { Caller, RequestContext } from '@bough/service';
import type { RenderJob, Rendered } from './drawing/render.ts';
import { withoutDocument } from './making/source.ts';

// Home asks for every card in sight each time it is looked at. So docstore is asked by the name of its prefix whether the map has changed,
// which costs it no document, and what was drawn is kept while there is room, the longest unused going first.

const MOST_BYTES = 24 * 1024 * 1024;

interface Kept extends PrefixName {
  readonly bytes: Uint8Array;
  readonly type: string;
}
export interface ThumbnailParts {
  readonly docstore: Pick<Caller, 'call'>;
  readonly render: (job: RenderJob, context: RequestContext) => Promise<Rendered>;
}
export interface ThumbnailWish {
  readonly map: MapId;
  readonly theme: 'light' | 'dark';
  /** The name of what the asker has a picture of. */
  readonly known: string | null;
  /** null: as SVG. */
  readonly as: 'png' | null;
}

/** Small pictures of maps as they are now, drawn once for each prefix of a map. */
export class Thumbnails {
  readonly #parts: ThumbnailParts;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(parts: ThumbnailParts) {
    this.#parts = parts;
  }

  /** The picture, or `unchanged` when the asker has it. */
  async of({ map, theme, known, as }: ThumbnailWish, context: RequestContext): Promise<BytesAnswer> {
    const format = as ?? 'svg';
    const key = `${theme} ${format} ${map}`;
    const kept = this.#kept.get(key);
    const params = {
      map,
      at: null,
      known: known ?? (kept === undefined ? null : prefixText(kept)),
      encoding: 'zstd',
    } as const;
    const document = await this.#parts.docstore.call(docstoreRoutes.readDocument, { params }, context);
    const name = { lineage: document.lineage ?? '', seq: document.seq ?? 0 };
    if (document.kind === 'unchanged') {
      if (known !== null) return { kind: 'unchanged', ...name, etag: null };
      if (kept === undefined) throw withoutDocument();
      this.#keep(key, { ...kept, ...name });
      return picture({ ...kept, ...name });
    }
    if (kept !== undefined && prefixText(kept) === prefixText(name)) return picture(kept);
    const { bytes, encoding } = document;
    const job = { document: bytes, encoding, theme, part: 'card', format } as const;
    const { bytes: drawing, mediaType } = await this.#parts.render(job, context);
    const drawn = { ...name, bytes: drawing, type: mediaType };
    this.#keep(key, drawn);
    return picture(drawn);
  }

  #keep(key: string, one: Kept): void {
    this.#forget(key);
    this.#kept.set(key, one);
    this.#bytes += one.bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes.length ?? 0;
    this.#kept.delete(key);
  }
}

function picture({ lineage, seq, bytes, type }: Kept): BytesAnswer {
  return { kind: 'bytes', bytes, type, encoding: null, lineage, seq, etag: null, fileName: null };
}
