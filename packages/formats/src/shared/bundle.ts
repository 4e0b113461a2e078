import type { Draft } from './draft.ts';
import { need } from './unreadable.ts';
import { writeZip, type ZipReader } from './zip.ts';

// A file that only names its images, and these beside it, in one archive: `map.mm`, `images/<hash>.png`. Programs that know the file find
// the images where it says; Bough finds them by their hash.

const FOLDER = 'images/';
const IN_FOLDER = /^images\/([0-9a-f]{64})\.[a-z]+$/;
const FILE = /^(?:[^/]+\/)?[^/]+\.(?:mm|bough\.json)$/i;

/** Bytes for an image's source, or null when they are not available. */
export type FileOf = (source: string) => { readonly name: string; readonly bytes: Uint8Array } | null;

/** The images of a draft that are available, by their source. */
export class ImageFolder {
  readonly #files = new Map<string, Uint8Array>();
  readonly #paths = new Map<string, string>();

  constructor(draft: Draft, fileOf: FileOf) {
    for (const { fields } of draft.items) {
      const source = fields.image?.source;
      const file = source === undefined || this.#paths.has(source) ? null : fileOf(source);
      if (file === null || source === undefined) continue;
      this.#paths.set(source, FOLDER + file.name);
      this.#files.set(FOLDER + file.name, file.bytes);
    }
  }

  /** Where the image stands, seen from the file; null for one that is not there. */
  path(source: string): string | null {
    return this.#paths.get(source) ?? null;
  }

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /** The archive of the file and its images. */
  around(name: string, file: Uint8Array): Uint8Array {
    return writeZip({ [name]: file, ...Object.fromEntries(this.#files) });
  }
}

/** Whether a file names an image as Bough does in its own archives. */
export function isOwnImage(path: string): boolean {
  return IN_FOLDER.test(path);
}

/** The one file of an archive that is no program's own, or null. */
export function fileInArchive(zip: ZipReader): { readonly name: string; readonly bytes: Uint8Array } | null {
  const [name, second] = zip.names().filter((one) => FILE.test(one));
  if (name === undefined) return null;
  need(
    second === undefined,
    'not-this-format',
    'There are several maps in it: unpack it, and import one after the other.',
  );
  const bytes = zip.read(name);
  return bytes === null ? null : { name, bytes };
}

/** The draft with the images that lie beside its file in the archive. */
export function withImages(draft: Draft, zip: ZipReader): Draft {
  const paths = new Map<string, string>();
  for (const path of zip.names()) {
    const hash = IN_FOLDER.exec(path)?.[1];
    if (hash !== undefined) paths.set(`asset:${hash}`, path);
  }
  const files = new Map(draft.files);
  const items = draft.items.map((item) => {
    const { image } = item.fields;
    const path = image === null || image === undefined ? undefined : paths.get(image.source);
    if (path === undefined || image === null || image === undefined) return item;
    const bytes = files.get(path) ?? zip.read(path);
    if (bytes === null) return item;
    files.set(path, bytes);
    return { ...item, fields: { ...item.fields, image: { ...image, source: `file:${path}` } } };
  });
  return { ...draft, items, files };
}
