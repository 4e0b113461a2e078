import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { DocumentView, MapId, PrefixName } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import type { CallContext, Caller } from '@bough/service';
import { ExporterFailure } from '../exporter-failure.ts';
import { type Images, imagesOf, originalsOf } from './images.ts';

const unpack = promisify(zstdDecompress);
/** Of a document, unpacked. */
const MOST_BYTES = 1024 * 1024 * 1024;

/** What files of one map at one number are made of. */
export interface Source extends PrefixName {
  /** As docstore sent it. */
  readonly document: Uint8Array;
  readonly encoding: string | null;
  /** The images that were uploaded to it, by what the map calls them; fetched when they are first asked for. */
  readonly images: () => Promise<Images>;
  /** The same, and the originals of those that were drawn from something. */
  readonly imagesAndOriginals: () => Promise<Images>;
}

/** Work under a context of its own, since several may wait for it: nobody's leaving ends it. */
type InContext = <R>(work: (context: CallContext) => Promise<R>) => Promise<R>;

/** Asks docstore for the map, packed as it is kept there: unpacking is work for whoever draws. */
export async function readSource(
  docstore: Pick<Caller, 'call'>,
  { map, at, view }: { readonly map: MapId; readonly at: number | null; readonly view?: DocumentView | undefined },
  inContext: InContext,
): Promise<Source> {
  const params = { map, at, known: null, encoding: 'zstd', view } as const;
  const read = await inContext((context) => docstore.call(docstoreRoutes.readDocument, { params }, context));
  if (read.kind !== 'bytes') throw withoutDocument();
  const { bytes: document, encoding, seq, lineage } = read;
  let images: Promise<Images> | null = null;
  const fetchImages = async (): Promise<Images> => {
    const text = encoding === 'zstd' ? await unpack(document, { maxOutputLength: MOST_BYTES }) : document;
    return await inContext((context) => imagesOf(docstore, { map, document: text }, context));
  };
  const imagesOnce = (): Promise<Images> => (images ??= fetchImages());
  let both: Promise<Images> | null = null;
  const fetchBoth = async (): Promise<Images> => {
    const pictures = await imagesOnce();
    const originals = await inContext((context) => originalsOf(docstore, { map, images: pictures }, context));
    return new Map([...pictures, ...originals]);
  };
  const imagesAndOriginals = (): Promise<Images> => (both ??= fetchBoth());
  return { lineage: lineage ?? '', seq: seq ?? 0, document, encoding, images: imagesOnce, imagesAndOriginals };
}

/** Docstore said that nothing has changed to somebody who knew nothing. */
export function withoutDocument(): ExporterFailure {
  return new ExporterFailure('Docstore sent no document.', {
    kind: 'corrupt',
    code: 'exporter/no-document',
  });
}
