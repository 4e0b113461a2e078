import { isCount, isRecord, parseBase64Url, toBase64Url, tryJson, tryUtf8Decode, utf8Encode } from '@bough/base';
import { damaged, LogFailure } from '../failure.ts';
import type { SegmentRef, SnapshotRef } from './keys.ts';
import { encodeLineages, firstLineage, type LogLineage, tryLineages } from './lineages.ts';
import { packParts, tryUnpackParts } from './parts.ts';
import type { Compression } from '../ports.ts';
import { TailPacker, tryUnpackTail } from './tail.ts';

// The head: the one object of a log that is ever replaced, always under the condition that it is still what was read. Five
// parts: the id of the write that made it; a JSON header; the tail in two parts (tail.ts); and the snapshot itself while it is
// small, else nothing. Version 2 was the same, but had other names for who counts (LineCodec.writerOf): who knows only those must not go
// on with it. Version 1 had three: the id; header and tail, newline-delimited and compressed as one; the snapshot.

const VERSION = 3;
const LIMIT_BYTES = 256 * 1024 * 1024;

/** A counter that a writer spent on a change which was refused: it has no number, but is not new any more. */
export interface Spent {
  readonly writer: string;
  readonly counter: number;
}

/** Where opening begins. */
export type Start =
  | { readonly kind: 'empty' }
  | { readonly kind: 'inline'; readonly seq: number; readonly bytes: Uint8Array }
  | { readonly kind: 'object'; readonly ref: SnapshotRef };

/** Everything that the head says. */
export interface Head {
  readonly log: string;
  /** The id of the write that made it. */
  readonly writeId: string;
  /** The last number; the tail ends with it. */
  readonly seq: number;
  readonly createdAt: number;
  readonly changedAt: number;
  /** The application's own words about the state, kept where a listing finds them. */
  readonly label: string;
  /** How often label or lineages were replaced without a change: heads of one number are told apart by it. */
  readonly edition: number;
  /** The names of the order, oldest first (lineages.ts); numbers are given in the last one. */
  readonly lineages: readonly LogLineage[];
  /** The identity of the location where it was written; null: not known. A copy of it in another location says the same. */
  readonly location: string | null;
  /** Segments without a gap from 1 to `sealedTo`. */
  readonly segments: readonly SegmentRef[];
  readonly sealedTo: number;
  /** The hash chain after `sealedTo`. */
  readonly sealedChain: Uint8Array;
  readonly start: Start;
  /** Snapshot objects that stay, oldest first: from them any moment is reached. */
  readonly keyframes: readonly SnapshotRef[];
  /** Spent counters that the snapshot's table does not have yet. */
  readonly spent: readonly Spent[];
  /** The lines of the changes `sealedTo + 1`..`seq`. */
  readonly tail: readonly string[];
}

/** The number up to which the start's snapshot reaches. */
export function startSeq(start: Start): number {
  return start.kind === 'empty' ? 0 : start.kind === 'inline' ? start.seq : start.ref.seq;
}

/** Whether `a` has a change, or a label, that came after all of `b`; both are heads of one log. */
export function hasMore(a: Pick<Head, 'seq' | 'edition'>, b: Pick<Head, 'seq' | 'edition'>): boolean {
  return a.seq > b.seq || (a.seq === b.seq && a.edition > b.edition);
}

/** The head as bytes; a packer that has seen the heads before this one of the same log saves most of the work. */
export function encodeHead(compression: Compression, head: Head, packer = new TailPacker(compression)): Uint8Array {
  const { packed, runs, plain } = packer.pack(head.sealedTo, head.tail);
  const header = JSON.stringify({
    log: head.log,
    seq: head.seq,
    createdAt: head.createdAt,
    changedAt: head.changedAt,
    label: head.label,
    edition: head.edition,
    lineages: encodeLineages(head.lineages),
    ...(head.location === null ? {} : { location: head.location }),
    segments: head.segments.flatMap((segment) => [segment.to, segment.id, segment.size]),
    chain: toBase64Url(head.sealedChain),
    start: head.start.kind === 'object' ? head.start.ref : startSeq(head.start),
    keyframes: head.keyframes.flatMap((ref) => [ref.seq, ref.id, ref.size]),
    spent: head.spent.flatMap((each) => [each.writer, each.counter]),
    packed,
  });
  const inline = head.start.kind === 'inline' ? head.start.bytes : new Uint8Array();
  return packParts(VERSION, [utf8Encode(head.writeId), utf8Encode(header), runs, plain, inline]);
}

/** Only the id of the write that made the head: cheap, for knowing one's own. */
export function writeIdOf(key: string, bytes: Uint8Array): string {
  const id = tryUtf8Decode(unpack(key, bytes)[0] ?? new Uint8Array());
  if (id === null || id === '') throw damaged(key, 'has no write id');
  return id;
}

