import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTINGS_DOCUMENTS, withSettings } from './settings-documents.ts';
import { everySetting } from './settings-tables.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
}

it.each(Object.entries(SETTINGS_DOCUMENTS))(
  '[SVC-4] %s has the settings that are read; node packages/service/scripts/write-settings.ts writes them',
  (path, tables) => {
    expect(read(path)).toBe(withSettings(read(path), tables()));
  },
);

it('[SVC-4] every setting stands in docs/settings.md, and the README leads there', () => {
  const document = read('docs/settings.md');
  const missing = Object.keys(everySetting).filter((name) => !document.includes(`| \`${name}\` |`));
  expect(missing).toEqual([]);
  expect(read('README.md')).toContain('(docs/settings.md)');
});

it('[SVC-4] every setting that a document names is read by a service', () => {
  const table = /^\| `((?:BOUGH_|PORT)[A-Z0-9_]*)` \|/gm;
  const named = Object.keys(SETTINGS_DOCUMENTS).flatMap((path) => [...read(path).matchAll(table)]);
  expect(named.length).toBeGreaterThan(Object.keys(everySetting).length);
  expect(named.map(([, name = '']) => name).filter((name) => !Object.hasOwn(everySetting, name))).toEqual([]);
});

it('[SVC-4] a document without a place for settings is refused', () => {
  expect(() => withSettings('# Bough\n', '')).toThrow('no place');
});
