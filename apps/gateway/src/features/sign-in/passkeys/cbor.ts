import { tryUtf8Decode } from '@bough/base';

// CBOR (RFC 8949), as far as authenticators write it (CTAP2): whole numbers, bytes, texts, arrays, maps and flags, each with its length
// in front. Nothing else is read: no tags, no fractions, nothing of unknown length, no key twice, and nothing nested deeper than DEEPEST.

/** A value that an authenticator writes. */
export type Cbor = number | boolean | string | Uint8Array | readonly Cbor[] | CborMap;
/** A map whose keys are numbers or texts. */
export type CborMap = ReadonlyMap<number | string, Cbor>;

const DEEPEST = 4;
const FALSE = 0xf4;
const TRUE = 0xf5;

/** The value that begins at `from`, and where it ends; null: it is damaged, or nothing that an authenticator writes. */
export function readCbor(bytes: Uint8Array, from = 0): { readonly value: Cbor; readonly end: number } | null {
  const reader = new Reader(bytes, from);
  const value = reader.read(DEEPEST);
  return value === null ? null : { value, end: reader.at };
}

class Reader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.at = from;
  }

  read(depth: number): Cbor | null {
    const head = this.#bytes[this.at];
    if (head === undefined || depth < 0) return null;
    this.at++;
    if (head === FALSE || head === TRUE) return head === TRUE;
    const argument = this.#argument(head & 0x1f);
    if (argument === null) return null;
    switch (head >> 5) {
      case 0:
        return argument;
      case 1:
        return -1 - argument;
      case 2:
        return this.#take(argument);
      case 3:
        return textOf(this.#take(argument));
      case 4:
        return this.#array(argument, depth);
      case 5:
        return this.#map(argument, depth);
      default:
        return null;
    }
  }

  /** The number in the head, or in the bytes behind it. */
  #argument(low: number): number | null {
    if (low < 24) return low;
    if (low > 27) return null;
    const bytes = this.#take(2 ** (low - 24));
    if (bytes === null) return null;
    const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    return Number.isSafeInteger(value) ? value : null;
  }

  #take(length: number): Uint8Array | null {
    if (length > this.#bytes.length - this.at) return null;
    const taken = this.#bytes.subarray(this.at, this.at + length);
    this.at += length;
    return taken;
  }

  #array(length: number, depth: number): Cbor | null {
    const values: Cbor[] = [];
    for (let at = 0; at < length; at++) {
      const value = this.read(depth - 1);
      // The first that is not there ends it: a length that lies costs nothing.
      if (value === null) return null;
      values.push(value);
    }
    return values;
  }

  #map(length: number, depth: number): Cbor | null {
    const values = new Map<number | string, Cbor>();
    for (let at = 0; at < length; at++) {
      const key = this.read(depth - 1);
      if ((typeof key !== 'number' && typeof key !== 'string') || values.has(key)) return null;
      const value = this.read(depth - 1);
      if (value === null) return null;
      values.set(key, value);
    }
    return values;
  }
}

function textOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : tryUtf8Decode(bytes);
}
