import { crc32, createDeflate } from 'node:zlib';
import sharp from 'sharp';

// Images for tests, good and bad.

/** A picture of noise in that format. */
export async function picture(
  format: 'png' | 'jpeg' | 'webp' | 'gif',
  size: { readonly width: number; readonly height: number } = { width: 40, height: 30 },
): Promise<Buffer> {
  const background = { r: 12, g: 120, b: 220 };
  return sharp({ create: { ...size, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** A whole, valid PNG of that many black pixels, one bit each: small to send, big to decode. */
export async function vastPng(width: number, height: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 1 });
  const packed: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => packed.push(chunk));
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  deflate.on('end', resolve);
  const zeros = Buffer.alloc(4 * 1024 * 1024);
  for (let left = height * (Math.ceil(width / 8) + 1); left > 0; left -= zeros.length) {
    if (!deflate.write(zeros.subarray(0, Math.min(left, zeros.length)))) {
      await new Promise<void>((drained) => deflate.once('drain', drained));
    }
  }
  deflate.end();
  await ended;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunkOf('IHDR', header),
    chunkOf('IDAT', Buffer.concat(packed)),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

/** One chunk of a PNG. */
export function chunkOf(name: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
