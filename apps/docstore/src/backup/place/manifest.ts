import { Failure, isRecord, tryJson, tryUtf8Decode, utf8Encode } from '@bough/base';
import type { BlobStore, Compression } from '@bough/bloblog';
import { flag, instant, integer, list, nullable, object, type ParsedBy, text } from '@bough/contracts';
import { partEnd, partSettings, VERSION } from '@bough/service';
import { DocstoreFailure } from '../../failure.ts';
import { keysBelow } from './keys-below.ts';
import { MANIFESTS } from './layout.ts';

/** The manifests that this version reads. */
const FORMAT = 1;
const MOST = 100_000_000;
const MOST_BYTES = 1024 * 1024 * 1024;

const name = text({ min: 1, max: 600 });
const words = text({ min: 0, max: 100_000 });

/** One document of a backup. */
const backedUpDocument = object({
  map: name,
  /** The write that made its head. */
  head: name,
  seq: integer(0, MOST),
  /** Its objects, below the document's prefix. */
  objects: list(name, MOST),
  /** The backup that it is from, where it could not be read any more; null: it is as it was then. */
  from: nullable(name),
});
export type BackedUpDocument = ParsedBy<typeof backedUpDocument>;

/** A document that could not be read, and why. */
const unread = object({ map: name, why: words });
export type Unread = ParsedBy<typeof unread>;

/** What a service had to keep. */
const backedUpPart = object({
  /** Its lines, as hashes of the objects that have them. */
  lines: list(name, MOST),
  settings: partSettings,
  end: partEnd,
});
export type BackedUpPart = ParsedBy<typeof backedUpPart>;

/** One backup: whole, or not there. */
const manifest = object({
  format: integer(1, MOST),
  /** The version that wrote it. */
  bough: name,
  id: name,
  begunAt: instant,
  endedAt: instant,
  documents: list(backedUpDocument, MOST),
  unread: list(unread, MOST),
  /** Documents that had been removed forever by then. */
  purged: list(name, MOST),
  parts: list(backedUpPart, 10),
  /** Docstore's own. */
  settings: partSettings,
  hasSecrets: flag,
});
export type Manifest = ParsedBy<typeof manifest>;

type Ports = { readonly compression: Compression };

/** What a manifest begins with. */
export function manifestFacts(): Pick<Manifest, 'format' | 'bough'> {
  return { format: FORMAT, bough: VERSION };
}

/** A name for a backup that begins now; names are in the order of time. */
export function backupId(nowMs: number, unique: string): string {
  return `${new Date(nowMs).toISOString().replaceAll(/[-:.]/g, '')}-${unique}`;
}

/** When the backup of this name began; null: no backup is called that. */
export function beganAt(id: string): number | null {
  const form = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[\w-]+$/;
  const at = form.test(id) ? Date.parse(id.replace(form, '$1-$2-$3T$4:$5:$6.$7Z')) : NaN;
  return Number.isNaN(at) ? null : at;
}

/** Writes the manifest: from now on the backup is there. */
export async function putManifest(ports: Ports, store: BlobStore, value: Manifest): Promise<void> {
  await store.put(MANIFESTS + value.id, ports.compression.compress(utf8Encode(JSON.stringify(value)), 'small'));
}

/** The names of all backups that are there, oldest first. */
export async function backupIds(store: BlobStore): Promise<readonly string[]> {
  return (await namesOfManifests(store)).filter((id) => beganAt(id) !== null);
}

/** The names of what stands among the manifests and is none: somebody put it there. */
export async function strayFiles(store: BlobStore): Promise<readonly string[]> {
  return (await namesOfManifests(store)).filter((id) => beganAt(id) === null);
}

async function namesOfManifests(store: BlobStore): Promise<readonly string[]> {
  return (await keysBelow(store, MANIFESTS)).map((key) => key.slice(MANIFESTS.length));
}

/** The manifest of that name; throws when it is not there, damaged, or of a newer version, which it names. */
export async function readManifest(ports: Ports, store: BlobStore, id: string): Promise<Manifest> {
  const blob = await store.get(MANIFESTS + id).catch((failure: unknown) => {
    throw failure instanceof Failure && failure.kind === 'corrupt' ? damagedBackup(id, failure) : failure;
  });
  if (blob === null) throw new Error(`There is no backup ${id}.`);
  const value = tryJson(tryUtf8Decode(ports.compression.tryDecompress(blob.bytes, MOST_BYTES) ?? new Uint8Array()));
  const newer = newerVersion(value);
  if (newer !== null) {
    throw new DocstoreFailure(`The backup ${id} was written by Bough ${newer}, and this is ${VERSION}.`, {
      kind: 'corrupt',
      code: 'docstore/newer',
      hint: `Run it with Bough ${newer} or newer.`,
    });
  }
  const read = manifest(value);
  if (read.ok) return read.value;
  throw damagedBackup(id, read.error);
}

function damagedBackup(id: string, why: string | Failure): DocstoreFailure {
  const [says, cause] = typeof why === 'string' ? [why, undefined] : [why.message.replace(/\.$/, ''), why];
  return new DocstoreFailure(`The backup ${id} cannot be read: ${says}.`, {
    kind: 'corrupt',
    code: 'docstore/damaged',
    hint: 'Another backup may be undamaged: choose it with --backup.',
    cause,
  });
}

/** A backup whose manifest is damaged, and how. */
export interface DamagedBackup {
  readonly id: string;
  readonly why: string;
}

/** The newest backup that can be read, null when there is none, and those after it whose manifests are damaged, newest first. */
export async function newestReadable(
  ports: Ports,
  store: BlobStore,
): Promise<{ readonly newest: Manifest | null; readonly damaged: readonly DamagedBackup[] }> {
  const damaged: DamagedBackup[] = [];
  for (const id of (await backupIds(store)).toReversed()) {
    const read = await tryManifest(ports, store, id);
    if (!('why' in read)) return { newest: read, damaged };
    damaged.push(read);
  }
  return { newest: null, damaged };
}

/** The manifest of that name, or what is damaged about it; a newer version's still throws. */
export async function tryManifest(ports: Ports, store: BlobStore, id: string): Promise<Manifest | DamagedBackup> {
  try {
    return await readManifest(ports, store, id);
  } catch (failure) {
    const isDamage = failure instanceof Failure && failure.kind === 'corrupt' && failure.code !== 'docstore/newer';
    if (!isDamage) throw failure;
    return { id, why: failure.message };
  }
}

/** The version that wrote a manifest which this one cannot read. */
function newerVersion(value: unknown): string | null {
  if (!isRecord(value) || !('bough' in value)) return null;
  const { format, bough } = value;
  return typeof format === 'number' && format > FORMAT ? String(bough) : null;
}
