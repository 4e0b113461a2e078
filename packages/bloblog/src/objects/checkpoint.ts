import { toBase64Url, tryJson, tryUtf8Decode, utf8Encode } from '@bough/base';
import { type Counters, encodeCounters, tryDecodeCounters } from './counters.ts';
import { damaged } from '../failure.ts';
import { packParts, tryUnpackParts } from './parts.ts';
import type { Compression, Digest } from '../ports.ts';
import { type Snapshot, unpackState } from './snapshot.ts';

// A checkpoint: what the changes up to one number of a segment fold to, so that a moment inside a long segment is reached by a
// few changes. Its bytes are two parts, the application's state and the table of counters as JSON, compressed on the base of the
// checkpoint before it, the first one on the base of the keyframe that the segment follows on. So it costs about what has changed
// since, and is read by unpacking one after the other, which is far cheaper than replaying what lies between.

const VERSION = 1;
const LIMIT_BYTES = 1024 * 1024 * 1024;
const CHECK_BYTES = 12;

/** What changes 1..seq fold to, packed on the base of what came before. */
export interface Checkpoint {
  readonly seq: number;
  readonly bytes: Uint8Array;
  /** The beginning of the SHA-256 of `bytes`, as base64url. */
  readonly check: string;
}

/** A checkpoint that was unpacked: where a replay may begin. */
export interface Folded {
  readonly seq: number;
  readonly counters: Counters;
  /** The application's state. */
  readonly state: Uint8Array;
}

type Tools = { readonly compression: Compression; readonly digest: Digest };

/** What a checkpoint packs, and what the next one is packed on. */
export function checkpointBase(counters: Counters, state: Uint8Array): Uint8Array {
  return packParts(VERSION, [state, utf8Encode(JSON.stringify(encodeCounters(counters)))]);
}

/** The base that a keyframe gives to the first checkpoint after it; throws a corrupt LogFailure that names `key`. */
export function keyframeBase(compression: Compression, key: string, keyframe: Snapshot): Uint8Array {
  return checkpointBase(keyframe.counters, unpackState(compression, key, keyframe));
}

/** The checkpoint at `seq`, packed on `before`. */
export function makeCheckpoint(tools: Tools, seq: number, base: Uint8Array, before: Uint8Array): Checkpoint {
  const bytes = tools.compression.compress(base, 'small', before);
  return { seq, bytes, check: checkOf(tools.digest, bytes) };
}

/** What the last of these checkpoints packs, unpacked one after the other; throws a corrupt LogFailure that names `key`. */
export function unpackCheckpoints(
  tools: Tools,
  key: string,
  checkpoints: readonly Checkpoint[],
  keyframe: Uint8Array,
): Uint8Array {
  let base = keyframe;
  for (const { seq, bytes, check } of checkpoints) {
    const next =
      checkOf(tools.digest, bytes) === check ? tools.compression.tryDecompress(bytes, LIMIT_BYTES, base) : null;
    if (next === null) throw damaged(key, `has a checkpoint at ${seq} that is not what was written`);
    base = next;
  }
  return base;
}

/** The table and the state in it; throws a corrupt LogFailure that names `key`. */
export function foldedFrom(key: string, seq: number, base: Uint8Array): Folded {
  const [state, table] = tryUnpackParts(VERSION, 2, base) ?? [];
  const counters = tryDecodeCounters(tryJson(tryUtf8Decode(table ?? new Uint8Array()) ?? ''));
  if (state === undefined || counters === null) throw damaged(key, `has a checkpoint at ${seq} that cannot be read`);
  return { seq, counters, state };
}

function checkOf(digest: Digest, bytes: Uint8Array): string {
  return toBase64Url(digest.sha256(bytes).subarray(0, CHECK_BYTES));
}
