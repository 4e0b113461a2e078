import { expect, test } from 'vitest';
import { filesOf } from '../../build/files-ahead.ts';
import type { BuiltChunk } from '../../build/groups.ts';
import { lineLater } from '../../build/read-whole.ts';

const chunk = (fileName: string, source: string, imports: readonly string[], sheet?: string): BuiltChunk => ({
  ...{ fileName, imports, isEntry: false, facadeModuleId: null, moduleIds: [`/web/${source}`] },
  ...(sheet === undefined ? {} : { viteMetadata: { importedCss: new Set([sheet]) } }),
});

test('[WEB-15] a map asks ahead for what paints it, and not for what stands around it; home for all that it shows', () => {
  const chunks = [
    chunk('a/page.js', 'src/words/index.ts', [], 'a/page.css'),
    chunk('a/editor.js', 'src/map/first-picture.ts', ['a/page.js']),
    chunk('a/frame.js', 'src/shell/draw.tsx', ['a/page.js']),
    chunk('a/map.js', 'src/map/map-screen.tsx', ['a/editor.js', 'a/frame.js'], 'a/map.css'),
    chunk('a/home.js', 'src/home/home-screen.tsx', ['a/frame.js', 'a/page.js'], 'a/home.css'),
  ];
  expect(filesOf(chunks, '<link rel="stylesheet" href="/a/page.css">').split(';')).toEqual([
    'map /a/editor.js /a/page.js',
    'home /a/home.css /a/home.js /a/frame.js /a/page.js',
  ]);
});

test('a source map follows its file, which has one line more at its beginning', () => {
  expect(JSON.parse(lineLater('{"version":3,"mappings":"AAAA;A","names":[]}'))).toMatchObject({ mappings: ';AAAA;A' });
});
