import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// What a browser must fetch before somebody can draw: the scripts of index.html, those of the map's screen, and all that they
// import outright, as the build compressed them. What is imported later on (a second language, formulas, dialogs) is not in it.

const page = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
const KB = 1_000;

function read(file: string): string {
  return readFileSync(join(page, file), 'utf8');
}

function withImports(first: readonly string[]): ReadonlySet<string> {
  const all = new Set(first);
  for (const file of all) {
    for (const [, name] of read(`assets/${file}`).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
      if (name !== undefined) all.add(name);
    }
  }
  return all;
}

/** What travels; the smallest scripts are not compressed. */
function sizeOf(file: string): number {
  const path = join(page, 'assets', file);
  return (statSync(`${path}.br`, { throwIfNoEntry: false }) ?? statSync(path)).size;
}

function compressed(files: ReadonlySet<string>): number {
  return [...files].reduce((sum, file) => sum + sizeOf(file), 0);
}

const entries = [...read('index.html').matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name);
const mapScreen = readdirSync(join(page, 'assets')).filter((name) => /^map-screen-.*\.js$/.test(name));

it('the editor’s first load is under 200 KB of compressed script', () => {
  expect(entries.length).toBeGreaterThan(0);
  expect(mapScreen).toHaveLength(1);
  const files = withImports([...entries, ...mapScreen]);
  expect(files.size).toBeGreaterThan(2);
  expect(compressed(files)).toBeLessThan(200 * KB);
});

it('home is under 110 KB of compressed script, and has neither the editor nor a second language', () => {
  const files = withImports(entries);
  expect([...files].some((name) => name.startsWith('map-screen-') || name.startsWith('de-'))).toBe(false);
  expect(compressed(files)).toBeLessThan(110 * KB);
});
