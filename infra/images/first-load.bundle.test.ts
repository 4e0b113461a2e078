import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// What a browser must fetch before a screen can be seen: the scripts of index.html, and those that it names for the screen, as the
// build compressed them. What comes around a map once it is seen, and what is imported later on (a second language, formulas, dialogs), is
// not in it; e2e/src/weight.spec.ts weighs all of a map's.

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

/** The scripts that the document names for the screen, beside what begins every page. */
function filesOf(screen: 'map' | 'home'): ReadonlySet<string> {
  const lists = /<meta name="bough-screens" content="([^"]*)"/.exec(html)?.[1]?.split(';') ?? [];
  const [, ...files] = lists.map((list) => list.split(' ')).find(([name]) => name === screen) ?? [];
  const scripts = files.filter((path) => path.endsWith('.js')).map((path) => path.replace('/assets/', ''));
  expect(scripts.length).toBeGreaterThan(1);
  return new Set([...entries, ...scripts]);
}

it('a map is painted by under 130 KB of compressed script', () => {
  expect(entries.length).toBeGreaterThan(0);
  const files = filesOf('map');
  expect([...files].some((name) => name.startsWith('editor-'))).toBe(true);
  expect(compressed(files)).toBeLessThan(130 * KB);
});

it('home is under 110 KB of compressed script, and has neither the editor nor a second language', () => {
  const files = filesOf('home');
  expect([...files].some((name) => /^(?:map|editor|de)-/.test(name))).toBe(false);
  expect(compressed(files)).toBeLessThan(110 * KB);
});
