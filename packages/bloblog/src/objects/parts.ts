// Several byte strings in one: each after its length as 4 bytes, big-endian. The first byte of the whole is the format's
// version, so that an old program refuses a new object instead of misreading it.

/** The parts as one byte string that begins with `version`. */
export function packParts(version: number, parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 1));
  const view = new DataView(out.buffer);
  out[0] = version;
  let at = 1;
  for (const part of parts) {
    view.setUint32(at, part.length);
    out.set(part, at + 4);
    at += 4 + part.length;
  }
  return out;
}

/** The parts (views, not copies), or null when the bytes are not exactly `count` parts of that version. */
export function tryUnpackParts(version: number, count: number, bytes: Uint8Array): readonly Uint8Array[] | null {
  if (bytes[0] !== version) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let at = 1;
  for (let i = 0; i < count; i++) {
    if (at + 4 > bytes.length) return null;
    const length = view.getUint32(at);
    at += 4;
    if (at + length > bytes.length) return null;
    parts.push(bytes.subarray(at, at + length));
    at += length;
  }
  return at === bytes.length ? parts : null;
}
