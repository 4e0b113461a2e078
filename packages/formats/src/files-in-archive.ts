import { err, ok, type Result } from '@bough/base';
import type { FileRefusal } from './read-file.ts';
import { FILE_LIMITS } from './shared/limits.ts';
import { pathBeside } from './shared/files-beside.ts';
import { Reporter } from './shared/report.ts';
import { textOf } from './shared/text/bytes-to-text.ts';
import { Unreadable } from './shared/unreadable.ts';
import { isZip, type Spent, writeZip, ZipReader } from './shared/zip.ts';

/** A file of an archive, or why it is not available. */
export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Result<Uint8Array, FileRefusal>;
}
/** The files of an archive that is only a folder of them. */
export interface ArchivedFiles {
  readonly files: readonly ArchivedFile[];
  /** What in it is no file that Bough reads, by name. */
  readonly others: readonly string[];
}

/** What is read as a file by itself, by its name: in an archive everything else is beside the point. */
const READ =
  /\.(?:mm|opml|xmind|md|markdown|txt|mmd|canvas|json|zip|mmap|xmmap|km|puml|plantuml|wsd|org|csv|tsv|drawio|excalidraw|vsdx|html?)$/i;
const MAPS = /\.(?:mm|bough\.json)$/i;
const OWN_IMAGE = /^(?:.*\/)?images\/([0-9a-f]{64})(?:\.original)?\.[a-z]+$/;
const IMAGE = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp|ico)$/i;
/** Files that name images beside them, as Bough writes them: together with those they are one archive. */
const WITH_IMAGES = /\.(?:mm|bough\.json|md|markdown|html?)$/i;
/** What programs put into the archives that are one file of theirs. */
const OF_A_PROGRAM = /^(?:content\.(?:json|xml)|Document\.xml|\[Content_Types\]\.xml|mimetype|META-INF\/.*)$/;
/** What systems leave in archives, and no person put there. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.(?!\.?\/)|Thumbs\.db$|desktop\.ini$)/;

/** The files in an archive that holds several, or one in another way than `readFile` reads it; null for every other file. Never throws. */
export function filesInArchive(bytes: Uint8Array): ArchivedFiles | null {
  return filesIn(bytes, { inflated: 0 }, true);
}

function filesIn(bytes: Uint8Array, spent: Spent, isOuter: boolean): ArchivedFiles | null {
  if (!isZip(bytes) || bytes.length > FILE_LIMITS.bytes) return null;
  const zip = attempt(() => new ZipReader(bytes, spent));
  if (!zip.ok) return null;
  const names = zip.value.names().filter((name) => !name.endsWith('/') && !LITTER.test(name));
  if (names.some((name) => OF_A_PROGRAM.test(name))) return null;
  const readable = names.filter((name) => READ.test(name));
  if (readable.length === 0 || isOneMap(readable, names)) return null;
  const images = new SharedImages(zip.value, names);
  const all = readable.map((name): ArchivedFiles => {
    const file = attempt(() => images.along(name));
    // Notion packs the parts of what it exports once more.
    const inside = isOuter && file.ok && /\.zip$/i.test(name) ? filesIn(file.value, spent, false) : null;
    return inside ?? { files: [{ name, bytes: file }], others: [] };
  });
  const others = names.filter((name) => !READ.test(name) && !OWN_IMAGE.test(name) && !images.taken.has(name));
  return { files: all.flatMap(({ files }) => files), others: [...others, ...all.flatMap((each) => each.others)] };
}

/** Whether it is one map with its images beside it, as Bough writes it. */
function isOneMap(readable: readonly string[], names: readonly string[]): boolean {
  const [only] = readable;
  if (readable.length !== 1 || only === undefined || only.split('/').length > 2) return false;
  return MAPS.test(only) || (only.endsWith('.md') && names.every((name) => name === only || OWN_IMAGE.test(name)));
}

/** Images that files of an archive name: each file gets its own as if it came in an archive alone with them. */
class SharedImages {
  /** Those that a file got. */
  readonly taken = new Set<string>();
  readonly #zip: ZipReader;
  readonly #images: readonly string[];
  readonly #read = new Map<string, Uint8Array>();

  constructor(zip: ZipReader, names: readonly string[]) {
    this.#zip = zip;
    this.#images = names.filter((name) => IMAGE.test(name));
  }

  /** The file, in an archive with the images that it names: by their path from its folder, or by their hash as Bough does. */
  along(name: string): Uint8Array {
    const bytes = this.#zip.read(name) ?? new Uint8Array();
    if (this.#images.length === 0 || !WITH_IMAGES.test(name) || isZip(bytes)) return bytes;
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const named = namesIn(textOf(bytes, new Reporter()));
    const entries: Record<string, Uint8Array> = { [name.slice(folder.length)]: bytes };
    for (const path of this.#images) {
      const hash = OWN_IMAGE.exec(path)?.[1];
      const isNear = path.startsWith(folder);
      // One that Bough wrote may also lie in the first folder, for all.
      const inside = isNear || hash === undefined ? path.slice(folder.length) : path;
      const isNamed = hash === undefined ? isNear && named.has(inside) : named.has(hash);
      if (isNamed && (isNear || entries[inside] === undefined)) entries[inside] = this.#image(path);
    }
    return Object.keys(entries).length === 1 ? bytes : writeZip(entries, Infinity);
  }

  #image(path: string): Uint8Array {
    const known = this.#read.get(path) ?? this.#zip.read(path) ?? new Uint8Array();
    this.#read.set(path, known);
    this.taken.add(path);
    return known;
  }
}

/** Paths and hashes that a text names. */
function namesIn(text: string): ReadonlySet<string> {
  const paths = Array.from(text.matchAll(/(?:src="|URI="|\]\()([^"\s()<>]{1,1000})/g), ([, address = '']) =>
    pathBeside(address),
  );
  const hashes = Array.from(text.matchAll(/[0-9a-f]{64}/g), ([hash]) => hash);
  return new Set([...paths.filter((path) => path !== null), ...hashes]);
}

function attempt<T>(work: () => T): Result<T, FileRefusal> {
  try {
    return ok(work());
  } catch (cause) {
    if (cause instanceof Unreadable) return err({ reason: cause.reason, message: cause.message });
    throw cause;
  }
}
