import { assert, err, ok, type Result, tryJson, tryUtf8Decode, utf8Encode } from '@bough/base';
import type { Op } from '@bough/map';
import { ops } from '../docstore/parsed-changes.ts';
import { line } from '../line.ts';
import { ASSET_BYTES } from '../docstore/asset-types.ts';
import { integer, list, nullable, object, oneOf, type ParsedBy, text, variants } from '../parser.ts';
import { REPORT_NOTES, reportNote, reportTally } from './export-report.ts';

// What exporter finds in a file, on its way to the gateway: parts in order, each 8 bytes of lengths, a JSON object, and bytes, of an image
// alone. Of each map first what is told of it, then its images, then its changes; `end` comes last, so that nobody takes half of a file
// for the whole.

/** Most images of one file that are read. */
export const IMPORTED_IMAGES = 300;
/** Bytes of them. */
export const IMPORTED_IMAGE_BYTES = 64 * 1024 * 1024;
/** Most files of one archive that are read. */
export const IMPORTED_FILES = 500;
/** Longest name that is told, of files and images. */
export const IMPORTED_NAME = 300;

const name = text({ max: IMPORTED_NAME });
/** What a map does not get of its file, with the item that names it. `web`: it stands on the web; `missing`: it is not in the file. */
const absentImage = object({ name, of: text({ max: 80 }), why: oneOf('web', 'missing', 'too-many') });

/** What there is in a file, and what of it a map does not hold. */
export const importReport = object({ tally: reportTally, notes: list(reportNote, REPORT_NOTES) });
export type ImportReport = ParsedBy<typeof importReport>;

/**
 * One part. `source` is what the changes call the image until it is kept: `asset:` and a number; `original` bytes of it, at the end, are
 * what it was drawn from.
 */
export const importPart = variants('kind', {
  map: object({
    kind: oneOf('map'),
    file: name,
    title: line(500),
    report: importReport,
    absent: list(absentImage, 1_000),
  }),
  image: object({
    kind: oneOf('image'),
    source: text({ max: 70 }),
    name,
    of: text({ max: 80 }),
    original: nullable(integer(1, ASSET_BYTES)),
  }),
  changes: object({ kind: oneOf('changes'), ops }),
  refused: object({ kind: oneOf('refused'), file: name, message: text({ max: 1_000 }) }),
  end: object({ kind: oneOf('end'), others: list(name, 10_000) }),
});
export type ImportPart = ParsedBy<typeof importPart>;
/** One part to write: its changes are as packages/formats makes them, and parsed where they come in. */
export type NewImportPart =
  | Exclude<ImportPart, { readonly kind: 'changes' }>
  | { readonly kind: 'changes'; readonly ops: readonly Op[] };
/** A part with the bytes of an image; of any other part they are none. */
export interface CarriedPart {
  readonly part: ImportPart;
  readonly bytes: Uint8Array;
}

const HEAD = 8;
/** Longest JSON of a part: a change, and more. */
const PART_BYTES = 16 * 1024 * 1024;

/** The part as it travels. */
export function writeImportPart(part: NewImportPart, bytes: Uint8Array = new Uint8Array()): readonly Uint8Array[] {
  const json = utf8Encode(JSON.stringify(part));
  const head = new Uint8Array(HEAD);
  const view = new DataView(head.buffer);
  view.setUint32(0, json.length);
  view.setUint32(4, bytes.length);
  return bytes.length === 0 ? [head, json] : [head, json, bytes];
}

/** The parts of what comes in pieces, however they are cut; an error is the last, where what comes is not as it was written or ends too early. */
export async function* readImportParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Result<CarriedPart, string>> {
  const buffer = new Pieces();
  let isWhole = false;
  for await (const chunk of chunks) {
    buffer.add(chunk);
    for (let next = partIn(buffer); next !== null; next = partIn(buffer)) {
      yield next;
      if (!next.ok) return;
      isWhole = next.value.part.kind === 'end';
    }
  }
  if (!isWhole || buffer.length > 0) yield err('it ends too early');
}

/** The first part, or null while it is not all there. */
function partIn(buffer: Pieces): Result<CarriedPart, string> | null {
  const head = buffer.peek(HEAD);
  if (head === null) return null;
  const view = new DataView(head.buffer, head.byteOffset, HEAD);
  const [json, bytes] = [view.getUint32(0), view.getUint32(4)];
  if (json > PART_BYTES || bytes > IMPORTED_IMAGE_BYTES) return err('a part is too long');
  if (buffer.length < HEAD + json + bytes) return null;
  buffer.take(HEAD);
  const said = tryUtf8Decode(buffer.take(json));
  const part = importPart(said === null ? undefined : tryJson(said));
  return part.ok ? ok({ part: part.value, bytes: buffer.take(bytes) }) : err(part.error);
}

/** Bytes that came in pieces, joined only where one is asked for that lies across two. */
class Pieces {
  #pieces: Uint8Array[] = [];
  length = 0;

  add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.length += piece.length;
  }

  peek(length: number): Uint8Array | null {
    return this.length < length ? null : this.#first(length).subarray(0, length);
  }

  take(length: number): Uint8Array {
    assert(this.length >= length, 'so many bytes are there');
    if (length === 0) return new Uint8Array();
    const first = this.#first(length);
    this.length -= length;
    if (first.length === length) this.#pieces.shift();
    else this.#pieces[0] = first.subarray(length);
    return first.subarray(0, length);
  }

  #first(length: number): Uint8Array {
    const [first = new Uint8Array()] = this.#pieces;
    if (first.length >= length) return first;
    const joined = new Uint8Array(this.length);
    let at = 0;
    for (const piece of this.#pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [joined];
    return joined;
  }
}
