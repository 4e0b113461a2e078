/** What an image is by its first bytes. */
export type ImageKind = 'png' | 'jpeg' | 'webp' | 'gif';

/** The kind of image that the bytes begin as, whatever anybody calls them; null for anything else. */
export function sniffImage(bytes: Uint8Array): ImageKind | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('RIFF') && /^WEBPVP8[ LX]/.test(start.slice(8))) return 'webp';
  return start.startsWith('GIF87a') || start.startsWith('GIF89a') ? 'gif' : null;
}

const HEAD = 65_536;

/** Whether the bytes begin as one of the images that are not taken, and drawn before they are sent: SVG, ICO, AVIF or BMP. */
export function isOriginal(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD)).toString('latin1');
  if (start.startsWith('\0\0\x01\0') || start.startsWith('BM')) return true;
  if (start.slice(4, 8) === 'ftyp') return /avif|avis/.test(start.slice(8, 32));
  // In UTF-16 there is a NUL beside each letter, and behind the mark.
  const text = start.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '');
  return /^\s*</.test(text) && /<(?:[\w.-]+:)?svg[\s>/]/.test(text);
}
