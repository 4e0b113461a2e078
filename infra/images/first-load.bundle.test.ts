import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// What a browser must fetch before somebody can draw: the scripts of index.html, and those that it fetches ahead for the screen, as
// the build compressed them. What is imported later on (a second language, formulas, dialogs) is not in it.

const page = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
const KB = 1_000;

function read(file: string): string {
  return readFileSync(join(page, file), 'utf8');
}

/** What travels; the smallest scripts are not compressed. */
function sizeOf(file: string): number {
  const path = join(page, 'assets', file);
  return (statSync(`${path}.br`, { throwIfNoEntry: false }) ?? statSync(path)).size;
}

function compressed(files: ReadonlySet<string>): number {
  return [...files].reduce((sum, file) => sum + sizeOf(file), 0);
}

const html = read('index.html');
const entries = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name);

/** What the document fetches ahead for the screen, beside what begins every page. */
function filesOf(screen: 'map' | 'home'): ReadonlySet<string> {
  const list = new RegExp('[`;]' + screen + ' ([^`;]+)').exec(html)?.[1] ?? '';
  return new Set([...entries, ...list.split(' ').map((path) => path.replace('/assets/', ''))]);
}

it('the editor’s first load is under 200 KB of compressed script', () => {
  expect(entries.length).toBeGreaterThan(0);
  const files = filesOf('map');
  expect(files.size).toBeGreaterThan(3);
  expect(compressed(files)).toBeLessThan(200 * KB);
});

it('home is under 110 KB of compressed script, and has neither the editor nor a second language', () => {
  const files = filesOf('home');
  expect(files.size).toBeGreaterThan(3);
  expect([...files].some((name) => /^(?:map|editor|de)-/.test(name))).toBe(false);
  expect(compressed(files)).toBeLessThan(110 * KB);
});
