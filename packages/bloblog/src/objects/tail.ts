import { tryUtf8Decode, utf8Encode } from '@bough/base';
import type { Compression } from '../ports.ts';

// A tail as it stands in a head: runs of lines that were compressed once, each after its length as 4 bytes, big-endian, then the
// lines that came last, plain. So a commit compresses nothing but, now and then, one run; the head as a whole stays small.

const RUN_UNITS = 8 * 1024;
const LEAST_PLAIN_BYTES = 256;
const LIMIT_BYTES = 256 * 1024 * 1024;

/** The lines of a tail, ready to be written. */
export interface PackedTail {
  /** How many lines the runs hold. */
  readonly packed: number;
  readonly runs: Uint8Array;
  readonly plain: Uint8Array;
}

/** Packs the tails of one log's heads, one after the other, and keeps the runs that it has made. */
export class TailPacker {
  readonly #compression: Compression;
  #sealedTo = 0;
  #packed = 0;
  #runs: Uint8Array = new Uint8Array();
  /** The lines after the runs, encoded, with room for those that come. */
  #plain: Uint8Array = new Uint8Array();
  #plainBytes = 0;
  #plainLines = 0;
  #plainUnits = 0;

  constructor(compression: Compression) {
    this.#compression = compression;
  }

  /**
   * The tail after `sealedTo`; what was given before under the same `sealedTo` must still be its beginning. `plain` is good until the
   * next call.
   */
  pack(sealedTo: number, tail: readonly string[]): PackedTail {
    if (sealedTo !== this.#sealedTo || tail.length < this.#packed + this.#plainLines) this.#restart(sealedTo);
    for (let at = this.#packed + this.#plainLines; at < tail.length; at++) {
      this.#add(tail[at] ?? '');
      if (this.#plainUnits >= RUN_UNITS) this.#endRun();
    }
    return { packed: this.#packed, runs: this.#runs, plain: this.#plain.subarray(0, this.#plainBytes) };
  }

  #restart(sealedTo: number): void {
    this.#sealedTo = sealedTo;
    this.#packed = 0;
    this.#runs = new Uint8Array();
    this.#empty();
  }

  #add(line: string): void {
    const bytes = utf8Encode(this.#plainLines === 0 ? line : `\n${line}`);
    const end = this.#plainBytes + bytes.length;
    if (end > this.#plain.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.#plain.length, LEAST_PLAIN_BYTES));
      larger.set(this.#plain.subarray(0, this.#plainBytes));
      this.#plain = larger;
    }
    this.#plain.set(bytes, this.#plainBytes);
    this.#plainBytes = end;
    this.#plainLines++;
    this.#plainUnits += line.length;
  }

  #empty(): void {
    this.#plain = new Uint8Array();
    this.#plainBytes = 0;
    this.#plainLines = 0;
    this.#plainUnits = 0;
  }

  #endRun(): void {
    const run = this.#compression.compress(this.#plain.subarray(0, this.#plainBytes), 'fast');
    const runs = new Uint8Array(this.#runs.length + 4 + run.length);
    runs.set(this.#runs);
    new DataView(runs.buffer).setUint32(this.#runs.length, run.length);
    runs.set(run, this.#runs.length + 4);
    this.#packed += this.#plainLines;
    this.#runs = runs;
    this.#empty();
  }
}

/** The `count` lines of a tail, or null when the bytes are none. */
export function tryUnpackTail(
  compression: Compression,
  { packed, runs, plain }: PackedTail,
  count: number,
): string[] | null {
  const lines: string[] = [];
  const view = new DataView(runs.buffer, runs.byteOffset, runs.byteLength);
  for (let at = 0; at < runs.length;) {
    const end = at + 4 > runs.length ? Infinity : at + 4 + view.getUint32(at);
    if (end > runs.length) return null;
    const bytes = compression.tryDecompress(runs.subarray(at + 4, end), LIMIT_BYTES);
    const text = bytes === null ? null : tryUtf8Decode(bytes);
    if (text === null) return null;
    for (const line of text.split('\n')) lines.push(line);
    at = end;
  }
  const rest = tryUtf8Decode(plain);
  if (rest === null || lines.length !== packed) return null;
  if (packed < count || rest !== '') for (const line of rest.split('\n')) lines.push(line);
  return lines.length === count ? lines : null;
}
