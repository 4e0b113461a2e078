import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVERY_SETTING } from './setting-tables.ts';
import { SETTINGS_FILES, withSettings } from './settings-documents.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

it.each(Object.entries(SETTINGS_FILES))(
  '[SVC-4] %s has the settings that are read; npm run settings writes them',
  (path, written) => {
    expect(read(path)).toBe(written(read(path)));
  },
);

it('[SVC-4] every setting stands in docs/settings.md, and the README leads there', () => {
  const document = read('docs/settings.md');
  const missing = Object.keys(EVERY_SETTING).filter((name) => !document.includes(`| \`${name}\` |`));
  expect(missing).toEqual([]);
  expect(read('README.md')).toContain('(docs/settings.md)');
});

it('[SVC-4] every setting that a document names is read by a service', () => {
  const table = /^\| `((?:BOUGH_|PORT)[A-Z0-9_]*)` \|/gm;
  const named = ['docs/settings.md', 'README.md'].flatMap((path) => [...read(path).matchAll(table)]);
  expect(named.length).toBeGreaterThan(Object.keys(EVERY_SETTING).length);
  expect(named.map(([, name = '']) => name).filter((name) => !Object.hasOwn(EVERY_SETTING, name))).toEqual([]);
});

it('[SVC-4] a document without a place for settings is refused', () => {
  expect(() => withSettings('# Bough\n', '')).toThrow('no place');
});
