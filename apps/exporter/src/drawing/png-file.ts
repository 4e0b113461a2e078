import { once } from 'node:events';
import { crc32, createDeflate } from 'node:zlib';

// A PNG (ISO/IEC 15948) that is written while it is painted, some rows at a time, so that no picture is ever whole in memory. Rows
// are packed as they are, alpha included: a map is paper and few colours, of which the packing makes less than of differences between
// rows, and looking for those takes longer than everything else.

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHANNELS = 4;
/** Each row says how it is filtered: not at all. */
const FILTER = Buffer.from([0]);
/** A fast packing: a better one takes several times as long for a fifth of the bytes. */
const PACKING = 2;

interface Waiting {
  readonly buffer: Buffer;
  readonly packed: Promise<void>;
}
const EMPTY: Waiting = { buffer: Buffer.alloc(0), packed: Promise.resolve() };

/** One picture of red, green, blue and alpha, 8 bits each. */
export class PngFile {
  readonly #width: number;
  readonly #deflate = createDeflate({ level: PACKING, chunkSize: 256 * 1024 });
  readonly #chunks: Buffer[];
  /** Rows on their way to be packed, by turns: buffers of their own for each strip would have the collector run for each. */
  readonly #buffers: [Waiting, Waiting] = [EMPTY, EMPTY];

  constructor(width: number, height: number) {
    this.#width = width;
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header[8] = 8;
    header[9] = 6;
    this.#chunks = [SIGNATURE, ...chunk('IHDR', header)];
    this.#deflate.on('data', (packed: Buffer) => this.#chunks.push(...chunk('IDAT', packed)));
  }

  /** Takes rows of pixels, not multiplied by their alpha; resolves when more are welcome. */
  async rows(pixels: Uint8Array | Uint8ClampedArray, count: number): Promise<void> {
    const row = this.#width * CHANNELS;
    const filtered = await this.#room(count * (row + 1));
    for (let y = 0; y < count; y++) {
      filtered.set(FILTER, y * (row + 1));
      filtered.set(pixels.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#deflate.write(filtered, () => resolve());
    this.#buffers.reverse();
    this.#buffers[1] = { buffer: filtered, packed: promise };
  }

  /** The buffer that waits longest, once it is packed. */
  async #room(length: number): Promise<Buffer> {
    const { buffer, packed } = this.#buffers[0];
    await packed;
    return buffer.length < length ? Buffer.allocUnsafeSlow(length) : buffer.subarray(0, length);
  }

  /** The file, when all rows are in. */
  async end(): Promise<Uint8Array> {
    const ended = once(this.#deflate, 'end');
    this.#deflate.end();
    await ended;
    return Buffer.concat([...this.#chunks, ...chunk('IEND', Buffer.alloc(0))]);
  }
}

function chunk(type: string, body: Buffer): readonly Buffer[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length, 0);
  head.write(type, 4, 'latin1');
  const foot = Buffer.alloc(4);
  foot.writeUInt32BE(crc32(body, crc32(head.subarray(4))), 0);
  return [head, body, foot];
}
