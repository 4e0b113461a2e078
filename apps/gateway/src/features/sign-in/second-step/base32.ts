/** As RFC 4648 has it: authenticator apps take secrets that are typed in these letters. */
export const RFC_4648_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Crockford's: none of them is taken for a digit. */
export const CROCKFORD_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Bytes as base32, five bits for each of these 32 letters and the highest first, without padding. */
export function toBase32(bytes: Uint8Array, letters: string): string {
  let [bits, held, text] = [0, 0, ''];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += letters[(held >>> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + letters[(held << (5 - bits)) & 31];
}
