// Usage: node compress-page.mjs FOLDER. Writes NAME.br and NAME.zst beside each file of the built page that is worth it, so that a
// gateway only reads them when it starts.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, zstdCompress } from 'node:zlib';

const COMPRESSED = /\.(?:js|css|html|svg|webmanifest)$/;
const SMALLEST_BYTES = 512;
const BROTLI_QUALITY = 9;
const ZSTD_LEVEL = 15;

const entries = await readdir(process.argv[2], { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile() && COMPRESSED.test(entry.name));
await Promise.all(files.map((file) => writeForms(join(file.parentPath, file.name))));

async function writeForms(path) {
  const bytes = await readFile(path);
  if (bytes.length < SMALLEST_BYTES) return;
  const brotli = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const zstd = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params: brotli }));
  await writeFile(`${path}.zst`, await promisify(zstdCompress)(bytes, { params: zstd }));
}
