/** The characters of base64url, in the order of what they stand for. */
export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUE_OF = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) VALUE_OF[ALPHABET.charCodeAt(i)] = i;

/** The bytes as base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let out = '';
  let bits = 0;
  let held = 0;
  for (let i = 0; i < bytes.length; i++) {
    held = (held << 8) | (bytes[i] ?? 0);
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      out += ALPHABET[(held >> bits) & 63];
    }
    held &= (1 << bits) - 1;
  }
  if (bits > 0) out += ALPHABET[(held << (6 - bits)) & 63];
  return out;
}

/** The bytes that the text stands for, or null when it is not exactly what `toBase64Url` writes. */
export function parseBase64Url(text: string): Uint8Array | null {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const value = code < 128 ? (VALUE_OF[code] ?? -1) : -1;
    if (value < 0) return null;
    held = ((held & 0xff) << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (held >> bits) & 0xff;
      held &= (1 << bits) - 1;
    }
  }
  return held === 0 ? bytes : null;
}
