import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { nodeCompression } from './node-ports.ts';
import { contentSize } from './zstd-frame.ts';

const NONE = new Uint8Array(1);
const SIZES = [0, 1, 255, 256, 257, 65_535, 65_536, 65_791, 65_792, 1_000_000];

test('[BLOB-31] a frame tells how much it holds, on a base or not, and is unpacked to just that', () => {
  const base = new Uint8Array(100_000).fill(7);
  for (const size of SIZES) {
    const bytes = Uint8Array.from({ length: size }, (_, i) => (i * i) % 251);
    for (const packed of [nodeCompression.compress(bytes, 'fast'), zstdCompressSync(bytes)]) {
      expect(contentSize(packed)).toBe(size);
      expect(Buffer.from(bytes).equals(nodeCompression.tryDecompress(packed, 1_000_000) ?? NONE)).toBe(true);
    }
    const patch = nodeCompression.compress(bytes, 'small', base);
    expect(contentSize(patch)).toBe(size);
    expect(Buffer.from(bytes).equals(nodeCompression.tryDecompress(patch, 1_000_000, base) ?? NONE)).toBe(true);
  }
});

test('[BLOB-31] a frame that does not tell, or lies, is unpacked or refused all the same', async () => {
  const stream = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  for (let i = 0; i < 300; i++) stream.write(Buffer.alloc(1_000, i));
  const told = buffer(stream);
  stream.end();
  const silent = await told;
  expect(contentSize(silent)).toBeNull();
  expect(nodeCompression.tryDecompress(silent, 1_000_000)?.length).toBe(300_000);
  const lying = Buffer.from(zstdCompressSync(Buffer.alloc(70_000, 1)));
  lying.writeUInt32LE(0xffff_ffff, 5);
  expect(contentSize(lying)).toBe(0xffff_ffff);
  expect(nodeCompression.tryDecompress(lying, 1_000_000)).toBeNull();
  for (const bytes of [new Uint8Array(), new Uint8Array(5), lying.subarray(0, 6), Buffer.from('no frame at all')]) {
    expect(contentSize(bytes)).toBeNull();
    expect(nodeCompression.tryDecompress(bytes, 1_000)).toBeNull();
  }
});
