import { crc32 } from 'node:zlib';

/** A ZIP with these files, stored as they are. */
export function archiveOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const [parts, directory] = [new Array<Buffer>(), new Array<Buffer>()];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const [title, bytes] = [Buffer.from(name), Buffer.from(content)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(title.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, title, bytes);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, place, title);
    at += 30 + title.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
