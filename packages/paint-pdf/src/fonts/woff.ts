import { deflateSync, inflateSync } from 'node:zlib';

// WOFF 1.0 is an sfnt whose tables are packed one by one (W3C, 2012). Unpacked and packed here, in native code, since the libraries
// that read fonts either do it slowly or not at all.

const SIGNATURE = 0x774f4646;
const HEADER = 44;
const ENTRY = 20;

/** The font as TrueType or OpenType reads it. Throws on anything that is no WOFF: what ships is. */
export function sfntOfWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new Error('not a WOFF font');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => tableAt(woff, HEADER + i * ENTRY));
  const head = Buffer.alloc(12 + 16 * count);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [i, { tag, checksum, bytes }] of tables.entries()) {
    const at = 12 + 16 * i;
    head.writeUInt32BE(tag, at);
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    const padding = -bytes.length & 3;
    parts.push(bytes, Buffer.alloc(padding));
    offset += bytes.length + padding;
  }
  return Buffer.concat(parts);
}

function tableAt(
  woff: Buffer,
  at: number,
): { readonly tag: number; readonly checksum: number; readonly bytes: Buffer } {
  const offset = woff.readUInt32BE(at + 4);
  const packed = woff.subarray(offset, offset + woff.readUInt32BE(at + 8));
  const length = woff.readUInt32BE(at + 12);
  return {
    tag: woff.readUInt32BE(at),
    checksum: woff.readUInt32BE(at + 16),
    bytes: packed.length < length ? inflateSync(packed) : packed,
  };
}

/** The font as a document can hold it. */
export function woffOfSfnt(sfnt: Buffer): Buffer {
  const count = sfnt.readUInt16BE(4);
  const head = Buffer.alloc(HEADER + ENTRY * count);
  const parts: Buffer[] = [head];
  let offset = head.length;
  let total = 12 + 16 * count;
  for (let i = 0; i < count; i++) {
    const from = 12 + 16 * i;
    const at = HEADER + ENTRY * i;
    const length = sfnt.readUInt32BE(from + 12);
    const table = sfnt.subarray(sfnt.readUInt32BE(from + 8), sfnt.readUInt32BE(from + 8) + length);
    const packed = deflateSync(table);
    const kept = packed.length < length ? packed : table;
    sfnt.copy(head, at, from, from + 4);
    head.writeUInt32BE(offset, at + 4);
    head.writeUInt32BE(kept.length, at + 8);
    head.writeUInt32BE(length, at + 12);
    sfnt.copy(head, at + 16, from + 4, from + 8);
    const padding = -kept.length & 3;
    parts.push(kept, Buffer.alloc(padding));
    offset += kept.length + padding;
    total += length + (-length & 3);
  }
  head.writeUInt32BE(SIGNATURE, 0);
  sfnt.copy(head, 4, 0, 4);
  head.writeUInt32BE(offset, 8);
  head.writeUInt16BE(count, 12);
  head.writeUInt32BE(total, 16);
  return Buffer.concat(parts);
}
