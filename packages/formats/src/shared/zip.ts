import { tryUtf8Decode } from '@bough/base';
import { Inflate, type ZippableFile, zipSync } from 'fflate';
import { FILE_LIMITS } from './limits.ts';
import { need } from './unreadable.ts';

// Archives are read by their central directory, entry by entry, and only those that are asked for are inflated: piece by
// piece, counting, so that what an archive claims about sizes is never believed. Names are keys here, never paths.

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const PIECE = 8192;
const FREE = 1024 * 1024;

interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly start: number;
  readonly end: number;
}

/** Whether the bytes begin as an archive does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** How many bytes were inflated of a file and of what is in it. */
export interface Spent {
  inflated: number;
}

/** An archive whose entries are inflated when they are asked for. */
export class ZipReader {
  readonly #bytes: Uint8Array;
  readonly #entries = new Map<string, ZipEntry>();
  readonly #spent: Spent;
  readonly #read = new Set<string>();

  /** An archive in another one spends what that may. */
  constructor(bytes: Uint8Array, spent: Spent = { inflated: 0 }) {
    this.#bytes = bytes;
    this.#spent = spent;
    this.#readDirectory(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  /** The files that nobody has read yet. */
  unread(): string[] {
    return this.names().filter((name) => !this.#read.has(name) && !name.endsWith('/'));
  }

  /** The bytes of an entry, or null when there is none of that name. */
  read(name: string): Uint8Array | null {
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    this.#read.add(name);
    const packed = this.#bytes.subarray(entry.start, entry.end);
    if (entry.method === 0) {
      this.#count(packed.length);
      return packed;
    }
    need(entry.method === 8, 'not-this-format', 'It is packed in a way that is not read.');
    return inflate(packed, (length) => this.#count(length));
  }

  #count(bytes: number): void {
    this.#spent.inflated += bytes;
    need(this.#spent.inflated <= FILE_LIMITS.inflated, 'too-large', 'It inflates to more than is read.');
  }

  #readDirectory(view: DataView): void {
    const end = endOf(view);
    const count = view.getUint16(end + 10, true);
    need(count <= FILE_LIMITS.entries, 'too-large', 'It has more entries than are read.');
    const ranges: ZipEntry[] = [];
    let at = view.getUint32(end + 16, true);
    for (let i = 0; i < count; i++) {
      need(
        at + 46 <= view.byteLength && view.getUint32(at, true) === ENTRY,
        'not-this-format',
        'The archive is damaged.',
      );
      const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      const [nameLength = 0, extra = 0, comment = 0] = lengths;
      const entry = entryOf(view, this.#bytes, at, nameLength);
      ranges.push(entry);
      const isTwice = this.#entries.has(entry.name) && !entry.name.endsWith('/');
      need(!isTwice, 'hostile', 'Two files in it have the same name: nobody can tell which one counts. Pack it again.');
      this.#entries.set(entry.name, entry);
      at += 46 + nameLength + extra + comment;
    }
    ranges.sort((a, b) => a.start - b.start);
    for (const [i, { end: stop }] of ranges.entries()) {
      need((ranges[i + 1]?.start ?? Infinity) >= stop, 'hostile', 'Its entries lie over each other.');
    }
  }
}

function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0 && at > view.byteLength - 65_600; at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  need(false, 'not-this-format', 'The archive is cut off.');
}

function entryOf(view: DataView, bytes: Uint8Array, at: number, nameLength: number): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  need((flags & 1) === 0, 'not-this-format', 'It is locked with a password.');
  const packed = view.getUint32(at + 20, true);
  const local = view.getUint32(at + 42, true);
  const isInside = local + 30 <= view.byteLength && view.getUint32(local, true) === LOCAL;
  need(isInside, 'not-this-format', 'The archive is damaged.');
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  need(start + packed <= view.byteLength, 'not-this-format', 'The archive is cut off.');
  const name = tryUtf8Decode(bytes.subarray(at + 46, at + 46 + nameLength)) ?? `entry ${at}`;
  return { name, method: view.getUint16(at + 10, true), start, end: start + packed };
}

/** The bytes that these were deflated from, without a header, as far as is read of a file; refused where they are far more than their kind does. */
export function inflateRaw(packed: Uint8Array): Uint8Array {
  let all = 0;
  return inflate(packed, (length) => {
    all += length;
    need(all <= FILE_LIMITS.inflated, 'too-large', 'It inflates to more than is read.');
  });
}

/** Piece by piece, so that what inflates to far too much ends before it is there; `count` hears of each piece. */
function inflate(packed: Uint8Array, count: (length: number) => void): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((chunk) => {
    size += chunk.length;
    count(chunk.length);
    chunks.push(chunk);
  });
  for (let at = 0; at < packed.length; at += PIECE) {
    const end = Math.min(packed.length, at + PIECE);
    try {
      stream.push(packed.subarray(at, end), end === packed.length);
    } catch (cause) {
      need(cause instanceof Error && !('code' in cause), 'not-this-format', 'The archive is damaged.');
      throw cause;
    }
    need(
      size < FREE || size < end * FILE_LIMITS.ratio,
      'hostile',
      'It inflates to far more than files of its kind do.',
    );
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** An archive of these entries, the same bytes for the same entries. Shorter ones than `storedBelow` are not packed: each costs as much as a long one. */
export function writeZip(entries: Readonly<Record<string, Uint8Array>>, storedBelow = 0): Uint8Array {
  const day = 86_400_000;
  // The first moment that the format knows in every time zone.
  const all = Object.entries(entries).map(([name, bytes]): [string, ZippableFile] => {
    return [name, bytes.length < storedBelow ? [bytes, { level: 0 }] : bytes];
  });
  return zipSync(Object.fromEntries(all), { level: 6, mtime: 10 * 365 * day + 5 * day });
}
