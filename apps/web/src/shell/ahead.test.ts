import { expect, test } from 'vitest';
import { filesOf } from '../../build/files-ahead.ts';
import type { BuiltChunk } from '../../build/groups.ts';
import { lineLater } from '../../build/read-whole.ts';
import { putStart } from '../../build/start-in-page.ts';

const chunk = (fileName: string, source: string, imports: readonly string[], sheet?: string): BuiltChunk => ({
  ...{ fileName, imports, isEntry: false, facadeModuleId: null, moduleIds: [`/web/${source}`] },
  ...(sheet === undefined ? {} : { viteMetadata: { importedCss: new Set([sheet]) } }),
});

test('[WEB-15] [WEB-16] a map asks ahead for what paints it, home for what lists its maps, and neither for React', () => {
  const chunks = [
    chunk('a/page.js', 'src/words/index.ts', [], 'a/page.css'),
    chunk('a/editor.js', 'src/map/first-picture.ts', ['a/page.js']),
    chunk('a/parts.js', 'src/shell/part.tsx', []),
    chunk('a/frame.js', 'src/shell/draw.tsx', ['a/page.js', 'a/parts.js']),
    chunk('a/map.js', 'src/map/map-screen.tsx', ['a/editor.js', 'a/frame.js'], 'a/map.css'),
    chunk('a/home.js', 'src/home/first-picture.tsx', ['a/parts.js', 'a/page.js'], 'a/home.css'),
  ];
  expect(filesOf(chunks, '<link rel="stylesheet" href="/a/page.css">').split(';')).toEqual([
    'map /a/editor.js /a/page.js',
    'home /a/home.css /a/home.js /a/parts.js /a/page.js',
    'frame /a/frame.js /a/page.js /a/parts.js',
  ]);
});

test('a source map follows its file, which has one line more at its beginning', () => {
  expect(JSON.parse(lineLater('{"version":3,"mappings":"AAAA;A","names":[]}'))).toMatchObject({ mappings: ';AAAA;A' });
});

test('[WEB-13] the module that begins the page stands in the document, and fetches the others from where they are', () => {
  const begin = 'import{a}from"./page-2.js";a(()=>import(`./map-3.js`));\n//# sourceMappingURL=index-1.js.map';
  const chunkOf = (code: string) => ({ type: 'chunk', name: 'x', code }) as const;
  const files = {
    'index.html': {
      type: 'asset',
      source: '<script type="module" crossorigin src="/assets/index-1.js"></script>',
    } as const,
    'assets/index-1.js': chunkOf(begin),
    'assets/page-2.js': chunkOf('export{a}'),
  };
  expect(putStart(files)).toEqual(['assets/index-1.js', 'assets/index-1.js.map']);
  expect(files['index.html'].source).toBe(
    '<script type="module">import{a}from"/assets/page-2.js";a(()=>import(`/assets/map-3.js`));</script>',
  );
  // What cannot stand there, or is needed elsewhere, ends the build.
  for (const [code, other] of [
    ['new URL("x",import.meta.url)', ''],
    ['a("</script>")', ''],
    ['a()', 'import"./index-1.js"'],
  ] as const) {
    const html = '<script type="module" crossorigin src="/assets/index-1.js"></script>';
    const wrong = { 'index.html': { type: 'asset', source: html } as const, 'assets/index-1.js': chunkOf(code) };
    expect(() => putStart({ ...wrong, 'assets/page-2.js': chunkOf(other) })).toThrow(/the start of the page/);
  }
});
