import { Failure } from '@bough/base';
import {
  isApart,
  keysApart,
  type BlobStore,
  decodeHead,
  type Head,
  headKey,
  type LogPorts,
  logPrefix,
  objectsOf,
  verifyLog,
} from '@bough/bloblog';
import { decodeLabel } from '../../documents/facts.ts';
import { DocstoreFailure } from '../../failure.ts';
import { backupView } from '../backup-view.ts';
import { backedUpHead, documentPrefix, nameBelow } from '../place/layout.ts';
import type { BackedUpDocument } from '../place/manifest.ts';

/** What copying one document works with. */
export interface CopyParts {
  readonly ports: LogPorts;
  /** Where the document may be read, the best place first. */
  readonly sources: readonly BlobStore[];
  /** The backup's place. */
  readonly place: BlobStore;
  /** Every object of documents that stands in the place. */
  readonly has: Set<string>;
  /** Whether the document is read back also where the backup before has it as it is. */
  readonly isDue: (map: string) => boolean;
}

/** `same`: the backup before has it as it is. `purged`: it is being removed forever. `absent`: nobody has it. */
export type Copied =
  | {
      readonly kind: 'copied' | 'same';
      readonly document: BackedUpDocument;
      readonly objects: number;
      /** Whether all of it was read back. */
      readonly isRead: boolean;
      /** What was damaged in the place, and was written anew; null: nothing. */
      readonly mended: string | null;
    }
  | { readonly kind: 'purged' }
  | { readonly kind: 'absent' };

/** A writer that goes on meanwhile replaces what its older heads name; each look begins with the head as it is then. */
const LOOKS = 10;

/**
 * Brings one document into the backup as it is in one moment, and reads back what was written: every segment with its hashes, every
 * snapshot, every image. `before` is what the backup before has of it. Throws when no source has it whole.
 */
export async function backUpDocument(parts: CopyParts, map: string, before: BackedUpDocument | null): Promise<Copied> {
  let first: Failure | null = null;
  for (const source of parts.sources) {
    try {
      const copied = await copyFrom(parts, source, map, before);
      if (copied.kind !== 'absent') return copied;
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.kind !== 'corrupt') throw failure;
      first ??= failure;
    }
  }
  if (first !== null) throw first;
  return { kind: 'absent' };
}

async function copyFrom(
  parts: CopyParts,
  source: BlobStore,
  map: string,
  before: BackedUpDocument | null,
): Promise<Copied> {
  for (let look = 1; ; look++) {
    const found = await readBytes(parts, source, map);
    if (found === null) return { kind: 'absent' };
    const { head, bytes } = found;
    if (decodeLabel(head.label).isCondemned) return { kind: 'purged' };
    const objects = [...objectsOf(head), ...(await keysApart([source], map))].map((key) => nameBelow(map, key));
    const document: BackedUpDocument = { map, head: head.writeId, seq: head.seq, objects, from: null };
    const isSame =
      before?.head === document.head &&
      objects.every((name) => before.objects.includes(name)) &&
      isThere(parts, document);
    if (isSame && !parts.isDue(map)) return { kind: 'same', document, objects: 0, isRead: false, mended: null };
    let mended = isSame ? await findWrong(parts, document) : null;
    if (isSame && mended === null) return { kind: 'same', document, objects: 0, isRead: true, mended };
    // What stands there may have been damaged since: then everything is written once more.
    for (const has of mended === null ? [parts.has, new Set<string>()] : [new Set<string>()]) {
      const written = await writeDocument({ ...parts, has }, source, document, bytes);
      if (written === null) break;
      const wrong = await findWrong(parts, document);
      if (wrong === null) return { kind: 'copied', document, objects: written, isRead: true, mended };
      if (has !== parts.has) throw damaged(map, wrong);
      mended = wrong;
    }
    if (look === LOOKS) throw damaged(map, `the head names what is not there, ${LOOKS} times`);
  }
}

async function readBytes(
  { ports }: CopyParts,
  source: BlobStore,
  map: string,
): Promise<{ readonly head: Head; readonly bytes: Uint8Array } | null> {
  const blob = await source.get(headKey(map));
  if (blob === null) return null;
  const head = decodeHead(ports.compression, headKey(map), blob.bytes);
  if (head.log !== map) throw damaged(map, `${headKey(map)} is the head of ${head.log}`);
  return { head, bytes: blob.bytes };
}

function isThere({ has }: CopyParts, { map, head, objects }: BackedUpDocument): boolean {
  return has.has(backedUpHead(map, head)) && objects.every((name) => has.has(documentPrefix(map) + name));
}

/** Answers how many objects it wrote, its head last; null when one is not at the source any more. */
async function writeDocument(
  { place, has }: CopyParts,
  source: BlobStore,
  { map, head, objects }: BackedUpDocument,
  bytes: Uint8Array,
): Promise<number | null> {
  let written = 0;
  for (const name of objects) {
    const key = documentPrefix(map) + name;
    if (has.has(key)) continue;
    const blob = await source.get(logPrefix(map) + name);
    if (blob === null) return null;
    await place.put(key, blob.bytes);
    has.add(key);
    written++;
  }
  await place.put(backedUpHead(map, head), bytes);
  has.add(backedUpHead(map, head));
  return written + 1;
}

/** Reads a document of a backup, all of it, and says what is wrong with it first; null: nothing. */
export async function findWrong(
  { ports, place }: Pick<CopyParts, 'ports' | 'place'>,
  document: BackedUpDocument,
): Promise<string | null> {
  const { map, objects } = document;
  const view = backupView(place, { documents: [document] });
  const findings = await verifyLog(ports, { first: view, second: null }, map);
  const worst = findings.find(({ kind }) => kind !== 'orphan');
  if (worst !== undefined) return worst.detail;
  for (const key of objects.map((name) => logPrefix(map) + name)) {
    if (!isApart(map, key)) continue;
    try {
      if ((await view.get(key)) === null) return `${key} is not there`;
    } catch (failure) {
      if (failure instanceof Failure && failure.kind === 'corrupt') return failure.message;
      throw failure;
    }
  }
  return (await view.get(headKey(map))) === null ? 'its head is not there' : null;
}

function damaged(map: string, what: string): DocstoreFailure {
  return new DocstoreFailure(`${map}: ${what}.`, { kind: 'corrupt', code: 'docstore/damaged' });
}
