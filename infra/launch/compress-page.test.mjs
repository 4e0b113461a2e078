import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, 'compress-page.mjs');
const TELL_PEAK = 'process.on("exit", () => console.log(process.resourceUsage().maxRSS))';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bough-compress-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Compresses the folder; answers the most memory that it took, in megabytes. */
function compress() {
  const args = ['--import', `data:text/javascript,${encodeURIComponent(TELL_PEAK)}`, PROGRAM, folder];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' })) / 1024;
}

test('both forms unpack to the file, and what is small or already packed gets none', () => {
  const text = 'export const branch = 1;\n'.repeat(100);
  writeFileSync(join(folder, 'page.js'), text);
  writeFileSync(join(folder, 'small.js'), 'export {};\n');
  writeFileSync(join(folder, 'face.woff2'), text);
  compress();
  expect(brotliDecompressSync(readFileSync(join(folder, 'page.js.br'))).toString()).toBe(text);
  expect(zstdDecompressSync(readFileSync(join(folder, 'page.js.zst'))).toString()).toBe(text);
  expect(['small.js.br', 'small.js.zst', 'face.woff2.br'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
});

test('a page of many files is compressed in the memory of a small server', () => {
  for (let file = 0; file < 60; file++)
    writeFileSync(
      join(folder, `${file}.js`),
      Array.from({ length: 300 }, (_, line) => `f(${file * line});\n`).join(''),
    );
  expect(compress()).toBeLessThan(700);
  expect(existsSync(join(folder, '59.js.zst'))).toBe(true);
});
