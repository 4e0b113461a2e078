import { crc32 } from 'node:zlib';

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;

/** An archive of these files, as they are. */
export function zipOf(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const [bodies, entries] = [new Array<Buffer>(), new Array<Buffer>()];
  let at = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const named = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(named.length, 22);
    const body = Buffer.concat([numbers(LOCAL), facts, named, bytes]);
    entries.push(Buffer.concat([numbers(ENTRY), Buffer.from([20, 0]), facts, Buffer.alloc(10), numbers(at), named]));
    bodies.push(body);
    at += body.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...bodies, directory, end]));
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, i * 4);
  return bytes;
}
