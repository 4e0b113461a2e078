import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

// A ZIP file (PKWARE APPNOTE 6.3.10, without ZIP64): for each entry a local header and the deflated bytes, then the central
// directory and its end. Names are UTF-8 (bit 11). One entry is in memory at a time.

const LOCAL = 0x0403_4b50;
const CENTRAL = 0x0201_4b50;
const END = 0x0605_4b50;
const VERSION = 20;
const UTF8 = 0x0800;
const DEFLATED = 8;
/** Beyond these a reader would need ZIP64. */
const BYTES_MOST = 0xffff_fffe;
const ENTRIES_MOST = 0xfffe;

/** On a thread of its own: a map of many megabytes would hold everybody up. */
const deflate = promisify(deflateRaw);

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The entries as one file, piece by piece, in their order. Throws RangeError when it would be larger than 4 GiB. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, bytes, at } of entries) {
    const written = Buffer.from(name, 'utf8');
    const packed = await deflate(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(UTF8, 2);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt32LE(dosTime(at), 6);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(written.length, 22);
    const local = Buffer.concat([word(LOCAL), common, written]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([word(CENTRAL), half(VERSION), common, central, written]));
    offset += local.length + packed.length;
    if (offset > BYTES_MOST || directory.length > ENTRIES_MOST) throw new RangeError('the file would be too large');
    yield local;
    yield packed;
  }
  const all = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(all.length, 8);
  end.writeUInt32LE(offset, 12);
  yield Buffer.concat([all, word(END), end]);
}

/** A name that no system reads as a path, of at most 80 characters. */
export function fileNameOf(title: string): string {
  const plain = title
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const bare = Array.from(plain)
    .slice(0, 80)
    .join('')
    .replace(/^\.+|[. ]+$/g, '');
  return bare === '' ? 'map' : bare;
}

function dosTime(at: number): number {
  const date = new Date(at);
  const year = Math.min(127, Math.max(0, date.getUTCFullYear() - 1980));
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

function word(value: number): Buffer {
  const out = Buffer.alloc(4);
  out.writeUInt32LE(value);
  return out;
}

function half(value: number): Buffer {
  const out = Buffer.alloc(2);
  out.writeUInt16LE(value);
  return out;
}
