import { parseBase64Url, toBase64Url } from '@bough/base';
import type { Draft } from './draft.ts';
import { type ImageFile, withOriginal } from './originals.ts';
import { need } from './unreadable.ts';
import { writeZip, type ZipReader } from './zip.ts';

// A file that only names its images, and these beside it, in one archive: `map.mm`, `images/<hash>.png`. Programs that know the file find
// the images where it says; Bough finds them by their hash. What one was drawn from lies beside it (`originals.ts`).

const FOLDER = 'images/';
const IN_FOLDER = /^images\/([0-9a-f]{64})\.[a-z]+$/;
/** What a map's file may be; a text beside a program's file is no map. */
const FILES = [/^(?:[^/]+\/)?[^/]+\.(?:mm|bough\.json)$/i, /^(?:[^/]+\/)?[^/]+\.md$/i, /^(?:[^/]+\/)?[^/]+\.html?$/i];
/** What macOS puts beside each file. */
const OF_A_MAC = /^(?:__MACOSX\/|(?:[^/]+\/)?\._)/;
/** Where the images of a file stand: beside it in one archive, or in it as data addresses. */
export type ImagesAs = 'files' | 'data';
const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/** The file for an image's source, or null when it is not available. */
export type FileOf = (source: string) => ImageFile | null;

/** The images of a draft that are available, by their source. */
export class ImageFolder {
  readonly #files = new Map<string, Uint8Array>();
  readonly #paths = new Map<string, string>();

  constructor(draft: Draft, fileOf: FileOf, as: ImagesAs = 'files') {
    for (const { fields } of draft.items) {
      const source = fields.image?.source;
      const file = source === undefined || this.#paths.has(source) ? null : fileOf(source);
      if (file === null || source === undefined) continue;
      if (as === 'data') {
        this.#paths.set(source, dataAddress(file));
        continue;
      }
      this.#paths.set(source, FOLDER + file.name);
      for (const { name, bytes } of withOriginal(file)) this.#files.set(FOLDER + name, bytes);
    }
  }

  /** Where the image stands, seen from the file, or all of it as an address; null for one that is not there. */
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
  const [name, second] =
    FILES.map((kind) => zip.names().filter((one) => kind.test(one) && !OF_A_MAC.test(one))).find(isSome) ?? [];
  if (name === undefined) return null;
  need(
    second === undefined,
    'not-this-format',
    'There are several maps in it: unpack it, and import one after the other.',
  );
  const bytes = zip.read(name);
  return bytes === null ? null : { name, bytes };
}

function isSome({ length }: readonly string[]): boolean {
  return length > 0;
}

function dataAddress({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): string {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'image/png';
  const text = toBase64Url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return `data:${type};base64,${text}${'='.repeat((4 - (text.length % 4)) % 4)}`;
}

/** An image as Bough's own files name it: one beside the file by its hash, one in the file with its bytes; null for any other address. */
export function ownImage(address: string): { readonly source: string; readonly bytes: Uint8Array | null } | null {
  const hash = IN_FOLDER.exec(address)?.[1];
  if (hash !== undefined) return { source: `asset:${hash}`, bytes: null };
  const start = /^data:image\/(?:png|jpeg|webp);base64,/.exec(address)?.[0];
  if (start === undefined) return null;
  const text = address
    .slice(start.length)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
  const bytes = parseBase64Url(text);
  return bytes === null || bytes.length === 0 ? null : { source: '', bytes };
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
