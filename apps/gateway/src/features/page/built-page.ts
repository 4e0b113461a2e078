import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, zstdCompress } from 'node:zlib';

// The built page, read once into memory: it is a few files, and a request for one must never wait for a disk.

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;
const SMALLEST_COMPRESSED = 512;
/** The bundler's names carry a hash of the content: what they name never changes. */
const HASHED = /-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;

export type PageEncoding = 'zstd' | 'br';
export interface PageFile {
  readonly type: string;
  readonly isImmutable: boolean;
  readonly etag: string;
  readonly bytes: Buffer;
  /** Smaller forms, by encoding. */
  readonly encoded: ReadonlyMap<PageEncoding, Buffer>;
}
export interface BuiltPage {
  readonly index: PageFile;
  /** By path as in the address: `/assets/index-1a2b3c4d.js`. */
  readonly files: ReadonlyMap<string, PageFile>;
}

/** Reads the built page, with all its compressed forms; null when the folder holds no index.html. */
export async function readBuiltPage(folder: string): Promise<BuiltPage | null> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const contents = new Map<string, Buffer>();
  for (const entry of names) {
    if (!entry.isFile() || !isRead(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    contents.set(`/${relative(folder, path).split(sep).join('/')}`, await readFile(path));
  }
  const files = new Map<string, PageFile>();
  await Promise.all(
    [...contents].map(async ([path, bytes]) => {
      const type = TYPES[extname(path)];
      if (type !== undefined) files.set(path, await toPageFile(path, type, bytes, contents));
    }),
  );
  const index = files.get('/index.html');
  files.delete('/index.html');
  return index === undefined ? null : { index, files };
}

/** The form of the file to send to somebody who accepts these encodings. */
export function chooseForm(
  file: PageFile,
  accepts: string | undefined,
): { readonly bytes: Buffer; readonly encoding: PageEncoding | null } {
  const accepted = new Set((accepts ?? '').split(',').map((part) => part.trim().split(';')[0]));
  for (const [encoding, bytes] of file.encoded) if (accepted.has(encoding)) return { bytes, encoding };
  return { bytes: file.bytes, encoding: null };
}

/** Source maps and the like stay on disk. */
function isRead(name: string): boolean {
  return TYPES[extname(name)] !== undefined || /\.(?:br|zst)$/.test(name);
}

async function toPageFile(
  path: string,
  type: string,
  bytes: Buffer,
  contents: ReadonlyMap<string, Buffer>,
): Promise<PageFile> {
  const encoded = new Map<PageEncoding, Buffer>();
  if (COMPRESSIBLE.test(type) && bytes.length >= SMALLEST_COMPRESSED) {
    // The build may have made them; a page without is compressed here, once.
    const forms: [PageEncoding, Buffer][] = [
      ['br', contents.get(`${path}.br`) ?? (await toBrotli(bytes))],
      ['zstd', contents.get(`${path}.zst`) ?? (await toZstd(bytes))],
    ];
    forms.sort((a, b) => a[1].length - b[1].length);
    for (const [encoding, form] of forms) if (form.length < bytes.length) encoded.set(encoding, form);
  }
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { type, isImmutable: HASHED.test(path), etag: `"${hash}"`, bytes, encoded };
}

function toBrotli(bytes: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

function toZstd(bytes: Buffer): Promise<Buffer> {
  return promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 15 } });
}
