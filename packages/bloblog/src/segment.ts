import { parseBase64Url, toBase64Url, tryUtf8Decode, utf8Encode } from '@bough/base';
import { chainOver, isSameChain } from './chain.ts';
import { damaged } from './failure.ts';
import { packParts, tryUnpackParts } from './parts.ts';
import type { Compression, Digest } from './ports.ts';
import { isCount, isRecord, tryJson } from './read-json.ts';

// A segment: immutable, a run of changes. Two parts: a JSON header {log, from, before, after, frames} with the hash chain
// before and after the run (chain.ts), and its frames one after the other. A frame is newline-delimited lines, compressed; the
// header has three values for each: how many lines it holds, its bytes, and the beginning of its SHA-256. So a run grows by one
// more frame without being unpacked, and a reader unpacks no more frames than it needs.

const VERSION = 2;
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
  return { log, from, to: from + lines.length - 1, before, after, frames: [frame] };
}

/** The run of both, the second of which follows on the first; throws a corrupt LogFailure that names `key` when it does not. */
export function joinSegments(key: string, first: Segment, second: Segment): Segment {
  if (first.log !== second.log || first.to + 1 !== second.from || !isSameChain(first.after, second.before)) {
    throw damaged(key, `is not what ${second.from}..${second.to} of ${second.log} follows on`);
  }
  return { ...first, to: second.to, after: second.after, frames: [...first.frames, ...second.frames] };
}

/** The segment as bytes. */
export function encodeSegment(segment: Segment): Uint8Array {
  const { log, from, before, after, frames } = segment;
  const index = frames.flatMap((frame) => [frame.count, frame.bytes.length, frame.check]);
  const header = { log, from, before: toBase64Url(before), after: toBase64Url(after), frames: index };
  const bodies = new Uint8Array(frames.reduce((sum, frame) => sum + frame.bytes.length, 0));
  let at = 0;
  for (const { bytes } of frames) {
    bodies.set(bytes, at);
    at += bytes.length;
  }
  return packParts(VERSION, [utf8Encode(JSON.stringify(header)), bodies]);
}

/** The segment that the bytes are, nothing of it unpacked; throws a corrupt LogFailure that names `key`. */
export function decodeSegment(key: string, bytes: Uint8Array): Segment {
  const parts = tryUnpackParts(VERSION, 2, bytes);
  const header = tryJson(tryUtf8Decode(parts?.[0] ?? new Uint8Array()) ?? '');
  const bodies = parts?.[1];
  if (bodies === undefined || !isRecord(header)) throw damaged(key, 'is not a segment');
  const { log, from } = header;
  const before = typeof header['before'] === 'string' ? parseBase64Url(header['before']) : null;
  const after = typeof header['after'] === 'string' ? parseBase64Url(header['after']) : null;
  const frames = tryFrames(header['frames'], bodies);
  if (typeof log !== 'string' || !isCount(from)) throw damaged(key, 'has no place');
  if (before === null || after === null || frames === null) throw damaged(key, 'cannot be read');
  const count = frames.reduce((sum, frame) => sum + frame.count, 0);
  return { log, from, to: from + count - 1, before, after, frames };
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

function tryFrames(value: unknown, bodies: Uint8Array): Frame[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length % 3 !== 0) return null;
  const frames: Frame[] = [];
  let at = 0;
  for (let i = 0; i < value.length; i += 3) {
    const count: unknown = value[i];
    const size: unknown = value[i + 1];
    const check: unknown = value[i + 2];
    if (!isCount(count) || count === 0 || !isCount(size) || typeof check !== 'string') return null;
    frames.push({ count, bytes: bodies.subarray(at, at + size), check });
    at += size;
  }
  return at === bodies.length ? frames : null;
}

function checkOf(digest: Digest, bytes: Uint8Array): string {
  return toBase64Url(digest.sha256(bytes).subarray(0, CHECK_BYTES));
}
