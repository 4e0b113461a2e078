// The beginning of a Zstandard frame (RFC 8878, 3.1.1): magic number, descriptor, perhaps a window and the id of a dictionary, and how
// long the content is, which a writer may leave out.

const MAGIC = 0xfd2fb528;
const DICTIONARY_BYTES = [0, 1, 2, 4];
/** A length of two bytes counts from here. */
const SHORT_BASE = 256;

/** How many bytes the frame says that it holds; null when it does not say, or is no frame. Nothing of it is checked. */
export function contentSize(frame: Uint8Array): number | null {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < 6 || view.getUint32(0, true) !== MAGIC) return null;
  const descriptor = view.getUint8(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingle ? 0 : 1) + (DICTIONARY_BYTES[descriptor & 3] ?? 0);
  const width = descriptor >> 6 === 0 ? (isSingle ? 1 : 0) : 1 << (descriptor >> 6);
  if (width === 0 || frame.length < at + width) return null;
  if (width === 1) return view.getUint8(at);
  if (width === 2) return view.getUint16(at, true) + SHORT_BASE;
  return width === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}
