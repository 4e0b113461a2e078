import { parseBase64Url, toBase64Url, tryUtf8Decode, utf8Encode } from '@bough/base';
import { chainOver, isSameChain } from './chain.ts';
import { damaged } from './failure.ts';
import { packParts, tryUnpackParts } from './parts.ts';
import type { Compression, Digest } from './ports.ts';
import { isRecord, tryJson } from './read-json.ts';

// A segment: immutable, a run of changes. Two parts: a JSON header {log, from, to, before, after} with the hash chain before
// and after the run (chain.ts), and the changes as newline-delimited lines, compressed.

const VERSION = 1;
const LIMIT_BYTES = 256 * 1024 * 1024;

/** A run of lines with its place and what came before it. */
export interface Segment {
  readonly log: string;
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

type SegmentTools = { readonly compression: Compression; readonly digest: Digest };

/** The segment of these lines; `from` is the number of the first. */
export function makeSegment(
  tools: Pick<SegmentTools, 'digest'>,
  log: string,
  from: number,
  lines: readonly string[],
  before: Uint8Array,
): Segment {
  return { log, from, to: from + lines.length - 1, lines, before, after: chainOver(tools.digest, before, lines) };
}

/** The segment as bytes. */
export function encodeSegment(tools: Pick<SegmentTools, 'compression'>, segment: Segment): Uint8Array {
  const header = {
    log: segment.log,
    from: segment.from,
    to: segment.to,
    before: toBase64Url(segment.before),
    after: toBase64Url(segment.after),
  };
  const lines = tools.compression.compress(utf8Encode(segment.lines.join('\n')), 'small');
  return packParts(VERSION, [utf8Encode(JSON.stringify(header)), lines]);
}

/** The segment that the bytes are, its chain checked; throws a corrupt LogFailure that names `key`. */
export function decodeSegment(tools: SegmentTools, key: string, bytes: Uint8Array): Segment {
  const parts = tryUnpackParts(VERSION, 2, bytes);
  const header = tryJson(tryUtf8Decode(parts?.[0] ?? new Uint8Array()) ?? '');
  const packed = parts?.[1];
  if (packed === undefined || !isRecord(header)) throw damaged(key, 'is not a segment');
  const { log, from, to } = header;
  const before = typeof header['before'] === 'string' ? parseBase64Url(header['before']) : null;
  const after = typeof header['after'] === 'string' ? parseBase64Url(header['after']) : null;
  const text = tryUtf8Decode(tools.compression.tryDecompress(packed, LIMIT_BYTES) ?? new Uint8Array([0xff]));
  if (typeof log !== 'string' || typeof from !== 'number' || typeof to !== 'number') throw damaged(key, 'has no place');
  if (before === null || after === null || text === null) throw damaged(key, 'cannot be read');
  const lines = text.split('\n');
  if (lines.length !== to - from + 1) throw damaged(key, `has ${lines.length} changes, not ${to - from + 1}`);
  if (!isSameChain(chainOver(tools.digest, before, lines), after)) throw damaged(key, 'does not bear its own hash');
  return { log, from, to, lines, before, after };
}
