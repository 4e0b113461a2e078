import {
  IMPORTED_FILES,
  IMPORTED_IMAGE_BYTES,
  IMPORTED_IMAGES,
  IMPORTED_NAME,
  type ImportReport,
  type NewImportPart,
  REPORT_NOTES,
  uploadWithOriginal,
  writeImportPart,
} from '@bough/contracts';
import {
  changesForMap,
  type FileForMap,
  type FileImage,
  filesInArchive,
  type ImageSources,
  readForMap,
} from '@bough/formats';
import { platformPorts } from '@bough/service';
import { ImageDrawer } from './drawn-images.ts';

// Files of other programs become parts: what is told, images, changes. This runs in a process that can do nothing else, and that is ended
// when it takes too long or too much memory: what a file does to it is done to nobody.

/** A file to read. */
export interface ReadJob {
  readonly file: Uint8Array;
  readonly name: string;
}
/** The parts of a file as they travel (packages/contracts, import-parts.ts). */
export interface FoundMaps {
  readonly parts: readonly Uint8Array[];
}

/** All maps that a file gives, or an archive of files. Never throws because of what stands in it. */
export async function readMaps({ name, file }: ReadJob): Promise<FoundMaps> {
  const found = new Parts();
  const archive = filesInArchive(file);
  if (archive === null) await found.read(name, file);
  for (const [at, { name: inside, bytes }] of (archive?.files ?? []).entries()) {
    if (at >= IMPORTED_FILES) found.refuse(inside, `Bough reads at most ${IMPORTED_FILES} files of one archive.`);
    else if (bytes.ok) await found.read(inside, bytes.value);
    else found.refuse(inside, bytes.error.message);
  }
  return { parts: found.end(archive?.others ?? []) };
}

/** Bytes of all parts at most. */
const MOST_BYTES = 192 * 1024 * 1024;
/** Of the minute that reading may take. */
const DRAWING_MS = 10_000;

class Parts {
  readonly #parts: Uint8Array[] = [];
  #bytes = 0;
  readonly #drawer = new ImageDrawer({ bytes: IMPORTED_IMAGE_BYTES, ms: DRAWING_MS });
  #imageBytes = 0;

  async read(name: string, bytes: Uint8Array): Promise<void> {
    const read = readForMap(name, bytes, platformPorts);
    if (!read.ok) return this.refuse(name, read.error.message);
    const { draft, title, report, images, absent } = read.value;
    const [taken, left] = this.#chosen(images);
    const sources = sourcesOf(taken);
    const made = changesForMap(draft, sources, platformPorts);
    if (!made.ok) return this.refuse(name, made.error.message);
    const size = made.value.changes.reduce((sum, ops) => sum + JSON.stringify(ops).length, 0);
    if (this.#bytes + size > MOST_BYTES) return this.refuse(name, 'Together the files hold more than is read at once.');
    const told = [...absent, ...left.map((image) => ({ ...image, why: 'too-many' as const }))];
    this.#add({
      kind: 'map',
      file: short(name),
      title,
      report: reportOf(report),
      absent: told.slice(0, 1_000).map(({ name: lost, of, why }) => ({ name: short(lost), of, why })),
    });
    for (const image of taken) {
      const source = sources[image.name] ?? '';
      const drawn = await this.#drawer.taken(image.bytes);
      const original = drawn === image.bytes ? image.original : image.bytes;
      const both = original === null ? null : uploadWithOriginal(drawn, original);
      const part = { kind: 'image', source, name: short(image.name), of: image.of } as const;
      this.#add({ ...part, original: both === null ? null : both.length - drawn.length }, both ?? drawn);
    }
    for (const ops of made.value.changes) this.#add({ kind: 'changes', ops });
  }

  refuse(name: string, message: string): void {
    this.#add({ kind: 'refused', file: short(name), message });
  }

  end(others: readonly string[]): readonly Uint8Array[] {
    this.#add({ kind: 'end', others: others.map(short) });
    return this.#parts;
  }

  /** The images that are read, and those that would be too many. */
  #chosen(images: readonly FileImage[]): readonly [FileImage[], FileImage[]] {
    const [taken, left] = [new Array<FileImage>(), new Array<FileImage>()];
    for (const image of images) {
      const size = image.bytes.length + (image.original?.length ?? 0);
      const isRoom = taken.length < IMPORTED_IMAGES && this.#imageBytes + size <= IMPORTED_IMAGE_BYTES;
      if (isRoom) this.#imageBytes += size;
      (isRoom ? taken : left).push(image);
    }
    return [taken, left];
  }

  #add(part: NewImportPart, bytes?: Uint8Array): void {
    for (const piece of writeImportPart(part, bytes)) {
      this.#parts.push(piece);
      this.#bytes += piece.length;
    }
  }
}

/** What the changes call each image until it is kept: the form of a hash, and no hash. */
function sourcesOf(images: readonly FileImage[]): ImageSources {
  return Object.fromEntries(images.map(({ name }, at) => [name, `asset:${(at + 1).toString(16).padStart(64, '0')}`]));
}

function reportOf({ tally, notes }: FileForMap['report']): ImportReport {
  return { tally, notes: notes.slice(0, REPORT_NOTES).map((note) => ({ ...note, what: short(note.what) })) };
}

function short(text: string): string {
  return text.slice(0, IMPORTED_NAME).toWellFormed();
}
