import { inflateRawSync } from 'node:zlib';

/** The files of a ZIP by the central directory. */
export function unzip(file: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  let at = file.readUInt32LE(file.length - 6);
  while (file.readUInt32LE(at) === 0x0201_4b50) {
    const [packed, nameLength] = [file.readUInt32LE(at + 20), file.readUInt16LE(at + 28)];
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, inflateRawSync(file.subarray(from, from + packed)).toString('utf8'));
    at += 46 + nameLength;
  }
  return files;
}
