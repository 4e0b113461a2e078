import { expect, it } from 'vitest';
import { type BuiltChunk, groupsOf } from '../../build/groups.ts';

const chunk = (fileName: string, facade: string | null, imports: readonly string[]): BuiltChunk => ({
  ...{ fileName, imports, isEntry: facade?.endsWith('.html') === true },
  ...{ facadeModuleId: facade === null ? null : `/web/${facade}`, moduleIds: [`/web/${fileName}.ts`] },
});

it('what a first picture needs goes into the file of those who need it, and the rest stays where it was', () => {
  const groups = groupsOf([
    chunk('index', 'index.html', ['words']),
    chunk('words', null, []),
    chunk('frame', 'src/shell/draw.tsx', ['dom', 'react', 'words']),
    chunk('react', null, ['icons']),
    chunk('icons', null, []),
    chunk('first', 'src/map/first-picture.ts', ['editor', 'theme', 'words']),
    chunk('map', 'src/map/map-screen.tsx', ['react', 'menu', 'editor', 'first', 'bars']),
    chunk('home', 'src/home/home-screen.tsx', ['menu', 'rail', 'theme']),
    chunk('maps', 'src/home/first-picture.tsx', ['home', 'words', 'once']),
    chunk('once', null, []),
    chunk('dom', null, []),
    chunk('menu', null, ['react']),
    chunk('theme', null, []),
    chunk('editor', null, []),
    chunk('bars', null, []),
    chunk('rail', null, []),
    chunk('palette', 'src/map/commands/palette.tsx', ['pick']),
    chunk('pick', null, ['react']),
  ]);
  expect(Object.fromEntries(groups)).toEqual({
    '/web/words.ts': 'page',
    '/web/theme.ts': 'page',
    '/web/frame.ts': 'frame',
    '/web/dom.ts': 'frame',
    '/web/react.ts': 'parts',
    '/web/icons.ts': 'parts',
    '/web/menu.ts': 'parts',
    '/web/first.ts': 'editor',
    '/web/editor.ts': 'editor',
    '/web/map.ts': 'map',
    '/web/bars.ts': 'map',
    '/web/home.ts': 'home',
    '/web/rail.ts': 'home',
    '/web/maps.ts': 'home',
    '/web/once.ts': 'home',
  });
});

it('what all words call is of the page, so that no part fetches a screen for it', () => {
  const groups = groupsOf([
    chunk('index', 'index.html', []),
    { ...chunk('home', 'src/home/home-screen.tsx', []), moduleIds: ['/web/src/words/screens/said.ts', '/web/home.ts'] },
    chunk('maps', 'src/home/first-picture.tsx', ['home']),
  ]);
  expect(Object.fromEntries(groups)).toMatchObject({
    '/web/src/words/screens/said.ts': 'page',
    '/web/home.ts': 'home',
  });
});

it('the style sheets of what comes first are one, but for those of the screens', () => {
  const sheets = (name: string, facade: string, of: readonly string[]): BuiltChunk => {
    return { ...chunk(name, facade, []), moduleIds: of };
  };
  const groups = groupsOf([
    sheets('index', 'index.html', ['/web/main.ts', '/web/base.css']),
    sheets('first', 'src/map/first-picture.ts', ['/web/first.ts', '/web/stage.css']),
    sheets('map', 'src/map/map-screen.tsx', ['/web/map.tsx', '/web/map.css']),
    sheets('palette', 'src/map/commands/palette.tsx', ['/web/palette.css']),
  ]);
  expect(Object.fromEntries(groups)).toEqual({
    '/web/base.css': 'page',
    '/web/first.ts': 'editor',
    '/web/stage.css': 'page',
    '/web/map.tsx': 'map',
    '/web/map.css': 'map',
  });
});
