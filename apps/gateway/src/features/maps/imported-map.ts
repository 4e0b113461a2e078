import { Failure, type MapId, must } from '@bough/base';
import { docstoreRoutes, type ImportedFile, type ImportPart } from '@bough/contracts';
import { type Op, type ParsedOps, parseOps } from '@bough/map';
import { inContext, type OpenContext } from '@bough/service';
import { GatewayFailure } from '../../failure.ts';
import { mustBePerson, type Asked } from '../../http/handlers.ts';
import { titleOps } from './first-ops.ts';
import { type MapParts, newMapId, putOnShelf } from './map-routes.ts';

type MapPart = Extract<ImportPart, { readonly kind: 'map' }>;
type ImagePart = Extract<ImportPart, { readonly kind: 'image' }>;
type MissingImage = ImportedFile['images']['missing'][number];

export interface ImportedMapParts extends MapParts {
  readonly openContext: (facts: { readonly deadlineMs: number }) => OpenContext;
}
/** Who asks for it, and where it goes. */
export interface ImportOrder {
  readonly asked: Asked<unknown, unknown>;
  readonly folder: string | null;
}

const DISCARD_MS = 10_000;

/** A map on its way out of a file. It is on nobody's list before it is whole. */
export class ImportedMap {
  readonly #parts: ImportedMapParts;
  readonly #order: ImportOrder;
  readonly #part: MapPart;
  readonly #map: MapId;
  readonly #missing: MissingImage[];
  /** Where each image is that was kept, by what the changes call it. */
  readonly #sources = new Map<string, string>();

  private constructor(parts: ImportedMapParts, order: ImportOrder, part: MapPart) {
    this.#parts = parts;
    this.#order = order;
    this.#part = part;
    this.#map = newMapId(parts.ids);
    this.#missing = [...part.absent];
  }

  /** Makes its document, without items. */
  static async begin(parts: ImportedMapParts, order: ImportOrder, part: MapPart): Promise<ImportedMap> {
    const imported = new ImportedMap(parts, order, part);
    const body = { map: imported.#map, by: imported.#by, ops: titleOps(imported.#title) };
    await parts.docstore.call(docstoreRoutes.createDocument, { params: {}, body }, order.asked.context);
    return imported;
  }

  /** Keeps an image of the file; one that docstore does not take, or that is one too many, is missing. */
  async keep({ source, name, of, original }: ImagePart, bytes: Uint8Array): Promise<void> {
    const { limits, docstore } = this.#parts;
    const request = { params: { map: this.#map, original }, body: bytes };
    try {
      limits.mustTake('imported images by person', this.#by);
      const { hash } = await docstore.call(docstoreRoutes.keepAsset, request, this.#order.asked.context);
      this.#sources.set(source, `asset:${hash}`);
    } catch (failure) {
      // One that cannot be kept now takes the map with it: nobody could add it later.
      if (!(failure instanceof Failure) || !isOfImage(failure)) throw failure;
      this.#missing.push({ name, of, why: failure.code });
    }
  }

  async change(ops: ParsedOps): Promise<void> {
    const outsider = { by: this.#by, ops: must(parseOps(ops.map((op) => this.#placed(op)))), base: null };
    const { outcomes } = await this.#parts.changes.change(this.#map, outsider, this.#order.asked.context);
    const [outcome] = outcomes;
    if (outcome?.kind !== 'refused') return;
    throw new GatewayFailure('refused', `A map cannot hold it: ${outcome.detail || outcome.reason}.`);
  }

  /** The whole map is its maker's from now on. */
  async end(): Promise<ImportedFile> {
    const { asked, folder } = this.#order;
    const { file: name, report } = this.#part;
    await putOnShelf(this.#parts, asked, { map: this.#map, title: this.#title, folder });
    const images = { kept: this.#sources.size, missing: this.#missing };
    return { name, map: this.#map, title: this.#title, report, images, problem: null };
  }

  /** Removes what is there of it. Storage that is away keeps it: nobody knows of it, and nobody can open it. */
  async discard(): Promise<void> {
    const params = { map: this.#map };
    await inContext(this.#parts.openContext, { deadlineMs: DISCARD_MS }, async (context) => {
      await this.#parts.docstore.call(docstoreRoutes.trashDocument, { params, body: { by: this.#by } }, context);
      await this.#parts.docstore.call(docstoreRoutes.purgeDocument, { params }, context);
    }).catch((cause: unknown) => {
      if (!(cause instanceof Failure)) throw cause;
    });
  }

  get #by() {
    return mustBePerson(this.#order.asked.person);
  }

  get #title(): string {
    return this.#part.title === '' ? 'Imported map' : this.#part.title;
  }

  /** The op with the map's title, and with its image where that is now. */
  #placed(op: Op): Op {
    if (op.kind === 'settings') return { ...op, fields: { ...op.fields, title: this.#title } };
    if (op.kind !== 'add' || op.fields.image === null || op.fields.image === undefined) return op;
    const { image, ...fields } = op.fields;
    if (!image.source.startsWith('asset:')) return op;
    const source = this.#sources.get(image.source);
    return { ...op, fields: source === undefined ? fields : { ...fields, image: { ...image, source } } };
  }
}

/** Whether what failed is the image, or the count of images: the map is good without it. */
function isOfImage({ kind, code }: Failure): boolean {
  return kind === 'invalid' || code === 'gateway/too-many' || code.endsWith('/too-large');
}
