import { isCount, isRecord, parseBase64Url, toBase64Url, tryJson, tryUtf8Decode, utf8Encode } from '@bough/base';
import { chainOver, isSameChain } from './chain.ts';
import type { Checkpoint } from './checkpoint.ts';
import { damaged } from '../failure.ts';
import { packParts, tryUnpackParts } from './parts.ts';
import type { Compression, Digest } from '../ports.ts';

// A segment: immutable, a run of changes. Three parts: a JSON header {log, from, before, after, frames, checkpoints} with the hash
// chain before and after the run (chain.ts), its frames one after the other, and its checkpoints (checkpoint.ts) likewise. A frame
// is newline-delimited lines, compressed; the header has three values for each: how many lines it holds, its bytes, and the
// beginning of its SHA-256. For a checkpoint they are its number, its bytes and the beginning of its SHA-256. So a run grows by one
// more frame without being unpacked, and a reader unpacks no more frames than it needs. Version 2 had no checkpoints.

const VERSION = 3;
const OLD_VERSION = 2;
const LIMIT_BYTES = 256 * 1024 * 1024;
const CHECK_BYTES = 12;

/** Some lines, compressed. */
export interface Frame {
  readonly count: number;
  readonly bytes: Uint8Array;
  /** The beginning of the SHA-256 of `bytes`, as base64url. */
  readonly check: string;
}

/** A run of changes with its place and what came before it; never empty. */
export interface Segment {
  readonly log: string;
  readonly from: number;
  readonly to: number;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly frames: readonly Frame[];
  /** In order; the first is packed on the keyframe that the segment follows on. */
  readonly checkpoints: readonly Checkpoint[];
}

type SegmentTools = { readonly compression: Compression; readonly digest: Digest };

/** The segment of one frame with these lines; `from` is the number of the first. */
export function makeSegment(
  tools: SegmentTools,
  log: string,
  from: number,
  lines: readonly string[],
  before: Uint8Array,
): Segment {
  const bytes = tools.compression.compress(utf8Encode(lines.join('\n')), 'small');
  const frame = { count: lines.length, bytes, check: checkOf(tools.digest, bytes) };
  const after = chainOver(tools.digest, before, lines);
  return { log, from, to: from + lines.length - 1, before, after, frames: [frame], checkpoints: [] };
}

/** The run of both, the second of which follows on the first; throws a corrupt LogFailure that names `key` when it does not. */
export function joinSegments(key: string, first: Segment, second: Segment): Segment {
  if (first.log !== second.log || first.to + 1 !== second.from || !isSameChain(first.after, second.before)) {
    throw damaged(key, `is not what ${second.from}..${second.to} of ${second.log} follows on`);
  }
  const frames = [...first.frames, ...second.frames];
  const checkpoints = [...first.checkpoints, ...second.checkpoints];
  return { ...first, to: second.to, after: second.after, frames, checkpoints };
}

/** The segment as bytes. */
export function encodeSegment(segment: Segment): Uint8Array {
  const { log, from, before, after } = segment;
  const frames = segment.frames.flatMap((frame) => [frame.count, frame.bytes.length, frame.check]);
  const checkpoints = segment.checkpoints.flatMap((each) => [each.seq, each.bytes.length, each.check]);
  const header = { log, from, before: toBase64Url(before), after: toBase64Url(after), frames, checkpoints };
  return packParts(VERSION, [utf8Encode(JSON.stringify(header)), joined(segment.frames), joined(segment.checkpoints)]);
}

function joined(parts: readonly { readonly bytes: Uint8Array }[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.bytes.length, 0));
  let at = 0;
  for (const { bytes } of parts) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}

/** The segment that the bytes are, nothing of it unpacked; throws a corrupt LogFailure that names `key`. */
export function decodeSegment(key: string, bytes: Uint8Array): Segment {
  const parts = tryUnpackParts(VERSION, 3, bytes) ?? tryUnpackParts(OLD_VERSION, 2, bytes);
  const header = tryJson(tryUtf8Decode(parts?.[0] ?? new Uint8Array()) ?? '');
  const bodies = parts?.[1];
  if (bodies === undefined || !isRecord(header)) throw damaged(key, 'is not a segment');
  const { log, from } = header;
  const before = typeof header['before'] === 'string' ? parseBase64Url(header['before']) : null;
  const after = typeof header['after'] === 'string' ? parseBase64Url(header['after']) : null;
  const frames = tryPieces(header['frames'], bodies);
  const checkpoints = tryPieces(header['checkpoints'] ?? [], parts?.[2] ?? new Uint8Array());
  if (typeof log !== 'string' || !isCount(from)) throw damaged(key, 'has no place');
  if (before === null || after === null || frames === null || frames.length === 0 || checkpoints === null) {
    throw damaged(key, 'cannot be read');
  }
  const to = from + frames.reduce((sum, frame) => sum + frame.number, 0) - 1;
  return {
    log,
    from,
    to,
    before,
    after,
    frames: frames.map(({ number, bytes: frame, check }) => ({ count: number, bytes: frame, check })),
    checkpoints: checkpoints.map(({ number, bytes: packed, check }) => ({ seq: number, bytes: packed, check })),
  };
}

/** The lines `from`..`to` of the segment, as far as it has them; throws a corrupt LogFailure that names `key`. */
export function linesOf(tools: SegmentTools, key: string, segment: Segment, from: number, to: number): string[] {
  const lines: string[] = [];
  let first = segment.from;
  for (const frame of segment.frames) {
    const last = first + frame.count - 1;
    if (last >= from && first <= to) {
      for (const line of unpack(tools, key, frame).slice(Math.max(0, from - first), to - first + 1)) lines.push(line);
    }
    first = last + 1;
  }
  return lines;
}

/** All lines, held against the hash chain; throws a corrupt LogFailure that names `key`. */
export function provenLines(tools: SegmentTools, key: string, segment: Segment): readonly string[] {
  const lines = linesOf(tools, key, segment, segment.from, segment.to);
  if (isSameChain(chainOver(tools.digest, segment.before, lines), segment.after)) return lines;
  throw damaged(key, 'does not bear its own hash');
}

function unpack(tools: SegmentTools, key: string, frame: Frame): readonly string[] {
  if (checkOf(tools.digest, frame.bytes) !== frame.check)
    throw damaged(key, 'has a frame that is not what was written');
  const text = tryUtf8Decode(tools.compression.tryDecompress(frame.bytes, LIMIT_BYTES) ?? new Uint8Array([0xff]));
  if (text === null) throw damaged(key, 'has a frame that cannot be unpacked');
  const lines = text.split('\n');
  if (lines.length !== frame.count) throw damaged(key, `has ${lines.length} changes in a frame, not ${frame.count}`);
  return lines;
}

interface Piece {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly check: string;
}

/** What the header says of the bodies, three values for each: a number, its bytes, and their check. */
function tryPieces(value: unknown, bodies: Uint8Array): Piece[] | null {
  if (!Array.isArray(value) || value.length % 3 !== 0) return null;
  const pieces: Piece[] = [];
  let at = 0;
  for (let i = 0; i < value.length; i += 3) {
    const number: unknown = value[i];
    const size: unknown = value[i + 1];
    const check: unknown = value[i + 2];
    if (!isCount(number) || number === 0 || !isCount(size) || typeof check !== 'string') return null;
    pieces.push({ number, bytes: bodies.subarray(at, at + size), check });
    at += size;
  }
  return at === bodies.length ? pieces : null;
}

function checkOf(digest: Digest, bytes: Uint8Array): string {
  return toBase64Url(digest.sha256(bytes).subarray(0, CHECK_BYTES));
}
