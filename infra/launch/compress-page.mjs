// Usage: node compress-page.mjs FOLDER. Writes NAME.br and NAME.zst beside each file of the built page that is worth it, so that a
// gateway only reads them when it starts.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, zstdCompress } from 'node:zlib';

const COMPRESSED = /\.(?:js|css|html|svg|webmanifest)$/;
const SMALLEST_BYTES = 512;
/** What is larger is fetched for a few maps alone, and is not worth the time of the best form. */
const BEST_UP_TO_BYTES = 400_000;
const BEST = { brotli: 11, zstd: 19 };
const GOOD = { brotli: 9, zstd: 12 };
/** Node compresses in four threads. Each file that has begun holds its compressor's memory, up to 60 MB, so no more may begin than can go on. */
const AT_ONCE = 4;

const entries = await readdir(process.argv[2], { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile() && COMPRESSED.test(entry.name));
const left = files.values();
await Promise.all(Array.from({ length: AT_ONCE }, () => writeAll(left)));

async function writeAll(some) {
  for (const file of some) await writeForms(join(file.parentPath, file.name));
}

async function writeForms(path) {
  const bytes = await readFile(path);
  if (bytes.length < SMALLEST_BYTES) return;
  const quality = bytes.length <= BEST_UP_TO_BYTES ? BEST : GOOD;
  const brotli = { [constants.BROTLI_PARAM_QUALITY]: quality.brotli, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const zstd = { [constants.ZSTD_c_compressionLevel]: quality.zstd };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params: brotli }));
  await writeFile(`${path}.zst`, await promisify(zstdCompress)(bytes, { params: zstd }));
}
