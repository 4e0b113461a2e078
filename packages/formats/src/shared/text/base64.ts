import { parseBase64Url } from '@bough/base';

/** The bytes of base64 as files have it, with or without padding and line breaks; null where it is none. */
export function bytesOfBase64(text: string): Uint8Array | null {
  const plain = text.replaceAll(/\s+/g, '').replaceAll('+', '-').replaceAll('/', '_');
  return parseBase64Url(plain.endsWith('==') ? plain.slice(0, -2) : plain.endsWith('=') ? plain.slice(0, -1) : plain);
}