/** The head that the bytes are; throws a LogFailure that names `key`. */
export function decodeHead(compression: Compression, key: string, bytes: Uint8Array): Head {
  const parts = unpack(key, bytes);
  const writeId = writeIdOf(key, bytes);
  if (parts.length === 3) return { ...decodeFirstVersion(compression, key, writeId, parts), writeId };
  const [, header = NONE, runs = NONE, plain = NONE, inline = NONE] = parts;
  const fields = tryJson(tryUtf8Decode(header) ?? '');
  const head = tryHeader(fields, writeId, inline);
  const packed = isRecord(fields) ? fields['packed'] : null;
  if (head === null || !isCount(packed)) throw damaged(key, 'has a header that cannot be read');
  const tail = tryUnpackTail(compression, { packed, runs, plain }, head.seq - head.sealedTo);
  if (tail === null) throw damaged(key, 'has another tail than it says');
  return { ...head, writeId, tail };
}

function decodeFirstVersion(
  compression: Compression,
  key: string,
  writeId: string,
  [, packed = NONE, inline = NONE]: readonly Uint8Array[],
): Omit<Head, 'writeId'> {
  const text = tryUtf8Decode(compression.tryDecompress(packed, LIMIT_BYTES) ?? new Uint8Array([0xff]));
  if (text === null) throw damaged(key, 'cannot be unpacked');
  const [header = '', ...tail] = text.split('\n');
  const head = tryHeader(tryJson(header), writeId, inline);
  if (head === null) throw damaged(key, 'has a header that cannot be read');
  if (head.sealedTo + tail.length !== head.seq) throw damaged(key, `has ${tail.length} changes in its tail`);
  return { ...head, tail };
}

const NONE = new Uint8Array();

function unpack(key: string, bytes: Uint8Array): readonly Uint8Array[] {
  const parts = tryUnpackParts(VERSION, 5, bytes) ?? tryUnpackParts(2, 5, bytes) ?? tryUnpackParts(1, 3, bytes);
  if (parts !== null) return parts;
  const [version = VERSION] = bytes;
  if (version >= 1 && version <= VERSION) throw damaged(key, 'is not a head');
  throw new LogFailure(`${key}: a head of format ${version}, this version reads ${VERSION}`, {
    kind: 'corrupt',
    code: 'bloblog/malformed',
    hint: 'It was written by a newer version of Bough: run that version.',
  });
}

function tryHeader(value: unknown, writeId: string, inline: Uint8Array): Omit<Head, 'writeId' | 'tail'> | null {
  if (!isRecord(value)) return null;
  const { log, seq, createdAt, changedAt, label, edition = 0, location = null } = value;
  // A head of an older version names no lineage: then it is one of its own, the same wherever it was copied to.
  const lineages = value['lineages'] === undefined ? [firstLineage(writeId)] : tryLineages(value['lineages']);
  const segments = trySegments(value['segments']);
  const keyframes = tryTriples(value['keyframes']);
  const spent = trySpent(value['spent']);
  const start = tryStart(value['start'], inline);
  const sealedChain = typeof value['chain'] === 'string' ? parseBase64Url(value['chain']) : null;
  if (typeof log !== 'string' || typeof label !== 'string' || lineages === null) return null;
  if (location !== null && typeof location !== 'string') return null;
  if (!isCount(seq) || !isCount(createdAt) || !isCount(changedAt) || !isCount(edition)) return null;
  if (segments === null || keyframes === null || spent === null || start === null || sealedChain === null) return null;
  const sealedTo = segments.at(-1)?.to ?? 0;
  const said = { log, seq, createdAt, changedAt, label, edition, lineages, location };
  return { ...said, segments, sealedTo, sealedChain, start, keyframes, spent };
}

function tryTriples(value: unknown): SnapshotRef[] | null {
  if (!Array.isArray(value) || value.length % 3 !== 0) return null;
  const refs: SnapshotRef[] = [];
  for (let i = 0; i < value.length; i += 3) {
    const seq: unknown = value[i];
    const id: unknown = value[i + 1];
    const size: unknown = value[i + 2];
    if (!isCount(seq) || typeof id !== 'string' || !isCount(size)) return null;
    refs.push({ seq, id, size });
  }
  return refs;
}

function trySegments(value: unknown): SegmentRef[] | null {
  const triples = tryTriples(value);
  if (triples === null) return null;
  const segments: SegmentRef[] = [];
  let from = 1;
  for (const { seq: to, id, size } of triples) {
    if (to < from) return null;
    segments.push({ from, to, id, size });
    from = to + 1;
  }
  return segments;
}

function trySpent(value: unknown): Spent[] | null {
  if (!Array.isArray(value) || value.length % 2 !== 0) return null;
  const all: Spent[] = [];
  for (let i = 0; i < value.length; i += 2) {
    const writer: unknown = value[i];
    const counter: unknown = value[i + 1];
    if (typeof writer !== 'string' || !isCount(counter)) return null;
    all.push({ writer, counter });
  }
  return all;
}

function tryStart(value: unknown, inline: Uint8Array): Start | null {
  if (isCount(value)) {
    // A copy: a view would keep the whole head in memory.
    if (inline.length > 0) return { kind: 'inline', seq: value, bytes: inline.slice() };
    return value === 0 ? { kind: 'empty' } : null;
  }
  if (!isRecord(value)) return null;
  const { seq, id, size } = value;
  return isCount(seq) && typeof id === 'string' && isCount(size) ? { kind: 'object', ref: { seq, id, size } } : null;
}
