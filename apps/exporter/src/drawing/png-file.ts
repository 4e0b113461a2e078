import { once } from 'node:events';
import { crc32, createDeflate } from 'node:zlib';

// A PNG (ISO/IEC 15948) that is written while it is painted, some rows at a time, so that no picture is ever whole in memory.
// Each row is the difference from the row above it: much of a map is paper, and that becomes zeros.

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const UP = 2;
/** A fast packing: a better one takes several times as long for a fifth of the bytes. */
const PACKING = 2;

interface Waiting {
  readonly buffer: Buffer;
  readonly packed: Promise<void>;
}
const EMPTY: Waiting = { buffer: Buffer.alloc(0), packed: Promise.resolve() };

/** One picture of 8 bits a channel. */
export class PngFile {
  readonly #width: number;
  readonly #channels: 3 | 4;
  readonly #deflate = createDeflate({ level: PACKING, chunkSize: 256 * 1024 });
  readonly #chunks: Buffer[];
  /** Rows on their way to be packed, by turns: buffers of their own for each strip would have the collector run for each. */
  readonly #buffers: [Waiting, Waiting] = [EMPTY, EMPTY];
  #above: Int32Array;

  constructor(width: number, height: number, hasAlpha: boolean) {
    this.#width = width;
    this.#channels = hasAlpha ? 4 : 3;
    this.#above = new Int32Array(width);
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header[8] = 8;
    header[9] = hasAlpha ? 6 : 2;
    this.#chunks = [SIGNATURE, ...chunk('IHDR', header)];
    this.#deflate.on('data', (packed: Buffer) => this.#chunks.push(...chunk('IDAT', packed)));
  }

  /** Takes rows of red, green, blue and alpha, not multiplied by it; resolves when more are welcome. */
  async rows(pixels: Uint8Array | Uint8ClampedArray, count: number): Promise<void> {
    const [width, channels] = [this.#width, this.#channels];
    const words = wordsOf(pixels, width * count);
    const filtered = await this.#room(count * (width * channels + 1));
    let above = this.#above;
    let aboveAt = 0;
    let [from, at] = [0, 0];
    for (let y = 0; y < count; y++) {
      filtered[at++] = UP;
      const end = from + width;
      for (; from < end; from++, aboveAt++, at += channels) {
        const word = (words[from] ?? 0) | 0;
        const other = (above[aboveAt] ?? 0) | 0;
        // Most of a picture is what stands above it, and what is not written is zero.
        if (word === other) continue;
        filtered[at] = word - other;
        filtered[at + 1] = (word >> 8) - (other >> 8);
        filtered[at + 2] = (word >> 16) - (other >> 16);
        if (channels === 4) filtered[at + 3] = (word >> 24) - (other >> 24);
      }
      above = words;
      aboveAt = from - width;
    }
    this.#above = words.slice(from - width, from);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#deflate.write(filtered, () => resolve());
    this.#buffers.reverse();
    this.#buffers[1] = { buffer: filtered, packed: promise };
  }

  /** Zeros: the buffer that waits longest, once it is packed. */
  async #room(length: number): Promise<Buffer> {
    const { buffer, packed } = this.#buffers[0];
    await packed;
    return buffer.length < length ? Buffer.alloc(length) : buffer.subarray(0, length).fill(0);
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

/** Each pixel as one number, red lowest. */
function wordsOf(pixels: Uint8Array | Uint8ClampedArray, count: number): Int32Array {
  const aligned = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice();
  return new Int32Array(aligned.buffer, aligned.byteOffset, count);
}
