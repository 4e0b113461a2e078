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
