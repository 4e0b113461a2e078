import { isCount, isRecord, parseBase64Url, toBase64Url, tryJson, tryUtf8Decode, utf8Encode } from '@bough/base';
import { type Counters, encodeCounters, tryDecodeCounters } from './counters.ts';
import { damaged } from '../failure.ts';
import { packParts, tryUnpackParts } from './parts.ts';
import type { Compression } from '../ports.ts';

// A snapshot: immutable, what folding changes 1..seq gives. Two parts, both compressed: a JSON header {log, seq, chain,
// counters}, and the application's state, opaque here. The state's part is a zstd frame of its own, so that it can be handed
// on to whoever reads zstd without unpacking it.

const VERSION = 1;
const HEADER_LIMIT = 256 * 1024 * 1024;
const STATE_LIMIT = 1024 * 1024 * 1024;

/** A state with all that is needed to go on from it. */
export interface Snapshot {
  readonly log: string;
  readonly seq: number;
  /** The hash chain after change `seq`. */
  readonly chain: Uint8Array;
  readonly counters: Counters;
  /** The application's state as one zstd frame. */
  readonly packedState: Uint8Array;
}

/** The snapshot as bytes. */
export function encodeSnapshot(compression: Compression, snapshot: Snapshot): Uint8Array {
  const header = {
    log: snapshot.log,
    seq: snapshot.seq,
    chain: toBase64Url(snapshot.chain),
    counters: encodeCounters(snapshot.counters),
  };
  return packParts(VERSION, [compression.compress(utf8Encode(JSON.stringify(header)), 'small'), snapshot.packedState]);
}

/** The snapshot that the bytes are; throws a corrupt LogFailure that names `key`. */
export function decodeSnapshot(compression: Compression, key: string, bytes: Uint8Array): Snapshot {
  const parts = tryUnpackParts(VERSION, 2, bytes);
  const packedHeader = parts?.[0];
  const packedState = parts?.[1];
  if (packedHeader === undefined || packedState === undefined) throw damaged(key, 'is not a snapshot');
  const text = tryUtf8Decode(compression.tryDecompress(packedHeader, HEADER_LIMIT) ?? new Uint8Array([0xff]));
  const header = tryJson(text ?? '');
  if (!isRecord(header)) throw damaged(key, 'has no header');
  const counters = tryDecodeCounters(header['counters']);
  const { log, seq } = header;
  const chain = typeof header['chain'] === 'string' ? parseBase64Url(header['chain']) : null;
  if (typeof log !== 'string' || !isCount(seq) || counters === null || chain === null) {
    throw damaged(key, 'has a header that cannot be read');
  }
  return { log, seq, chain, counters, packedState };
}

/** The state that a replay begins with; throws a corrupt LogFailure that names `key`. */
export function unpackState(
  compression: Compression,
  key: string,
  snapshot: Pick<Snapshot, 'packedState'> | { readonly state: Uint8Array },
): Uint8Array {
  if ('state' in snapshot) return snapshot.state;
  const state = compression.tryDecompress(snapshot.packedState, STATE_LIMIT);
  if (state === null) throw damaged(key, 'has a state that cannot be unpacked');
  return state;
}
