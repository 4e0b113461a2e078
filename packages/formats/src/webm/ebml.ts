import { assert, utf8Encode } from '@bough/base';

// EBML (RFC 8794), as far as a WebM file needs it: an element is its id, its size as a number of variable length, and its content, which
// is bytes or other elements.

const LARGEST_SIZE = 2 ** 53 - 1;

/** Bytes in the order in which they stand, and how many they are. */
export interface Element {
  readonly parts: readonly Uint8Array[];
  readonly size: number;
}

/** An element of that id around its content. */
export function element(id: number, ...content: readonly Element[]): Element {
  const inner = content.reduce((sum, { size }) => sum + size, 0);
  const head = bytesOf([...idBytes(id), ...sizeBytes(inner)]);
  return { parts: [head, ...content.flatMap(({ parts }) => parts)], size: head.length + inner };
}

/** Bytes as they are. */
export function raw(bytes: Uint8Array): Element {
  return { parts: [bytes], size: bytes.length };
}

/** A whole number from 0 on, in as few bytes as it needs, or in so many. */
export function unsigned(id: number, value: number, length = lengthOf(value)): Element {
  return element(id, raw(bigEndian(value, length)));
}

/** A number with a fraction. */
export function float(id: number, value: number): Element {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, raw(bytes));
}

/** Words. */
export function text(id: number, value: string): Element {
  return element(id, raw(utf8Encode(value)));
}

function idBytes(id: number): readonly number[] {
  return [...bigEndian(id, lengthOf(id))];
}

/** The size of a content: as many zeros before the first one as there are bytes after the first. All ones mean that nobody knows it. */
function sizeBytes(size: number): readonly number[] {
  assert(Number.isInteger(size) && size >= 0 && size <= LARGEST_SIZE, 'a size can be written');
  let length = 1;
  while (length < 8 && size >= 2 ** (7 * length) - 1) length++;
  const bytes = bigEndian(size, length);
  return [(bytes[0] ?? 0) | (0x80 >> (length - 1)), ...bytes.slice(1)];
}

function lengthOf(value: number): number {
  let length = 1;
  while (value >= 2 ** (8 * length)) length++;
  return length;
}

function bigEndian(value: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = length - 1, rest = value; at >= 0; at--, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  return bytes;
}

function bytesOf(numbers: readonly number[]): Uint8Array {
  return Uint8Array.from(numbers);
}
